/* SPDX-License-Identifier: MIT */
/* Trains xiangqi's network on games of self-play.
 *
 *     xiangqi-network [epochs=8] [result=30] [threads=2] [seed=1] [from=NETWORK] out=FILE GAMES...
 *     xiangqi-network material=1 out=FILE
 *
 * network_job.h describes the arguments. GAMES are files written by xiangqi-selfplay. */
#include "xiangqi_model.h"

#include "xiangqi/rules.h"

/* A network that counts material: the centipawns of one side's pieces at the start, the number of
 * hidden units that count them, and the weight of each. Near the start, a centipawn of
 * xiangqi_values is a centipawn of the output. */
#define MATERIAL_ALL    5000.0f
#define MATERIAL_UNITS  16
#define MATERIAL_OUTPUT (MATERIAL_ALL / (2 * NETWORK_UNIT * MATERIAL_UNITS))

void training_pack(struct training_position *training, const struct xiangqi_position *position)
{
    *training = (struct training_position){.side = position->side};
    for (board_set left = occupied(position); left;) {
        const int square = set_pop(&left);
        training->squares[training->target.pieces] = (uint8_t)square;
        training->pieces[training->target.pieces++] = position->squares[square];
    }
    for (int side = 0; side < 2; side++) {
        training->kings[side] = (uint8_t)king_square(position, side);
    }
}

static int mirror(int square, bool mirrored)
{
    return mirrored ? rank_of(square) * FILES + FILES - 1 - file_of(square) : square;
}

int model_inputs(const struct training_position *training, int symmetry,
                 int inputs[2][NETWORK_PIECES])
{
    for (int i = 0; i < 2; i++) {
        const int perspective = training->side ^ i;
        const int view = network_view(perspective, mirror(training->kings[perspective], symmetry));
        for (int k = 0; k < training->target.pieces; k++) {
            inputs[i][k] = network_input(perspective, view, training->pieces[k] - 1,
                                         mirror(training->squares[k], symmetry));
        }
    }
    return training->target.pieces;
}

/* Sets sixteen equal units. Each is the value of a perspective's own pieces as a share of
 * MATERIAL_ALL; the output is the difference of the squares of both perspectives. */
void model_material_init(struct model *model)
{
    for (int unit = 0; unit < MATERIAL_UNITS; unit++) {
        for (int input = 0; input < KINDS * SQUARES; input++) {
            const int kind = input / SQUARES;
            model->first[input][unit] = (float)xiangqi_values[kind] / MATERIAL_ALL;
        }
        for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
            model->second[bucket][0][unit] = MATERIAL_OUTPUT;
            model->second[bucket][1][unit] = -MATERIAL_OUTPUT;
        }
    }
}

static bool read_position(const char *fen, void *training, struct error *error)
{
    struct xiangqi_position position;
    if (!xiangqi_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    training_pack(training, &position);
    return true;
}

const struct network_trainer network_trainer = {
    .program = "xiangqi-network",
    .epochs = 8,
    .result_percent = 30,
    .batch = 4096,
    .rate_first = 0.001f,
    .read = read_position,
    .material_init = model_material_init,
};
