/* SPDX-License-Identifier: MIT */
/* The history of typed lines, kept between runs: $XDG_STATE_HOME/myosu/history, by default in
 * ~/.local/state, one entry on each line, accessible only to the owner. If the file cannot be
 * opened, no history is kept, and there is no message. */
#ifndef SERVER_HISTORY_FILE_H
#define SERVER_HISTORY_FILE_H

#include <stddef.h>

/* The most lines kept from earlier runs, and the longest line in bytes; longer ones are not
 * kept. */
#define HISTORY_FILE_LINES 1000
#define HISTORY_FILE_BYTES 4000

/* Opens the file, and creates it and its folders if necessary. Passes each of its lines to `give`,
 * oldest first. Returns the descriptor for history_file_add; -1: there is none. */
int history_file_open(void (*give)(void *context, const char *line), void *context);

/* Adds a line, with its line end, at once, so that it is kept however the program ends. */
void history_file_add(int descriptor, const char *line, size_t length);

#endif
