/* SPDX-License-Identifier: MIT */
/* What an engine reported last about the position that it searches. */
#ifndef PLAY_ANALYSIS_H
#define PLAY_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "event.h"
#include "look.h"

struct analysis {
    bool known;
    int player; /* who is to move there: 0 or 1 */
    int depth, seldepth;
    bool is_mate, first_wins; /* a mate, and whether it is the first player who wins */
    int score;                /* from the first player's side: centipawns, or plies to mate */
    int64_t nodes, nps, time_ms;
    char pv[256];
};

/* Takes a report with a score on a position in which `player` is to move, and its line as players
 * write it; every score is kept and
 * shown from the first player's side. */
void analysis_take(struct analysis *analysis, const struct event_info *info, int player,
                   const char *line);

/* The score as a share, -1 to 1: how surely the first player wins. */
double analysis_prospect(const struct analysis *analysis);

/* Appends the score and whose it is: "White +0.31", or "White #5" when White wins in five plies. */
void analysis_format_score(const struct analysis *analysis, const struct look *look,
                           struct buffer *out);

#endif
