/* SPDX-License-Identifier: MIT */
/* A file of ours (SQLite): rows that a killed process has either whole or not at all, and terms,
 * each a key with a value, that are agreed on once and compared ever after.
 *
 * A write-ahead log without waiting for the disk: a killed process loses nothing that was
 * committed. The log is merged when the file is opened and closed. */
#ifndef DATABASE_DATABASE_H
#define DATABASE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "error.h"

/* What a file is of, for a program that opens it. */
struct database_kind {
    const char *name;   /* for people: "a match" */
    const char *terms;  /* the table of terms */
    int application_id; /* of SQLite's header */
    bool exclusive;     /* one process alone may have it open */
    /* Statements that make its tables where they are missing; NULL after the last. */
    const char *const *setup;
};

struct database {
    const struct database_kind *kind;
    sqlite3 *handle;
    bool in_memory;
};

/* Opens the file, or makes it if it may; NULL path: memory only. A file that is something else is
 * refused, with its name. */
bool database_open(struct database *database, const struct database_kind *kind, const char *path,
                   bool may_make, struct error *error);
void database_close(struct database *database);

/* Runs statements that give no rows. */
bool database_run(struct database *database, const char *sql, struct error *error);

bool database_prepare(struct database *database, const char *sql, sqlite3_stmt **statement,
                      struct error *error);

/* Runs a prepared statement that gives no rows, and makes it ready for the next time. */
bool database_step(struct database *database, sqlite3_stmt *statement, struct error *error);

/* Says what SQLite said last; false. */
bool database_failed(struct database *database, struct error *error);

/* The column of a row as text, to be freed; NULL if it is NULL. */
char *database_text(sqlite3_stmt *statement, int column);

/* The value of a term, to be freed; NULL if there is none. */
char *database_term(struct database *database, const char *key);

/* Stores `value` as the term `key` if the key is new; otherwise refuses if the database has another
 * value. */
bool database_agree(struct database *database, const char *key, const char *value,
                    struct error *error);

#endif
