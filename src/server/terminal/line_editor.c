/* SPDX-License-Identifier: MIT */
#include "line_editor.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "compiler.h"
#include "keys.h"
#include "library.h"

/* The number of lines that the arrow keys can recall. */
#define HISTORY_LINES 1000

/* Calls FUNCTION(name) for each function of libedit that is used. */
#define LIBRARY_FUNCTIONS(FUNCTION)                                                                \
    FUNCTION(el_init)                                                                              \
    FUNCTION(el_end)                                                                               \
    FUNCTION(el_gets)                                                                              \
    FUNCTION(el_set)                                                                               \
    FUNCTION(el_get)                                                                               \
    FUNCTION(el_resize)                                                                            \
    FUNCTION(el_line)                                                                              \
    FUNCTION(el_push)                                                                              \
    FUNCTION(el_insertstr)                                                                         \
    FUNCTION(el_deletestr)                                                                         \
    FUNCTION(history_init)                                                                         \
    FUNCTION(history_end)                                                                          \
    FUNCTION(history)

struct library {
/* A declaration. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define POINTER(name) __typeof__(name) *name;
    LIBRARY_FUNCTIONS(POINTER)
#undef POINTER
};

struct line_editor {
    struct library library;
    EditLine *edit;
    History *history;
    struct termios before; /* the terminal's settings before */
    bool hidden;
};

static bool load(struct library *library)
{
    /* Debian uses the first file name, all others use the second. */
    static const char *const names[] = {"libedit.so.2", "libedit.so.0"};
#define WANTED(name) {#name, &library->name},
    const struct library_function functions[] = {LIBRARY_FUNCTIONS(WANTED)};
#undef WANTED
    return library_load(names, LENGTH(names), functions, LENGTH(functions), NULL);
}

/* Not const: libedit requires a writable string. */
static char *prompt(EditLine *edit UNUSED)
{
    static char text[] = LINE_EDITOR_PROMPT;
    return text;
}

/* Each key is given to libedit with all its characters, so it never finds another one to read. */
static int read_nothing(EditLine *edit UNUSED, wchar_t *character UNUSED)
{
    return 0;
}

static void write_text(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, text, length);
        if (written < 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

/* Disables keys after which libedit would read another key at once, because it may not have
 * arrived. The owner handles the end of input. The up and down keys search for lines that begin
 * like the current one. */
static void bind_keys(const struct line_editor *editor)
{
    static const char *const bindings[][2] = {
        {"^D", "ed-delete-next-char"},
        {"^I", "ed-unassigned"},
        {"^J", "ed-newline"},
        {"^N", "ed-search-next-history"},
        {"^P", "ed-search-prev-history"},
        {"^Q", "ed-unassigned"},
        {"^R", "ed-search-prev-history"},
        {"^S", "ed-unassigned"},
        {"^V", "ed-unassigned"},
        {"^W", "ed-delete-prev-word"},
        {"^X", "ed-unassigned"},
        {"^Z", "ed-unassigned"},
        {"^C", "ed-unassigned"},
        {"^O", "ed-unassigned"},
        {"^[x", "ed-unassigned"},
        {"^[X", "ed-unassigned"},
        {"^_", "ed-delete-next-char"},
    };
    for (int i = 0; i < LENGTH(bindings); i++) {
        editor->library.el_set(editor->edit, EL_BIND, bindings[i][0], bindings[i][1], NULL);
    }
}

/* True if the terminal can move its cursor up. */
static bool is_able(const struct line_editor *editor)
{
    static char up[] = "up";
    char *sequence = NULL;
    editor->library.el_get(editor->edit, EL_GETTC, up, &sequence);
    return sequence && *sequence;
}

struct line_editor *line_editor_create(void)
{
    struct line_editor *editor = calloc(1, sizeof *editor);
    struct library *library = editor ? &editor->library : NULL;
    if (!editor || !load(library)) {
        free(editor);
        return NULL;
    }
    tcgetattr(STDIN_FILENO, &editor->before);
    editor->edit = library->el_init("myosu", stdin, stdout, stderr);
    editor->history = editor->edit ? library->history_init() : NULL;
    if (!editor->history || !is_able(editor)) {
        line_editor_destroy(editor);
        return NULL;
    }
    HistEvent event;
    library->history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    library->history(editor->history, &event, H_SETUNIQUE, 1);
    library->el_set(editor->edit, EL_HIST, library->history, editor->history);
    library->el_set(editor->edit, EL_PROMPT, prompt);
    library->el_set(editor->edit, EL_EDITOR, "emacs");
    library->el_set(editor->edit, EL_SIGNAL, 0);
    /* Between two lines, libedit briefly restores the terminal's settings. Keys typed at that time
     * must not be echoed. */
    library->el_set(editor->edit, EL_SETTY, "-echo", "-icanon", NULL);
    /* A terminal that suspends its output would block the loop, and with it the answer of a
     * search. */
    library->el_set(editor->edit, EL_SETTY, "-d", "-ixon", NULL);
    library->el_set(editor->edit, EL_GETCFN, read_nothing);
    bind_keys(editor);
    editor->hidden = true;
    return editor;
}

void line_editor_destroy(struct line_editor *editor)
{
    if (!editor) {
        return;
    }
    line_editor_hide(editor);
    if (editor->history) {
        editor->library.history_end(editor->history);
    }
    if (editor->edit) {
        editor->library.el_end(editor->edit);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &editor->before);
    }
    free(editor);
}

const char *line_editor_type(struct line_editor *editor, const char *key)
{
    int count = 0;
    editor->library.el_push(editor->edit, key);
    const char *line = editor->library.el_gets(editor->edit, &count);
    return line && count > 0 && line[count - 1] == '\n' ? line : NULL;
}

/* libedit begins a line, on the terminal and internally, when it starts to read key by key. */
void line_editor_begin(struct line_editor *editor)
{
    editor->library.el_set(editor->edit, EL_UNBUFFERED, 0);
    editor->library.el_set(editor->edit, EL_UNBUFFERED, 1);
    editor->hidden = false;
}

void line_editor_abandon(struct line_editor *editor)
{
    static const char end[] = {KEY_CONTROL('e'), '\0'}, text[] = "^C\r\n";
    line_editor_type(editor, end);
    /* The interrupt key makes the terminal discard output that is not yet shown (ISIG without
     * NOFLSH), so the line is drawn again. */
    line_editor_hide(editor);
    line_editor_show(editor);
    write_text(text, strlen(text));
    line_editor_begin(editor);
}

int line_editor_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void line_editor_hide(struct line_editor *editor)
{
    if (editor->hidden) {
        return;
    }
    char text[40];
    const LineInfo *line = editor->library.el_line(editor->edit);
    int before = (int)strlen(LINE_EDITOR_PROMPT) + (int)(line->cursor - line->buffer);
    int length = before < line_editor_columns() ? snprintf(text, sizeof text, "\r\33[J")
                                                : snprintf(text, sizeof text, "\r\33[%dA\33[J",
                                                           before / line_editor_columns());
    write_text(text, (size_t)length);
    editor->hidden = true;
}

void line_editor_show(struct line_editor *editor)
{
    if (editor->hidden) {
        editor->hidden = false;
        editor->library.el_set(editor->edit, EL_REFRESH);
    }
}

size_t line_editor_length(const struct line_editor *editor)
{
    const LineInfo *line = editor->library.el_line(editor->edit);
    return (size_t)(line->lastchar - line->buffer);
}

void line_editor_before_cursor(const struct line_editor *editor, struct buffer *text)
{
    const LineInfo *line = editor->library.el_line(editor->edit);
    buffer_append(text, line->buffer, (size_t)(line->cursor - line->buffer));
}

void line_editor_replace(struct line_editor *editor, int count, const char *text)
{
    line_editor_hide(editor);
    editor->library.el_deletestr(editor->edit, count);
    editor->library.el_insertstr(editor->edit, text);
    line_editor_show(editor);
}

void line_editor_remember(struct line_editor *editor, const char *line)
{
    HistEvent event;
    editor->library.history(editor->history, &event, H_ENTER, line);
}

void line_editor_use_terminal(struct line_editor *editor, bool use)
{
    editor->library.el_set(editor->edit, EL_PREP_TERM, use ? 1 : 0);
    if (!use) {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &editor->before);
    }
}

void line_editor_resize(struct line_editor *editor)
{
    editor->library.el_resize(editor->edit);
}
