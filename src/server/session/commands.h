/* SPDX-License-Identifier: MIT */
/* The commands: one row for each, with a usage, a handler and a status. A handler reads or changes
 * the engine's game and makes the answer, or refuses the command. By the status the conversation
 * decides what follows. */
#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H

#include "command.h"
#include "engine.h"
#include "error.h"
#include "output.h"
#include "play.h"

enum command_status {
    STATUS_DONE,
    STATUS_REFUSED,   /* nothing has changed; the reason was output */
    STATUS_SEARCH,    /* begin a search with the context's `limits` */
    STATUS_ASK,       /* ask the search for its progress */
    STATUS_COUNT,     /* the engine has begun to count */
    STATUS_WARM_UP,   /* allocate and clear memory, then output `owed` */
    STATUS_RENEW,     /* free memory that an option has made useless */
    STATUS_STOP,      /* end the current work */
    STATUS_PONDERHIT, /* the expected move was played while pondering */
    STATUS_QUIT       /* end the conversation */
};

/* The context of a command, and its results for the conversation. Set the first four members, and
 * the others to zero. */
struct command_context {
    struct engine *engine;
    struct output *output;
    struct play *play;
    bool idle; /* no work is in progress */
    enum command_status status;
    struct engine_limits limits;
    enum event_kind owed;
    bool plays;                    /* STATUS_SEARCH: the answer is played */
    bool illegal;                  /* the refusal is that of an illegal move */
    const struct command *command; /* that runs; the next members are for its handler, too */
    struct buffer answer;          /* a text, output when the handler is done */
    struct error error;            /* the reason of a refusal */
};

/* Returns the usage of a command, by index from 0; NULL past the last. */
const char *commands_usage(int index);

/* True if such a game exists and may begin. The engine may be searching. */
bool commands_may_begin(struct engine *engine, const struct command_newgame *newgame);

/* Runs a command that is allowed in the current state. If it is refused, outputs the reason, and
 * the answer that clients wait for. */
enum command_status commands_run(struct command_context *context, const struct command *command);

#endif
