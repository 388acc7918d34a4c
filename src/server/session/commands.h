/* SPDX-License-Identifier: MIT */
/* The commands: one row each, of name and handler. A handler reads or changes the engine's game,
 * outputs the answer, and returns a status; the conversation decides what follows. */
#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H

#include "command.h"
#include "engine.h"
#include "error.h"
#include "output.h"

enum command_status {
    STATUS_DONE,
    STATUS_REFUSED,   /* nothing has changed; the reason was output */
    STATUS_SEARCH,    /* a search with the context's `limits` is to begin */
    STATUS_COUNT,     /* the engine has begun to count */
    STATUS_WARM_UP,   /* memory is to be made ready, then `owed` to be output */
    STATUS_RENEW,     /* memory is to be freed that an option has made worthless */
    STATUS_STOP,      /* the present work is to end */
    STATUS_PONDERHIT, /* the move pondered on was played */
    STATUS_QUIT       /* the conversation is to end */
};

/* The context of a command, and the values that it leaves for the conversation. */
struct command_context {
    struct engine *engine;
    struct output *output;
    bool idle; /* no work is under way */
    struct engine_limits limits;
    enum event_kind owed;
};

/* How the commands are written, by index from 0; NULL past the last. */
const char *commands_usage(int index);

/* Whether there is such a game; the engine may be at work. */
bool commands_may_begin(struct engine *engine, const struct command_newgame *newgame);

/* Runs a command that may run in the present state. Of one that is refused it outputs the reason,
 * and the answer that clients wait for in any case. */
enum command_status commands_run(struct command_context *context, const struct command *command);

#endif
