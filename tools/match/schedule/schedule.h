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

/* In a pyramid, each engine meets all that precede it in the list. The encounters of the last two
 * depend on results: encounters.h. */
enum tournament {
    TOURNAMENT_ROUND_ROBIN,
    TOURNAMENT_GAUNTLET,
    TOURNAMENT_PYRAMID,
    TOURNAMENT_KNOCKOUT,
    TOURNAMENT_SWISS
};

struct schedule {
    enum tournament kind;
    int engines;
    int challengers; /* gauntlet: how many of the first engines meet all others; knockout: how many
                        are seeds */
    int rounds;      /* rounds of each pairing; of a Swiss tournament */
    int games;       /* games of a pairing in one round */
    int colours;     /* enum colours */
    int policy;      /* enum opening_policy */
    bool reversed;   /* the second engine of each pairing begins */
    int singles;     /* 1: statistics count single games, also if they come in pairs */
    uint64_t seed;   /* seed of the lot */
};

struct scheduled_game {
    int64_t number;
    int round;
    int pairing;
    int64_t opening; /* index, from 0, as the policy says */
    int engines[2];  /* of players 1 and 2; -1: they depend on results */
    int64_t pair;    /* number of the first game of this game's pair */
};

/* Returns the name of a tournament; and finds one by its name, or by that of other runners
 * ("round-robin"). */
const char *schedule_kind_name(enum tournament kind);
bool schedule_find_kind(const char *name, enum tournament *kind);

/* Return the number of pairings, and of games without the further ones of a knockout. Where the
 * encounters depend on results, each is a pairing of its own. */
int schedule_pairings(const struct schedule *schedule);
int64_t schedule_games(const struct schedule *schedule);

/* Returns how many numbers games can have: further games that decide the encounters of a knockout
 * follow those of all rounds. */
int64_t schedule_numbers(const struct schedule *schedule);

/* Return the most games that an encounter of such a tournament can have; how many further games are
 * played at a time; and the number of a game of an encounter, counted from 0. */
int schedule_most_games(const struct schedule *schedule);
int schedule_extra_games(const struct schedule *schedule);
int64_t schedule_number(const struct schedule *schedule, int encounter, int game);

/* True if the second engine of the pairing is player 1. */
bool schedule_is_swapped(const struct schedule *schedule, int64_t number);

/* Finds the engines of a pairing, in the order of their list. */
void schedule_pairing(const struct schedule *schedule, int pairing, int engines[2]);

/* Returns game `number`, 0 .. schedule_numbers - 1. */
struct scheduled_game schedule_game(const struct schedule *schedule, int64_t number);

/* True if games come in pairs, with colours swapped on one opening, and pairs are counted. */
bool schedule_is_paired(const struct schedule *schedule);

#endif
