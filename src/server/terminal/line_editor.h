/* SPDX-License-Identifier: MIT */
/* A line being edited on a terminal, by libedit, which never waits for a key here: keys are given
 * to it as they come. Knows nothing of what the lines mean.
 *
 * libedit is loaded when an editor is created, not with the program: one that is not at a terminal
 * starts without it. */
#ifndef SERVER_LINE_EDITOR_H
#define SERVER_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

#define LINE_EDITOR_PROMPT "myosu> "

struct line_editor;

/* NULL where there is no libedit, or the terminal cannot move its cursor. Standard input and output
 * must be the terminal. The first line is begun by line_editor_begin. */
struct line_editor *line_editor_create(void);

/* Takes the line off the screen and gives the terminal back as it was. */
void line_editor_destroy(struct line_editor *editor);

/* Gives it one key, as key_reader_next makes them. The line with its end, when that ends it: it
 * lives until the next call, and must be followed by line_editor_begin. Else NULL. */
const char *line_editor_type(struct line_editor *editor, const char *key);

/* Begins a line where the cursor is: at the left, below what was typed. */
void line_editor_begin(struct line_editor *editor);

/* Leaves the line as it stands on the screen, marked, and begins another. */
void line_editor_abandon(struct line_editor *editor);

/* Takes prompt and line off the screen, for something else to be written in their place, up to the
 * end of a line; and shows them again. No key may be given in between. */
void line_editor_hide(struct line_editor *editor);
void line_editor_show(struct line_editor *editor);

/* The line's length; appends what stands before the cursor. */
size_t line_editor_length(const struct line_editor *editor);
void line_editor_before_cursor(const struct line_editor *editor, struct buffer *text);

/* Puts text in the place of the `count` characters before the cursor. */
void line_editor_replace(struct line_editor *editor, int count, const char *text);

/* Adds a line to those that the arrow keys bring back. */
void line_editor_remember(struct line_editor *editor, const char *line);

/* Gives the terminal back for a while (false), and takes it again (true). The line stays. */
void line_editor_use_terminal(struct line_editor *editor, bool use);

/* The terminal has another size. */
void line_editor_resize(struct line_editor *editor);

#endif
