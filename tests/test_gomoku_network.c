/* SPDX-License-Identifier: MIT */
/* Tests the training of gomoku's network: gradients, threads, rounding and learning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku_games.h"
#include "gomoku_model.h"
#include "suite.h"

#define POSITIONS 200
#define PAIRS     40 /* per position */
#define SHARE     0.25f
#define EPOCHS    30
#define RATE      0.005f

/* Training positions of random squares. The score counts the squares with this code: good for the
 * side that has it, bad for the other one. */
#define GOOD 5

static struct training_position positions[POSITIONS];
static struct gomoku_pattern_pair pairs[POSITIONS * PAIRS];

static struct training_data fill(float share)
{
    struct rng rng = {4};
    for (int i = 0; i < POSITIONS; i++) {
        int score = 0;
        for (int k = 0; k < PAIRS; k++) {
            struct gomoku_pattern_pair *pair = &pairs[i * PAIRS + k];
            pair->code[0] = (uint16_t)rng_below(&rng, 12);
            pair->code[1] = (uint16_t)rng_below(&rng, 12);
            pair->count = (uint16_t)(1 + rng_below(&rng, 2));
            score += 40 * pair->count * ((pair->code[0] == GOOD) - (pair->code[1] == GOOD));
        }
        positions[i] = (struct training_position){
            .first = (size_t)i * PAIRS,
            .pair_count = PAIRS,
            .rule = (uint8_t)rng_below(&rng, GOMOKU_RULES),
            .stage = (uint8_t)rng_below(&rng, GOMOKU_STAGES),
            .target = {.result = (uint8_t)rng_below(&rng, 3),
                       .score = (int16_t)score,
                       .classical = (int16_t)((int)rng_below(&rng, 100) - 50)},
        };
    }
    return (struct training_data){.positions = positions,
                                  .parts = pairs,
                                  .count = POSITIONS,
                                  .loss = {share, share, NETWORK_UNIT}};
}

/* Returns the error of a position, computed only from the output. */
static double error_of(const struct model *model, const struct training_data *data, size_t number)
{
    const struct training_position *position = &positions[number];
    double expected = 1 / (1 + exp(-(double)model_output(model, data, number)));
    double target = SHARE * position->target.result / 2.0 +
                    (1 - SHARE) / (1 + exp(-(double)position->target.score / NETWORK_UNIT));
    return (expected - target) * (expected - target);
}

/* The gradient of a weight equals the change of the error for small steps up and down. */
START_TEST(gradients_are_what_small_steps_show)
{
    static struct model weights, gradients;
    const struct training_data data = fill(SHARE);
    const struct optimizer_model model = model_of(&data);
    model_random_init(&weights, 3);
    struct rng rng = {9};
    int seen = 0;
    for (size_t i = 0; i < 40; i++) {
        memset(&gradients, 0, sizeof gradients);
        double error =
            optimizer_gradients(&model, (const float *)&weights, &i, 1, (float *)&gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, &data, i), 1e-5);
        for (int k = 0; k < 400; k++) {
            /* Half of the weights are among the rows of codes that occur in the positions. */
            size_t rows = offsetof(struct model, layers) / sizeof(float);
            size_t place = k % 2 ? rng_below(&rng, 12 * NETWORK_FEATURES)
                                 : rows + rng_below(&rng, MODEL_WEIGHTS - rows);
            float *weight = (float *)&weights + place, kept = *weight;
            float gradient = ((const float *)&gradients)[place], step = 0.002f;
            if (k % 2 && place < NETWORK_FEATURES) {
                ck_assert_float_eq(gradient, 0);
                continue;
            }
            *weight = kept + step;
            double above = error_of(&weights, &data, i);
            *weight = kept - step;
            double below = error_of(&weights, &data, i);
            *weight = kept;
            /* Skip the comparison if a unit is clipped between the two steps. */
            if (fabs(above + below - 2 * error) < 1e-7) {
                ck_assert_double_eq_tol(gradient, (above - below) / (2 * (double)step), 5e-4);
                seen += gradient != 0;
            }
        }
    }
    ck_assert_int_gt(seen, 1000);
}
END_TEST

static void teach(const struct training_data *data, int threads, int epochs, struct model *result)
{
    const struct optimizer_model model = model_of(data);
    model_random_init(result, 3);
    const struct training_run run = {
        .batch = 20,
        .epochs = epochs,
        .threads = threads,
        .rate_first = RATE,
        .rate_last = RATE / 10,
        .seed = 1,
    };
    ck_assert(optimizer_run(&model, &run, (float *)result));
}

START_TEST(threads_do_not_matter)
{
    static struct model one, many;
    const struct training_data data = fill(SHARE);
    teach(&data, 1, 2, &one);
    for (int threads = 2; threads <= (SUITE_SANITIZED ? 2 : OPTIMIZER_MAX_THREADS); threads++) {
        teach(&data, threads, 2, &many);
        ck_assert_int_eq(memcmp(&one, &many, sizeof one), 0);
    }
}
END_TEST

START_TEST(what_is_good_is_learned_and_rounding_keeps_it)
{
    static struct model model;
    static struct gomoku_network network;
    const struct training_data data = fill(0);
    model_random_init(&model, 3);
    const struct optimizer_model taught = model_of(&data);
    double before = optimizer_error(&taught, (const float *)&model);
    teach(&data, 2, EPOCHS, &model);
    ck_assert_double_lt(optimizer_error(&taught, (const float *)&model), before / 4);
    model_round(&model, &network);
    for (size_t i = 0; i < data.count; i++) {
        const struct training_position *position = &positions[i];
        const int stage = position->stage;
        int sums[GOMOKU_COLOURS][NETWORK_FEATURES] = {{0}};
        for (int k = 0; k < position->pair_count; k++) {
            const struct gomoku_pattern_pair *pair = &pairs[position->first + (size_t)k];
            for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
                for (int f = 0; f < NETWORK_FEATURES; f++) {
                    int both = network.own[pair->code[perspective]][f] +
                               network.other[pair->code[1 - perspective]][f];
                    both = both < 0 ? 0 : both > NETWORK_ONE_FEATURE ? NETWORK_ONE_FEATURE : both;
                    sums[perspective][f] += pair->count * both;
                }
            }
        }
        double output = network.output_bias[stage][position->rule];
        for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
            double active = network.hidden_bias[stage][position->rule][unit];
            for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
                for (int f = 0; f < NETWORK_FEATURES; f++) {
                    active +=
                        (double)sums[perspective][f] * network.hidden[stage][unit][perspective][f];
                }
            }
            active /= NETWORK_ONE_FEATURE;
            active = active < 0 ? 0 : active > NETWORK_ONE_HIDDEN ? NETWORK_ONE_HIDDEN : active;
            output += active * network.output[stage][unit];
        }
        double whole = output / (NETWORK_ONE_HIDDEN * NETWORK_ONE_OUTPUT) +
                       (double)position->target.classical / NETWORK_UNIT;
        ck_assert_double_eq_tol(whole, (double)model_output(&model, &data, i), 0.25);
    }
}
END_TEST

static void count_quiet(void *opaque, const struct gomoku_quiet *quiet)
{
    ck_assert_int_le(quiet->board->position.stone_count, 6);
    ++*(int *)opaque;
}

/* The first game has the opening h8 i9 g7. The others are damaged: a square off the board, an
 * occupied square, a truncated line, a line inside another, a size out of range, an empty line. */
START_TEST(damaged_games_are_read_as_far_as_they_go)
{
    static char text[] = "0 15 1 3 264 32002 297 32002 231 32002 296 10 263 20\n"
                         "0 15 1 3 264 32002 297 32002 231 32002 296 10 40000 20 263 1\n"
                         "0 15 1 3 264 32002 297 32002 231 32002 296 10 264 20 263 1\n"
                         "0 15 1 3 264 32002 297 32002 231 32002 2\n"
                         "0 15 1 3 264 32002 2970 15 1 3 264 32002 297 32002\n"
                         "0 99 1 3 264 32002\n"
                         "\n";
    FILE *file = fmemopen(text, sizeof text - 1, "r");
    struct error error;
    int quiet = 0;
    ck_assert_int_eq(gomoku_games_read(file, count_quiet, &quiet, &error), 7);
    ck_assert_int_eq(quiet, 4);
    fclose(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_network");
    SUPPORT_ADD(suite, threads_do_not_matter);
    if (SUITE_WATCHES_THREADS) {
        return support_run(suite); /* the rest is arithmetic, which is slow there */
    }
    SUPPORT_ADD(suite, gradients_are_what_small_steps_show);
    SUPPORT_ADD(suite, what_is_good_is_learned_and_rounding_keeps_it);
    SUPPORT_ADD(suite, damaged_games_are_read_as_far_as_they_go);
    return support_run(suite);
}
