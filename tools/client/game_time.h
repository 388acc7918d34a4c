/* SPDX-License-Identifier: MIT */
/* The time control of a player, with limits of depth and nodes, and the two clocks of a game. */
#ifndef CLIENT_GAME_TIME_H
#define CLIENT_GAME_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "command.h"
#include "error.h"

/* A time control; a field that is 0 limits nothing. */
struct game_time {
    int moves;           /* moves of a period; 0: the whole game is one period */
    int64_t base_ms;     /* time of a period, ms */
    int64_t inc_ms;      /* added after each move, ms */
    int64_t movetime_ms; /* fixed time of each move, ms */
    int depth;           /* plies */
    uint64_t nodes;
};

struct game_clocks {
    struct game_time controls[2]; /* of players 1 and 2 */
    int64_t left_ns[2];
    int moves_left[2]; /* moves to the end of the period */
};

/* Reads `[MOVES/]TIME[+INC]` into the clock's fields, TIME as in game_time_read_seconds; `inf` is
 * no clock. */
bool game_time_read(const char *text, struct game_time *control, struct error *error);

/* Reads `SECONDS` or `MINUTES:SECONDS`, more than 0. */
bool game_time_read_seconds(const char *text, int64_t *ms, struct error *error);

/* Appends the time control as a report shows it: "10+0.1", "depth 9"; nothing without a limit. */
void game_time_format(const struct game_time *control, struct buffer *out);

bool game_time_is_unlimited(const struct game_time *control);

/* Both clocks at the beginning of a game. */
struct game_clocks game_clocks_start(const struct game_time *first, const struct game_time *second);

/* The limits of a `go` for the engine that plays for `player` (0 or 1). */
struct command_go game_clocks_go(const struct game_clocks *clocks, int player);

/* The time that the player has for this move; INT64_MAX: no clock runs. */
int64_t game_clocks_limit_ns(const struct game_clocks *clocks, int player);

/* Takes a move's time off the player's clock; it never shows less than 0. */
void game_clocks_charge(struct game_clocks *clocks, int player, int64_t elapsed_ns);

#endif
