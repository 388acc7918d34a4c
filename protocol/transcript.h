/* SPDX-License-Identifier: MIT */
/* Recorded exchanges: a client's lines and the expected answers. transcripts/README.md describes
 * their format. Pure functions: the caller transfers the bytes. */
#ifndef PROTOCOL_TRANSCRIPT_H
#define PROTOCOL_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "error.h"

/* Numbers of expectations (PROTOCOL.md, "What clients expect") are below this limit. */
#define TRANSCRIPT_EXPECTATIONS 64

enum transcript_verb {
    TRANSCRIPT_SEND,       /* > text:     sends a line */
    TRANSCRIPT_SEND_BYTES, /* >> text:    sends bytes unchanged, without a line end */
    TRANSCRIPT_EXPECT,     /* < pattern:  expects the next line */
    TRANSCRIPT_AMONG,      /* <~ pattern: expects a line somewhere before the next `<` or `<..` */
    TRANSCRIPT_UNTIL,      /* <.. pattern: skips lines up to this one, but never a bestmove */
    TRANSCRIPT_WAIT,       /* wait N:     waits N milliseconds */
    TRANSCRIPT_CLOSE,      /* close:      closes the client's side of the conversation */
    TRANSCRIPT_END /* end:        expects the end of the engine's side, and no further line */
};

struct transcript_step {
    enum transcript_verb verb;
    int line;         /* in the file, from 1 */
    const char *text; /* after the verb */
    int wait_ms;      /* TRANSCRIPT_WAIT */
};

struct transcript {
    char *name;            /* of the file, for messages */
    const char *arguments; /* options for starting the engine, separated by blanks; "": none */
    uint64_t covers;       /* bit N: expectation N */
    struct transcript_step *steps;
    int count;
    char *text;
};

/* Parses the text of a transcript's file. Returns false and the place of the error, also if an
 * allocation fails. */
bool transcript_parse(struct transcript *transcript, const char *name, const char *text,
                      struct error *error);
void transcript_finish(struct transcript *transcript);

/* The next action of a replay. */
enum transcript_action {
    TRANSCRIPT_DO_SEND,    /* write `bytes` immediately */
    TRANSCRIPT_DO_RECEIVE, /* read a line and pass it to transcript_player_line */
    TRANSCRIPT_DO_WAIT,    /* wait for `wait_ms` milliseconds */
    TRANSCRIPT_DO_CLOSE,   /* close the sending side */
    TRANSCRIPT_DO_END,     /* read: the end must follow, without a further line */
    TRANSCRIPT_DO_FINISH   /* the replay is complete */
};

struct transcript_player {
    const struct transcript *transcript;
    int at;              /* the current step */
    uint64_t found;      /* the matched `<~` steps from `at` on: bit N is the Nth of them */
    struct buffer bytes; /* to be sent */
    int wait_ms;
};

void transcript_player_init(struct transcript_player *player, const struct transcript *transcript);
void transcript_player_finish(struct transcript_player *player);

enum transcript_action transcript_player_next(struct transcript_player *player);

/* Compares a received line, without its end, with the expected one. Returns false if it is
 * wrong. */
bool transcript_player_line(struct transcript_player *player, const char *line,
                            struct error *error);

/* Writes the current place for messages: "NAME:LINE: TEXT OF THE STEP". */
void transcript_player_where(const struct transcript_player *player, struct error *where);

#endif
