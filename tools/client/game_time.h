/* SPDX-License-Identifier: MIT */
/* Time controls of the players, limits of depth and nodes, and the two clocks of a game. */
#ifndef CLIENT_GAME_TIME_H
#define CLIENT_GAME_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "command.h"
#include "error.h"

/* A time control; 0 means no limit. */
struct game_time {
    int moves;           /* moves per period; 0: the whole game is one period */
    int64_t base_ms;     /* time per period, in ms */
    int64_t inc_ms;      /* increment per move, in ms */
    int64_t movetime_ms; /* fixed time per move, in ms */
    int depth;           /* in plies */
    uint64_t nodes;
};

struct game_clocks {
    struct game_time controls[2]; /* of players 1 and 2 */
    int64_t left_ns[2];
    int moves_left[2]; /* until the end of the period */
};

/* Reads `[MOVES/]TIME[+INC]` into the clock's fields. TIME is as in game_time_read_seconds; `inf`
 * means no clock. */
bool game_time_read(const char *text, struct game_time *control, struct error *error);

/* Reads `SECONDS` or `MINUTES:SECONDS`, which must be more than 0. */
bool game_time_read_seconds(const char *text, int64_t *ms, struct error *error);

/* Appends the time control as reports show it: "10+0.1" or "depth 9"; nothing if there is no
 * limit. */
void game_time_format(const struct game_time *control, struct buffer *out);

bool game_time_is_unlimited(const struct game_time *control);

/* Returns both clocks at the start of a game. */
struct game_clocks game_clocks_start(const struct game_time *first, const struct game_time *second);

/* Returns the limits of a `go` for the engine that plays `player` (0 or 1). */
struct command_go game_clocks_go(const struct game_clocks *clocks, int player);

/* Returns the time that the player has for this move; INT64_MAX: no clock is running. */
int64_t game_clocks_limit_ns(const struct game_clocks *clocks, int player);

/* Subtracts the time of a move from the player's clock, which does not fall below 0. */
void game_clocks_charge(struct game_clocks *clocks, int player, int64_t elapsed_ns);

#endif
