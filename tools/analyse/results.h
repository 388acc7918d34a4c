/* SPDX-License-Identifier: MIT */
/* The database of one job (SQLite): its terms, the text of every game and position, and the results
 * of every search.
 *
 * The input is added in one transaction. Results are committed several times a second, so that a
 * killed job loses at most some tenths of a second of work. Only one process at a time may open
 * it. */
#ifndef ANALYSE_RESULTS_H
#define ANALYSE_RESULTS_H

#include "found.h"
#include "splitter.h"

struct database;
struct results;

/* A game or position of the input, as text. */
struct results_entry {
    int64_t number;     /* its index in the whole input, from 0 */
    const char *source; /* the file name */
    int line;           /* its line in that file */
    enum source_format format;
    const char *text;
    const char *damage; /* why it cannot be read; NULL: it can */
    int first, count;   /* plies of the positions that are searched */
};

/* Opens the file, or creates it if `may_make`; NULL path: in memory only. Rejects a file that is
 * something else. */
struct results *results_open(const char *path, bool may_make, struct error *error);
void results_close(struct results *results);

/* Returns the database, which has the terms of the job. */
struct database *results_database(struct results *results);

/* Removes the job from the database, when results_flush is called. */
bool results_remove(struct results *results, struct error *error);

/* True if the database has the complete input: the term "whole". */
bool results_has_input(struct results *results);

/* Begins to write, if that has not been done. Added rows are safe after the next flush. */
bool results_begin(struct results *results, struct error *error);
bool results_add_entry(struct results *results, const struct results_entry *entry,
                       struct error *error);

/* Stores the result of an engine, counted from 0, at a ply of an entry; it replaces an earlier
 * one. */
bool results_add(struct results *results, int64_t entry, int ply, int engine,
                 const struct found *found, struct error *error);
bool results_flush(struct results *results, struct error *error);

/* The number of positions that so many engines, from the first one on, have to search, and of those
 * searched. */
struct results_counts {
    int64_t positions, known, failed, damaged, entries;
    int64_t time_us; /* of all searches */
};
bool results_count(struct results *results, int first, int engines, struct results_counts *counts,
                   struct error *error);

/* Moves to the next entry in the order of the input. RESULTS_START is the place before the first
 * one; the texts of an entry are valid until the next call. False at the end, or with an error. */
#define RESULTS_START ((struct results_entry){.number = -1})
bool results_next(struct results *results, struct results_entry *entry, struct error *error);

/* Reads the results of an engine at the plies of an entry, entry->count of them from entry->first
 * on, into zeroed memory. One that is not known has neither a best move nor a failure. */
bool results_read(struct results *results, const struct results_entry *entry, int engine,
                  struct found *list, struct error *error);

/* Copies the entries and positions of another job's database into this one. */
bool results_join(struct results *results, const char *path, struct error *error);

#endif
