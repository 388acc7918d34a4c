/* SPDX-License-Identifier: MIT */
/* The opening book of an engine, from which the match plays in its place. */
#ifndef MATCH_ENGINE_BOOK_H
#define MATCH_ENGINE_BOOK_H

#include <stdbool.h>

#include "error.h"
#include "game_record.h"
#include "played_game.h"

struct engine_book {
    const char *path;              /* NULL: none */
    int depth;                     /* moves of each side that come from it at most */
    struct game_settings settings; /* with which the game answers from the book */
    int place;                     /* the index of the setting that holds the book */
};

/* Opens the book for a game that has books. */
bool engine_book_open(struct engine_book *book, const struct game *game,
                      const struct game_settings *settings, struct error *error);
void engine_book_close(struct engine_book *book, const struct game *game);

/* Plays a move of the book and adds it to the game; `seed` selects among several. False if the book
 * has none, or if its depth is reached. */
bool engine_book_play(const struct engine_book *book, struct game_record *record, uint64_t seed,
                      struct played_game *played);

#endif
