#include "chess_samples.h"

#include <stdlib.h>
#include <string.h>

#include "chess/evaluate.h"
#include "chess/rules.h"

/* Positions beyond this many centipawns are decided. */
#define SCORE_LIMIT 2000

#define FIRST_ROOM 4096

void samples_init(struct samples *samples)
{
    *samples = (struct samples){0};
}

void samples_finish(struct samples *samples)
{
    free(samples->samples);
}

static struct sample *new_sample(struct samples *samples)
{
    if (samples->count == samples->room) {
        size_t room = samples->room ? 2 * samples->room : FIRST_ROOM;
        struct sample *grown = realloc(samples->samples, room * sizeof *grown);
        if (!grown) {
            return NULL;
        }
        samples->samples = grown;
        samples->room = room;
    }
    return &samples->samples[samples->count++];
}

bool samples_add(struct samples *samples, const struct chess_position *position, int score,
                 enum game_end end)
{
    const struct chess_board *board = &position->state.board;
    const enum side mover = chess_side(position);
    struct sample *sample = new_sample(samples);
    if (!sample) {
        return false;
    }
    memset(sample, 0, sizeof *sample);
    sample->score = (int16_t)(mover == WHITE ? score : -score);
    sample->by_hand = (int16_t)chess_evaluate_classical(position);
    sample->result = (uint8_t)(mover == WHITE ? (int)end : 2 - (int)end);
    sample->kings[0] = (uint8_t)square_for(mover, king_square(board, mover));
    sample->kings[1] = (uint8_t)square_for(mover, king_square(board, other_side(mover)));
    for (int square = 0, count = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square_for(mover, square)];
        if (piece != NO_PIECE) {
            enum side side = piece & BLACK_PIECE ? BLACK : WHITE;
            int code = (side == mover ? 0 : KINDS) + (int)piece_kind(piece);
            sample->occupied |= bit(square);
            sample->pieces[count / 2] |= (uint8_t)(code << count % 2 * 4);
            count++;
        }
    }
    return true;
}

bool samples_add_game(struct samples *samples, const struct game_record *record,
                      const struct game_settings *settings)
{
    struct chess_position position;
    chess_start(settings, &position);
    for (int i = 0; i < record->plies; i++) {
        int score = record->scores[i];
        move_t move = record->moves[i];
        if (i >= record->random_plies && !chess_in_check(&position) &&
            !chess_is_noisy(&position, move) && abs(score) <= SCORE_LIMIT &&
            !samples_add(samples, &position, score, record->end)) {
            return false;
        }
        chess_make(&position, move);
    }
    return true;
}

int sample_inputs(const struct sample *sample, int inputs[SIDES][CHESS_NETWORK_PIECES])
{
    int count = 0;
    for (bitboard_t left = sample->occupied; left; count++) {
        int square = bit_pop(&left);
        int code = sample->pieces[count / 2] >> count % 2 * 4 & 15;
        enum side side = (enum side)(code / KINDS);
        enum kind kind = (enum kind)(code % KINDS);
        for (enum side view = WHITE; view < SIDES; view++) {
            inputs[view][count] =
                chess_network_input(view, sample->kings[view], side, kind, square);
        }
    }
    return count;
}
