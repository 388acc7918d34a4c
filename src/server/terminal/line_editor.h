/* SPDX-License-Identifier: MIT */
/* Edits a line on a terminal with libedit. Keys are passed to libedit as they arrive, so that it
 * never waits for one. The editor does not know what the lines mean.
 *
 * libedit is loaded when an editor is created, so a program without a terminal starts without
 * it. */
#ifndef SERVER_LINE_EDITOR_H
#define SERVER_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

#define LINE_EDITOR_PROMPT "myosu> "

struct line_editor;

/* Creates an editor. NULL if there is no libedit, or the terminal cannot move its cursor. Standard
 * input and output must be the terminal. Call line_editor_begin to begin the first line. */
struct line_editor *line_editor_create(void);

/* Removes the line from the screen and restores the terminal. */
void line_editor_destroy(struct line_editor *editor);

/* Processes one key, as key_reader_next returns it. If the key ends the line, returns the line with
 * its line end, which is valid until the next call; call line_editor_begin next. Otherwise NULL. */
const char *line_editor_type(struct line_editor *editor, const char *key);

/* Begins a line at the cursor, which is at the left below the last line. */
void line_editor_begin(struct line_editor *editor);

/* Leaves the line on the screen, marked as abandoned, and begins another. */
void line_editor_abandon(struct line_editor *editor);

/* Removes prompt and line from the screen, so that whole lines can be written in their place; and
 * shows them again. No key may be processed in between. */
void line_editor_hide(struct line_editor *editor);
void line_editor_show(struct line_editor *editor);

/* Returns the length of the line; appends the text before the cursor. */
size_t line_editor_length(const struct line_editor *editor);
void line_editor_before_cursor(const struct line_editor *editor, struct buffer *text);

/* Replaces the `count` characters before the cursor by text. */
void line_editor_replace(struct line_editor *editor, int count, const char *text);

/* Adds a line to those that the arrow keys recall. */
void line_editor_remember(struct line_editor *editor, const char *line);

/* Restores the terminal's settings for a while (false), and uses the terminal again (true). The
 * line is kept. */
void line_editor_use_terminal(struct line_editor *editor, bool use);

/* Returns the columns of the terminal on standard output; 80 if it does not report them. */
int line_editor_columns(void);

/* Adapts to a new size of the terminal. */
void line_editor_resize(struct line_editor *editor);

#endif
