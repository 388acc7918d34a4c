/* SPDX-License-Identifier: MIT */
/* The state of a conversation in GTP: what earlier lines said about the next search, and which
 * response is awaited. The game itself is kept elsewhere. */
#ifndef PROTOCOL_GTP_STATE_H
#define PROTOCOL_GTP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "known_game.h"

#define GTP_ID 11 /* room for the number of a command, as text */

struct gtp_state {
    int form;     /* of the response that is awaited (gtp_form), or read (gtp_client.c) */
    bool is_open; /* the response to an analysis has not ended */

    /* The engine's side. */
    char id[GTP_ID]; /* the command's number; "": none */
    char text[16];   /* the response */
    int colour;      /* of `genmove`: 1, 2 */
    struct gtp_time {
        bool is_known;
        int64_t ms;
        int stones; /* to be played within the time; 0: the rest of the game */
    } left[2];
    int64_t overtime_ms; /* what each stone gets after the main time */
    bool analyses;       /* the engine analyses while it waits */
    int64_t interval_ms; /* between lines of an analysis */
    int64_t next_ms;     /* the time of the next line */
    char held[2048];     /* what the analysis has found since its last line */

    /* The client's side. */
    bool has_limits; /* the time control of this game was sent */
    bool can_analyze;
    bool failed; /* the response is an error */
    struct known_game board;
    char name[80];
};

#endif
