/* What an engine reported last about the position that it searches. */
#ifndef PLAY_ANALYSIS_H
#define PLAY_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "event.h"

struct analysis {
    bool known;
    int player; /* who is to move there: 0 or 1 */
    int depth, seldepth;
    bool is_mate;
    int score; /* of the side to move: centipawns, or plies to mate */
    int64_t nodes, nps, time_ms;
    char pv[256];
};

/* Takes a report with a score on a position in which `player` is to move. */
void analysis_take(struct analysis *analysis, const struct event_info *info, int player);

/* The score from player 1's side as a share, -1 to 1: how surely it wins. */
double analysis_prospect(const struct analysis *analysis);

/* Appends the score: "+0.31", or "#5" for a mate in five plies. */
void analysis_format_score(const struct analysis *analysis, struct buffer *out);

#endif
