/* SPDX-License-Identifier: MIT */
/* The database of one match (SQLite): its terms, and every finished game with its moves.
 *
 * Each game is written in one transaction when it ends. If the match is killed, every game is
 * therefore stored either completely or not at all. */
#ifndef MATCH_STORE_H
#define MATCH_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "database.h"
#include "played_game.h"

struct store {
    struct database database; /* its terms are those of the match */
    sqlite3_stmt *add_game, *add_opening, *add_move, *add_search, *add_line;
};

/* Opens the file, or creates it if `may_make`; NULL path: in memory only. Rejects a file that is
 * something else. */
struct store *store_open(const char *path, bool may_make, struct error *error);
void store_close(struct store *store);

/* Begin and end a transaction: all changes are stored, or none if not `good`. Returns true if they
 * are stored. */
bool store_begin(struct store *store, struct error *error);
bool store_end(struct store *store, bool good, struct error *error);

/* Writes a finished game and its moves. */
bool store_game(struct store *store, const struct played_game *played, struct error *error);

/* Calls `visit` for every finished game in the order of their numbers, with its moves if
 * `with_moves`. */
bool store_each(struct store *store, bool with_moves,
                void (*visit)(void *context, const struct played_game *played), void *context,
                struct error *error);

#endif
