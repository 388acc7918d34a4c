/* SPDX-License-Identifier: MIT */
/* The standings: the points of each pairing. Games are added as they end, in any order. */
#ifndef MATCH_STANDINGS_H
#define MATCH_STANDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "encounters.h"
#include "played_game.h"
#include "schedule.h"
#include "stats.h"

struct standings {
    struct schedule schedule;
    const char *const *names;     /* of the engines, owned by the caller */
    struct tally *tallies;        /* one for each pairing, from the first engine's side */
    uint8_t *results;             /* enum game_result, one for each number of a game */
    struct encounters encounters; /* if they depend on results */
    int64_t finished, elsewhere;  /* games; those of them that another file counts */
    int64_t *forfeits;            /* number of forfeits, at engine * VERDICT_COUNT + verdict */
    int64_t first_player_wins, second_player_wins, draws;
};

void standings_init(struct standings *standings, const struct schedule *schedule,
                    const char *const *names);
void standings_finish(struct standings *standings);

/* Counts a finished game. A game that has been counted is ignored. */
void standings_add(struct standings *standings, const struct played_game *played);

/* Counts the games of a pairing that are only known by their number and results, from the side of
 * its second engine if `reversed`: its first games. False if the match has fewer. */
bool standings_add_results(struct standings *standings, int pairing, const struct tally *tally,
                           bool reversed);

bool standings_has(const struct standings *standings, int64_t number);

/* Returns the number of games of the whole tournament, as far as it is known; and true if all are
 * played. */
int64_t standings_total(const struct standings *standings);
bool standings_is_complete(const struct standings *standings);

/* Returns a game with its players, which may depend on results; -1: not known yet. */
struct scheduled_game standings_game(const struct standings *standings, int64_t number);

/* Appends an engine's name, cut and padded to `width` characters; and returns the width that all
 * names need. */
void standings_put_name(const struct standings *standings, int engine, int width,
                        struct buffer *out);
int standings_name_width(const struct standings *standings);

/* Returns an engine's results against all others together. */
struct tally standings_of(const struct standings *standings, int engine);

/* Returns the engines in the order of their scores, the best first; to be freed. */
int *standings_order(const struct standings *standings);

/* Finds an engine's results against another one. False if they never meet. */
bool standings_between(const struct standings *standings, int engine, int other,
                       struct tally *tally);

/* Appends the report: for two engines the match, for more the cross table; then the forfeits.
 * `sprt` may be NULL. A tournament in rounds has a report of its own: rounds.h. */
void standings_report(const struct standings *standings, const struct sprt *sprt,
                      struct buffer *out);

/* Appends the last lines of each report: how the first players scored, and the forfeits. */
void standings_report_end(const struct standings *standings, struct buffer *out);

/* Appends "Elo 12.3 +- 8.1", or words if there is no number. */
void standings_format_elo(const struct tally *tally, bool paired, struct buffer *out);

#endif
