/* SPDX-License-Identifier: MIT */
/* The state of a conversation in CECP: the mode, and what earlier lines said about the next search.
 * The game itself is kept elsewhere. The state contains no pointers, so restoring a copy undoes a
 * line. */
#ifndef PROTOCOL_CECP_STATE_H
#define PROTOCOL_CECP_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "known_game.h"

#define CECP_FIRST_GAME "normal" /* the variant of `new` */

enum cecp_mode {
    CECP_WAITING,  /* the engine answers the opponent's next move */
    CECP_FORCE,    /* the engine plays neither side */
    CECP_THINKING, /* the engine searches for its move */
    CECP_ANALYSING
};

/* The features of an engine that matter to a client, as bits. */
enum cecp_feature {
    CECP_PING = 1 << 0,
    CECP_SETBOARD = 1 << 1,
    CECP_USERMOVE = 1 << 2,
    CECP_SAN = 1 << 3, /* moves to the engine are written as players do */
    CECP_TIME = 1 << 4,
    CECP_REUSE = 1 << 5,
    CECP_ANALYZE = 1 << 6,
    CECP_MEMORY = 1 << 7,
    CECP_SMP = 1 << 8,
    CECP_COLORS = 1 << 9,
    CECP_NPS = 1 << 10
};

struct cecp_state {
    enum cecp_mode mode; /* on both sides */

    /* The engine's side. */
    bool shows;         /* `post`: lines of thinking are sent */
    bool ponders;       /* `hard` */
    bool may_ponder;    /* a move has been made since the game began */
    bool no_comments;   /* the client does not accept lines that begin with '#' */
    bool is_shuffled;   /* not normal chess: castling is written as O-O */
    bool asks_progress; /* `.` waits for its answer */
    bool paused;        /* `pause`: `resume` begins the search of the mode again */
    int64_t nps;        /* of `nps`: times are counted in nodes; 0: they are not */
    int64_t used_ms;    /* by the present search, as far as its lines tell */
    int64_t spent_ms;   /* by the same one before it was paused */
    bool has_level, has_clock, has_st;
    int64_t base_ms, inc_ms, clock_ms, st_ms;
    int period; /* moves of a period of `level`; 0: the whole game */
    int plies;  /* of both players since `level` */
    int depth;  /* of `sd`; 0: none */
    bool has_score;
    int score;      /* of the engine's last search, in centipawns */
    int last_depth; /* of the last info */
    char hint[16];  /* the move that the last search expects next */
    char text[32];  /* a number of a command, as text */
    char reply[80]; /* on both sides: a line that answers the last one; "": none */

    /* The client's side. */
    unsigned features;       /* cecp_feature */
    bool greets;             /* a `feature` has come */
    bool in_features;        /* the line is the rest of a `feature` */
    bool has_limits;         /* the time control of this game was sent */
    int pings;               /* the number of the last `ping` */
    struct known_game board; /* the engine's */
    char pending[16];        /* a move that the next `go` sends; "": none */
    char variant[32];        /* of the last `new` */
    char name[80];
};

#endif
