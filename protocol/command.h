/* SPDX-License-Identifier: MIT */
/* What a client asks for: one value for each line, whatever the dialect it was written in.
 *
 * A parsed command points into the line that it was parsed from and lives as long as that. All text
 * is NUL-terminated, printable ASCII, without blanks at its ends, and with single blanks inside. */
#ifndef PROTOCOL_COMMAND_H
#define PROTOCOL_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

enum command_kind {
    COMMAND_NOTHING, /* an empty line, or one that has no effect and no answer */
    COMMAND_NOTE,    /* only the dialect needed to know; it may have something to say: EVENT_DONE */
    COMMAND_UNKNOWN, /* `word` is none of ours */
    COMMAND_HELLO,   /* uci, ugi: who are you, which options do you have */
    COMMAND_ISREADY,
    COMMAND_NEWGAME,
    COMMAND_SETOPTION,
    COMMAND_POSITION,
    COMMAND_GO,
    COMMAND_PERFT, /* go perft N */
    COMMAND_STOP,
    COMMAND_PONDERHIT,
    COMMAND_QUERY,
    COMMAND_DISPLAY, /* d */
    COMMAND_EVAL,
    COMMAND_BENCH,
    COMMAND_GENFENS,
    COMMAND_GAMES,
    COMMAND_HELP,
    COMMAND_PUBLISH,
    COMMAND_WATCH,
    COMMAND_QUIT
};
#define COMMAND_KINDS (COMMAND_QUIT + 1)

#define COMMAND_MAX_PARAMETERS 16

struct command_newgame {
    const char *game; /* NULL: the game played now */
    int count;
    struct {
        const char *name, *value; /* value NULL if the line ended before it */
    } parameters[COMMAND_MAX_PARAMETERS];
};

struct command_setoption {
    const char *name;  /* may hold blanks */
    const char *value; /* may hold blanks; "" for `<empty>`; NULL when none was given (buttons) */
};

struct command_position {
    const char *fen;   /* NULL: the start position */
    const char *moves; /* NULL: none */
};

/* Times beyond this are taken as this, so that sums of them in nanoseconds fit: 31 years. */
#define COMMAND_TIME_LIMIT_MS INT64_C(1000000000000)

/* Which limits of a `go` were given; a field that was not given means nothing. */
enum go_given {
    GO_DEPTH = 1 << 0,
    GO_NODES = 1 << 1,
    GO_MOVETIME = 1 << 2,
    GO_TIME_1 = 1 << 3, /* wtime, p1time */
    GO_TIME_2 = 1 << 4, /* btime, p2time */
    GO_INC_1 = 1 << 5,
    GO_INC_2 = 1 << 6,
    GO_MOVESTOGO = 1 << 7,
    GO_MATE = 1 << 8,
    GO_SEARCHMOVES = 1 << 9,
    GO_INFINITE = 1 << 10,
    GO_PONDER = 1 << 11
};

struct command_go {
    unsigned given; /* go_given */
    int depth;      /* plies, 0 or more */
    uint64_t nodes;
    int64_t movetime_ms;
    int64_t time_ms[2], inc_ms[2]; /* of players 1 and 2; time may be 0 or negative */
    int movestogo;                 /* 1 or more */
    int mate_plies;                /* UCI's `mate N` moves are 2 N - 1 plies, UGI's are plies */
    const char *searchmoves;
};

/* The deepest bench that can be asked for, in plies. */
#define COMMAND_BENCH_DEPTH_LIMIT 255

struct command_bench {
    const char *game; /* NULL: the one played now; "all": every one */
    int depth;        /* 0: the game's own */
};

/* Positions asked for at once, at most. */
#define COMMAND_GENFENS_LIMIT 100000

struct command_genfens {
    int count;
    uint64_t seed;
};

struct command {
    enum command_kind kind;
    const char *word;        /* the line's first word, as it was written; "" for an empty line */
    const char *passed_over; /* the first word that was not read; NULL: all were */
    /* The position to set before the command is run, in dialects whose commands carry one; a
     * position that is refused ends the command. */
    bool has_board;
    struct command_position board;
    union {
        struct command_newgame newgame;
        struct command_setoption setoption;
        struct command_position position;
        struct command_go go;
        int perft_depth;
        const char *query; /* "" if the line ended before it */
        const char *topic; /* of help: a game; NULL: the commands */
        const char *name;  /* of publish and watch; NULL: none was given */
        struct command_bench bench;
        struct command_genfens genfens;
    };
};

#endif
