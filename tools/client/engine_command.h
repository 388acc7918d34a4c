/* SPDX-License-Identifier: MIT */
/* Reads an engine's command and options from a command line. */
#ifndef CLIENT_ENGINE_COMMAND_H
#define CLIENT_ENGINE_COMMAND_H

#include "client.h"

/* The most arguments of an engine, and the most options for it. */
#define ENGINE_MAX_ARGUMENTS 64

/* The size of the path of our own engine, in bytes. */
#define ENGINE_PATH_ROOM 4096

/* A program and its arguments, split at blanks. Zeroed memory is an empty command. */
struct engine_command {
    char *text, *arguments[ENGINE_MAX_ARGUMENTS];
};

/* Options as NAME=VALUE. Zeroed memory is an empty list. The list points into the words that were
 * read. */
struct engine_settings {
    struct client_setting list[ENGINE_MAX_ARGUMENTS];
    int count;
};

void engine_command_split(struct engine_command *command, const char *text);
void engine_command_finish(struct engine_command *command);

/* Returns our own engine: its path, if it is in the same folder as this program, otherwise its
 * name, to be found in PATH. */
const char *engine_command_default(char path[ENGINE_PATH_ROOM]);

/* Reads NAME=VALUE, or the NAME of a button. The word is changed. */
bool engine_settings_read(struct engine_settings *settings, char *word, struct error *error);

#endif
