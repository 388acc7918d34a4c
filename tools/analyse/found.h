/* SPDX-License-Identifier: MIT */
/* The result of an engine's search of one position. */
#ifndef ANALYSE_FOUND_H
#define ANALYSE_FOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "event.h"
#include "game.h"

struct found_line {
    char *pv; /* moves in the protocol's notation, separated by single blanks; NULL: none */
    int depth, seldepth;
    bool has_score, is_mate;
    bool exact;      /* the score is not a bound */
    int score;       /* centipawns or plies to mate, for the side to move */
    int64_t nodes;   /* -1: not reported */
    int64_t time_ms; /* -1: not reported */
};

struct found {
    char best[GAME_MOVE_TEXT]; /* "" if there is a failure */
    char *failure;             /* why there is no answer; NULL: there is one */
    int line_count;            /* lines reported; the best is first */
    struct found_line *lines;
    int64_t time_us;      /* from the request to the answer */
    int64_t solved_nodes; /* up to the first of the final reports that all fulfil the claim... */
    int64_t solved_us;    /* ... and the time until then; both -1: not solved */
};

/* Clears the result. */
void found_clear(struct found *found);

/* Stores a report with a score. For each line the last report counts, and one without a bound
 * before one with a bound. False: the report is not used. */
bool found_take(struct found *found, const struct event_info *info);

/* True if the best move and every line are legal in the position; otherwise false, and the error
 * names the first illegal move. */
bool found_check(const struct found *found, const struct game *game, const void *position,
                 struct error *error);

/* Appends a score as numbers, for the first player: "+0.31", "#-3" for a mate in moves. `player` is
 * the index of the side to move. */
void found_put_value(const struct found_line *line, int player, struct buffer *out);

/* Appends a score as text, for the side to move: "+0.31", "wins in 9 plies". */
void found_put_score(const struct found_line *line, struct buffer *out);

#endif
