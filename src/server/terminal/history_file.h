/* SPDX-License-Identifier: MIT */
/* The lines that were typed, kept from one run to the next: $XDG_STATE_HOME/myosu/history, by
 * default in ~/.local/state, a line each, for the owner alone. If the file cannot be opened,
 * nothing is kept, without a message. */
#ifndef SERVER_HISTORY_FILE_H
#define SERVER_HISTORY_FILE_H

/* The most lines that are kept from earlier runs, and bytes of a line; a longer one is not kept. */
#define HISTORY_FILE_LINES 1000
#define HISTORY_FILE_BYTES 4000

/* Opens the file, creates it and its folders if need be, and gives each line in it, oldest first.
 * Returns the descriptor for history_file_add; -1: there is none. */
int history_file_open(void (*give)(void *context, const char *line), void *context);

/* Adds a line, so that it is kept however the program ends. */
void history_file_add(int descriptor, const char *line);

#endif
