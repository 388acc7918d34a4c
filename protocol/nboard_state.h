/* SPDX-License-Identifier: MIT */
/* The state of a conversation in NBoard's protocol: what earlier lines said about the next search.
 */
#ifndef PROTOCOL_NBOARD_STATE_H
#define PROTOCOL_NBOARD_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum nboard_asked {
    NBOARD_NOTHING,
    NBOARD_MOVE, /* `go` */
    NBOARD_HINT
};

struct nboard_state {
    enum nboard_asked asked; /* on both sides: the present search */

    /* The engine's side. */
    int depth; /* of `set depth`; 0: none */
    bool has_clock;
    int64_t left_ms[2], inc_ms; /* the clocks of Black and White */
    int mover;                  /* 0: Black */
    bool has_score;
    int score;              /* of the present search, in hundredths of a disc */
    int64_t nodes, time_ms; /* the same */
    char reply[40];         /* a line that answers the last one; "": none */

    /* The client's side. */
    bool greets;    /* the first `pong` has not come */
    int sent_depth; /* of the last `set depth`; 0: none */
    int pings;      /* the number of the last `ping` */
    char pv[256];   /* the moves of the last line, with blanks */
    char move[8];   /* the first of them */
};

#endif
