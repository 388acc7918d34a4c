/* SPDX-License-Identifier: MIT */
/* The last report of an engine on the position that it searches. */
#ifndef PLAY_ANALYSIS_H
#define PLAY_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "event.h"
#include "look.h"

struct analysis {
    bool known;
    int player; /* the player to move in the position: 0 or 1 */
    int depth, seldepth;
    bool is_mate, first_wins; /* the score is a mate; it is the first player who mates */
    int score;                /* from the first player's side: centipawns, or plies to mate */
    int64_t nodes, nps, time_ms;
    char pv[256];
};

/* Stores a report with a score on a position in which `player` is to move, and its line in the
 * players' notation. Scores are stored and shown from the first player's side. */
void analysis_take(struct analysis *analysis, const struct event_info *info, int player,
                   const char *line);

/* Returns the score on a scale from -1 to 1; 1 if the first player surely wins. */
double analysis_prospect(const struct analysis *analysis);

/* Appends the score and its side: "White +0.31", or "White #5" if White wins in five plies. */
void analysis_format_score(const struct analysis *analysis, const struct look *look,
                           struct buffer *out);

#endif
