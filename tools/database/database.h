/* SPDX-License-Identifier: MIT */
/* A database file (SQLite). If the process is killed, a row is stored completely or not at all. The
 * file has terms, key-value pairs that are stored once and compared in later runs.
 *
 * It uses a write-ahead log that is not synchronised to the disk: a killed process loses nothing
 * that was committed. The log is merged when the file is opened and closed. */
#ifndef DATABASE_DATABASE_H
#define DATABASE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "error.h"

/* The kind of a database, defined by the program that opens it. */
struct database_kind {
    const char *name;   /* for messages: "a match" */
    const char *terms;  /* the table of terms */
    int application_id; /* in SQLite's file header */
    bool exclusive;     /* only one process may open it */
    /* Statements that create missing tables; ends with NULL. */
    const char *const *setup;
};

struct database {
    const struct database_kind *kind;
    sqlite3 *handle;
    bool in_memory;
};

/* Opens the file, or creates it if `may_make`. If `path` is NULL, the database is in memory. A file
 * of another kind is rejected by name. */
bool database_open(struct database *database, const struct database_kind *kind, const char *path,
                   bool may_make, struct error *error);
void database_close(struct database *database);

/* Runs statements that return no rows. */
bool database_run(struct database *database, const char *sql, struct error *error);

bool database_prepare(struct database *database, const char *sql, sqlite3_stmt **statement,
                      struct error *error);

/* Runs a prepared statement that returns no rows, and resets it. */
bool database_step(struct database *database, sqlite3_stmt *statement, struct error *error);

/* Writes SQLite's last error message and returns false. */
bool database_failed(struct database *database, struct error *error);

/* Returns a column of a row as text, to be freed, or NULL if it is NULL. */
char *database_text(sqlite3_stmt *statement, int column);

/* Returns the value of a term, to be freed, or NULL if there is none. */
char *database_term(struct database *database, const char *key);

/* Stores a new term. If the key exists, returns false unless its value is equal. */
bool database_agree(struct database *database, const char *key, const char *value,
                    struct error *error);

#endif
