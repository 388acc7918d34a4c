/* SPDX-License-Identifier: MIT */
/* The schedule: the players, colours and opening of each game. It is a pure function of the game's
 * number, so that an interrupted match can be continued. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the players of an opening swap colours for its second game, have them by lot in every
 * game, or keep them. */
enum colours { COLOURS_SWAP, COLOURS_LOT, COLOURS_KEEP };

/* When a new opening is played: for each two games of a pairing, for each encounter (the games of a
 * pairing in one round), or for each round. */
enum opening_policy { POLICY_DEFAULT, POLICY_ENCOUNTER, POLICY_ROUND };

enum tournament { TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET };

struct schedule {
    enum tournament kind;
    int engines;
    int challengers; /* gauntlet: how many of the first engines meet all others */
    int rounds;      /* rounds of each pairing */
    int games;       /* games of a pairing in one round */
    int colours;     /* enum colours */
    int policy;      /* enum opening_policy */
    bool reversed;   /* the second engine of each pairing begins */
    uint64_t seed;   /* seed of the lot */
};

struct scheduled_game {
    int64_t number;
    int round;
    int pairing;
    int64_t opening; /* index, from 0, as the policy says */
    int engines[2];  /* of players 1 and 2 */
    int64_t pair;    /* number of the first game of this game's pair */
};

int schedule_pairings(const struct schedule *schedule);
int64_t schedule_games(const struct schedule *schedule);

/* Finds the engines of a pairing, in the order of their list. */
void schedule_pairing(const struct schedule *schedule, int pairing, int engines[2]);

/* Returns game `number`, 0 .. schedule_games - 1. */
struct scheduled_game schedule_game(const struct schedule *schedule, int64_t number);

/* True if games come in pairs, with colours swapped on one opening. */
bool schedule_is_paired(const struct schedule *schedule);

#endif
