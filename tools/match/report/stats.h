/* SPDX-License-Identifier: MIT */
/* Statistics of match results: Elo with error bars, and a sequential test. Pure functions.
 *
 * Sources: M. Van den Bergh, "Comments on Normalized Elo" and "A practical introduction to the
 * GSPRT". The results match those of public match runners and testing frameworks. */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Results of one engine, from its side. */
struct tally {
    int64_t wins, losses, draws;
    /* Pairs of games on one opening with colours swapped, by points: 0, 1/2, 1, 1 1/2, 2. Pairs of
     * 1 point include pairs of two draws, which `drawn_pairs` also counts. */
    int64_t pairs[5];
    int64_t drawn_pairs;
};

struct estimate {
    double score;            /* 0 .. 1 */
    double elo, elo_error;   /* infinite if every point was won or lost; error: 95 % */
    double nelo, nelo_error; /* normalised Elo: in units of one game's standard deviation */
    double superiority;      /* likelihood that the engine is the stronger, 0 .. 1 */
    bool known;              /* false until the results vary */
};

enum sprt_model { SPRT_NORMALIZED, SPRT_LOGISTIC };
enum sprt_verdict { SPRT_RUNNING, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 };

struct sprt {
    bool enabled;
    enum sprt_model model;
    double elo0, elo1;  /* H0: the difference is elo0; H1: it is elo1 */
    double alpha, beta; /* probabilities of a wrong verdict */
};

int64_t tally_games(const struct tally *tally);
int64_t tally_pairs(const struct tally *tally);

/* Return the points, and the share of all points in per cent; 0 without games. */
double tally_points(const struct tally *tally);
double tally_percent(const struct tally *tally);

/* Converts a difference in Elo to an expected score, and back; 0 and 1 give infinities. */
double stats_score_of_elo(double elo);
double stats_elo_of_score(double score);

/* Estimates from pairs if `paired`, otherwise from single games. */
struct estimate stats_estimate(const struct tally *tally, bool paired);

/* Returns the log-likelihood ratio of H1 against H0. */
double sprt_llr(const struct sprt *sprt, const struct tally *tally, bool paired);
double sprt_lower_bound(const struct sprt *sprt);
double sprt_upper_bound(const struct sprt *sprt);
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct tally *tally, bool paired);

#endif
