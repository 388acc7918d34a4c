/* What limits a move, and the two clocks of a game. */
#ifndef CLIENT_PACE_H
#define CLIENT_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "command.h"
#include "error.h"

/* Zero fields limit nothing. */
struct pace {
    int moves;           /* a period has so many moves; 0: the whole game is one */
    int64_t base_ms;     /* of a period */
    int64_t inc_ms;      /* each move */
    int64_t movetime_ms; /* a fixed time each move */
    int depth;           /* plies */
    uint64_t nodes;
};

struct pace_clocks {
    struct pace paces[2]; /* of players 1 and 2, in this order everywhere */
    int64_t left_ns[2];
    int moves_left[2]; /* to the end of the period */
};

/* Reads `[MOVES/]TIME[+INC]` into the clock's fields, TIME as in pace_read_seconds; `inf` is none.
 */
bool pace_read(const char *text, struct pace *pace, struct error *error);

/* Reads `SECONDS` or `MINUTES:SECONDS`, more than 0. */
bool pace_read_seconds(const char *text, int64_t *ms, struct error *error);

/* In words, as in a report: "10+0.1", "depth 9". Nothing for no limit. */
void pace_format(const struct pace *pace, struct buffer *out);

bool pace_is_unlimited(const struct pace *pace);

/* Both clocks at the beginning of a game. */
struct pace_clocks pace_start(const struct pace *first, const struct pace *second);

/* What an engine that plays for `player` (0 or 1) must be told. */
struct command_go pace_go(const struct pace_clocks *clocks, int player);

/* The time that the player has for this move; INT64_MAX: no clock runs. */
int64_t pace_limit_ns(const struct pace_clocks *clocks, int player);

/* Takes a move's time off the player's clock; it never shows less than 0. */
void pace_charge(struct pace_clocks *clocks, int player, int64_t elapsed_ns);

#endif
