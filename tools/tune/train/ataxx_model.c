/* SPDX-License-Identifier: MIT */
/* Trains Ataxx's network on games of self-play.
 *
 *     ataxx-network [epochs=3] [result=30] [threads=2] [seed=1] out=FILE GAMES...
 *     ataxx-network material=1 out=FILE
 *
 * network_job.h describes the arguments. GAMES are files written by ataxx-selfplay. */
#include "ataxx_model.h"

#include <string.h>

#include "ataxx/rules.h"

/* A network that counts material has this number of equal units with a weight in the output, at
 * which a piece is 50 centipawns. In a unit a piece counts this much. */
#define MATERIAL_UNITS  6
#define MATERIAL_OUTPUT (113.0f / NETWORK_ONE_SECOND)
#define MATERIAL_PIECE  (3.0f / NETWORK_ONE_FIRST)

bitboard_t ataxx_turned(bitboard_t set, int symmetry)
{
    bitboard_t turned = 0;
    while (set) {
        const int place = bit_pop(&set);
        int file = place % ATAXX_STRIDE, rank = place / ATAXX_STRIDE;
        file = symmetry & 1 ? ATAXX_SIZE - 1 - file : file;
        rank = symmetry & 2 ? ATAXX_SIZE - 1 - rank : rank;
        turned |= ataxx_bit(symmetry & 4 ? ataxx_place(rank, file) : ataxx_place(file, rank));
    }
    return turned;
}

int model_inputs(const struct training_position *training, int symmetry,
                 int inputs[2][NETWORK_PIECES])
{
    const bitboard_t pieces[2] = {ataxx_turned(training->own, symmetry),
                                  ataxx_turned(training->other, symmetry)};
    int count = 0;
    for (bitboard_t corners = ATAXX_CORNERS; corners; count++) {
        int block[2];
        ataxx_block_inputs(pieces, bit_pop(&corners), block);
        inputs[0][count] = block[0];
        inputs[1][count] = block[1];
    }
    for (bitboard_t blocked = ataxx_turned(training->blocked, symmetry); blocked; count++) {
        inputs[0][count] = inputs[1][count] = ataxx_blocked_input(bit_pop(&blocked));
    }
    return count;
}

/* Each square is the first of its block's pattern, except at the upper and right edge, where it is
 * the second, third or fourth. A unit is a half and the lead of its perspective, so that the
 * difference of both perspectives' squares is twice the lead. */
void model_material_init(struct model *model)
{
    static const int weights[4] = {1, 3, 9, 27};
    for (int unit = 0; unit < MATERIAL_UNITS; unit++) {
        for (int input = 0; input < ATAXX_BLOCKS * ATAXX_PATTERNS; input++) {
            const int block = input / ATAXX_PATTERNS, pattern = input % ATAXX_PATTERNS;
            const bool right = block % (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
            const bool upper = block / (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
            const bool counts[4] = {true, right, upper, right && upper};
            for (int i = 0; i < 4; i++) {
                static const float signs[3] = {0, MATERIAL_PIECE, -MATERIAL_PIECE};
                model->first[input][unit] += counts[i] ? signs[pattern / weights[i] % 3] : 0;
            }
        }
        model->first_bias[unit] = 0.5f;
        for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
            model->second[bucket][0][unit] = MATERIAL_OUTPUT;
            model->second[bucket][1][unit] = -MATERIAL_OUTPUT;
        }
    }
}

static bool read_position(const char *fen, void *opaque, struct error *error)
{
    struct training_position *training = opaque;
    struct ataxx_position position;
    if (!ataxx_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    *training = (struct training_position){
        .own = position.pieces[position.side],
        .other = position.pieces[position.side ^ 1],
        .blocked = position.blocked,
    };
    return true;
}

const struct network_trainer network_trainer = {
    .program = "ataxx-network",
    .epochs = 3,
    .result_percent = 30,
    .batch = 4096,
    .rate_first = 0.002f,
    .read = read_position,
    .material_init = model_material_init,
};
