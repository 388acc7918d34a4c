/* SPDX-License-Identifier: MIT */
/* A client's commands: one value per line, in any dialect.
 *
 * A parsed command points into the line that it was parsed from and is valid as long as that line.
 * All text is NUL-terminated, printable UTF-8, without blanks at its ends, and with single blanks
 * inside. */
#ifndef PROTOCOL_COMMAND_H
#define PROTOCOL_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

enum command_kind {
    COMMAND_NOTHING,  /* an empty line, or one that has no effect and no answer */
    COMMAND_NOTE,     /* only changes the dialect's state; it may have an answer: EVENT_DONE */
    COMMAND_ASIDE,    /* the same, for a state on which no other line depends: at once */
    COMMAND_SYNC,     /* EVENT_DONE answers it when every search before it has been answered */
    COMMAND_CANCEL,   /* ends a search without its answer, and changes the dialect's state */
    COMMAND_REVIEW,   /* the value of each position of the game */
    COMMAND_PROGRESS, /* asks a search for an info with its progress */
    COMMAND_UNKNOWN,  /* `word` is not a command */
    COMMAND_HELLO,    /* uci, ugi: asks for the engine's name and options */
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
    COMMAND_COMPARE,
    COMMAND_TRACE,
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
    const char *game; /* NULL: the current game */
    bool has_size;    /* the only parameter is the size, of a board that may have only one */
    int count;
    struct {
        const char *name, *value; /* value NULL: the line ended before it */
    } parameters[COMMAND_MAX_PARAMETERS];
};

struct command_setoption {
    const char *name;  /* may contain blanks */
    const char *value; /* may contain blanks; "" for `<empty>`; NULL: none was given (buttons) */
};

struct command_position {
    const char *fen;   /* NULL: the start position */
    const char *moves; /* NULL: none */
    /* For dialects that send a game move by move. The game goes on, instead of `fen`: `undone`
     * moves are taken back, or else one move, as players write it, is played. If that is not
     * possible, the position remains. */
    bool continues;
    int undone;
    int side; /* the player who must be to move, if need be after a forced pass; 0: either */
};

/* Times beyond this limit, 31 years, are reduced to it, so that their sums in nanoseconds do not
 * overflow. */
#define COMMAND_TIME_LIMIT_MS INT64_C(1000000000000)

/* The limits that a `go` has, as bits. Fields whose bit is not set have no meaning. */
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
    GO_PONDER = 1 << 11,
    GO_PLAYS = 1 << 12,  /* the answer is played on the board; EVENT_RESULT reports its end */
    GO_MOVER = 1 << 13,  /* the first clock is that of the player to move, the second the other's */
    GO_EXCEPT = 1 << 14, /* the moves of GO_SEARCHMOVES are the only ones not searched */
    GO_MULTIPV = 1 << 15, /* instead of the option */
    GO_NPS = 1 << 16      /* times are counted in nodes: so many are a second */
};

struct command_go {
    unsigned given; /* go_given */
    int depth;      /* plies, 0 or more */
    uint64_t nodes;
    int64_t movetime_ms;
    int64_t time_ms[2], inc_ms[2]; /* of players 1 and 2; time may be 0 or negative */
    int movestogo;                 /* 1 or more */
    int mate_plies;                /* UCI's `mate N` moves are 2 N - 1 plies; UGI counts plies */
    int multipv;                   /* 1 or more */
    int64_t nps;                   /* 1 or more */
    const char *searchmoves;
};

/* The limits of `compare`; 0: none. */
struct command_compare {
    int depth;
    int64_t nodes;
};

/* The deepest bench, in plies. */
#define COMMAND_BENCH_DEPTH_LIMIT 255

struct command_bench {
    const char *game; /* NULL: the current game; "all": every game */
    int depth;        /* 0: the game's default */
};

/* The deepest tree of a trace, in plies. */
#define COMMAND_TRACE_DEPTH_LIMIT 64

/* The most positions per request. */
#define COMMAND_GENFENS_LIMIT 100000

struct command_genfens {
    int count;
    uint64_t seed;
};

struct command {
    enum command_kind kind;
    const char *word;        /* the first word of the line; "" for an empty line */
    const char *passed_over; /* the first word that was not parsed; NULL: all were */
    /* The position to set before the command is run, in dialects whose commands include one. If it
     * is rejected, the command is not run. */
    bool has_board;
    struct command_position board;
    union {
        struct command_newgame newgame;
        struct command_setoption setoption;
        struct command_position position;
        struct command_go go;
        int perft_depth;
        const char *query; /* "" if the line ended before it */
        const char *topic; /* of help: a game; NULL: the list of commands */
        const char *name;  /* of publish and watch; NULL: not given */
        struct command_bench bench;
        struct command_compare compare;
        int trace_depth;
        int review_depth; /* 1 or more */
        struct command_genfens genfens;
    };
};

#endif
