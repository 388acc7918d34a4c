/* SPDX-License-Identifier: MIT */
/* The query of /board.svg, after the '?': a game, one of its positions, and how to show it. */
#ifndef SERVER_BOARD_QUERY_H
#define SERVER_BOARD_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "game.h"

/* The fields of a query, "name=value&name=value", with '+' for a blank and %41 for a byte. */
#define FORM_MAX_FIELDS 32

struct form_field {
    const char *name, *value; /* without blanks at either end, and with single blanks inside */
};

struct form {
    char *text; /* all names and values */
    struct form_field fields[FORM_MAX_FIELDS];
    int count;
};

/* Reads `length` bytes: each name at most once, all printable ASCII. False, and the reason, if they
 * are invalid or if allocation fails (`text` is then NULL). The form must be finished in any
 * case. */
bool form_init(struct form *form, const char *bytes, size_t length, struct error *error);
void form_finish(struct form *form);

/* Returns the value of a name; "" if it has none, NULL if the name is missing. */
const char *form_value(const struct form *form, const char *name);

/* The most moves, so that a picture takes less than 2 ms: players' notation of chess costs 8 us a
 * move. */
#define BOARD_QUERY_MOVES 200

/* Reads `length` bytes such as "game=NAME&moves=..." and appends the picture. `games` are those on
 * offer, NULL after the last; `game` is used if the query names none. Returns 200; or the status
 * and the reason, and appends nothing. */
int board_query_answer(const struct game *const *games, const struct game *game, const char *query,
                       size_t length, struct buffer *out, struct error *error);

#endif
