/* SPDX-License-Identifier: MIT */
/* Scores: centipawns (hundredths of a small advantage) from the side to move; mates by distance. */
#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H

#include <stdbool.h>
#include <stdint.h>

typedef int32_t score_t;

/* The deepest ply that a search can reach below its root. */
#define MAX_PLY 256

#define SCORE_INFINITE ((score_t)32001)
#define SCORE_MATE     ((score_t)32000) /* mated at ply p: -(SCORE_MATE - p) */
#define SCORE_NONE     ((score_t)32002) /* no score known; fits in 16 bits like all others */

/* Any score at or beyond this is a mate; a static evaluation must stay strictly inside. Games of up
 * to 500 plies fit. */
#define SCORE_MATE_FOUND ((score_t)(SCORE_MATE - 512))
#define SCORE_DRAW       ((score_t)0)

/* A win that endgame tables know, at ply p: SCORE_TABLES - p, below every mate. In a search with
 * such tables, any score at or beyond SCORE_TABLES_FOUND is decided, and a static evaluation must
 * stay strictly inside. */
#define SCORE_TABLES       ((score_t)31000)
#define SCORE_TABLES_FOUND ((score_t)(SCORE_TABLES - 512))

/* The side to move loses at once: its opponent's last move, at `ply`, decided the game. */
static inline score_t score_mated_in(int ply)
{
    return ply - SCORE_MATE;
}

static inline score_t score_mate_in(int ply)
{
    return SCORE_MATE - ply;
}

/* The score, limited to -most .. most. */
static inline score_t score_clamp(score_t score, score_t most)
{
    return score > most ? most : score < -most ? -most : score;
}

static inline bool score_is_mate(score_t score)
{
    return score >= SCORE_MATE_FOUND || score <= -SCORE_MATE_FOUND;
}

/* Plies from the root to the end of the game: positive when the side to move wins, 0 or negative
 * when it loses. Only for mate scores. */
static inline int score_mate_plies(score_t score)
{
    return score > 0 ? SCORE_MATE - score : -SCORE_MATE - score;
}

/* A score in the table's form: decided scores are counted from the node, not from the root. Scores
 * are decided from `decided` on: SCORE_MATE_FOUND or SCORE_TABLES_FOUND. */
static inline score_t score_to_table(score_t score, int ply, score_t decided)
{
    return score >= decided ? score + ply : score <= -decided ? score - ply : score;
}

static inline score_t score_from_table(score_t score, int ply, score_t decided)
{
    return score >= decided ? score - ply : score <= -decided ? score + ply : score;
}

#endif
