/* SPDX-License-Identifier: MIT */
/* What an engine found in one position. */
#ifndef ANALYSE_FOUND_H
#define ANALYSE_FOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "game.h"

struct found_line {
    char *pv; /* moves of the protocol separated by single blanks; NULL: none */
    int depth, seldepth;
    bool has_score, is_mate;
    bool exact;      /* the score is no bound */
    int score;       /* centipawns or plies to mate, of the side to move */
    int64_t nodes;   /* -1: not told */
    int64_t time_ms; /* -1: not told */
};

struct found {
    char best[GAME_MOVE_TEXT]; /* "": none, as there is a failure */
    char *failure;             /* why there is no answer; NULL: there is one */
    int line_count;            /* lines that were told; the best is first */
    struct found_line *lines;
    int64_t time_us;      /* from the question to the answer */
    int64_t solved_nodes; /* to the first report from which on every one holds the claim... */
    int64_t solved_us;    /* ... and the time to it; both -1: not solved */
};

/* Nothing is found yet. */
void found_clear(struct found *found);

/* Takes a report with a score: the last one of each line counts, one without a bound before one
 * with. False: it is of no line that counts. */
bool found_take(struct found *found, const struct event_info *info);

/* Whether the best move and every line are legal in the position; refuses with the first that is
 * not. */
bool found_check(const struct found *found, const struct game *game, const void *position,
                 struct error *error);

#endif
