/* SPDX-License-Identifier: MIT */
/* Edits a line on a terminal by libedit, which never waits for a key here: keys are given to it as
 * they arrive. It does not know what the lines mean.
 *
 * libedit is loaded when an editor is created, not with the program: a program without a terminal
 * starts without it. */
#ifndef SERVER_LINE_EDITOR_H
#define SERVER_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

#define LINE_EDITOR_PROMPT "myosu> "

struct line_editor;

/* NULL if there is no libedit, or the terminal cannot move its cursor. Standard input and output
 * must be the terminal. The first line is begun by line_editor_begin. */
struct line_editor *line_editor_create(void);

/* Removes the line from the screen and restores the terminal. */
void line_editor_destroy(struct line_editor *editor);

/* Types one key, as key_reader_next returns it. Returns the line with its end if the key ends it:
 * it lives until the next call, and must be followed by line_editor_begin. Else NULL. */
const char *line_editor_type(struct line_editor *editor, const char *key);

/* Begins a line at the cursor: at the left, below the last line. */
void line_editor_begin(struct line_editor *editor);

/* Leaves the line as it stands on the screen, marked, and begins another. */
void line_editor_abandon(struct line_editor *editor);

/* Removes prompt and line from the screen, so that whole lines can be written in their place; and
 * shows them again. No key may be given in between. */
void line_editor_hide(struct line_editor *editor);
void line_editor_show(struct line_editor *editor);

/* Returns the line's length; appends the text before the cursor. */
size_t line_editor_length(const struct line_editor *editor);
void line_editor_before_cursor(const struct line_editor *editor, struct buffer *text);

/* Replaces the `count` characters before the cursor by text. */
void line_editor_replace(struct line_editor *editor, int count, const char *text);

/* Adds a line to those that the arrow keys bring back. */
void line_editor_remember(struct line_editor *editor, const char *line);

/* Restores the terminal for a while (false), and takes it again (true). The line stays. */
void line_editor_use_terminal(struct line_editor *editor, bool use);

/* Returns the columns of the terminal on standard output; 80 if it does not tell. */
int line_editor_columns(void);

/* The size of the terminal has changed. */
void line_editor_resize(struct line_editor *editor);

#endif
