/* SPDX-License-Identifier: MIT */
/* A handicap makes a search play below its full strength.
 *
 * The search looks less far ahead and misjudges the moves of the root: each move has its own error,
 * and scores beyond `sight` count as equal, so the search may overlook that a move loses. A win by
 * the next move is always seen. The scores themselves are unchanged; only the choice among the
 * moves is worse. */
#ifndef SEARCH_HANDICAP_H
#define SEARCH_HANDICAP_H

#include "move.h"
#include "rng.h"
#include "score.h"

struct search_handicap {
    int depth;      /* plies, at most */
    uint64_t nodes; /* at most */
    score_t error;  /* centipawns, at most, by which a root move is misjudged; 0: no error */
    score_t
        sight; /* with an error: scores are clamped to this many centipawns on both sides of 0 */
    uint64_t seed; /* determines the errors */
};

/* A handicap without any effect. */
static const struct search_handicap search_no_handicap = {.depth = MAX_PLY, .nodes = UINT64_MAX};

INLINE bool handicap_is_none(const struct search_handicap *handicap)
{
    return handicap->depth == MAX_PLY && handicap->nodes == UINT64_MAX;
}

/* The error of this move: constant during a search, uniformly distributed over -error .. error. */
INLINE score_t handicap_error(const struct search_handicap *handicap, move_t move)
{
    uint64_t range = 2 * (uint64_t)handicap->error + 1;
    uint64_t number = rng_mix(handicap->seed ^ rng_mix((uint64_t)move + 1));
    return (score_t)multiply_high(number, range) - handicap->error;
}

/* The value that the handicap assigns to a root move of this score. It is monotonic in the
 * score. */
INLINE score_t handicap_value(const struct search_handicap *handicap, move_t move, score_t score)
{
    if (handicap->error == 0 || score >= score_mate_in(1)) {
        return score;
    }
    return score_clamp(score, handicap->sight) + handicap_error(handicap, move);
}

/* The highest score to which the handicap assigns at most `value`. */
INLINE score_t handicap_score(const struct search_handicap *handicap, move_t move, score_t value)
{
    if (handicap->error == 0 || value >= score_mate_in(1)) {
        return value;
    }
    score_t score = value - handicap_error(handicap, move);
    return score >= handicap->sight   ? score_mate_in(2)
           : score < -handicap->sight ? -SCORE_INFINITE
                                      : score;
}

#endif
