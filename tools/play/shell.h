/* SPDX-License-Identifier: MIT */
/* The commands and moves that a player types, the same on a screen and in a pipe. */
#ifndef PLAY_SHELL_H
#define PLAY_SHELL_H

#include <stdbool.h>

#include "error.h"
#include "table.h"

/* Runs one line, which it changes. `error` explains what is wrong with it; "" if nothing is. */
void shell_run(struct table *table, char *line, struct error *error);

/* True if a line is the command that ends the program. */
bool shell_is_quit(const char *line);

/* Reads where the person sits: first, second, both or none. */
bool shell_read_side(const char *word, enum player_kind players[2]);

/* Reads a level, 1 .. LEVEL_MAX, into an int, as a row of an option table does. */
bool shell_read_level(void *at, const char *name, char *value, struct error *error);

/* Sets the strength of the engines for this game and the next ones. */
bool shell_set_level(struct table *table, int level, struct error *error);

/* Appends the commands, one on each line. */
void shell_format_help(const struct table *table, struct buffer *out);

#endif
