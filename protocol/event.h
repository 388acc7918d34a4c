/* SPDX-License-Identifier: MIT */
/* What an engine says: one value for each line or group of lines, whatever the dialect.
 *
 * An event borrows its text from whoever made it, and lives as long as that. */
#ifndef PROTOCOL_EVENT_H
#define PROTOCOL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum event_kind {
    EVENT_NOTHING,  /* a line that says nothing */
    EVENT_ID,       /* id name, id author */
    EVENT_OPTION,   /* one option line */
    EVENT_HELLO_OK, /* uciok, ugiok: the end of the answer to COMMAND_HELLO */
    EVENT_READY,    /* readyok */
    EVENT_INFO,     /* what the search sees */
    EVENT_STRING,   /* info string TEXT */
    EVENT_ERROR,    /* info string error: TEXT */
    EVENT_BESTMOVE,
    EVENT_RESPONSE, /* the answer to a query, one line */
    EVENT_TEXT,     /* lines for people, as they are: the board, help, perft, bench; of an engine:
                       one line that is nothing of the above */
    EVENT_UNKNOWN,  /* the command's word is none of ours; said as an error by most */
    EVENT_DONE      /* a new game has begun, or a COMMAND_NOTE was taken; said by few */
};

struct event_id {
    const char *name, *author;
};

enum option_kind { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING };
#define OPTION_KINDS 5

struct event_option {
    const char *name;
    enum option_kind kind;
    const char *initial; /* as text; NULL for a button */
    int64_t min, max;    /* OPTION_SPIN */
    const char *choices; /* OPTION_COMBO: names separated by '\n', which no name holds */
};

enum event_bound { EVENT_EXACT, EVENT_LOWER, EVENT_UPPER };

struct event_info {
    int depth, seldepth; /* 0: not known, left out */
    int multipv;         /* 1 is the best line; 0: left out */
    bool has_score, is_mate;
    int score; /* centipawns, or plies to mate (negative or 0: being mated), side to move's view */
    enum event_bound bound;
    bool has_wdl;
    int wdl[3];         /* permille: win, draw, loss */
    int64_t nodes, nps; /* -1: left out, so the next ones */
    int64_t time_ms;
    int hashfull; /* permille */
    int64_t tb_hits;
    const char *pv; /* moves separated by single blanks; NULL: none */
};

struct event_bestmove {
    const char *move;   /* NULL: there is no legal move */
    const char *ponder; /* NULL: none */
};

struct event {
    enum event_kind kind;
    union {
        struct event_id id;
        struct event_option option;
        struct event_info info;
        struct event_bestmove bestmove;
        const char *text; /* EVENT_STRING, EVENT_ERROR, EVENT_RESPONSE, EVENT_TEXT */
    };
};

#endif
