/* SPDX-License-Identifier: MIT */
/* Replaces line_editor.c in a program built without libedit: there is no editor. */
#include "line_editor.h"

struct line_editor *line_editor_create(void)
{
    return NULL;
}

void line_editor_destroy(struct line_editor *editor)
{
    (void)editor;
}

const char *line_editor_type(struct line_editor *editor, const char *key)
{
    (void)editor, (void)key;
    return NULL;
}

void line_editor_begin(struct line_editor *editor)
{
    (void)editor;
}

void line_editor_abandon(struct line_editor *editor)
{
    (void)editor;
}

void line_editor_hide(struct line_editor *editor)
{
    (void)editor;
}

void line_editor_show(struct line_editor *editor)
{
    (void)editor;
}

size_t line_editor_length(const struct line_editor *editor)
{
    (void)editor;
    return 0;
}

void line_editor_before_cursor(const struct line_editor *editor, struct buffer *text)
{
    (void)editor, (void)text;
}

void line_editor_replace(struct line_editor *editor, int count, const char *text)
{
    (void)editor, (void)count, (void)text;
}

void line_editor_remember(struct line_editor *editor, const char *line)
{
    (void)editor, (void)line;
}

void line_editor_use_terminal(struct line_editor *editor, bool use)
{
    (void)editor, (void)use;
}

int line_editor_columns(void)
{
    return 80;
}

void line_editor_resize(struct line_editor *editor)
{
    (void)editor;
}
