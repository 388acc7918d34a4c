/* SPDX-License-Identifier: MIT */
#include "database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* The longest wait for another process, such as a report, that has locked the database, in ms. */
#define BUSY_MS 5000

bool database_failed(struct database *database, struct error *error)
{
    return error_set(error, "database: %s", sqlite3_errmsg(database->handle));
}

bool database_run(struct database *database, const char *sql, struct error *error)
{
    return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_failed(database, error);
}

bool database_prepare(struct database *database, const char *sql, sqlite3_stmt **statement,
                      struct error *error)
{
    return sqlite3_prepare_v2(database->handle, sql, -1, statement, NULL) == SQLITE_OK ||
           database_failed(database, error);
}

bool database_step(struct database *database, sqlite3_stmt *statement, struct error *error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE || database_failed(database, error);
    sqlite3_reset(statement);
    return good;
}

char *database_text(sqlite3_stmt *statement, int column)
{
    return memory_text((const char *)sqlite3_column_text(statement, column));
}

/* True if the database is empty or of this kind. */
static bool is_ours(struct database *database, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (!database_prepare(database,
                          "SELECT (SELECT count(*) FROM sqlite_schema),"
                          " (SELECT application_id FROM pragma_application_id)",
                          &statement, error)) {
        return false;
    }
    bool ours = false;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        ours = sqlite3_column_int64(statement, 0) == 0 ||
               sqlite3_column_int64(statement, 1) == database->kind->application_id ||
               error_set(error, "a database, but not of %s", database->kind->name);
    } else {
        error_set(error, "%s", sqlite3_errmsg(database->handle));
    }
    sqlite3_finalize(statement);
    return ours;
}

static bool set_up(struct database *database, struct error *error)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "PRAGMA locking_mode = %s; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
             "PRAGMA wal_autocheckpoint = 0; PRAGMA application_id = %d;"
             "CREATE TABLE IF NOT EXISTS %s (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
             " WITHOUT ROWID",
             database->kind->exclusive ? "EXCLUSIVE" : "NORMAL", database->kind->application_id,
             database->kind->terms);
    bool good = database_run(database, sql, error);
    for (const char *const *at = database->kind->setup; good && *at; at++) {
        good = database_run(database, *at, error);
    }
    return good;
}

bool database_open(struct database *database, const struct database_kind *kind, const char *path,
                   bool may_make, struct error *error)
{
    struct error reason = {""};
    int flags = SQLITE_OPEN_READWRITE | (may_make ? SQLITE_OPEN_CREATE : 0);
    *database = (struct database){.kind = kind, .in_memory = !path};
    bool good =
        sqlite3_open_v2(path ? path : ":memory:", &database->handle, flags, NULL) == SQLITE_OK ||
        error_set(&reason, "%s", sqlite3_errmsg(database->handle));
    if (good) {
        sqlite3_busy_timeout(database->handle, BUSY_MS);
    }
    good = good && is_ours(database, &reason) && set_up(database, &reason) &&
           database_run(database, "PRAGMA wal_checkpoint(TRUNCATE)", &reason);
    if (!good) {
        database_close(database);
        return error_set(error, "%s: %.250s", path ? path : "memory", reason.text);
    }
    return true;
}

void database_close(struct database *database)
{
    if (database->handle && !database->in_memory) {
        sqlite3_exec(database->handle, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    }
    sqlite3_close(database->handle);
    database->handle = NULL;
}

char *database_term(struct database *database, const char *key)
{
    char sql[96];
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof sql, "SELECT value FROM %s WHERE key = ?", database->kind->terms);
    if (!database_prepare(database, sql, &statement, NULL)) {
        return NULL;
    }
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    char *value = sqlite3_step(statement) == SQLITE_ROW ? database_text(statement, 0) : NULL;
    sqlite3_finalize(statement);
    return value;
}

bool database_agree(struct database *database, const char *key, const char *value,
                    struct error *error)
{
    char sql[96];
    char *agreed = database_term(database, key);
    if (agreed) {
        bool same =
            strcmp(agreed, value) == 0 ||
            error_set(error, "the database holds another %s: its %s is '%.100s', not '%.100s'",
                      database->kind->terms, key, agreed, value);
        free(agreed);
        return same;
    }
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof sql, "INSERT INTO %s VALUES (?, ?)", database->kind->terms);
    if (!database_prepare(database, sql, &statement, error)) {
        return false;
    }
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
    bool good = database_step(database, statement, error);
    sqlite3_finalize(statement);
    return good;
}
