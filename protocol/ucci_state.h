/* SPDX-License-Identifier: MIT */
/* The state of a conversation in UCCI: what earlier lines said about the next search. */
#ifndef PROTOCOL_UCCI_STATE_H
#define PROTOCOL_UCCI_STATE_H

#include <stdbool.h>

struct ucci_state {
    bool in_seconds; /* the unit of times; otherwise milliseconds */

    /* The engine's side. */
    bool asks_draw; /* the opponent offers a draw */
    bool has_score;
    int score;        /* of the present search, in centipawns */
    char banned[256]; /* the moves of `banmoves` */
    char reply[16];   /* a line that answers the last one; "": none */

    /* The client's side. */
    bool has_milliseconds; /* the engine has the option `usemillisec` */
    bool black_moves;      /* in the last position */
};

#endif
