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
    bool moves_wanted, help_wanted; /* set by commands; whoever shows things takes them back */
};

/* Obeys one line, which is changed. What is wrong with it is said in `error`, for a person; "" when
 * all went well. */
void shell_obey(struct shell *shell, char *line, struct error *error);

/* The commands, one a line. */
void shell_format_help(const struct table *table, struct buffer *out);

/* The game, its parameters and moves as the protocol says them: "newgame ..." and "position ...".
 */
void shell_format_game(const struct table *table, struct buffer *out);

/* Reads such a text into the table. On refusal the table stays as it was. */
bool shell_read_game(struct table *table, const char *text, struct error *error);

#endif
