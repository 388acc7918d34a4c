/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* "myos": the application id of our databases. */
#define APPLICATION_ID "1836675955"

/* How long another process, such as a report, may lock the database, in ms. */
#define BUSY_MS 5000

struct store {
    sqlite3 *database;
    sqlite3_stmt *add_game, *add_move;
    bool in_memory;
};

/* A write-ahead log without waiting for the disk: a killed process loses nothing, and no game's
 * clock runs during a write. The log is merged when the match opens and closes. */
static const char setup[] =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = NORMAL;"
    "PRAGMA wal_autocheckpoint = 0;"
    "PRAGMA application_id = " APPLICATION_ID ";"
    "CREATE TABLE IF NOT EXISTS match (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS game ("
    " number INTEGER PRIMARY KEY, round INTEGER NOT NULL,"
    " player1 INTEGER NOT NULL, player2 INTEGER NOT NULL,"
    " fen TEXT, opening_plies INTEGER NOT NULL,"
    " result TEXT NOT NULL, verdict TEXT NOT NULL, detail TEXT NOT NULL,"
    " began INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS move ("
    " game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, move TEXT NOT NULL,"
    " time_us INTEGER NOT NULL, score INTEGER, mate_plies INTEGER, depth INTEGER, nodes INTEGER,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID;";

static bool run(struct store *store, const char *sql, struct error *error)
{
    char *message = NULL;
    if (sqlite3_exec(store->database, sql, NULL, NULL, &message) == SQLITE_OK) {
        return true;
    }
    error_set(error, "database: %s", message ? message : "unknown error");
    sqlite3_free(message);
    return false;
}

static bool prepare(struct store *store, const char *sql, sqlite3_stmt **statement,
                    struct error *error)
{
    if (sqlite3_prepare_v2(store->database, sql, -1, statement, NULL) == SQLITE_OK) {
        return true;
    }
    return error_set(error, "database: %s", sqlite3_errmsg(store->database));
}

/* Whether the database is empty or ours. */
static bool is_ours(struct store *store, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (!prepare(store,
                 "SELECT (SELECT count(*) FROM sqlite_schema),"
                 " (SELECT application_id FROM pragma_application_id)",
                 &statement, error)) {
        return false;
    }
    bool ours = false;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        ours = sqlite3_column_int64(statement, 0) == 0 ||
               sqlite3_column_int64(statement, 1) == atoll(APPLICATION_ID);
        if (!ours) {
            error_set(error, "a database, but not of a match");
        }
    } else {
        error_set(error, "%s", sqlite3_errmsg(store->database));
    }
    sqlite3_finalize(statement);
    return ours;
}

static struct store *open_with(const char *path, int flags, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    struct error reason = {""};
    store->in_memory = !path;
    bool good =
        sqlite3_open_v2(path ? path : ":memory:", &store->database, flags, NULL) == SQLITE_OK;
    if (!good) {
        error_set(&reason, "%s", sqlite3_errmsg(store->database));
    }
    if (good) {
        sqlite3_busy_timeout(store->database, BUSY_MS);
    }
    good = good && is_ours(store, &reason) && run(store, setup, &reason) &&
           prepare(store, "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   &store->add_game, &reason) &&
           prepare(store, "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?)", &store->add_move,
                   &reason) &&
           run(store, "PRAGMA wal_checkpoint(TRUNCATE)", &reason);
    if (!good) {
        error_set(error, "%s: %s", path ? path : "memory", reason.text);
        store_close(store);
        return NULL;
    }
    return store;
}

struct store *store_open(const char *path, struct error *error)
{
    return open_with(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
}

struct store *store_open_existing(const char *path, struct error *error)
{
    return open_with(path, SQLITE_OPEN_READWRITE, error);
}

void store_close(struct store *store)
{
    if (!store) {
        return;
    }
    sqlite3_finalize(store->add_game);
    sqlite3_finalize(store->add_move);
    if (!store->in_memory) {
        sqlite3_exec(store->database, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    }
    sqlite3_close(store->database);
    free(store);
}

bool store_begin(struct store *store, struct error *error)
{
    return run(store, "BEGIN IMMEDIATE", error);
}

bool store_end(struct store *store, bool keep, struct error *error)
{
    return run(store, keep ? "COMMIT" : "ROLLBACK", error);
}

static char *column_copy(sqlite3_stmt *statement, int column)
{
    return memory_text((const char *)sqlite3_column_text(statement, column));
}

char *store_value(struct store *store, const char *key)
{
    sqlite3_stmt *statement = NULL;
    if (!prepare(store, "SELECT value FROM match WHERE key = ?", &statement, NULL)) {
        return NULL;
    }
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    char *value = sqlite3_step(statement) == SQLITE_ROW ? column_copy(statement, 0) : NULL;
    sqlite3_finalize(statement);
    return value;
}

bool store_agree(struct store *store, const char *key, const char *value, struct error *error)
{
    char *agreed = store_value(store, key);
    if (agreed) {
        bool same = strcmp(agreed, value) == 0;
        if (!same) {
            error_set(error, "the database holds another match: its %s is '%.100s', not '%.100s'",
                      key, agreed, value);
        }
        free(agreed);
        return same;
    }
    sqlite3_stmt *statement = NULL;
    if (!prepare(store, "INSERT INTO match VALUES (?, ?)", &statement, error)) {
        return false;
    }
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good) {
        error_set(error, "database: %s", sqlite3_errmsg(store->database));
    }
    sqlite3_finalize(statement);
    return good;
}

static bool step(struct store *store, sqlite3_stmt *statement, struct error *error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good) {
        error_set(error, "database: %s", sqlite3_errmsg(store->database));
    }
    sqlite3_reset(statement);
    return good;
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
    sqlite3_bind_text(game, 7, result_name(played->result), -1, SQLITE_STATIC);
    sqlite3_bind_text(game, 8, verdict_name(played->verdict), -1, SQLITE_STATIC);
    sqlite3_bind_text(game, 9, played->detail.text, -1, SQLITE_STATIC);
    sqlite3_bind_int64(game, 10, played->began);
    return step(store, game, error);
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
    return step(store, move, error);
}

bool store_game(struct store *store, const struct played_game *played, struct error *error)
{
    if (!store_begin(store, error)) {
        return false;
    }
    bool good = write_game(store, played, error);
    for (int ply = 0; good && ply < played->count; ply++) {
        good = write_move(store, played->number, ply, &played->moves[ply], error);
    }
    return good ? store_end(store, true, error) : (store_end(store, false, NULL), false);
}

static void read_game(sqlite3_stmt *statement, struct played_game *played)
{
    played->number = sqlite3_column_int64(statement, 0);
    played->round = sqlite3_column_int(statement, 1);
    played->engines[0] = sqlite3_column_int(statement, 2);
    played->engines[1] = sqlite3_column_int(statement, 3);
    played->fen = column_copy(statement, 4);
    played->opening_plies = sqlite3_column_int(statement, 5);
    played->result = result_find((const char *)sqlite3_column_text(statement, 6));
    played->verdict = verdict_find((const char *)sqlite3_column_text(statement, 7));
    error_set(&played->detail, "%s", (const char *)sqlite3_column_text(statement, 8));
    played->began = sqlite3_column_int64(statement, 9);
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
        bool has_nodes = sqlite3_column_type(statement, 5) != SQLITE_NULL;
        move->nodes = has_nodes ? sqlite3_column_int64(statement, 5) : -1;
    }
    sqlite3_reset(statement);
}

bool store_each(struct store *store, bool with_moves,
                void (*visit)(void *context, const struct played_game *played), void *context,
                struct error *error)
{
    sqlite3_stmt *games = NULL, *moves = NULL;
    bool good = prepare(store, "SELECT * FROM game ORDER BY number", &games, error) &&
                prepare(store,
                        "SELECT move, time_us, score, mate_plies, depth, nodes FROM move"
                        " WHERE game = ? ORDER BY ply",
                        &moves, error);
    int outcome = SQLITE_DONE;
    while (good && (outcome = sqlite3_step(games)) == SQLITE_ROW) {
        struct played_game played;
        played_game_init(&played);
        read_game(games, &played);
        if (with_moves) {
            read_moves(moves, &played);
        }
        visit(context, &played);
        played_game_finish(&played);
    }
    if (good && outcome != SQLITE_DONE) {
        good = error_set(error, "database: %s", sqlite3_errmsg(store->database));
    }
    sqlite3_finalize(games);
    sqlite3_finalize(moves);
    return good;
}
