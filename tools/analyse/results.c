/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "memory.h"

/* "myoa": the SQLite application id of our databases. */
#define APPLICATION_ID 1836675937

static const char *const setup[] = {
    "CREATE TABLE IF NOT EXISTS entry ("
    " number INTEGER PRIMARY KEY, source TEXT NOT NULL, line INTEGER NOT NULL,"
    " format INTEGER NOT NULL, text TEXT NOT NULL, damage TEXT,"
    " first INTEGER NOT NULL, count INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS search ("
    " entry INTEGER NOT NULL REFERENCES entry, ply INTEGER NOT NULL, engine INTEGER NOT NULL,"
    " best TEXT NOT NULL, failure TEXT, time_us INTEGER NOT NULL,"
    " solved_nodes INTEGER, solved_us INTEGER,"
    " PRIMARY KEY (entry, ply, engine)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS search_line ("
    " entry INTEGER NOT NULL, ply INTEGER NOT NULL, engine INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, seldepth INTEGER NOT NULL, cp INTEGER, mate_plies INTEGER,"
    " nodes INTEGER NOT NULL, time_ms INTEGER NOT NULL, pv TEXT,"
    " PRIMARY KEY (entry, ply, engine, number)) WITHOUT ROWID",
    NULL,
};

static const struct database_kind kind = {.name = "an analysis",
                                          .terms = "job",
                                          .application_id = APPLICATION_ID,
                                          .exclusive = true,
                                          .setup = setup};

/* The statements that are prepared once. */
enum { ADD_ENTRY, REMOVE_LINES, ADD_POSITION, ADD_LINE, ENTRY_FROM, POSITIONS, LINES, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [ADD_ENTRY] = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [REMOVE_LINES] = "DELETE FROM search_line WHERE entry = ? AND ply = ? AND engine = ?",
    [ADD_POSITION] = "INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_LINE] = "INSERT INTO search_line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ENTRY_FROM] = "SELECT * FROM entry WHERE number >= ? ORDER BY number LIMIT 1",
    [POSITIONS] = "SELECT ply, best, failure, time_us, solved_nodes, solved_us FROM search"
                  " WHERE entry = ? AND engine = ? ORDER BY ply",
    [LINES] = "SELECT ply, number, depth, seldepth, cp, mate_plies, nodes, time_ms, pv"
              " FROM search_line WHERE entry = ? AND engine = ? ORDER BY ply, number",
};

struct results {
    struct database database;
    sqlite3_stmt *statements[STATEMENTS];
    bool writing; /* a transaction is open */
};

struct results *results_open(const char *path, bool may_make, struct error *error)
{
    struct results *results = memory_zeroed(1, sizeof *results);
    bool good = database_open(&results->database, &kind, path, may_make, error);
    for (int i = 0; i < STATEMENTS && good; i++) {
        good = database_prepare(&results->database, statements[i], &results->statements[i], error);
    }
    if (!good) {
        results_close(results);
        return NULL;
    }
    return results;
}

void results_close(struct results *results)
{
    if (results) {
        for (int i = 0; i < STATEMENTS; i++) {
            sqlite3_finalize(results->statements[i]);
        }
        database_close(&results->database);
        free(results);
    }
}

struct database *results_database(struct results *results)
{
    return &results->database;
}

bool results_has_input(struct results *results)
{
    char *value = database_term(&results->database, "whole");
    bool whole = value;
    free(value);
    return whole;
}

bool results_begin(struct results *results, struct error *error)
{
    results->writing =
        results->writing || database_run(&results->database, "BEGIN IMMEDIATE", error);
    return results->writing;
}

bool results_remove(struct results *results, struct error *error)
{
    return results_begin(results, error) &&
           database_run(
               &results->database,
               "DELETE FROM search_line; DELETE FROM search; DELETE FROM entry; DELETE FROM job",
               error);
}

bool results_flush(struct results *results, struct error *error)
{
    bool good = !results->writing || database_run(&results->database, "COMMIT", error);
    results->writing = results->writing && !good;
    return good;
}

bool results_add_entry(struct results *results, const struct results_entry *entry,
                       struct error *error)
{
    sqlite3_stmt *add = results->statements[ADD_ENTRY];
    sqlite3_bind_int64(add, 1, entry->number);
    sqlite3_bind_text(add, 2, entry->source, -1, SQLITE_STATIC);
    sqlite3_bind_int(add, 3, entry->line);
    sqlite3_bind_int(add, 4, (int)entry->format);
    sqlite3_bind_text(add, 5, entry->text, -1, SQLITE_STATIC);
    sqlite3_bind_text(add, 6, entry->damage, -1, SQLITE_STATIC);
    sqlite3_bind_int(add, 7, entry->first);
    sqlite3_bind_int(add, 8, entry->count);
    return database_step(&results->database, add, error);
}

static bool add_line(struct results *results, int64_t entry, int ply, int engine, int number,
                     const struct found_line *line, struct error *error)
{
    sqlite3_stmt *add = results->statements[ADD_LINE];
    sqlite3_clear_bindings(add);
    sqlite3_bind_int64(add, 1, entry);
    sqlite3_bind_int(add, 2, ply);
    sqlite3_bind_int(add, 3, engine);
    sqlite3_bind_int(add, 4, number);
    sqlite3_bind_int(add, 5, line->depth);
    sqlite3_bind_int(add, 6, line->seldepth);
    if (line->has_score) {
        sqlite3_bind_int(add, line->is_mate ? 8 : 7, line->score);
    }
    sqlite3_bind_int64(add, 9, line->nodes);
    sqlite3_bind_int64(add, 10, line->time_ms);
    sqlite3_bind_text(add, 11, line->pv, -1, SQLITE_STATIC);
    return database_step(&results->database, add, error);
}

bool results_add(struct results *results, int64_t entry, int ply, int engine,
                 const struct found *found, struct error *error)
{
    sqlite3_stmt *remove = results->statements[REMOVE_LINES];
    sqlite3_stmt *add = results->statements[ADD_POSITION];
    sqlite3_bind_int64(remove, 1, entry);
    sqlite3_bind_int(remove, 2, ply);
    sqlite3_bind_int(remove, 3, engine);
    if (!results_begin(results, error) || !database_step(&results->database, remove, error)) {
        return false;
    }
    sqlite3_clear_bindings(add);
    sqlite3_bind_int64(add, 1, entry);
    sqlite3_bind_int(add, 2, ply);
    sqlite3_bind_int(add, 3, engine);
    sqlite3_bind_text(add, 4, found->best, -1, SQLITE_STATIC);
    sqlite3_bind_text(add, 5, found->failure, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add, 6, found->time_us);
    if (found->solved_nodes >= 0) {
        sqlite3_bind_int64(add, 7, found->solved_nodes);
        sqlite3_bind_int64(add, 8, found->solved_us);
    }
    bool good = database_step(&results->database, add, error);
    for (int i = 0; good && i < found->line_count; i++) {
        good = add_line(results, entry, ply, engine, i, &found->lines[i], error);
    }
    return good;
}

bool results_count(struct results *results, int first, int engines, struct results_counts *counts,
                   struct error *error)
{
    sqlite3_stmt *statement = NULL;
    bool good =
        database_prepare(&results->database,
                         "WITH own AS (SELECT * FROM search WHERE engine >= ?1 AND engine < ?2)"
                         "SELECT coalesce(sum(count), 0) * (?2 - ?1), count(*), count(damage),"
                         " (SELECT count(*) FROM own), (SELECT count(failure) FROM own),"
                         " (SELECT coalesce(sum(time_us), 0) FROM own)"
                         " FROM entry",
                         &statement, error) &&
        sqlite3_bind_int(statement, 1, first) == SQLITE_OK &&
        sqlite3_bind_int(statement, 2, first + engines) == SQLITE_OK;
    good = good &&
           (sqlite3_step(statement) == SQLITE_ROW || database_failed(&results->database, error));
    if (good) {
        *counts = (struct results_counts){.positions = sqlite3_column_int64(statement, 0),
                                          .entries = sqlite3_column_int64(statement, 1),
                                          .damaged = sqlite3_column_int64(statement, 2),
                                          .known = sqlite3_column_int64(statement, 3),
                                          .failed = sqlite3_column_int64(statement, 4),
                                          .time_us = sqlite3_column_int64(statement, 5)};
    }
    sqlite3_finalize(statement);
    return good;
}

bool results_next(struct results *results, struct results_entry *entry, struct error *error)
{
    sqlite3_stmt *statement = results->statements[ENTRY_FROM];
    sqlite3_reset(statement);
    sqlite3_bind_int64(statement, 1, entry->number + 1);
    const int outcome = sqlite3_step(statement);
    if (outcome != SQLITE_ROW) {
        return outcome != SQLITE_DONE && database_failed(&results->database, error);
    }
    *entry = (struct results_entry){.number = sqlite3_column_int64(statement, 0),
                                    .source = (const char *)sqlite3_column_text(statement, 1),
                                    .line = sqlite3_column_int(statement, 2),
                                    .format = (enum source_format)sqlite3_column_int(statement, 3),
                                    .text = (const char *)sqlite3_column_text(statement, 4),
                                    .damage = (const char *)sqlite3_column_text(statement, 5),
                                    .first = sqlite3_column_int(statement, 6),
                                    .count = sqlite3_column_int(statement, 7)};
    return true;
}

static int64_t number_or_none(sqlite3_stmt *statement, int column)
{
    bool known = sqlite3_column_type(statement, column) != SQLITE_NULL;
    return known ? sqlite3_column_int64(statement, column) : -1;
}

static void read_position(sqlite3_stmt *statement, struct found *found)
{
    snprintf(found->best, sizeof found->best, "%s",
             (const char *)sqlite3_column_text(statement, 1));
    found->failure = database_text(statement, 2);
    found->time_us = sqlite3_column_int64(statement, 3);
    found->solved_nodes = number_or_none(statement, 4);
    found->solved_us = number_or_none(statement, 5);
}

static void read_line(sqlite3_stmt *statement, struct found *found)
{
    found->lines = memory_extended(found->lines, (size_t)found->line_count, sizeof *found->lines);
    bool is_mate = sqlite3_column_type(statement, 5) != SQLITE_NULL;
    found->lines[found->line_count++] = (struct found_line){
        .depth = sqlite3_column_int(statement, 2),
        .seldepth = sqlite3_column_int(statement, 3),
        .is_mate = is_mate,
        .has_score = is_mate || sqlite3_column_type(statement, 4) != SQLITE_NULL,
        .score = sqlite3_column_int(statement, is_mate ? 5 : 4),
        .nodes = sqlite3_column_int64(statement, 6),
        .time_ms = sqlite3_column_int64(statement, 7),
        .pv = database_text(statement, 8)};
}

/* Reads the rows of one entry. The first column of each row is its ply. */
static bool read_rows(struct results *results, int query, const struct results_entry *entry,
                      int engine, struct found *list, void (*read)(sqlite3_stmt *, struct found *),
                      struct error *error)
{
    sqlite3_stmt *statement = results->statements[query];
    int outcome;
    sqlite3_bind_int64(statement, 1, entry->number);
    sqlite3_bind_int(statement, 2, engine);
    while ((outcome = sqlite3_step(statement)) == SQLITE_ROW) {
        int index = sqlite3_column_int(statement, 0) - entry->first;
        if (index >= 0 && index < entry->count) {
            read(statement, &list[index]);
        }
    }
    sqlite3_reset(statement);
    return outcome == SQLITE_DONE || database_failed(&results->database, error);
}

bool results_read(struct results *results, const struct results_entry *entry, int engine,
                  struct found *list, struct error *error)
{
    return read_rows(results, POSITIONS, entry, engine, list, read_position, error) &&
           read_rows(results, LINES, entry, engine, list, read_line, error);
}

bool results_join(struct results *results, const char *path, struct error *error)
{
    struct database *database = &results->database;
    sqlite3_stmt *attach = NULL;
    if (!results_flush(results, error) ||
        !database_prepare(database, "ATTACH ? AS other", &attach, error)) {
        return false;
    }
    sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
    bool attached = database_step(database, attach, error);
    sqlite3_finalize(attach);
    bool good = attached && database_run(database,
                                         "BEGIN IMMEDIATE;"
                                         "INSERT INTO entry SELECT * FROM other.entry;"
                                         "INSERT INTO search SELECT * FROM other.search;"
                                         "INSERT INTO search_line SELECT * FROM other.search_line;"
                                         "COMMIT",
                                         error);
    if (attached && !good) {
        database_run(database, "ROLLBACK", NULL);
    }
    if (attached) {
        database_run(database, "DETACH other", NULL);
    }
    return good;
}
