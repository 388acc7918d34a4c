/* SPDX-License-Identifier: MIT */
#include "exact.h"

/* Plies. The node limit ends most fallback searches earlier. */
#define FALLBACK_DEPTH 16

/* The score for the side to move, from a search of `depth` plies, `ply` plies from the root. */
static score_t search(struct connect4_solver *solver, const struct connect4_position *position,
                      score_t alpha, score_t beta, int depth, int ply)
{
    if (!connect4_solver_enter(solver)) {
        return 0;
    }
    if (connect4_is_won(position)) {
        return score_mated_in(ply);
    }
    bitboard_t landings = connect4_landings(position);
    if (!landings) {
        return SCORE_DRAW;
    }
    if (depth == 0) {
        return connect4_evaluate(position);
    }
    if (landings & connect4_threats(position->own, position->own | position->other)) {
        return score_mate_in(ply + 1);
    }
    score_t best = -SCORE_INFINITE;
    for (int i = 0; i < CONNECT4_COLUMNS && alpha < beta; i++) {
        bitboard_t move = landings & connect4_column(connect4_middle_first(i));
        if (!move) {
            continue;
        }
        struct connect4_position child = *position;
        connect4_drop(&child, move);
        score_t score = -search(solver, &child, -beta, -alpha, depth - 1, ply + 1);
        if (solver->aborted) {
            return 0;
        }
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
    }
    return best;
}

int connect4_fallback_search(struct connect4_solver *solver,
                             const struct connect4_position *position,
                             const struct move_list *moves, uint64_t nodes, score_t *scores)
{
    int left = CONNECT4_SQUARES - position->ply;
    solver->control.pause_at = solver->nodes + nodes;
    connect4_solver_rearm(solver);
    int depth = 1;
    for (; depth <= FALLBACK_DEPTH && depth <= left; depth++) {
        score_t found[CONNECT4_COLUMNS];
        for (int i = 0; i < moves->count; i++) {
            struct connect4_position child = *position;
            connect4_play(&child, moves->moves[i]);
            found[i] = -search(solver, &child, -SCORE_INFINITE, SCORE_INFINITE, depth - 1, 1);
        }
        if (solver->aborted) {
            break;
        }
        for (int i = 0; i < moves->count; i++) {
            scores[i] = found[i];
        }
    }
    solver->control.pause_at = UINT64_MAX;
    return depth - 1;
}
