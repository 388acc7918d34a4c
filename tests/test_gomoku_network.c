/* The learning of gomoku's network: its gradients, its threads, its rounding, and that it learns.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku_games.h"
#include "gomoku_model.h"
#include "suite.h"

#define SAMPLES 200
#define CELLS   40 /* of each sample */
#define SHARE   0.25f
#define EPOCHS  30
#define RATE    0.005f

/* Samples of random squares; what is to be learned of them: one kind of square is good to have,
 * the same seen by the other is bad. */
#define GOOD 5

static struct gomoku_sample samples[SAMPLES];
static struct gomoku_cell cells[SAMPLES * CELLS];

static struct gomoku_lesson fill(float share)
{
    struct rng rng = {4};
    for (int i = 0; i < SAMPLES; i++) {
        int score = 0;
        for (int k = 0; k < CELLS; k++) {
            struct gomoku_cell *cell = &cells[i * CELLS + k];
            cell->number[0] = (uint16_t)rng_below(&rng, 12);
            cell->number[1] = (uint16_t)rng_below(&rng, 12);
            cell->count = (uint16_t)(1 + rng_below(&rng, 2));
            score += 40 * cell->count * ((cell->number[0] == GOOD) - (cell->number[1] == GOOD));
        }
        samples[i] = (struct gomoku_sample){
            .first = (size_t)i * CELLS,
            .cells = CELLS,
            .rule = (uint8_t)rng_below(&rng, GOMOKU_RULES),
            .result = (uint8_t)rng_below(&rng, 3),
            .score = (int16_t)score,
            .by_hand = (int16_t)((int)rng_below(&rng, 100) - 50),
        };
    }
    return (struct gomoku_lesson){samples, cells, SAMPLES, share};
}

/* The error of a sample, from nothing but the output. */
static double error_of(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                       size_t number)
{
    const struct gomoku_sample *sample = &lesson->samples[number];
    double expected = 1 / (1 + exp(-(double)gomoku_model_output(model, lesson, number)));
    double target = SHARE * sample->result / 2.0 +
                    (1 - SHARE) / (1 + exp(-(double)sample->score / GOMOKU_NETWORK_UNIT));
    return (expected - target) * (expected - target);
}

/* A weight moved up and down a little moves the error as its slope says. */
START_TEST(slopes_are_what_small_steps_show)
{
    static struct gomoku_model weights, gradients;
    const struct gomoku_lesson lesson = fill(SHARE);
    gomoku_model_begin(&weights, 3);
    struct rng rng = {9};
    int seen = 0;
    for (size_t i = 0; i < 40; i++) {
        memset(&gradients, 0, sizeof gradients);
        double error = gomoku_model_gradients(&weights, &lesson, i, &gradients);
        ck_assert_double_eq_tol(error, error_of(&weights, &lesson, i), 1e-5);
        for (int k = 0; k < 400; k++) {
            /* Half of them among the rows of squares that the samples have. */
            size_t rows = offsetof(struct gomoku_model, hidden) / sizeof(float);
            size_t place = k % 2 ? rng_below(&rng, 12 * GOMOKU_FEATURES)
                                 : rows + rng_below(&rng, GOMOKU_MODEL_WEIGHTS - rows);
            float *weight = (float *)&weights + place, kept = *weight;
            float slope = ((const float *)&gradients)[place], step = 0.002f;
            if (k % 2 && place < GOMOKU_FEATURES) {
                ck_assert_float_eq(slope, 0);
                continue;
            }
            *weight = kept + step;
            double above = error_of(&weights, &lesson, i);
            *weight = kept - step;
            double below = error_of(&weights, &lesson, i);
            *weight = kept;
            /* Where a unit meets its limit in between there is no slope to compare. */
            if (fabs(above + below - 2 * error) < 1e-7) {
                ck_assert_double_eq_tol(slope, (above - below) / (2 * (double)step), 5e-4);
                seen += slope != 0;
            }
        }
    }
    ck_assert_int_gt(seen, 1000);
}
END_TEST

static void teach(const struct gomoku_lesson *lesson, int threads, struct gomoku_model *result)
{
    struct optimizer_model model = gomoku_model_of(lesson);
    struct optimizer *optimizer = optimizer_create(&model, threads);
    struct gomoku_model *weights = (struct gomoku_model *)optimizer_weights(optimizer);
    gomoku_model_begin(weights, 3);
    const struct training_run run = {
        .positions = lesson->count,
        .batch = 20,
        .epochs = EPOCHS,
        .rate_first = RATE,
        .rate_last = RATE / 10,
        .seed = 1,
    };
    ck_assert(optimizer_run(optimizer, &run));
    *result = *weights;
    optimizer_destroy(optimizer);
}

START_TEST(threads_do_not_matter)
{
    static struct gomoku_model one, many;
    const struct gomoku_lesson lesson = fill(SHARE);
    teach(&lesson, 1, &one);
    for (int threads = 2; threads <= OPTIMIZER_MAX_THREADS; threads++) {
        teach(&lesson, threads, &many);
        ck_assert_int_eq(memcmp(&one, &many, sizeof one), 0);
    }
}
END_TEST

START_TEST(what_is_good_is_learned_and_rounding_keeps_it)
{
    static struct gomoku_model model;
    static struct gomoku_network network;
    const struct gomoku_lesson lesson = fill(0);
    gomoku_model_begin(&model, 3);
    double before = gomoku_model_error(&model, &lesson);
    teach(&lesson, 2, &model);
    ck_assert_double_lt(gomoku_model_error(&model, &lesson), before / 4);
    gomoku_model_round(&model, &network);
    for (size_t i = 0; i < lesson.count; i++) {
        const struct gomoku_sample *sample = &lesson.samples[i];
        int sums[GOMOKU_COLOURS][GOMOKU_FEATURES] = {{0}};
        for (int k = 0; k < sample->cells; k++) {
            const struct gomoku_cell *cell = &lesson.cells[sample->first + (size_t)k];
            for (int view = 0; view < GOMOKU_COLOURS; view++) {
                for (int f = 0; f < GOMOKU_FEATURES; f++) {
                    int both = network.own[cell->number[view]][f] +
                               network.other[cell->number[1 - view]][f];
                    both = both < 0 ? 0 : both > GOMOKU_ONE_FEATURE ? GOMOKU_ONE_FEATURE : both;
                    sums[view][f] += cell->count * both;
                }
            }
        }
        double output = network.output_bias[sample->rule];
        for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
            double active = network.hidden_bias[sample->rule][unit];
            for (int view = 0; view < GOMOKU_COLOURS; view++) {
                for (int f = 0; f < GOMOKU_FEATURES; f++) {
                    active += (double)sums[view][f] * network.hidden[unit][view][f];
                }
            }
            active /= GOMOKU_ONE_FEATURE;
            active = active < 0 ? 0 : active > GOMOKU_ONE_HIDDEN ? GOMOKU_ONE_HIDDEN : active;
            output += active * network.output[unit];
        }
        double whole = output / (GOMOKU_ONE_HIDDEN * GOMOKU_ONE_OUTPUT) +
                       (double)sample->by_hand / GOMOKU_NETWORK_UNIT;
        ck_assert_double_eq_tol(whole, (double)gomoku_model_output(&model, &lesson, i), 0.25);
    }
}
END_TEST

static void count_quiet(void *opaque, const struct gomoku_quiet *quiet)
{
    ck_assert_int_le(quiet->board->position.stone_count, 6);
    ++*(int *)opaque;
}

/* h8 i9 g7 opened the first game; the others are damaged after them, or from the beginning: a
 * square outside, one that is taken, a line cut short, a line in another. */
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
    int quiet = 0;
    ck_assert_int_eq(gomoku_games_read(file, count_quiet, &quiet), 7);
    ck_assert_int_eq(quiet, 4);
    fclose(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_network");
    SUPPORT_ADD(suite, slopes_are_what_small_steps_show);
    SUPPORT_ADD(suite, threads_do_not_matter);
    SUPPORT_ADD(suite, what_is_good_is_learned_and_rounding_keeps_it);
    SUPPORT_ADD(suite, damaged_games_are_read_as_far_as_they_go);
    return support_run(suite);
}
