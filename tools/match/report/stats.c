/* SPDX-License-Identifier: MIT */
#include "stats.h"

#include <math.h>

#include "compiler.h"

/* The two-sided 95 % quantile of a normal distribution, in standard deviations. */
#define CONFIDENCE 1.959963984540054

/* The number of results assumed for an outcome that never occurred. It keeps logarithms finite. */
#define NEVER_SEEN 1e-3

/* Steps of the bisection. Each gains one bit. */
#define BISECTION_STEPS 100

/* Rounds of the fixed-point iteration for the normalised model. It converges within a few. */
#define FIXED_POINT_ROUNDS  20
#define FIXED_POINT_SETTLED 1e-10

#define MAX_OUTCOMES 5

/* The probabilities of outcomes worth 0 .. 1. */
struct distribution {
    int count;
    double total; /* the number of results it is based on */
    double value[MAX_OUTCOMES], chance[MAX_OUTCOMES];
};

static double elo_per_nat(void)
{
    return 400 / log(10);
}

int64_t tally_games(const struct tally *tally)
{
    return tally->wins + tally->losses + tally->draws;
}

int64_t tally_pairs(const struct tally *tally)
{
    int64_t sum = 0;
    for (int i = 0; i < LENGTH(tally->pairs); i++) {
        sum += tally->pairs[i];
    }
    return sum;
}

double tally_points(const struct tally *tally)
{
    return (double)tally->wins + (double)tally->draws / 2;
}

double tally_percent(const struct tally *tally)
{
    const int64_t games = tally_games(tally);
    return games ? 100 * tally_points(tally) / (double)games : 0;
}

double stats_score_of_elo(double elo)
{
    return 1 / (1 + exp(-elo / elo_per_nat()));
}

double stats_elo_of_score(double score)
{
    if (score <= 0) {
        return -INFINITY;
    }
    return score >= 1 ? INFINITY : elo_per_nat() * log(score / (1 - score));
}

static struct distribution distribution_of(const struct tally *tally, bool paired, bool regular)
{
    struct distribution d = {.count = paired ? 5 : 3};
    double games[3] = {(double)tally->losses, (double)tally->draws, (double)tally->wins};
    for (int i = 0; i < d.count; i++) {
        double results = paired ? (double)tally->pairs[i] : games[i];
        d.chance[i] = regular && results <= 0 ? NEVER_SEEN : results;
        d.value[i] = (double)i / (d.count - 1);
        d.total += d.chance[i];
    }
    for (int i = 0; i < d.count && d.total > 0; i++) {
        d.chance[i] /= d.total;
    }
    return d;
}

static void moments(const struct distribution *d, double *mean, double *variance)
{
    *mean = *variance = 0;
    for (int i = 0; i < d->count; i++) {
        *mean += d->chance[i] * d->value[i];
    }
    for (int i = 0; i < d->count; i++) {
        *variance += d->chance[i] * (d->value[i] - *mean) * (d->value[i] - *mean);
    }
}

struct estimate stats_estimate(const struct tally *tally, bool paired)
{
    struct distribution d = distribution_of(tally, paired, false);
    struct estimate e = {.score = 0.5, .superiority = 0.5};
    if (d.total <= 0) {
        return e;
    }
    double variance;
    moments(&d, &e.score, &variance);
    double spread = sqrt(variance / d.total); /* of the mean */
    double low = stats_elo_of_score(e.score - CONFIDENCE * spread);
    double high = stats_elo_of_score(e.score + CONFIDENCE * spread);
    double games_a_result = paired ? 2 : 1;
    e.elo = stats_elo_of_score(e.score);
    e.known = variance > 0;
    e.elo_error = e.known ? (high - low) / 2 : INFINITY;
    e.nelo_error = CONFIDENCE * 2 * elo_per_nat() / sqrt(games_a_result * d.total);
    e.nelo = e.known ? (e.score - 0.5) / sqrt(games_a_result * variance) * 2 * elo_per_nat()
                     : (e.score > 0.5   ? INFINITY
                        : e.score < 0.5 ? -INFINITY
                                        : 0);
    e.superiority = e.known ? (1 + erf((e.score - 0.5) / spread / sqrt(2))) / 2
                            : (e.score > 0.5   ? 1
                               : e.score < 0.5 ? 0
                                               : 0.5);
    return e;
}

/* Finds the maximum-likelihood probabilities for the observed ones, under the condition that
 * `merit` has the mean 0: each observed probability divided by 1 + x merit, where x makes the mean
 * 0. */
static void most_likely(const struct distribution *observed, const double *merit, double *chance)
{
    double least = merit[0], most = merit[0];
    for (int i = 1; i < observed->count; i++) {
        least = fmin(least, merit[i]);
        most = fmax(most, merit[i]);
    }
    double low = -1 / most, high = -1 / least;
    double x = 0;
    for (int step = 0; step < BISECTION_STEPS; step++) {
        x = (low + high) / 2;
        double mean = 0; /* decreases as x grows */
        for (int i = 0; i < observed->count; i++) {
            mean += observed->chance[i] * merit[i] / (1 + x * merit[i]);
        }
        if (mean > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    for (int i = 0; i < observed->count; i++) {
        chance[i] = observed->chance[i] / (1 + x * merit[i]);
    }
}

/* Finds the maximum-likelihood probabilities with the mean `score`. */
static void fit_score(const struct distribution *observed, double score, double *chance)
{
    double merit[MAX_OUTCOMES] = {0};
    for (int i = 0; i < observed->count; i++) {
        merit[i] = observed->value[i] - score;
    }
    most_likely(observed, merit, chance);
}

/* Finds the maximum-likelihood probabilities whose mean is `t` of their own standard deviations
 * above 1/2. This condition is not linear in the probabilities; each round solves it linearised at
 * the last solution. */
static void fit_normalized(const struct distribution *observed, double t, double *chance)
{
    struct distribution now = *observed;
    for (int i = 0; i < now.count; i++) {
        now.chance[i] = 1.0 / now.count;
    }
    for (int round = 0; round < FIXED_POINT_ROUNDS; round++) {
        double mean, variance, merit[MAX_OUTCOMES] = {0}, change = 0;
        moments(&now, &mean, &variance);
        double deviation = sqrt(variance);
        for (int i = 0; i < now.count; i++) {
            double off = (now.value[i] - mean) / deviation;
            merit[i] = now.value[i] - 0.5 - t * deviation * (1 + off * off) / 2;
        }
        most_likely(observed, merit, chance);
        for (int i = 0; i < now.count; i++) {
            change = fmax(change, fabs(chance[i] - now.chance[i]));
            now.chance[i] = chance[i];
        }
        if (change < FIXED_POINT_SETTLED) {
            return;
        }
    }
}

double sprt_llr(const struct sprt *sprt, const struct tally *tally, bool paired)
{
    if ((paired ? tally_pairs(tally) : tally_games(tally)) == 0) {
        return 0;
    }
    struct distribution d = distribution_of(tally, paired, true);
    double chance0[MAX_OUTCOMES], chance1[MAX_OUTCOMES];
    if (sprt->model == SPRT_LOGISTIC) {
        fit_score(&d, stats_score_of_elo(sprt->elo0), chance0);
        fit_score(&d, stats_score_of_elo(sprt->elo1), chance1);
    } else {
        /* The standard deviation of a pair's mean is that of a game divided by the square root of
         * two. */
        double unit = 2 * elo_per_nat() / (paired ? sqrt(2) : 1);
        fit_normalized(&d, sprt->elo0 / unit, chance0);
        fit_normalized(&d, sprt->elo1 / unit, chance1);
    }
    double llr = 0;
    for (int i = 0; i < d.count; i++) {
        llr += d.chance[i] * (log(chance1[i]) - log(chance0[i]));
    }
    return d.total * llr;
}

double sprt_lower_bound(const struct sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper_bound(const struct sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct tally *tally, bool paired)
{
    double llr = sprt_llr(sprt, tally, paired);
    if (!sprt->enabled || (llr > sprt_lower_bound(sprt) && llr < sprt_upper_bound(sprt))) {
        return SPRT_RUNNING;
    }
    return llr >= sprt_upper_bound(sprt) ? SPRT_ACCEPT_H1 : SPRT_ACCEPT_H0;
}
