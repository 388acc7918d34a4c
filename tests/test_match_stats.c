/* SPDX-License-Identifier: MIT */
/* Tests Elo and the sequential test, against published numbers and by properties. */
#include <math.h>

#include "rng.h"
#include "stats.h"
#include "suite.h"

/* The rounding of the published numbers. */
#define ROUNDED 0.006

/* Numbers published with the tests of a widely used match runner, for results by games... */
static const struct {
    struct tally tally;
    double nelo, nelo_error;
} known_games[] = {
    {{.wins = 76, .losses = 89, .draws = 123}, -20.76, 40.13},
    {{.wins = 136, .losses = 96, .draws = 111}, 49.77, 36.77},
    {{.wins = 34, .losses = 356}, -508.44, 34.48},
};

/* ... and by pairs of games. */
static const struct {
    struct tally tally;
    double nelo, nelo_error, elo, elo_error;
} known_pairs[] = {
    {{.pairs = {34, 54, 63, 64, 75}}, 57.94, 28.28, 55.58, 27.65},
    {{.pairs = {332, 433, 498, 333, 334}}, -9.17, 10.96, -8.64, 10.33},
    {{.pairs = {7895, 8757, 5685, 568, 9999}}, -19.01, 2.65, -21.04, 2.95},
    {{.pairs = {4, 11, 22, 7, 16}}, 66.37, 62.16, 58.45, 56.31}, /* printed by that runner */
};

START_TEST(elo_equals_published_figures)
{
    for (int i = 0; i < LENGTH(known_games); i++) {
        struct estimate e = stats_estimate(&known_games[i].tally, false);
        ck_assert_double_eq_tol(e.nelo, known_games[i].nelo, ROUNDED);
        ck_assert_double_eq_tol(e.nelo_error, known_games[i].nelo_error, ROUNDED);
    }
    struct estimate games = stats_estimate(&known_games[1].tally, false);
    ck_assert_double_eq_tol(games.elo, 40.70, ROUNDED);
    ck_assert_double_eq_tol(games.elo_error, 30.43, ROUNDED);
    ck_assert_double_eq_tol(games.superiority, 0.9960, 0.0001);
    for (int i = 0; i < LENGTH(known_pairs); i++) {
        struct estimate e = stats_estimate(&known_pairs[i].tally, true);
        ck_assert_double_eq_tol(e.nelo, known_pairs[i].nelo, ROUNDED);
        ck_assert_double_eq_tol(e.nelo_error, known_pairs[i].nelo_error, ROUNDED);
        ck_assert_double_eq_tol(e.elo, known_pairs[i].elo, ROUNDED);
        ck_assert_double_eq_tol(e.elo_error, known_pairs[i].elo_error, ROUNDED);
    }
}
END_TEST

static const struct {
    struct tally tally;
    bool paired;
    enum sprt_model model;
    double elo0, elo1, llr;
} known_llrs[] = {
    {{.wins = 36433, .losses = 36027, .draws = 68692}, false, SPRT_NORMALIZED, 0, 2, 0.92},
    {{.wins = 10871, .losses = 10650, .draws = 20431}, false, SPRT_NORMALIZED, -1.75, 0.25, 2.30},
    {{.wins = 21404, .losses = 21184, .draws = 40708}, false, SPRT_LOGISTIC, 0.5, 2.5, -1.57},
    {{.wins = 57433, .losses = 57030, .draws = 106593}, false, SPRT_LOGISTIC, 0, 2, -2.59},
    {{.pairs = {4, 11, 22, 7, 16}}, true, SPRT_NORMALIZED, 0, 10, 0.61},
    {{.pairs = {365, 16618, 36229, 16974, 390}}, true, SPRT_NORMALIZED, 0, 2, 2.25},
    {{.pairs = {127, 4883, 10712, 5150, 104}}, true, SPRT_NORMALIZED, -1.75, 0.25, 3.01},
    {{.pairs = {223, 9863, 21279, 10037, 246}}, true, SPRT_LOGISTIC, 0.5, 2.5, -3.07},
    {{.pairs = {871, 26175, 55983, 26678, 821}}, true, SPRT_LOGISTIC, 0, 2, -4.98},
};

static struct sprt sprt_of(enum sprt_model model, double elo0, double elo1)
{
    return (struct sprt){
        .enabled = true, .model = model, .elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
}

START_TEST(llr_equals_published_figures)
{
    for (int i = 0; i < LENGTH(known_llrs); i++) {
        struct sprt sprt = sprt_of(known_llrs[i].model, known_llrs[i].elo0, known_llrs[i].elo1);
        double llr = sprt_llr(&sprt, &known_llrs[i].tally, known_llrs[i].paired);
        ck_assert_double_eq_tol(llr, known_llrs[i].llr, ROUNDED);
    }
}
END_TEST

START_TEST(bounds_are_walds)
{
    struct sprt sprt = sprt_of(SPRT_NORMALIZED, 0, 2);
    ck_assert_double_eq_tol(sprt_lower_bound(&sprt), -2.94444, 1e-5);
    ck_assert_double_eq_tol(sprt_upper_bound(&sprt), 2.94444, 1e-5);
    sprt.alpha = 0.1;
    sprt.beta = 0.2;
    ck_assert_double_eq_tol(sprt_lower_bound(&sprt), log(0.2 / 0.9), 1e-9);
    ck_assert_double_eq_tol(sprt_upper_bound(&sprt), log(0.8 / 0.1), 1e-9);
}
END_TEST

/* If all results are the same, the constrained probabilities are known: with every pair won, the
 * best fit to a mean of m assigns m to the win and the rest to the loss. */
START_TEST(llr_of_one_outcome_is_exact)
{
    struct sprt sprt = sprt_of(SPRT_LOGISTIC, 0, 10);
    struct tally won = {.pairs = {0, 0, 0, 0, 100}};
    double expected = 100 * log(stats_score_of_elo(10) / 0.5);
    ck_assert_double_eq_tol(sprt_llr(&sprt, &won, true), expected, 0.01);
}
END_TEST

static struct tally mirrored(const struct tally *tally)
{
    struct tally mirror = {.wins = tally->losses, .losses = tally->wins, .draws = tally->draws};
    for (int i = 0; i < 5; i++) {
        mirror.pairs[i] = tally->pairs[4 - i];
    }
    return mirror;
}

START_TEST(exchanging_the_engines_turns_the_sign)
{
    struct rng rng = {7};
    for (int round = 0; round < 2000; round++) {
        struct tally tally = {.wins = (int64_t)rng_below(&rng, 500),
                              .losses = (int64_t)rng_below(&rng, 500),
                              .draws = (int64_t)rng_below(&rng, 500)};
        for (int i = 0; i < 5; i++) {
            tally.pairs[i] = 1 + (int64_t)rng_below(&rng, 200);
        }
        struct tally other = mirrored(&tally);
        for (int model = SPRT_NORMALIZED; model <= SPRT_LOGISTIC; model++) {
            for (int paired = 0; paired < 2; paired++) {
                struct sprt up = sprt_of((enum sprt_model)model, -1, 4);
                struct sprt down = sprt_of((enum sprt_model)model, -4, 1);
                ck_assert_double_eq_tol(sprt_llr(&up, &tally, paired),
                                        -sprt_llr(&down, &other, paired), 1e-6);
            }
        }
        struct estimate e = stats_estimate(&tally, true), o = stats_estimate(&other, true);
        ck_assert_double_eq_tol(e.elo, -o.elo, 1e-9);
        ck_assert_double_eq_tol(e.superiority, 1 - o.superiority, 1e-9);
    }
}
END_TEST

START_TEST(scores_and_elo_are_inverse)
{
    for (double elo = -800; elo <= 800; elo += 12.5) {
        ck_assert_double_eq_tol(stats_elo_of_score(stats_score_of_elo(elo)), elo, 1e-6);
    }
    ck_assert(isinf(stats_elo_of_score(1)) && isinf(stats_elo_of_score(0)));
    ck_assert_double_eq_tol(stats_score_of_elo(400), 10.0 / 11, 1e-12);
}
END_TEST

START_TEST(nothing_known_says_nothing)
{
    struct tally none = {0}, drawn = {.draws = 10, .pairs = {0, 0, 5, 0, 0}};
    struct sprt sprt = sprt_of(SPRT_NORMALIZED, 0, 5);
    ck_assert(!stats_estimate(&none, false).known);
    ck_assert(!stats_estimate(&drawn, true).known);
    ck_assert_double_eq(sprt_llr(&sprt, &none, true), 0);
    ck_assert_int_eq(sprt_verdict(&sprt, &none, true), SPRT_RUNNING);
    ck_assert_double_lt(sprt_llr(&sprt, &drawn, true), 0);
}
END_TEST

/* Plays pairs of a known strength until the test ends. The share of wrong verdicts must be near
 * alpha. */
START_TEST(sequential_test_errs_as_often_as_it_says)
{
    struct rng rng = {42};
    struct sprt sprt = sprt_of(SPRT_LOGISTIC, 0, 50);
    int wrong = 0;
    for (int run = 0; run < 400; run++) {
        struct tally tally = {0};
        enum sprt_verdict verdict = SPRT_RUNNING;
        while (verdict == SPRT_RUNNING) {
            tally.pairs[rng_below(&rng, 3) + rng_below(&rng, 3)]++; /* Elo 0: H0 is true */
            verdict = sprt_verdict(&sprt, &tally, true);
        }
        wrong += verdict == SPRT_ACCEPT_H1;
    }
    ck_assert_msg(wrong > 4 && wrong < 40, "%d wrong verdicts of 400, about 20 expected", wrong);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_stats");
    SUPPORT_ADD(suite, elo_equals_published_figures);
    SUPPORT_ADD(suite, llr_equals_published_figures);
    SUPPORT_ADD(suite, bounds_are_walds);
    SUPPORT_ADD(suite, llr_of_one_outcome_is_exact);
    SUPPORT_ADD(suite, exchanging_the_engines_turns_the_sign);
    SUPPORT_ADD(suite, scores_and_elo_are_inverse);
    SUPPORT_ADD(suite, nothing_known_says_nothing);
    SUPPORT_ADD(suite, sequential_test_errs_as_often_as_it_says);
    return support_run(suite);
}
