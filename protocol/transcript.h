/* SPDX-License-Identifier: MIT */
/* Golden exchanges: what a client sends, and what it must then hear. transcripts/README.md
 * describes how they are written. Pure: who replays one moves the bytes. */
#ifndef PROTOCOL_TRANSCRIPT_H
#define PROTOCOL_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "error.h"

/* Numbers of expectations (PROTOCOL.md, "What clients expect") are below this. */
#define TRANSCRIPT_EXPECTATIONS 64

enum transcript_verb {
    TRANSCRIPT_SEND,       /* > text:     a line is sent */
    TRANSCRIPT_SEND_BYTES, /* >> text:    bytes are sent as they are, without a line end */
    TRANSCRIPT_EXPECT,     /* < pattern:  the next line */
    TRANSCRIPT_AMONG,      /* <~ pattern: a line somewhere before the next `<` or `<..` */
    TRANSCRIPT_UNTIL,      /* <.. pattern: lines up to this one; a bestmove is never passed over */
    TRANSCRIPT_WAIT,       /* wait N:     milliseconds pass */
    TRANSCRIPT_CLOSE,      /* close:      the client's side of the conversation ends */
    TRANSCRIPT_END         /* end:        the engine's side ends, and nothing more is said */
};

struct transcript_step {
    enum transcript_verb verb;
    int line;         /* in the file, from 1 */
    const char *text; /* what follows the verb */
    int wait_ms;      /* TRANSCRIPT_WAIT */
};

struct transcript {
    char *name; /* of the file, for messages */
    const char
        *arguments;  /* options the engine is started with, separated by blanks; "" for none */
    uint64_t covers; /* bit N: expectation N */
    struct transcript_step *steps;
    int count;
    char *text;
};

/* Reads a transcript from the text of its file; false and where it is wrong, or memory is out. */
bool transcript_parse(struct transcript *transcript, const char *name, const char *text,
                      struct error *error);
void transcript_finish(struct transcript *transcript);

/* What a replay is to do next. */
enum transcript_action {
    TRANSCRIPT_DO_SEND,    /* write `bytes` at once */
    TRANSCRIPT_DO_RECEIVE, /* read a line, give it to transcript_player_line */
    TRANSCRIPT_DO_WAIT,    /* let `wait_ms` pass */
    TRANSCRIPT_DO_CLOSE,   /* close the sending side */
    TRANSCRIPT_DO_END,     /* read on: the end must come, and no line before it */
    TRANSCRIPT_DO_FINISH   /* all of it was replayed */
};

struct transcript_player {
    const struct transcript *transcript;
    int at;              /* the step under way */
    uint64_t found;      /* of the `<~` steps before `at`: bit N, N steps after the first of them */
    struct buffer bytes; /* what is to be sent */
    int wait_ms;
};

void transcript_player_init(struct transcript_player *player, const struct transcript *transcript);
void transcript_player_finish(struct transcript_player *player);

enum transcript_action transcript_player_next(struct transcript_player *player);

/* Compares a line that came, without its end, with what was expected: false when it is wrong. */
bool transcript_player_line(struct transcript_player *player, const char *line,
                            struct error *error);

/* Where the replay is, for messages: "NAME:LINE: TEXT OF THE STEP". */
void transcript_player_where(const struct transcript_player *player, struct error *where);

#endif
