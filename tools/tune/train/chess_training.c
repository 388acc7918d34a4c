/* SPDX-License-Identifier: MIT */
#include "chess_training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/evaluate.h"
#include "chess/rules.h"

/* Positions beyond this many centipawns are decided and are not used. */
#define SCORE_LIMIT 2000

#define FIRST_ROOM 4096

void training_set_init(struct training_set *set)
{
    *set = (struct training_set){0};
}

void training_set_finish(struct training_set *set)
{
    free(set->positions);
}

static struct training_position *new_position(struct training_set *set)
{
    if (set->count == set->room) {
        size_t room = set->room ? 2 * set->room : FIRST_ROOM;
        struct training_position *grown = realloc(set->positions, room * sizeof *grown);
        if (!grown) {
            return NULL;
        }
        set->positions = grown;
        set->room = room;
    }
    return &set->positions[set->count++];
}

bool training_set_add(struct training_set *set, const struct chess_position *position, int score,
                      enum game_end end)
{
    const struct chess_board *board = &position->state.board;
    const enum side mover = side_to_move(position);
    struct training_position *entry = new_position(set);
    if (!entry) {
        return false;
    }
    memset(entry, 0, sizeof *entry);
    entry->score = (int16_t)(mover == WHITE ? score : -score);
    entry->classical = (int16_t)chess_evaluate_classical(position);
    entry->result = (uint8_t)(mover == WHITE ? (int)end : 2 - (int)end);
    entry->kings[0] = (uint8_t)square_for(mover, king_square(board, mover));
    entry->kings[1] = (uint8_t)square_for(mover, king_square(board, other_side(mover)));
    for (int square = 0, count = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square_for(mover, square)];
        if (piece != NO_PIECE) {
            enum side side = piece & BLACK_PIECE ? BLACK : WHITE;
            int code = (side == mover ? 0 : KINDS) + (int)piece_kind(piece);
            entry->occupied |= bit(square);
            entry->pieces[count / 2] |= (uint8_t)(code << count % 2 * 4);
            count++;
        }
    }
    return true;
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

bool training_set_add_game(struct training_set *set, const struct selfplay_game *record,
                           const struct game_settings *settings, float future)
{
    struct chess_position position;
    int16_t scores[GAME_MAX_PLIES];
    training_scores(record, future, scores);
    chess_start(settings, &position);
    for (int i = 0; i < record->plies; i++) {
        if (training_takes(&position, record, i) &&
            !training_set_add(set, &position, scores[i], record->end)) {
            return false;
        }
        chess_play(&position, record->moves[i]);
    }
    return true;
}

int training_position_inputs(const struct training_position *entry,
                             int inputs[SIDES][NETWORK_PIECES])
{
    int count = 0;
    for (bitboard_t left = entry->occupied; left; count++) {
        int square = bit_pop(&left);
        int piece = entry->pieces[count / 2] >> count % 2 * 4 & 15;
        for (enum side perspective = WHITE; perspective < SIDES; perspective++) {
            const int view = network_view(perspective, entry->kings[perspective]);
            inputs[perspective][count] = network_input(perspective, view, piece, square);
        }
    }
    return count;
}
