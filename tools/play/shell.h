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
    bool moves_wanted, help_wanted; /* set by commands, cleared by whoever shows them */
};

/* Runs one line, which is changed. `error` tells a person what is wrong with it; "" if nothing
 * is. */
void shell_run(struct shell *shell, char *line, struct error *error);

/* The commands, one a line. */
void shell_format_help(const struct table *table, struct buffer *out);

/* Appends the game, its parameters and moves as two commands: "newgame ...", "position ...". */
void shell_format_game(const struct table *table, struct buffer *out);

/* Reads such a text into the table. On refusal the table is unchanged. */
bool shell_read_game(struct table *table, const char *text, struct error *error);

#endif
