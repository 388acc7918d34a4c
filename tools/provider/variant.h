/* SPDX-License-Identifier: MIT */
/* The variants of the interface. We have the rules of some, and check their positions. Only the
 * engine knows the others; their positions and moves are checked by form, so that the engine gets
 * nothing but a FEN and moves. */
#ifndef PROVIDER_VARIANT_H
#define PROVIDER_VARIANT_H

#include <stdbool.h>

#include "client.h"
#include "game.h"

/* The most variants of the interface. */
#define VARIANTS_MOST 64

struct variant {
    const char *name;        /* as the interface writes it */
    const struct game *game; /* NULL: only the engine knows the rules */
};

/* Finds a variant by the interface's name, or by its number from 0 on. False if there is none. */
bool variant_find(const char *name, struct variant *variant);
bool variant_get(int number, struct variant *variant);

/* True if the engine plays the variant. The client must have greeted. Otherwise the error gives the
 * reason and calls the engine `name`. */
bool variant_is_played(const struct variant *variant, const struct client *client, const char *name,
                       struct error *error);

/* True if a text has the form of a FEN on 8 by 8 squares: board with a pocket, side to move,
 * castling, en passant, and numbers (moves, or remaining checks: "3+3"). */
bool variant_is_fen(const char *text);

/* True if a text has the form of a move in UCI: "e2e4", "e7e8q", "N@f3". */
bool variant_is_move(const char *text);

#endif
