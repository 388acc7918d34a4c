/* SPDX-License-Identifier: MIT */
/* The claim of a position in a test suite: the operations bm, am and dm of EPD, or an exact score.
 * Also tells whether a search has found it. */
#ifndef ANALYSE_CLAIM_H
#define ANALYSE_CLAIM_H

#include "entry.h"
#include "found.h"

/* The most moves that one operation names. */
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

/* Reads the claims of an entry's last position. Rejects illegal moves, and an entry without a
 * claim. */
bool claim_read(struct claim *claim, const struct entry *entry, struct error *error);

/* True if a line fulfils the claim of the position. */
bool claim_holds(const struct claim *claim, const struct game *game, const void *position,
                 const struct found_line *line);

/* Appends the claim: "bm Qg6", "dm 3", "score -2". */
void claim_format(const struct claim *claim, const struct game *game, const void *position,
                  struct buffer *out);

#endif
