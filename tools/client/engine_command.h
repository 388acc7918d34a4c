/* SPDX-License-Identifier: MIT */
/* How a command line names an engine: its program with arguments, and its options. */
#ifndef CLIENT_ENGINE_COMMAND_H
#define CLIENT_ENGINE_COMMAND_H

#include "client.h"

/* Most arguments of an engine, and options given to it. */
#define ENGINE_MAX_ARGUMENTS 64

/* Room for the path of our own engine. */
#define ENGINE_PATH_ROOM 4096

/* A program and its arguments, split at blanks; zeroed memory is none. */
struct engine_command {
    char *text, *arguments[ENGINE_MAX_ARGUMENTS];
};

/* Options as NAME=VALUE; zeroed memory is none. The list points into the words that were read. */
struct engine_settings {
    struct client_setting list[ENGINE_MAX_ARGUMENTS];
    int count;
};

void engine_command_split(struct engine_command *command, const char *text);
void engine_command_finish(struct engine_command *command);

/* Our own engine: beside this program, whose path is then in the room, or else from PATH. */
const char *engine_command_default(char path[ENGINE_PATH_ROOM]);

/* Reads NAME=VALUE, or NAME of a button; the word is changed. */
bool engine_settings_read(struct engine_settings *settings, char *word, struct error *error);

#endif
