/* SPDX-License-Identifier: MIT */
#include "chess_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/evaluate.h"
#include "chess/rules.h"

/* Positions beyond this many centipawns are decided and are not used. */
#define SCORE_LIMIT 2000

void training_add(struct training_data *data, const struct chess_position *position, int score,
                  enum game_end end)
{
    const struct chess_board *board = &position->state.board;
    const enum side mover = side_to_move(position);
    struct training_position *entry = training_next(data, sizeof *entry);
    *entry = (struct training_position){
        .target = {.score = (int16_t)(mover == WHITE ? score : -score),
                   .classical = (int16_t)chess_evaluate_classical(position),
                   .result = (uint8_t)(mover == WHITE ? (int)end : 2 - (int)end)},
        .kings = {(uint8_t)square_for(mover, king_square(board, mover)),
                  (uint8_t)square_for(mover, king_square(board, other_side(mover)))},
    };
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square_for(mover, square)];
        if (piece != NO_PIECE) {
            const int count = entry->target.pieces++;
            enum side side = piece & BLACK_PIECE ? BLACK : WHITE;
            int code = (side == mover ? 0 : KINDS) + (int)piece_kind(piece);
            entry->occupied |= bit(square);
            entry->pieces[count / 2] |= (uint8_t)(code << count % 2 * 4);
        }
    }
    data->count++;
}

void training_scores(const struct selfplay_game *record, float future,
                     int16_t scores[GAME_MAX_PLIES])
{
    double worth = (double)record->end / 2;
    for (int i = record->plies - 1; i >= 0; i--) {
        scores[i] = record->scores[i];
        if (scores[i] == NO_SEARCH) {
            continue;
        }
        const double own = 1 / (1 + exp(-(double)scores[i] / NETWORK_UNIT));
        worth = (double)future * worth + (1 - (double)future) * own;
        const double cp = NETWORK_UNIT * log(worth / (1 - worth)); /* may be infinite */
        scores[i] = (int16_t)lround(cp > SCORE_LIMIT    ? SCORE_LIMIT
                                    : cp < -SCORE_LIMIT ? -SCORE_LIMIT
                                                        : cp);
    }
}

bool training_takes(const struct chess_position *position, const struct selfplay_game *record,
                    int ply)
{
    return record->scores[ply] != NO_SEARCH && abs(record->scores[ply]) <= SCORE_LIMIT &&
           !chess_in_check(position) && !chess_is_noisy(position, record->moves[ply]);
}

void training_add_game(struct training_data *data, const struct selfplay_game *record,
                       const struct game_settings *settings, float future)
{
    struct chess_position position;
    int16_t scores[GAME_MAX_PLIES];
    training_scores(record, future, scores);
    chess_start(settings, &position);
    for (int i = 0; i < record->plies; i++) {
        if (training_takes(&position, record, i)) {
            training_add(data, &position, scores[i], record->end);
        }
        chess_play(&position, record->moves[i]);
    }
}

int model_inputs(const struct training_position *entry, int symmetry, int inputs[2][NETWORK_PIECES])
{
    (void)symmetry;
    int count = 0;
    for (bitboard_t left = entry->occupied; left; count++) {
        int square = bit_pop(&left);
        int piece = entry->pieces[count / 2] >> count % 2 * 4 & 15;
        for (int perspective = 0; perspective < 2; perspective++) {
            const int view = network_view(perspective, entry->kings[perspective]);
            inputs[perspective][count] = network_input(perspective, view, piece, square);
        }
    }
    return count;
}
