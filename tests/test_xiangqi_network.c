/* SPDX-License-Identifier: MIT */
/* Tests xiangqi's network: sums that are updated along a line of play against those of the board,
 * the symmetries, and the training: gradients, rounding and learning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "suite.h"
#include "xiangqi/rules.h"
#include "xiangqi_model.h"

#define POSITIONS 200
#define PLIES     120
#define SHARE     0.25f

static struct training_position positions[POSITIONS];
static struct xiangqi_position boards[POSITIONS];

static move_t random_move(struct rng *rng, const struct xiangqi_position *position)
{
    struct move_list list = {.count = 0};
    xiangqi_legal_moves(position, &list);
    return list.count ? list.moves[rng_below(rng, (uint64_t)list.count)] : MOVE_NONE;
}

/* Returns Red's pieces minus Black's, by the values of an exchange. */
static int lead(const struct xiangqi_position *position)
{
    int sum = 0;
    for (int kind = KING; kind < KINDS; kind++) {
        sum += xiangqi_values[kind] *
               (set_count(position->pieces[0][kind]) - set_count(position->pieces[1][kind]));
    }
    return sum;
}

/* Makes positions of random games whose score is the material. */
static struct training_data fill(float share)
{
    struct rng rng = {4};
    struct xiangqi_position position;
    xiangqi_start(NULL, &position);
    for (int i = 0; i < POSITIONS; i++) {
        struct xiangqi_undo undo;
        const move_t move = random_move(&rng, &position);
        if (move == MOVE_NONE || i % 100 == 99) {
            xiangqi_start(NULL, &position);
        } else {
            xiangqi_make(&position, move, &undo);
        }
        boards[i] = position;
        training_pack(&positions[i], &position);
        positions[i].target.score = (int16_t)(position.side ? -lead(&position) : lead(&position));
        positions[i].target.result = (uint8_t)rng_below(&rng, 3);
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
    for (size_t i = 0; i < 40; i++) {
        memset(&gradients, 0, sizeof gradients);
        double error =
            optimizer_gradients(&model, (const float *)&weights, &i, 1, (float *)&gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, &data, i), 1e-5);
        for (int k = 0; k < 400; k++) {
            size_t place = rng_below(&rng, MODEL_WEIGHTS);
            float *weight = (float *)&weights + place, kept = *weight;
            float gradient = ((const float *)&gradients)[place], step = 0.01f;
            *weight = kept + step;
            double above = error_of(&weights, &data, i);
            *weight = kept - step;
            double below = error_of(&weights, &data, i);
            *weight = kept;
            /* Skip the comparison if an activation is clipped between the two steps. */
            if (fabs(above + below - 2 * error) < 1e-6) {
                ck_assert_double_eq_tol(gradient, (above - below) / (2 * (double)step), 2e-4);
                seen += gradient != 0;
            }
        }
    }
    ck_assert_int_gt(seen, 100);
}
END_TEST

/* Rounds weights to multiples of 1 / one. */
static void snap(float *weights, size_t count, float one)
{
    for (size_t i = 0; i < count; i++) {
        weights[i] = roundf(weights[i] * one) / one;
    }
}

/* The integer network gives the score of the floating-point network whose weights are integers in
 * the network's units. Only the last division rounds. */
START_TEST(the_engine_evaluates_as_the_model_does)
{
    static struct model model;
    static struct network network;
    const struct training_data data = fill(SHARE);
    double worst = 0, largest = 0;
    model_random_init(&model, 8);
    snap(&model.first[0][0], sizeof model.first / sizeof(float), NETWORK_ONE_FIRST);
    snap(&model.second[0][0][0], sizeof model.second / sizeof(float), NETWORK_ONE_SECOND);
    model_round(&model, &network);
    for (size_t i = 0; i < POSITIONS; i++) {
        const double expected =
            (double)model_output(&model, &data, i * MODEL_SYMMETRIES) * NETWORK_UNIT;
        const double found = network_evaluate(&network, &boards[i], NULL, 0);
        worst = fabs(found - expected) > worst ? fabs(found - expected) : worst;
        largest = fabs(expected) > largest ? fabs(expected) : largest;
    }
    ck_assert_msg(worst < 1.1 && largest > 30, "off by %.1f, up to %.1f", worst, largest);
}
END_TEST

/* Plays a line forwards and backwards and evaluates at random places: each score must equal that of
 * the board alone. */
static void check_line(struct rng *rng, struct network_room *room)
{
    static struct xiangqi_undo undo[PLIES];
    static move_t moves[PLIES];
    struct xiangqi_position position;
    int ply = 0;
    xiangqi_start(NULL, &position);
    position.accumulators = network_begin(&xiangqi_network, room, &position.state.place);
    for (int step = 0; step < 3 * PLIES; step++) {
        const move_t move =
            ply < PLIES && rng_below(rng, 3) ? random_move(rng, &position) : MOVE_NONE;
        if (move != MOVE_NONE) {
            moves[ply] = move;
            xiangqi_make(&position, move, &undo[ply++]);
        } else if (ply > 0) {
            ply--;
            xiangqi_unmake(&position, moves[ply], &undo[ply]);
        }
        if (rng_below(rng, 2)) {
            struct xiangqi_position alone = position;
            alone.accumulators = NULL;
            ck_assert_int_eq(xiangqi_evaluate(&position), xiangqi_evaluate(&alone));
        }
    }
}

START_TEST(sums_along_a_line_are_those_of_the_board)
{
    static struct network_room room;
    struct rng rng = {7};
    for (int line = 0; line < 40; line++) {
        check_line(&rng, &room);
    }
}
END_TEST

/* Both kings and their guards are off the central file, so that the mirrored position differs. */
START_TEST(mirrored_and_turned_positions_have_the_same_value)
{
    static const char *const fens[][4] = {
        {"3k1ab2/9/2nab4/p3p3p/2r6/6P2/P3P3P/1C2B1N2/4A4/3K1ABR1 w - - 0 1",
         "2ba1k3/9/4ban2/p3p3p/6r2/2P6/P3P3P/2N1B2C1/4A4/1RBA1K3 w - - 0 1",
         "3k1abr1/4a4/1c2b1n2/p3p3p/6p2/2R6/P3P3P/2NAB4/9/3K1AB2 b - - 0 1",
         "1rba1k3/4a4/2n1b2c1/p3p3p/2p6/6R2/P3P3P/4BAN2/9/2BA1K3 b - - 0 1"},
    };
    for (int i = 0; i < LENGTH(fens); i++) {
        score_t scores[4];
        for (int k = 0; k < 4; k++) {
            struct xiangqi_position position;
            struct error error = {""};
            ck_assert_msg(xiangqi_parse_fen(NULL, fens[i][k], &position, &error), "%s: %s",
                          fens[i][k], error.text);
            scores[k] = xiangqi_evaluate(&position);
            ck_assert_msg(scores[k] == scores[0], "%s: %d, %s: %d", fens[i][k], scores[k],
                          fens[i][0], scores[0]);
        }
    }
}
END_TEST

/* The network for the first generation's games counts pieces: more material is better, by about its
 * value in centipawns. */
START_TEST(the_network_of_material_counts_pieces)
{
    static struct model model;
    static struct network network;
    int uneven = 0;
    fill(SHARE);
    model_material_init(&model);
    model_round(&model, &network);
    for (int i = 0; i < POSITIONS; i++) {
        const int expected = boards[i].side ? -lead(&boards[i]) : lead(&boards[i]);
        const score_t found = network_evaluate(&network, &boards[i], NULL, 0);
        ck_assert_msg(abs(found - expected) <= abs(expected) / 2 + 15, "%d, not %d", found,
                      expected);
        uneven += abs(expected) >= 200;
    }
    ck_assert_int_gt(uneven, 20);
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
        .batch = 50,
        .epochs = 8,
        .rate_first = 0.003f,
        .rate_last = 0.0003f,
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
    static const char *const odds[] = {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1",
    };
    for (int i = 0; i < LENGTH(odds); i++) {
        struct xiangqi_position position;
        struct error error = {""};
        ck_assert_msg(xiangqi_parse_fen(NULL, odds[i], &position, &error), "%s", error.text);
        struct xiangqi_position turned = position;
        turned.side ^= 1;
        /* The mean of both sides' views cancels the value of the right to move. */
        const score_t score = (xiangqi_evaluate(&position) - xiangqi_evaluate(&turned)) / 2;
        ck_assert_msg(score < -100, "%s: %d", odds[i], score);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xiangqi_network");
    SUPPORT_ADD(suite, sums_along_a_line_are_those_of_the_board);
    SUPPORT_ADD(suite, mirrored_and_turned_positions_have_the_same_value);
    SUPPORT_ADD(suite, the_built_in_network_knows_that_pieces_count);
    if (SUITE_WATCHES_THREADS) {
        return support_run(suite); /* the rest is arithmetic, which is slow there */
    }
    SUPPORT_ADD(suite, the_network_of_material_counts_pieces);
    SUPPORT_ADD(suite, the_engine_evaluates_as_the_model_does);
    SUPPORT_ADD(suite, gradients_are_what_small_steps_show);
    SUPPORT_ADD(suite, it_learns);
    return support_run(suite);
}
