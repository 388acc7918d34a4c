/* SPDX-License-Identifier: MIT */
/* The database of one match (SQLite): its terms, and every finished game with its moves.
 *
 * Each game is written in one transaction when it ends. If the match is killed, every game is
 * therefore stored either completely or not at all. */
#ifndef MATCH_STORE_H
#define MATCH_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "played_game.h"

struct store;

/* Opens or creates the file; NULL path: in memory only. Rejects a file that is something else. */
struct store *store_open(const char *path, struct error *error);
/* Opens an existing file. */
struct store *store_open_existing(const char *path, struct error *error);
void store_close(struct store *store);

/* Stores `value` as the term `key` if the key is new; false and the reason if the database has
 * another value. */
bool store_agree(struct store *store, const char *key, const char *value, struct error *error);
/* Returns the value of a key, for the caller to free; NULL if there is none. */
char *store_value(struct store *store, const char *key);
/* Begin and end a transaction over several terms: all of them are stored, or none. */
bool store_begin(struct store *store, struct error *error);
bool store_end(struct store *store, bool keep, struct error *error);

/* Writes a finished game and its moves. */
bool store_game(struct store *store, const struct played_game *played, struct error *error);

/* Calls `visit` for every finished game in the order of their numbers, with its moves if
 * `with_moves`. */
bool store_each(struct store *store, bool with_moves,
                void (*visit)(void *context, const struct played_game *played), void *context,
                struct error *error);

#endif
