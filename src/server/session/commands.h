/* SPDX-License-Identifier: MIT */
/* What each command does: one row a command. A command looks at the engine, says its answer, begins
 * or ends what is under way, and returns a status; what follows is for the session to decide. */
#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H

#include "activity.h"
#include "command.h"
#include "engine.h"
#include "error.h"
#include "output.h"

/* What a command works on. */
struct commands {
    struct engine *engine;
    struct output *output;
    struct activity *activity;
};

enum command_status {
    COMMAND_DONE,
    COMMAND_REFUSED, /* nothing changed; the error says why */
    COMMAND_LAST     /* the client wants the conversation to end */
};

/* How the commands are written, by index from 0; NULL behind the last. */
const char *commands_usage(int index);

/* Whether there is such a game, which may be asked in any state. */
bool commands_may_begin(const struct commands *on, const struct command_newgame *newgame);

/* Runs a command that may run in the present state; says what it has to say, a refusal's reason
 * and the answer that clients wait for nevertheless included. */
enum command_status commands_run(const struct commands *on, const struct command *command);

#endif
