/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "pgn.h"

/* "myos": the SQLite application id of our databases. */
#define APPLICATION_ID 1836675955

static const char *const setup[] = {
    "CREATE TABLE IF NOT EXISTS game ("
    " number INTEGER PRIMARY KEY, round INTEGER NOT NULL,"
    " player1 INTEGER NOT NULL, player2 INTEGER NOT NULL,"
    " fen TEXT, opening_plies INTEGER NOT NULL,"
    " result TEXT NOT NULL, verdict TEXT NOT NULL, detail TEXT NOT NULL,"
    " began INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS move ("
    " game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, move TEXT NOT NULL,"
    " time_us INTEGER NOT NULL, score INTEGER, mate_plies INTEGER, depth INTEGER, nodes INTEGER,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID",
    /* Further figures of an engine about its move, if -pgnout asked for them. */
    "CREATE TABLE IF NOT EXISTS search ("
    " game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL,"
    " seldepth INTEGER, nps INTEGER, hashfull INTEGER, tb_hits INTEGER, left_us INTEGER, pv TEXT,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID",
    /* Lines of an engine, if -pgnout asked for them. */
    "CREATE TABLE IF NOT EXISTS line ("
    " game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, line TEXT NOT NULL,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID",
    /* The opening of a game, as its file names it. */
    "CREATE TABLE IF NOT EXISTS opening ("
    " game INTEGER PRIMARY KEY REFERENCES game, code TEXT, name TEXT)",
    NULL,
};

static const struct database_kind kind = {
    .name = "a match", .terms = "match", .application_id = APPLICATION_ID, .setup = setup};

struct store *store_open(const char *path, bool may_make, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    if (database_open(&store->database, &kind, path, may_make, error) &&
        database_prepare(&store->database, "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                         &store->add_game, error) &&
        database_prepare(&store->database, "INSERT INTO opening VALUES (?, ?, ?)",
                         &store->add_opening, error) &&
        database_prepare(&store->database, "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         &store->add_move, error) &&
        database_prepare(&store->database, "INSERT INTO search VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         &store->add_search, error) &&
        database_prepare(&store->database, "INSERT INTO line VALUES (?, ?, ?)", &store->add_line,
                         error)) {
        return store;
    }
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store) {
        return;
    }
    sqlite3_finalize(store->add_game);
    sqlite3_finalize(store->add_opening);
    sqlite3_finalize(store->add_move);
    sqlite3_finalize(store->add_search);
    sqlite3_finalize(store->add_line);
    database_close(&store->database);
    free(store);
}

bool store_begin(struct store *store, struct error *error)
{
    return database_run(&store->database, "BEGIN IMMEDIATE", error);
}

bool store_end(struct store *store, bool good, struct error *error)
{
    return good ? database_run(&store->database, "COMMIT", error)
                : (database_run(&store->database, "ROLLBACK", NULL), false);
}

static bool write_game(struct store *store, const struct played_game *played, struct error *error)
{
    sqlite3_stmt *game = store->add_game;
    sqlite3_bind_int64(game, 1, played->number);
    sqlite3_bind_int(game, 2, played->round);
    sqlite3_bind_int(game, 3, played->engines[0]);
    sqlite3_bind_int(game, 4, played->engines[1]);
    sqlite3_bind_text(game, 5, played->fen, -1, SQLITE_STATIC);
    sqlite3_bind_int(game, 6, played->opening_plies);
    sqlite3_bind_text(game, 7, pgn_result_name(played->result), -1, SQLITE_STATIC);
    sqlite3_bind_text(game, 8, verdict_name(played->verdict), -1, SQLITE_STATIC);
    sqlite3_bind_text(game, 9, played->detail.text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(game, 10, played->began);
    return database_step(&store->database, game, error);
}

/* Writes what is known of the opening, if anything is. */
static bool write_opening(struct store *store, const struct played_game *played,
                          struct error *error)
{
    sqlite3_stmt *opening = store->add_opening;
    sqlite3_bind_int64(opening, 1, played->number);
    sqlite3_bind_text(opening, 2, played->code, -1, SQLITE_STATIC);
    sqlite3_bind_text(opening, 3, played->opening, -1, SQLITE_STATIC);
    return (!played->code && !played->opening) || database_step(&store->database, opening, error);
}

static bool write_move(struct store *store, int64_t number, int ply,
                       const struct played_move *played, struct error *error)
{
    sqlite3_stmt *move = store->add_move;
    sqlite3_clear_bindings(move);
    sqlite3_bind_int64(move, 1, number);
    sqlite3_bind_int(move, 2, ply);
    sqlite3_bind_text(move, 3, played->text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(move, 4, played->time_us);
    if (played->has_score) {
        sqlite3_bind_int(move, played->is_mate ? 6 : 5, played->score);
    }
    if (played->depth > 0) {
        sqlite3_bind_int(move, 7, played->depth);
    }
    if (played->nodes >= 0) {
        sqlite3_bind_int64(move, 8, played->nodes);
    }
    return database_step(&store->database, move, error);
}

/* Writes what the engine reported about a move, if anything was kept. */
static bool write_search(struct store *store, int64_t number, int ply,
                         const struct played_move *played, struct error *error)
{
    sqlite3_stmt *search = store->add_search;
    const int64_t numbers[] = {played->seldepth ? played->seldepth : -1, played->nps,
                               played->hashfull, played->tb_hits, played->left_us};
    bool any = played->pv != NULL;
    sqlite3_clear_bindings(search);
    sqlite3_bind_int64(search, 1, number);
    sqlite3_bind_int(search, 2, ply);
    for (int i = 0; i < LENGTH(numbers); i++) {
        if (numbers[i] >= 0) {
            sqlite3_bind_int64(search, 3 + i, numbers[i]);
            any = true;
        }
    }
    sqlite3_bind_text(search, 8, played->pv, -1, SQLITE_STATIC);
    return !any || database_step(&store->database, search, error);
}

static bool write_line(struct store *store, int64_t number, int ply,
                       const struct played_move *played, struct error *error)
{
    sqlite3_bind_int64(store->add_line, 1, number);
    sqlite3_bind_int(store->add_line, 2, ply);
    sqlite3_bind_text(store->add_line, 3, played->line, -1, SQLITE_STATIC);
    return !played->line || database_step(&store->database, store->add_line, error);
}

bool store_game(struct store *store, const struct played_game *played, struct error *error)
{
    if (!store_begin(store, error)) {
        return false;
    }
    bool good = write_game(store, played, error) && write_opening(store, played, error);
    for (int ply = 0; good && ply < played->count; ply++) {
        good = write_move(store, played->number, ply, &played->moves[ply], error) &&
               write_search(store, played->number, ply, &played->moves[ply], error) &&
               write_line(store, played->number, ply, &played->moves[ply], error);
    }
    return store_end(store, good, error);
}

static void read_game(sqlite3_stmt *statement, struct played_game *played)
{
    played->number = sqlite3_column_int64(statement, 0);
    played->round = sqlite3_column_int(statement, 1);
    played->engines[0] = sqlite3_column_int(statement, 2);
    played->engines[1] = sqlite3_column_int(statement, 3);
    played->fen = database_text(statement, 4);
    played->opening_plies = sqlite3_column_int(statement, 5);
    const char *result = (const char *)sqlite3_column_text(statement, 6);
    pgn_read_result(result, strlen(result), &played->result);
    played->verdict = verdict_find((const char *)sqlite3_column_text(statement, 7));
    error_set(&played->detail, "%s", (const char *)sqlite3_column_text(statement, 8));
    played->began = sqlite3_column_int64(statement, 9);
    played->code = database_text(statement, 10);
    played->opening = database_text(statement, 11);
}

/* Returns a number of a row, or -1 if it is NULL. */
static int64_t read_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? -1
               : sqlite3_column_int64(statement, column);
}

static void read_moves(sqlite3_stmt *statement, struct played_game *played)
{
    sqlite3_bind_int64(statement, 1, played->number);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        struct played_move *move = played_game_add(played);
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        strncpy(move->text, text, sizeof move->text - 1);
        move->time_us = sqlite3_column_int64(statement, 1);
        move->is_mate = sqlite3_column_type(statement, 3) != SQLITE_NULL;
        move->has_score = move->is_mate || sqlite3_column_type(statement, 2) != SQLITE_NULL;
        move->score = sqlite3_column_int(statement, move->is_mate ? 3 : 2);
        move->depth = sqlite3_column_int(statement, 4);
        move->nodes = read_number(statement, 5);
        move->seldepth = sqlite3_column_int(statement, 6);
        move->nps = read_number(statement, 7);
        move->hashfull = (int)read_number(statement, 8);
        move->tb_hits = read_number(statement, 9);
        move->left_us = read_number(statement, 10);
        move->pv = database_text(statement, 11);
        move->line = database_text(statement, 12);
    }
    sqlite3_reset(statement);
}

bool store_each(struct store *store, bool with_moves,
                void (*visit)(void *context, const struct played_game *played), void *context,
                struct error *error)
{
    sqlite3_stmt *games = NULL, *moves = NULL;
    bool good =
        database_prepare(&store->database,
                         "SELECT game.*, code, name FROM game LEFT JOIN opening"
                         " ON number = game ORDER BY number",
                         &games, error) &&
        database_prepare(&store->database,
                         "SELECT move, time_us, score, mate_plies, depth, nodes, seldepth, nps,"
                         " hashfull, tb_hits, left_us, pv, line FROM move"
                         " LEFT JOIN search USING (game, ply) LEFT JOIN line USING (game, ply)"
                         " WHERE game = ? ORDER BY ply",
                         &moves, error);
    int outcome = SQLITE_DONE;
    while (good && (outcome = sqlite3_step(games)) == SQLITE_ROW) {
        struct played_game played = {0};
        read_game(games, &played);
        if (with_moves) {
            read_moves(moves, &played);
        }
        visit(context, &played);
        played_game_finish(&played);
    }
    if (good && outcome != SQLITE_DONE) {
        good = database_failed(&store->database, error);
    }
    sqlite3_finalize(games);
    sqlite3_finalize(moves);
    return good;
}
