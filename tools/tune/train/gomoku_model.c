/* SPDX-License-Identifier: MIT */
/* Trains gomoku's network, a correction of the classical evaluation, on games of self-play.
 *
 *     gomoku-network [epochs=8] [result=0] [threads=2] [seed=1] out=FILE GAMES...
 *     gomoku-network material=1 out=FILE
 *
 * The second form writes a network whose output is 0, so that the engine plays by the classical
 * evaluation alone. network_job.h describes the arguments. */
#include "gomoku_model.h"

#include <string.h>

#include "gomoku/board.h"
#include "gomoku_games.h"

/* The ranges of the initial random weights. */
#define INIT_ROW    0.1f
#define INIT_HIDDEN 0.5f
#define INIT_OUTPUT 0.25f

/* The most pattern pairs of a board: one for each square. */
#define MAX_PAIRS ((size_t)GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)

/* Adds the features of `count` squares with the same pattern pair to a perspective's
 * accumulator. */
static void add_pair(const float *restrict own, const float *restrict other, float count,
                     float *restrict sums)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        sums[i] += count * model_clip(own[i] + other[i]);
    }
}

void model_features(const struct model_rows *rows, const struct training_data *data,
                    const struct training_position *position, int symmetry UNUSED,
                    struct model_pass *pass)
{
    pass->stage = position->stage;
    pass->rule = position->rule;
    pass->derived.pairs = (const struct gomoku_pattern_pair *)data->parts + position->first;
    memset(pass->features, 0, sizeof pass->features);
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &pass->derived.pairs[i];
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            add_pair(rows->own[pair->code[perspective]], rows->other[pair->code[1 - perspective]],
                     (float)pair->count / MODEL_SUM, pass->features[perspective]);
        }
    }
}

/* Adds the gradients of the rows; `back` has those of a perspective's accumulator. */
static void backward(const float *restrict own, const float *restrict other,
                     const float *restrict back, float count, float *restrict own_gradients,
                     float *restrict other_gradients)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        float x = own[i] + other[i];
        float gradient = (float)(x > 0) * (float)(x < 1) * count * back[i];
        own_gradients[i] += gradient;
        other_gradients[i] += gradient;
    }
}

void model_back(const struct model_rows *rows, const struct training_position *position,
                const struct model_pass *pass, float back[2][NETWORK_FEATURES],
                struct model_rows *gradients)
{
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &pass->derived.pairs[i];
        const float share = (float)pair->count / MODEL_SUM;
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            int own = pair->code[perspective], other = pair->code[1 - perspective];
            backward(rows->own[own], rows->other[other], back[perspective], share,
                     gradients->own[own], gradients->other[other]);
        }
    }
    /* The rows of code 0 are not trained: they stay 0. */
    memset(gradients->own[0], 0, sizeof gradients->own[0]);
    memset(gradients->other[0], 0, sizeof gradients->other[0]);
}

void model_random_init(struct model *model, uint64_t seed)
{
    struct model_layers *layers = &model->layers;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    for (int code = 1; code < GOMOKU_PATTERN_CODES; code++) {
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            model->rows.own[code][i] = optimizer_random_weight(&rng, INIT_ROW);
            model->rows.other[code][i] = optimizer_random_weight(&rng, INIT_ROW);
        }
    }
    for (int stage = 0; stage < GOMOKU_STAGES; stage++) {
        for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
            optimizer_fill_random(&layers->hidden[stage][unit][0][0],
                                  (size_t)GOMOKU_COLOURS * NETWORK_FEATURES, INIT_HIDDEN, &rng);
            for (int rule = 0; rule < GOMOKU_RULES; rule++) {
                layers->hidden_bias[stage][rule][unit] = 0.5f;
            }
            layers->output[stage][unit] = optimizer_random_weight(&rng, INIT_OUTPUT);
        }
    }
}

/* The output is 0, so that the engine plays by the classical evaluation alone. */
void model_material_init(struct model *model UNUSED)
{
}

/* Lists the pattern pairs of the board, each with its number of squares. Returns the number of
 * pairs. */
static int list_pairs(const struct gomoku_board *board, struct gomoku_pattern_pair *pairs)
{
    int mover = board->position.to_move, count = 0;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        uint16_t own = (uint16_t)gomoku_board_code(board, mover, square);
        uint16_t other = (uint16_t)gomoku_board_code(board, 1 - mover, square);
        int i = 0;
        if (!own && !other) {
            continue;
        }
        while (i < count && (pairs[i].code[0] != own || pairs[i].code[1] != other)) {
            i++;
        }
        if (i == count) {
            pairs[count++] = (struct gomoku_pattern_pair){.code = {own, other}};
        }
        pairs[i].count++;
    }
    return count;
}

static void add_position(void *opaque, const struct gomoku_quiet *quiet)
{
    struct training_data *set = training_set(opaque, quiet->game);
    struct training_position *position = training_next(set, sizeof *position);
    const int pairs = list_pairs(
        quiet->board, training_parts(set, MAX_PAIRS, sizeof(struct gomoku_pattern_pair)));
    *position = (struct training_position){
        .target = {.score = training_score(quiet->score),
                   .classical = (int16_t)gomoku_evaluate_classical(quiet->board),
                   .result = (uint8_t)(1 + quiet->result)},
        .first = set->part_count,
        .pair_count = (uint16_t)pairs,
        .rule = quiet->board->position.rule,
        .stage = (uint8_t)gomoku_stage(quiet->board),
    };
    set->count++;
    set->part_count += (size_t)pairs;
}

static long load(const char *path, struct training_sets *sets)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return -1;
    }
    struct error error;
    long games = gomoku_games_read(file, add_position, sets, &error);
    fclose(file);
    if (games < 0) {
        fprintf(stderr, "%s:%s\n", path, error.text);
    }
    return games;
}

const struct network_trainer network_trainer = {
    .program = "gomoku-network",
    .epochs = 8,
    .batch = 512,
    .rate_first = 0.004f,
    .load = load,
    .material_init = model_material_init,
};
