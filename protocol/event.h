/* SPDX-License-Identifier: MIT */
/* An engine's output: one value per line or group of lines, in any dialect.
 *
 * An event does not own its text, which must stay valid while the event is used. */
#ifndef PROTOCOL_EVENT_H
#define PROTOCOL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
    EVENT_NOTHING,  /* a line without a meaning; a dialect's search in the background has ended */
    EVENT_ID,       /* id name, id author */
    EVENT_OPTION,   /* one option line */
    EVENT_HELLO_OK, /* uciok, ugiok: the end of the answer to COMMAND_HELLO */
    EVENT_READY,    /* readyok */
    EVENT_INFO,     /* the state of a search */
    EVENT_STRING,   /* info string TEXT */
    EVENT_ERROR,    /* info string error: TEXT */
    EVENT_BESTMOVE,
    EVENT_RESPONSE, /* the answer to a query, one line */
    EVENT_TEXT, /* lines for people, unchanged: the board, help, perft, bench; from an engine: one
                   line that is none of the above */
    EVENT_UNKNOWN,  /* the command's word is unknown; most dialects send an error */
    EVENT_DONE,     /* a new game has begun, or a note was accepted; few dialects send it */
    EVENT_ILLEGAL,  /* a move is not legal; the text is the reason */
    EVENT_REVIEWED, /* the value of a position of the game */
    EVENT_RESULT    /* the game of a command with GO_PLAYS is over */
};

struct event_id {
    const char *name, *author;
    const char *variants; /* the games that CECP's interfaces know, by their names there, separated
                             by commas; NULL: unknown */
};

enum option_kind { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING };
#define OPTION_KINDS 5

struct event_option {
    const char *name;
    enum option_kind kind;
    const char *initial; /* as text; NULL for a button */
    int64_t min, max;    /* OPTION_SPIN */
    const char *choices; /* OPTION_COMBO: names separated by '\n', which no name contains */
};

enum event_bound { EVENT_EXACT, EVENT_LOWER, EVENT_UPPER };

struct event_info {
    int depth, seldepth; /* 0: unknown, not sent */
    int multipv;         /* 1 is the best line; 0: not sent */
    bool has_score, is_mate;
    int score; /* for the side to move: centipawns, or plies to mate (negative or 0: being mated) */
    enum event_bound bound;
    bool has_wdl;
    int wdl[3];         /* in permille: win, draw, loss */
    int64_t nodes, nps; /* -1: not sent; the same for the following */
    int64_t time_ms;
    int hashfull; /* in permille */
    int64_t tb_hits;
    const char *pv; /* moves separated by single blanks; NULL: none */
};

struct event_bestmove {
    const char *move;    /* NULL: there is no legal move */
    const char *ponder;  /* NULL: none */
    const char *written; /* the move as players write it, if the dialect needs it */
};

struct event_result {
    int winner;         /* 1, 2; 0: a draw; -1: the sender resigns */
    const char *reason; /* "White mates" */
};

/* The position after so many moves of the game. */
struct event_reviewed {
    int plies;
    int score; /* for the side to move, in centipawns */
};

struct event {
    enum event_kind kind;
    const char *line;  /* of a refusal: the client's line; NULL: the event answers none */
    const char *reply; /* what a client must send now, with its line end; NULL: nothing */
    char *more;        /* the rest of the engine's line, to be parsed as the next one; NULL: none */
    const char *other; /* EVENT_UNKNOWN: the name of a dialect that has the command; NULL: none */
    union {
        struct event_id id;
        struct event_option option;
        struct event_info info;
        struct event_bestmove bestmove;
        struct event_result result;
        struct event_reviewed reviewed;
        const char *text; /* EVENT_STRING, EVENT_ERROR, EVENT_ILLEGAL, EVENT_UNKNOWN,
                             EVENT_RESPONSE, EVENT_TEXT */
    };
};

#endif
