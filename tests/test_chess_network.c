/* SPDX-License-Identifier: MIT */
/* The trainer of chess's network: its gradients, its threads, its rounding, and that it learns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/moves.h"
#include "chess/rules.h"
#include "chess_model.h"
#include "registry.h"
#include "rng.h"
#include "suite.h"

#define GAMES  12
#define PLIES  60
#define SHARE  0.25f
#define EPOCHS 12
#define RATE   0.003f

/* A score that can be learned: White's material. */
static int material(const struct chess_position *position)
{
    static const int values[KINDS] = {100, 300, 300, 500, 900, 0};
    int sum = 0;
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square];
        if (piece != NO_PIECE) {
            int value = values[piece_kind(piece)];
            sum += piece & BLACK_PIECE ? -value : value;
        }
    }
    return sum;
}

static void fill(struct training_set *set)
{
    struct rng rng = {5};
    struct game_settings settings;
    training_set_init(set);
    game_default_settings(&game_chess, &settings);
    for (int game = 0; game < GAMES; game++) {
        struct chess_position position;
        chess_start(&settings, &position);
        for (int ply = 0; ply < PLIES; ply++) {
            struct move_list list = {.count = 0};
            chess_legal_moves(&position, &list);
            if (list.count == 0) {
                break;
            }
            chess_make(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
            ck_assert(training_set_add(set, &position, material(&position), END_DRAWN));
        }
    }
}

/* The error of a position, from nothing but the output. */
static double error_of(const struct chess_model *weights, const struct training_position *position)
{
    double expected = 1 / (1 + exp(-(double)chess_model_output(weights, position)));
    double target = SHARE * position->result / 2.0 +
                    (1 - SHARE) / (1 + exp(-(double)position->score / CHESS_NETWORK_UNIT));
    return (expected - target) * (expected - target);
}

/* A weight moved up and down a little moves the error as its gradient says. */
START_TEST(gradients_are_what_small_steps_show)
{
    struct training_set set;
    fill(&set);
    static struct chess_model weights, gradients;
    chess_model_random_init(&weights, 3);
    struct rng rng = {9};
    int seen = 0;
    for (int i = 0; i < SUITE_TIMES(40); i++) {
        const struct training_position *position = &set.positions[rng_below(&rng, set.count)];
        memset(&gradients, 0, sizeof gradients);
        double error = chess_model_gradients(&weights, position, SHARE, &gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, position), 1e-5);
        for (int k = 0; k < 400; k++) {
            size_t place = rng_below(&rng, CHESS_MODEL_WEIGHTS);
            float *weight = (float *)&weights + place, kept = *weight;
            float gradient = ((const float *)&gradients)[place], step = 0.01f;
            *weight = kept + step;
            double above = error_of(&weights, position);
            *weight = kept - step;
            double below = error_of(&weights, position);
            *weight = kept;
            /* Where an activation meets its limit in between there is no gradient to compare. */
            if (fabs(above + below - 2 * error) < 1e-6) {
                ck_assert_double_eq_tol(gradient, (above - below) / (2 * (double)step), 2e-4);
                seen += gradient != 0;
            }
        }
    }
    ck_assert_int_gt(seen, SUITE_TIMES(100));
    training_set_finish(&set);
}
END_TEST

/* Trains on the data with a number of threads for a number of epochs. */
static void teach(const struct chess_training_data *training_data, int threads, int epochs,
                  struct chess_model *result)
{
    struct optimizer_model model = chess_model_of(training_data);
    struct optimizer *optimizer = optimizer_create(&model, threads);
    struct chess_model *weights = (struct chess_model *)optimizer_weights(optimizer);
    chess_model_random_init(weights, 3);
    const struct training_run run = {
        .positions = training_data->set->count,
        .batch = 64,
        .epochs = epochs,
        .rate_first = RATE,
        .rate_last = RATE,
        .seed = 1,
    };
    ck_assert(optimizer_run(optimizer, &run));
    *result = *weights;
    optimizer_destroy(optimizer);
}

START_TEST(threads_do_not_matter)
{
    static struct chess_model results[OPTIMIZER_MAX_THREADS + 1];
    struct training_set set;
    fill(&set);
    const struct chess_training_data training_data = {&set, SHARE};
    for (int threads = 1; threads <= (SUITE_SANITIZED ? 2 : OPTIMIZER_MAX_THREADS); threads++) {
        teach(&training_data, threads, 2, &results[threads]);
        ck_assert_int_eq(memcmp(&results[threads], &results[1], sizeof results[1]), 0);
    }
    training_set_finish(&set);
}
END_TEST

START_TEST(material_is_learned_and_rounding_keeps_it)
{
    struct training_set set;
    static struct chess_model model;
    fill(&set);
    const struct chess_training_data training_data = {&set, 0};
    chess_model_random_init(&model, 3);
    double before = chess_model_error(&model, &training_data);
    teach(&training_data, 2, EPOCHS, &model);
    ck_assert_double_lt(chess_model_error(&model, &training_data), before / 4);
    static struct chess_network network;
    chess_model_round(&model, &network);
    for (size_t i = 0; i < set.count; i++) {
        const struct training_position *position = &set.positions[i];
        int inputs[SIDES][CHESS_NETWORK_PIECES];
        int count = training_position_inputs(position, inputs);
        double total = 0;
        for (int perspective = 0; perspective < SIDES; perspective++) {
            for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
                int sum = network.first_bias[k];
                for (int input = 0; input < count; input++) {
                    sum += network.first[inputs[perspective][input]][k];
                }
                sum = sum < 0 ? 0 : sum > CHESS_NETWORK_ONE_FIRST ? CHESS_NETWORK_ONE_FIRST : sum;
                total += (double)sum * sum *
                         network.second[chess_network_output_bucket(count)][perspective][k];
            }
        }
        total = total / CHESS_NETWORK_ONE_FIRST +
                network.second_bias[chess_network_output_bucket(count)];
        double whole = total / (CHESS_NETWORK_ONE_FIRST * CHESS_NETWORK_ONE_SECOND) +
                       (double)position->classical / CHESS_NETWORK_UNIT;
        ck_assert_double_eq_tol(whole, (double)chess_model_output(&model, position), 0.2);
    }
    training_set_finish(&set);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network");
    SUPPORT_ADD(suite, threads_do_not_matter);
    if (SUITE_WATCHES_THREADS) {
        return support_run(suite); /* what follows is arithmetic, and slow there */
    }
    SUPPORT_ADD(suite, gradients_are_what_small_steps_show);
    SUPPORT_ADD(suite, material_is_learned_and_rounding_keeps_it);
    return support_run(suite);
}
