/* SPDX-License-Identifier: MIT */
/* The database of one job (SQLite): its terms, the text of every game and position, and what was
 * found in each position.
 *
 * The input is taken in in one transaction. What is found is committed many times a second, so that
 * a job that is killed loses some tenths of a second. One process at a time has it open. */
#ifndef ANALYSE_RESULTS_H
#define ANALYSE_RESULTS_H

#include "found.h"
#include "source.h"

struct results;

/* A game or position of the input, as text. */
struct results_entry {
    int64_t number;     /* its place in the whole input, from 0 */
    const char *source; /* the file's name */
    int line;           /* its line there */
    enum source_format format;
    const char *text;
    const char *damage; /* why it cannot be read; NULL: it can */
    int first, count;   /* plies of the positions that are searched */
};

struct results_position {
    bool known; /* it was searched, or could not be */
    struct found found;
};

/* Opens the file, or makes it if it may; NULL path: memory only. A file that is something else is
 * refused. */
struct results *results_open(const char *path, bool may_make, struct error *error);
void results_close(struct results *results);

/* A term of the job, agreed on when it is new and compared ever after; and its value, to be freed,
 * NULL if there is none. */
bool results_agree(struct results *results, const char *key, const char *value,
                   struct error *error);
char *results_term(struct results *results, const char *key);

/* Whether the input is whole in the database. Taking it in: between begin and end. */
bool results_has_input(struct results *results);
bool results_begin_input(struct results *results, struct error *error);
bool results_add_entry(struct results *results, const struct results_entry *entry,
                       struct error *error);
bool results_end_input(struct results *results, struct error *error);

/* Keeps what was found at a ply of an entry. It is safe after the next flush. */
bool results_add(struct results *results, int64_t entry, int ply, const struct found *found,
                 struct error *error);
bool results_flush(struct results *results, struct error *error);

/* Positions that are to be searched, and that have been. */
struct results_counts {
    int64_t positions, known, failed, damaged, entries;
};
bool results_count(struct results *results, struct results_counts *counts, struct error *error);

/* The first entry whose number is at least `number`; its texts are valid until the next call.
 * `*found` false: there is none. */
bool results_entry_from(struct results *results, int64_t number, struct results_entry *entry,
                        bool *found, struct error *error);

/* Fills positions[0 .. count - 1] with what was found at the plies first .. of an entry; to be
 * freed by results_free_positions. */
struct results_position *results_positions(struct results *results,
                                           const struct results_entry *entry, struct error *error);
void results_free_positions(struct results_position *positions, int count);

/* Copies the entries and positions of another job's database into this one. */
bool results_join(struct results *results, const char *path, struct error *error);

#endif
