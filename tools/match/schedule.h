/* Which game is played when, by whom, with which colours and opening: a pure function of the game's
 * number, so that a match that was cut short goes on where it stood. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

enum tournament { TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET };

struct schedule {
    enum tournament kind;
    int engines;
    int challengers; /* gauntlet: the first so many meet all others, but not each other */
    int rounds;      /* encounters of each pairing */
    int games;       /* of one encounter: two and two on one opening, colours swapped */
    bool by_lot;     /* colours of every game drawn by lot instead */
    uint64_t seed;   /* of the lot */
};

struct scheduled_game {
    int64_t number;
    int round;
    int pairing;
    int64_t opening; /* counted from 0; all pairings of a round play the same ones */
    int engines[2];  /* of players 1 and 2 */
    int64_t pair;    /* number of the first game of the pair that this game belongs to */
};

int schedule_pairings(const struct schedule *schedule);
int64_t schedule_games(const struct schedule *schedule);

/* The engines of a pairing, the one that comes first in the list first. */
void schedule_pairing(const struct schedule *schedule, int pairing, int engines[2]);

/* Game `number`, 0 .. schedule_games - 1. */
struct scheduled_game schedule_game(const struct schedule *schedule, int64_t number);

/* Whether games come in pairs that swap colours on one opening. */
bool schedule_is_paired(const struct schedule *schedule);

#endif
