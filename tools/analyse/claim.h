/* SPDX-License-Identifier: MIT */
/* What a position of a test suite claims: EPD's bm, am and dm, or an exact score; and whether a
 * search has found it. */
#ifndef ANALYSE_CLAIM_H
#define ANALYSE_CLAIM_H

#include "entry.h"
#include "found.h"

/* Most moves that one operation names. */
#define CLAIM_MOVES 32

struct claim_moves {
    move_t list[CLAIM_MOVES];
    int count;
};

struct claim {
    struct claim_moves best, avoid; /* bm, am */
    int mate_moves;                 /* dm; 0: none */
    bool scored;
    int score;
};

/* Reads the claims of an entry's last position; refuses moves that are not legal there, and an
 * entry without any claim. */
bool claim_read(struct claim *claim, const struct entry *entry, struct error *error);

/* Whether a line is what is claimed of the position. */
bool claim_holds(const struct claim *claim, const struct game *game, const void *position,
                 const struct found_line *line);

/* Appends it: "bm Qg6", "dm 3", "score -2". */
void claim_format(const struct claim *claim, const struct game *game, const void *position,
                  struct buffer *out);

#endif
