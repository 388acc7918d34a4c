/* SPDX-License-Identifier: MIT */
/* The lines that a person has typed, kept from one run to the next: $XDG_STATE_HOME/myosu/history,
 * by default in ~/.local/state, a line each, for the owner alone. Where the file cannot be had,
 * nothing is kept, and nothing said. */
#ifndef SERVER_HISTORY_FILE_H
#define SERVER_HISTORY_FILE_H

/* Lines that are kept at most from a run before, and bytes of a line; a longer one is not kept. */
#define HISTORY_FILE_LINES 1000
#define HISTORY_FILE_BYTES 4000

/* Opens the file, makes it and its folders if need be, and gives each line in it, oldest first. The
 * descriptor to which history_file_add writes; -1: there is none. */
int history_file_open(void (*give)(void *context, const char *line), void *context);

/* Adds a line, so that it is kept however the program ends. */
void history_file_add(int descriptor, const char *line);

#endif
