/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include "proof.h"

/* Centipawns, reduced by one for each ply to the mate: the score of a mate whose line is not
 * known. */
#define DECIDED ((score_t)10000)

score_t connect4_exact_score(int value, int ply)
{
    if (value == 0) {
        return SCORE_DRAW;
    }
    bool first_wins = (value > 0) == (ply % 2 == 0);
    int stone = CONNECT4_SQUARES / 2 + 1 - (value < 0 ? -value : value);
    int plies = 2 * stone - first_wins - ply;
    return value > 0 ? score_mate_in(plies) : score_mated_in(plies);
}

score_t connect4_score_to_report(score_t score, int length)
{
    if (!score_is_mate(score)) {
        return score;
    }
    int plies = score_mate_plies(score);
    plies = plies < 0 ? -plies : plies;
    return length == plies ? score : score > 0 ? DECIDED - plies : plies - DECIDED;
}

struct search_line connect4_exact_line_of(int value, int ply)
{
    return (struct search_line){
        .depth = CONNECT4_SQUARES - ply,
        .seldepth = CONNECT4_SQUARES - ply,
        .score = connect4_exact_score(value, ply),
        .bound = BOUND_EXACT,
    };
}

static void append(struct search_line *line, struct connect4_position *position, move_t move)
{
    line->pv[line->length++] = move;
    connect4_play(position, move);
}

void connect4_exact_line_by_book(const struct connect4_book *book, struct search_line *line,
                                 struct connect4_position *position, int *value)
{
    move_t move;
    while (connect4_result(position) == RESULT_NONE &&
           (move = connect4_book_move(book, position, *value)) != MOVE_NONE) {
        append(line, position, move);
        *value = -*value;
    }
}

void connect4_exact_line_extend(struct connect4_solver *solver, struct search_line *line,
                                struct connect4_position position, int value)
{
    while (connect4_result(&position) == RESULT_NONE) {
        struct move_list moves = {.count = 0};
        connect4_legal_moves(&position, &moves);
        move_t move = connect4_proof_move(solver, &position, &moves, value);
        if (move == MOVE_NONE) {
            return;
        }
        append(line, &position, move);
        value = -value;
    }
}

void connect4_exact_line_make(struct connect4_solver *solver, struct search_line *line,
                              const struct connect4_position *position, move_t move, int value)
{
    *line = connect4_exact_line_of(value, position->ply);
    struct connect4_position child = *position;
    append(line, &child, move);
    connect4_exact_line_extend(solver, line, child, -value);
    line->score = connect4_score_to_report(line->score, line->length);
}
