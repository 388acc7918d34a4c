/* SPDX-License-Identifier: MIT */
/* Tests the training of chess's network: gradients, threads, rounding and learning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/rules.h"
#include "chess_model.h"
#include "registry.h"
#include "rng.h"
#include "suite.h"

#define GAMES  12
#define PLIES  60
#define EPOCHS SUITE_TIMES(12)
#define RATE   0.003f

static struct model_rows rows;
static const struct training_loss loss = {.few = 0.5f, .many = 0.25f, .unit = 150};

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

static void fill(struct training_data *data)
{
    struct rng rng = {5};
    struct game_settings settings;
    *data = (struct training_data){.loss = loss, .rows = &rows};
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
            chess_play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
            training_add(data, &position, material(&position), END_DRAWN);
        }
    }
}

static const struct training_position *position_of(const struct training_data *data, size_t number)
{
    return (const struct training_position *)data->positions + number;
}

/* Returns the error of a position, computed only from the output. */
static double error_of(const struct model *weights, const struct training_data *data, size_t number)
{
    const struct training_position *position = position_of(data, number);
    const double centipawns = NETWORK_UNIT * (double)model_output(weights, data, number);
    double expected = 1 / (1 + exp(-centipawns / loss.unit));
    double part = training_result_share(&loss, bit_count(position->occupied));
    double target = part * position->target.result / 2.0 +
                    (1 - part) / (1 + exp(-(double)position->target.score / loss.unit));
    return (expected - target) * (expected - target);
}

/* Sets a weight and the rows that depend on it. */
static void set_weight(struct model *weights, size_t place, float value)
{
    const size_t inputs = NETWORK_BUCKET_INPUTS;
    size_t row = place / NETWORK_HIDDEN, k = place % NETWORK_HIDDEN;
    ((float *)weights)[place] = value;
    size_t step = row < inputs ? inputs : NETWORK_INPUTS; /* shared rows come first */
    for (row -= row < inputs ? 0 : inputs; row < NETWORK_INPUTS; row += step) {
        rows.rows[row][k] = weights->first[row][k] + weights->shared[row % inputs][k];
    }
}

/* The gradient of a weight equals the change of the error for small steps up and down. */
START_TEST(gradients_are_what_small_steps_show)
{
    struct training_data data;
    fill(&data);
    static struct model weights, gradients;
    const struct optimizer_model model = model_of(&data);
    model_random_init(&weights, 3);
    struct rng rng = {9};
    int seen = 0;
    for (int i = 0; i < SUITE_TIMES(40); i++) {
        const size_t position = rng_below(&rng, data.count);
        memset(&gradients, 0, sizeof gradients);
        double error =
            optimizer_gradients(&model, (const float *)&weights, &position, 1, (float *)&gradients);
        model.end_shard(&data, (float *)&gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, &data, position), 1e-5);
        for (int k = 0; k < 400; k++) {
            size_t place = rng_below(&rng, MODEL_WEIGHTS);
            float kept = ((const float *)&weights)[place];
            float gradient = ((const float *)&gradients)[place], step = 0.01f;
            set_weight(&weights, place, kept + step);
            double above = error_of(&weights, &data, position);
            set_weight(&weights, place, kept - step);
            double below = error_of(&weights, &data, position);
            set_weight(&weights, place, kept);
            /* Skip the comparison if an activation is clipped between the two steps. */
            if (fabs(above + below - 2 * error) < 1e-6) {
                ck_assert_double_eq_tol(gradient, (above - below) / (2 * (double)step), 2e-4);
                seen += gradient != 0;
            }
        }
    }
    ck_assert_int_gt(seen, SUITE_TIMES(100));
    training_finish(&data);
}
END_TEST

/* Trains on the data with this number of threads and epochs. */
static void teach(const struct training_data *data, int threads, int epochs, struct model *result)
{
    const struct optimizer_model model = model_of(data);
    model_random_init(result, 3);
    const struct training_run run = {
        .batch = 64,
        .epochs = epochs,
        .threads = threads,
        .rate_first = RATE,
        .rate_last = RATE,
        .seed = 1,
    };
    ck_assert(optimizer_run(&model, &run, (float *)result));
}

START_TEST(threads_do_not_matter)
{
    static struct model results[OPTIMIZER_MAX_THREADS + 1];
    struct training_data data;
    fill(&data);
    data.count = SUITE_TIMES(data.count);
    for (int threads = 1; threads <= (SUITE_SANITIZED ? 2 : OPTIMIZER_MAX_THREADS); threads++) {
        teach(&data, threads, 2, &results[threads]);
        ck_assert_int_eq(memcmp(&results[threads], &results[1], sizeof results[1]), 0);
    }
    training_finish(&data);
}
END_TEST

START_TEST(material_is_learned_and_rounding_keeps_it)
{
    struct training_data data;
    static struct model model;
    fill(&data);
    data.loss = (struct training_loss){.unit = NETWORK_UNIT};
    model_random_init(&model, 3);
    const struct optimizer_model taught = model_of(&data);
    double before = optimizer_error(&taught, (const float *)&model);
    teach(&data, 2, EPOCHS, &model);
    ck_assert_double_lt(optimizer_error(&taught, (const float *)&model), before / 4);
    static struct network network;
    model_round(&model, &network);
    for (size_t i = 0; i < data.count; i++) {
        const struct training_position *position = position_of(&data, i);
        int inputs[SIDES][NETWORK_PIECES];
        int count = model_inputs(position, 0, inputs);
        double total = 0;
        for (int perspective = 0; perspective < SIDES; perspective++) {
            for (int k = 0; k < NETWORK_HIDDEN; k++) {
                int sum = network.first_bias[k];
                for (int input = 0; input < count; input++) {
                    sum += network.first[inputs[perspective][input]][k];
                }
                sum = sum < 0 ? 0 : sum > NETWORK_ONE_FIRST ? NETWORK_ONE_FIRST : sum;
                total += (double)sum * sum *
                         network.second[network_output_bucket(count)][perspective][k];
            }
        }
        total = total / NETWORK_ONE_FIRST + network.second_bias[network_output_bucket(count)];
        double whole = total / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND) +
                       (double)position->target.classical / NETWORK_UNIT;
        ck_assert_double_eq_tol(whole, (double)model_output(&model, &data, i), 0.2);
    }
    training_finish(&data);
}
END_TEST

/* Converting a network to floating-point weights and back gives the same network. */
START_TEST(a_network_is_learned_on_from_where_it_is)
{
    static struct model model;
    static struct network network, again;
    model_random_init(&model, 5);
    for (size_t i = 0; i < MODEL_WEIGHTS; i += 3) {
        ((float *)&model)[i] *= 0.9f;
    }
    model_round(&model, &network);
    network.second_bias[1] = -12345;
    memset(&model, 0, sizeof model);
    ck_assert(model_from_network(&model, &network, sizeof network, 1));
    model_round(&model, &again);
    ck_assert_int_eq(memcmp(&network, &again, sizeof network), 0);
    ck_assert(!model_from_network(&model, &network, sizeof network - 2, 1));
}
END_TEST

/* Writes the first `hidden` units of a network as a narrower network and returns its size. */
static size_t narrow(const struct network *network, int hidden, int16_t *narrower)
{
    const int16_t *wide = (const int16_t *)network;
    const size_t weights = offsetof(struct network, second_bias) / sizeof *wide;
    int16_t *end = narrower;
    for (size_t i = 0; i < weights; i++) {
        if (i % NETWORK_HIDDEN < (size_t)hidden) {
            *end++ = wide[i];
        }
    }
    memcpy(end, network->second_bias, sizeof network->second_bias);
    return (size_t)((char *)end - (char *)narrower) + sizeof network->second_bias;
}

/* Widening a narrower network does not change its output, and its new units can learn. */
START_TEST(a_narrower_network_is_learned_on)
{
    enum { NARROW = NETWORK_HIDDEN / 2 - 1 };
    static struct model model;
    static struct network network, wide;
    static int16_t bytes[sizeof network / sizeof(int16_t)], again[LENGTH(bytes)];
    model_random_init(&model, 5);
    model_round(&model, &network);
    network.second_bias[2] = 4321;
    const size_t size = narrow(&network, NARROW, bytes);
    ck_assert(model_from_network(&model, bytes, size, 9));
    model_round(&model, &wide);
    ck_assert_uint_eq(narrow(&wide, NARROW, again), size);
    ck_assert_int_eq(memcmp(bytes, again, size), 0);
    int first = 0;
    for (int k = NARROW; k < NETWORK_HIDDEN; k++) {
        for (int i = 0; i < SIDES * NETWORK_OUTPUT_BUCKETS; i++) {
            ck_assert_int_eq(wide.second[i / SIDES][i % SIDES][k], 0);
        }
        first += wide.first[k % NETWORK_INPUTS][k] != 0;
    }
    ck_assert_int_gt(first, NETWORK_HIDDEN / 4);
    ck_assert(!model_from_network(&model, bytes, size + 2, 9));
}
END_TEST

START_TEST(results_count_more_with_few_pieces)
{
    ck_assert_float_eq(training_result_share(&loss, 2), 0.5f);
    ck_assert_float_eq(training_result_share(&loss, 6), 0.5f);
    ck_assert_float_eq(training_result_share(&loss, 15), 0.375f);
    ck_assert_float_eq(training_result_share(&loss, 24), 0.25f);
    ck_assert_float_eq(training_result_share(&loss, 32), 0.25f);
}
END_TEST

static double points(int score)
{
    return 1 / (1 + exp(-(double)score / NETWORK_UNIT));
}

/* `future` weights later scores and the result; the expected values are the sum over all of
 * them. */
START_TEST(scores_know_what_came_later)
{
    static const int16_t found[] = {NO_SEARCH, 40, -300, NO_SEARCH, 150, 1990};
    struct selfplay_game record = {.plies = 6, .random_plies = 1, .end = END_LOST};
    memcpy(record.scores, found, sizeof found);
    int16_t scores[GAME_MAX_PLIES];
    training_scores(&record, 0, scores);
    ck_assert_mem_eq(scores, found, sizeof found);
    training_scores(&record, 0.75f, scores);
    ck_assert_int_eq(scores[0], NO_SEARCH);
    ck_assert_int_eq(scores[3], NO_SEARCH);
    ck_assert_double_eq_tol(points(scores[5]), points(1990) / 4, 0.002);
    ck_assert_double_eq_tol(points(scores[1]),
                            points(40) / 4 + points(-300) * 3 / 16 + points(150) * 9 / 64 +
                                points(1990) * 27 / 256,
                            0.002);
    training_scores(&record, 1, scores);
    ck_assert_int_le(scores[1], -1500); /* as lost as a score can express */
    record.end = END_WON;
    training_scores(&record, 1, scores);
    ck_assert_int_ge(scores[1], 1500);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network");
    SUPPORT_ADD(suite, threads_do_not_matter);
    if (SUITE_WATCHES_THREADS) {
        return support_run(suite); /* the rest is arithmetic, which is slow there */
    }
    SUPPORT_ADD(suite, gradients_are_what_small_steps_show);
    SUPPORT_ADD(suite, material_is_learned_and_rounding_keeps_it);
    SUPPORT_ADD(suite, a_network_is_learned_on_from_where_it_is);
    SUPPORT_ADD(suite, a_narrower_network_is_learned_on);
    SUPPORT_ADD(suite, results_count_more_with_few_pieces);
    SUPPORT_ADD(suite, scores_know_what_came_later);
    return support_run(suite);
}
