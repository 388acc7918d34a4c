/* SPDX-License-Identifier: MIT */
/* Tests Ataxx's network: the evaluation against its description, and the training: gradients,
 * symmetries, rounding and learning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "ataxx/rules.h"
#include "ataxx_model.h"
#include "compiler.h"
#include "optimizer.h"
#include "suite.h"

#define POSITIONS 200
#define SHARE     0.25f

static struct training_position positions[POSITIONS];

static bitboard_t random_set(struct rng *rng)
{
    return rng_next(rng) & rng_next(rng) & ATAXX_BOARD;
}

/* Returns random positions whose score is 40 centipawns for each piece that the side to move has
 * more. */
static struct training_data fill(float share)
{
    struct rng rng = {4};
    for (int i = 0; i < POSITIONS; i++) {
        const bitboard_t own = random_set(&rng), other = random_set(&rng) & ~own;
        const bitboard_t blocked = i % 2 ? random_set(&rng) & ~own & ~other : 0;
        positions[i] = (struct training_position){
            .own = own,
            .other = other,
            .blocked = blocked,
            .target = {.score = (int16_t)(40 * (bit_count(own) - bit_count(other))),
                       .result = (uint8_t)rng_below(&rng, 3)},
        };
    }
    return (struct training_data){
        .positions = positions, .count = POSITIONS, .loss = {share, share, NETWORK_UNIT}};
}

/* Returns the error of a position, computed only from the output. */
static double error_of(const struct model *model, const struct training_data *data, size_t number)
{
    const struct training_position *position = &positions[number / MODEL_SYMMETRIES];
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
    for (size_t i = 0; i < 60; i++) {
        memset(&gradients, 0, sizeof gradients);
        double error =
            optimizer_gradients(&model, (const float *)&weights, &i, 1, (float *)&gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, &data, i), 1e-5);
        for (int k = 0; k < 400; k++) {
            /* Half of the weights are among those that every position uses. */
            const size_t bias = offsetof(struct model, first_bias) / sizeof(float);
            const size_t place =
                k % 2 ? bias + rng_below(&rng, MODEL_WEIGHTS - bias) : rng_below(&rng, bias);
            float *weight = (float *)&weights + place, kept = *weight;
            float gradient = ((const float *)&gradients)[place], step = 0.002f;
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

/* More positions than the trainer computes together, every third of a list. */
#define DISTINCT 16
#define REPEATS  150

START_TEST(positions_computed_together_add_their_gradients)
{
    static struct model weights, sum, together;
    static size_t numbers[3 * DISTINCT * REPEATS];
    const struct training_data data = fill(SHARE);
    const struct optimizer_model model = model_of(&data);
    double errors = 0;
    model_random_init(&weights, 6);
    for (size_t i = 0; i < DISTINCT; i++) {
        const size_t number = 17 * i;
        errors += optimizer_gradients(&model, (const float *)&weights, &number, 1, (float *)&sum);
        for (size_t k = 0; k < REPEATS; k++) {
            numbers[3 * (k * DISTINCT + i)] = number;
        }
    }
    void *scratch = alloc_zeroed(CACHE_LINE, model.scratch);
    const struct optimizer_list list = {numbers, (size_t)DISTINCT * REPEATS, 3, scratch};
    ck_assert_ptr_nonnull(scratch);
    ck_assert_double_eq_tol(
        model.gradients(&data, (const float *)&weights, &list, (float *)&together),
        REPEATS * errors, 1e-3);
    alloc_release(scratch, model.scratch);
    for (size_t i = 0; i < MODEL_WEIGHTS; i++) {
        const float expected = REPEATS * ((const float *)&sum)[i];
        ck_assert_float_eq_tol(((const float *)&together)[i], expected,
                               1e-4f + 1e-3f * fabsf(expected));
    }
}
END_TEST

START_TEST(there_are_eight_symmetries_of_the_board)
{
    const bitboard_t corner = ataxx_bit(ataxx_place(0, 0)) | ataxx_bit(ataxx_place(1, 0));
    bitboard_t seen[MODEL_SYMMETRIES];
    for (int i = 0; i < MODEL_SYMMETRIES; i++) {
        seen[i] = ataxx_turned(corner, i);
        ck_assert_int_eq(bit_count(seen[i] & ATAXX_BOARD), 2);
        ck_assert_uint_eq(ataxx_turned(ATAXX_BOARD, i), ATAXX_BOARD);
        for (int k = 0; k < i; k++) {
            ck_assert_uint_ne(seen[i], seen[k]);
        }
    }
    ck_assert_uint_eq(seen[0], corner);
}
END_TEST

static struct ataxx_position position_of(const struct training_position *training)
{
    return (struct ataxx_position){
        .pieces = {training->own, training->other},
        .blocked = training->blocked,
    };
}

/* The integer network gives the floating-point network's score, apart from rounding. */
START_TEST(the_engine_evaluates_as_the_model_does)
{
    static struct model model;
    static struct network network;
    const struct training_data data = fill(SHARE);
    double worst = 0, largest = 0;
    model_random_init(&model, 8);
    model_round(&model, &network);
    for (size_t i = 0; i < POSITIONS; i++) {
        const struct ataxx_position position = position_of(&positions[i]);
        const double expected =
            (double)model_output(&model, &data, i * MODEL_SYMMETRIES) * NETWORK_UNIT;
        const double found = ataxx_network_evaluate(&network, &position);
        worst = fabs(found - expected) > worst ? fabs(found - expected) : worst;
        largest = fabs(expected) > largest ? fabs(expected) : largest;
    }
    ck_assert_msg(worst < 12 && largest > 50, "off by %.1f, up to %.1f", worst, largest);
}
END_TEST

/* Searches the tree of random moves as a search would, and evaluates some of its positions. */
static void walk(struct rng *rng, const struct network *network, struct ataxx_position *position,
                 int depth, int *evaluated)
{
    struct ataxx_position alone = *position;
    alone.accumulators = NULL;
    if (rng_below(rng, 3) > 0) {
        ck_assert_int_eq(ataxx_network_evaluate(network, position),
                         ataxx_network_evaluate(network, &alone));
        ++*evaluated;
    }
    for (int i = 0; depth > 0 && i < 3; i++) {
        struct move_list moves = {.count = 0};
        struct ataxx_undo undo;
        ataxx_legal_moves(position, &moves);
        if (moves.count == 0) {
            return;
        }
        const bool passes = rng_below(rng, 5) == 0; /* as null moves */
        ataxx_make(position,
                   passes ? MOVE_PASS : moves.moves[rng_below(rng, (uint64_t)moves.count)], &undo);
        walk(rng, network, position, depth - 1, evaluated);
        ataxx_unmake(position, 0, &undo);
    }
}

/* In a search, a position has the score that it has alone. */
START_TEST(accumulators_follow_the_board)
{
    static struct model model;
    static struct network network;
    static struct ataxx_room room;
    const char *const fens[] = {"x5o/7/7/7/7/7/o5x x 0 1",
                                "xxxxxoo/xxx-ooo/xx--3/7/7/4xxo/oooxxx1 o 3 9"};
    struct rng rng = {12};
    model_random_init(&model, 5);
    model_round(&model, &network);
    for (int i = 0; i < 2 * LENGTH(fens); i++) {
        struct ataxx_position position;
        struct error error = {""};
        int evaluated = 0;
        ck_assert_msg(ataxx_parse_fen(NULL, fens[i / 2], &position, &error), "%s", error.text);
        position.accumulators = ataxx_begin(&network, &room, &position);
        walk(&rng, &network, &position, SUITE_SANITIZED ? 6 : 8, &evaluated);
        ck_assert_int_gt(evaluated, SUITE_SANITIZED ? 300 : 3000);
    }
}
END_TEST

/* A line that is longer than the number of positions whose accumulators are kept. */
START_TEST(a_long_line_is_followed)
{
    static struct model model;
    static struct network network;
    static struct ataxx_room room;
    struct ataxx_position position;
    struct error error = {""};
    struct rng rng = {7};
    model_random_init(&model, 5);
    model_round(&model, &network);
    ck_assert(ataxx_parse_fen(NULL, "x5o/7/7/7/7/7/o5x x 0 1", &position, &error));
    position.accumulators = ataxx_begin(&network, &room, &position);
    for (int ply = 0; ply < 300; ply++) {
        struct move_list moves = {.count = 0};
        struct ataxx_position alone = position;
        alone.accumulators = NULL;
        ck_assert_int_eq(ataxx_network_evaluate(&network, &position),
                         ataxx_network_evaluate(&network, &alone));
        ataxx_legal_moves(&position, &moves);
        ataxx_play(&position, moves.count > 0 ? moves.moves[rng_below(&rng, (uint64_t)moves.count)]
                                              : MOVE_PASS);
    }
}
END_TEST

START_TEST(patterns_are_those_of_looking_at_four_squares)
{
    fill(SHARE);
    for (int i = 0; i < POSITIONS; i++) {
        const struct ataxx_position position = position_of(&positions[i]);
        for (int block = 0; block < ATAXX_BLOCKS; block++) {
            int number[2] = {0, 0}, digit = 1;
            for (int k = 0; k < 4; k++, digit *= 3) {
                const bitboard_t square =
                    ataxx_bit(ataxx_place(block % 6 + k % 2, block / 6 + k / 2));
                const int owner = positions[i].own & square     ? 1
                                  : positions[i].other & square ? 2
                                                                : 0;
                number[0] += digit * owner;
                number[1] += digit * (owner ? 3 - owner : 0);
            }
            int inputs[2];
            ataxx_block_inputs(position.pieces, ataxx_place(block % 6, block / 6), inputs);
            ck_assert_int_eq(inputs[0], 81 * block + number[0]);
            ck_assert_int_eq(inputs[1], 81 * block + number[1]);
        }
    }
}
END_TEST

/* The network for the first generation's games counts pieces: 50 centipawns each, for up to 32 of
 * them. */
START_TEST(the_network_of_material_counts_pieces)
{
    static struct model model;
    static struct network network;
    fill(SHARE);
    model_material_init(&model);
    model_round(&model, &network);
    for (int i = 0; i < POSITIONS; i++) {
        const struct ataxx_position position = position_of(&positions[i]);
        const int lead = bit_count(positions[i].own) - bit_count(positions[i].other);
        ck_assert_msg(ataxx_network_evaluate(&network, &position) == 50 * lead, "%d pieces", lead);
    }
}
END_TEST

/* After some epochs the model has learned that pieces count. */
START_TEST(it_learns)
{
    const struct training_data data = fill(0);
    const struct optimizer_model model = model_of(&data);
    static struct model weights;
    model_random_init(&weights, 3);
    const double before = optimizer_error(&model, (const float *)&weights);
    const struct training_run run = {
        .batch = 100,
        .epochs = 4,
        .rate_first = 0.005f,
        .rate_last = 0.0005f,
        .seed = 1,
    };
    ck_assert(optimizer_run(&model, &run, (float *)&weights));
    const double after = optimizer_error(&model, (const float *)&weights);
    ck_assert_msg(after < before / 4, "%f, before %f", after, before);
}
END_TEST

/* The built-in network prefers more pieces. */
START_TEST(the_built_in_network_knows_that_pieces_count)
{
    static const char *const fens[][2] = {
        {"xxxxxo1/xxxx3/xxx4/7/7/ooo4/oo5 x 0 1", "xxxo3/xx5/7/7/oo5/oooo3/oooo3 x 0 1"},
        {"x5o/7/3x3/2xxx2/3x3/7/o5x x 0 1", "x5o/7/3o3/2ooo2/3o3/7/o5x x 0 1"},
    };
    for (int i = 0; i < LENGTH(fens); i++) {
        score_t scores[2];
        for (int k = 0; k < 2; k++) {
            struct ataxx_position position;
            struct error error = {""};
            ck_assert_msg(ataxx_parse_fen(NULL, fens[i][k], &position, &error), "%s", error.text);
            scores[k] = ataxx_evaluate(&position);
        }
        ck_assert_msg(scores[0] > scores[1] + 100, "%s: %d, %s: %d", fens[i][0], scores[0],
                      fens[i][1], scores[1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ataxx_network");
    SUPPORT_ADD(suite, gradients_are_what_small_steps_show);
    SUPPORT_ADD(suite, positions_computed_together_add_their_gradients);
    SUPPORT_ADD(suite, there_are_eight_symmetries_of_the_board);
    SUPPORT_ADD(suite, the_engine_evaluates_as_the_model_does);
    SUPPORT_ADD(suite, accumulators_follow_the_board);
    SUPPORT_ADD(suite, a_long_line_is_followed);
    SUPPORT_ADD(suite, patterns_are_those_of_looking_at_four_squares);
    SUPPORT_ADD(suite, the_network_of_material_counts_pieces);
    SUPPORT_ADD(suite, it_learns);
    SUPPORT_ADD(suite, the_built_in_network_knows_that_pieces_count);
    return support_run(suite);
}
