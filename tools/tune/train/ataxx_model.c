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

/* The ranges of the initial random weights. */
#define INIT_ROW    0.05f
#define INIT_HIDDEN 0.2f
#define INIT_OUTPUT 0.5f

/* The weights that count material: of a piece in its feature, of the feature in a hidden unit, and
 * of the unit in the output. A piece is 50 centipawns, the product of the three and
 * NETWORK_UNIT. */
#define MATERIAL_FEATURE (1.0f / 64)
#define MATERIAL_HIDDEN  1.0f
#define MATERIAL_OUTPUT  16.0f

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

static void add_row(float *restrict sums, const float *restrict row)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        sums[i] += row[i];
    }
}

static int square_of(int place)
{
    return place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
}

void model_features(const struct model_rows *rows, const struct training_data *data UNUSED,
                    const struct training_position *training, int symmetry, struct model_pass *pass)
{
    struct model_features *derived = &pass->derived;
    const struct ataxx_position position = {
        .pieces = {ataxx_turned(training->own, symmetry), ataxx_turned(training->other, symmetry)},
    };
    ataxx_find_patterns(&position, &derived->patterns);
    derived->blocked = ataxx_turned(training->blocked, symmetry);
    for (int perspective = 0; perspective < 2; perspective++) {
        float *features = pass->features[perspective];
        memcpy(features, rows->row_bias, sizeof rows->row_bias);
        for (bitboard_t blocked = derived->blocked; blocked;) {
            add_row(features, rows->blocked[square_of(bit_pop(&blocked))]);
        }
        for (int block = 0; block < ATAXX_BLOCKS; block++) {
            add_row(features, rows->rows[block][derived->patterns.number[perspective][block]]);
        }
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            features[i] = model_clip(features[i]);
        }
    }
}

void model_back(const struct model_rows *rows, const struct training_position *position,
                const struct model_pass *pass, float back[2][NETWORK_FEATURES],
                struct model_rows *gradients)
{
    (void)rows, (void)position;
    const struct model_features *derived = &pass->derived;
    for (int perspective = 0; perspective < 2; perspective++) {
        const float *features = pass->features[perspective];
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            back[perspective][i] *= (float)(features[i] > 0) * (float)(features[i] < 1);
        }
        add_row(gradients->row_bias, back[perspective]);
        for (bitboard_t blocked = derived->blocked; blocked;) {
            add_row(gradients->blocked[square_of(bit_pop(&blocked))], back[perspective]);
        }
        for (int block = 0; block < ATAXX_BLOCKS; block++) {
            add_row(gradients->rows[block][derived->patterns.number[perspective][block]],
                    back[perspective]);
        }
    }
}

void model_random_init(struct model *model, uint64_t seed)
{
    struct model_layers *layers = &model->layers;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    optimizer_fill_random(&model->rows.rows[0][0][0], sizeof model->rows.rows / sizeof(float),
                          INIT_ROW, &rng);
    optimizer_fill_random(&layers->hidden[0][0][0][0], sizeof layers->hidden / sizeof(float),
                          INIT_HIDDEN, &rng);
    optimizer_fill_random(layers->output[0], NETWORK_HIDDEN, INIT_OUTPUT, &rng);
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        model->rows.row_bias[i] = 0.5f;
    }
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        layers->hidden_bias[0][0][unit] = 0.5f;
    }
}

/* Each square is the first of its block's pattern, except at the upper and right edge, where it is
 * the second, third or fourth. The first feature of a perspective counts its own pieces. A hidden
 * unit is their difference, shifted so that an even position is 0.5. */
void model_material_init(struct model *model)
{
    struct model_layers *layers = &model->layers;
    static const int weights[4] = {1, 3, 9, 27};
    for (int block = 0; block < ATAXX_BLOCKS; block++) {
        const bool right = block % (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
        const bool upper = block / (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
        const bool counts[4] = {true, right, upper, right && upper};
        for (int pattern = 0; pattern < ATAXX_PATTERNS; pattern++) {
            for (int i = 0; i < 4; i++) {
                const bool own = pattern / weights[i] % 3 == 1;
                model->rows.rows[block][pattern][0] += own && counts[i] ? MATERIAL_FEATURE : 0;
            }
        }
    }
    layers->hidden[0][0][0][0] = MATERIAL_HIDDEN;
    layers->hidden[0][0][1][0] = -MATERIAL_HIDDEN;
    layers->hidden_bias[0][0][0] = 0.5f;
    layers->output[0][0] = MATERIAL_OUTPUT;
    layers->output_bias[0][0] = -MATERIAL_OUTPUT / 2;
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
