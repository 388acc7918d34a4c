/* SPDX-License-Identifier: MIT */
/* What a person can type at the table: moves and commands; the same on a screen and in a pipe. */
#ifndef PLAY_SHELL_H
#define PLAY_SHELL_H

#include <stdbool.h>

#include "error.h"
#include "table.h"

struct shell {
    struct table *table;
    bool flipped; /* the board is seen from the second player's side */
    bool quitting;
    int level;                      /* of the engines; 0: none was chosen */
    bool moves_wanted, help_wanted; /* set by commands, cleared by whoever shows them */
};

/* Runs one line, which is changed. `error` tells a person what is wrong with it; "" if nothing
 * is. */
void shell_run(struct shell *shell, char *line, struct error *error);

/* Whether a line is the command that ends the program. */
bool shell_is_quit(const char *line);

/* Sets the engines' strength for this game and the next ones. */
void shell_set_level(struct shell *shell, int level, struct error *error);

/* The commands, one a line. */
void shell_format_help(const struct table *table, struct buffer *out);

#endif
