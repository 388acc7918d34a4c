/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "compiler.h"
#include "completion.h"
#include "history_file.h"
#include "keys.h"
#include "line_editor.h"

/* Bytes of each read. */
#define READ_BYTES 65536

/* The most output that waits to be shown, in bytes. Above this, the session's output is not
 * read. */
#define SCREEN_BYTES (256u << 10)

/* How long the end of the program waits for a terminal that suspends its output, in
 * milliseconds. */
#define CLOSE_PATIENCE_MS 1000

/* How often a program in the background checks whether it is in the foreground again, in seconds,
 * because not every shell notifies it. */
#define LOOK_SECONDS 0.2

/* Above this number of words, completions are only counted; and the minimum number of blanks
 * between two columns. */
#define COLUMNS_WORDS 400
#define GAP           2

struct terminal {
    struct ev_loop *loop;
    struct session *session; /* NULL: the session has ended */
    struct line_editor *editor;
    struct key_reader keys;
    int wire; /* the terminal's end of the socket pair */
    int history;
    struct buffer screen; /* output of the session that is not yet shown */
    struct ev_io typed, heard, room;
    struct ev_signal interrupt, suspend, proceed, resize;
    struct ev_timer look;
    bool heard_all, typed_all;
    bool behind; /* the program runs in the background */
};

/* Returns the length of the complete lines that can be shown, or of all output if the session has
 * ended. */
static size_t showable(const struct terminal *terminal)
{
    const char *text = buffer_text(&terminal->screen);
    size_t length = buffer_length(&terminal->screen);
    const char *end = memrchr(text, '\n', length);
    return terminal->heard_all ? length : end ? (size_t)(end + 1 - text) : 0;
}

static void read_keys(struct terminal *terminal);

/* Shows the output in place of the line being edited, then the line again. */
static void show(struct terminal *terminal)
{
    size_t left = showable(terminal);
    if (left > 0) {
        line_editor_hide(terminal->editor);
    }
    while (left > 0) {
        ssize_t written = transport_pipe.write(STDOUT_FILENO, buffer_text(&terminal->screen), left);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0 && errno != EAGAIN) {
            written = (ssize_t)left; /* the terminal is closed */
        }
        if (written < 0) {
            ev_io_start(terminal->loop, &terminal->room);
            return;
        }
        buffer_consume(&terminal->screen, (size_t)written);
        left -= (size_t)written;
    }
    ev_io_stop(terminal->loop, &terminal->room);
    if (!terminal->heard_all) {
        ev_io_start(terminal->loop, &terminal->heard);
        if (!terminal->typed_all && !terminal->behind) {
            line_editor_show(terminal->editor);
        }
    }
}

/* Shows the output, then reads the keys that arrived when there was no room. */
static void show_and_read_keys(struct terminal *terminal)
{
    show(terminal);
    read_keys(terminal);
}

static void on_room(struct ev_loop *loop UNUSED, struct ev_io *watcher, int events UNUSED)
{
    show_and_read_keys(watcher->data);
}

/* Reads the session's output; false if there is none now, or it has ended. */
static bool hear(struct terminal *terminal)
{
    char *room = buffer_reserve(&terminal->screen, READ_BYTES);
    ssize_t length = room ? recv(terminal->wire, room, READ_BYTES, MSG_DONTWAIT) : 0;
    if (length > 0) {
        buffer_commit(&terminal->screen, (size_t)length);
        return true;
    }
    terminal->heard_all |= length == 0 || (errno != EAGAIN && errno != EINTR);
    return false;
}

static void on_heard(struct ev_loop *loop, struct ev_io *watcher, int events UNUSED)
{
    struct terminal *terminal = watcher->data;
    hear(terminal);
    if (terminal->heard_all || buffer_length(&terminal->screen) > SCREEN_BYTES) {
        ev_io_stop(loop, watcher);
    }
    show_and_read_keys(terminal);
}

/* Gives the session bytes that were typed; none: the end of the input. It may end in this call. */
static void feed(struct terminal *terminal, const char *bytes, size_t length)
{
    if (terminal->session) {
        session_feed(terminal->session, bytes, length);
    }
}

/* Ends the input. */
static void end_typing(struct terminal *terminal)
{
    terminal->typed_all = true;
    ev_io_stop(terminal->loop, &terminal->typed);
    line_editor_hide(terminal->editor);
    feed(terminal, "", 0);
}

static void enter_line(struct terminal *terminal, const char *line)
{
    LOCAL_BUFFER text = {0};
    buffer_append(&text, line, strcspn(line, "\n"));
    const bool is_blank = !buffer_text(&text)[strspn(buffer_text(&text), " ")];
    if (!is_blank) {
        line_editor_remember(terminal->editor, buffer_text(&text));
    }
    line_editor_begin(terminal->editor);
    buffer_putc(&text, '\n');
    if (!is_blank) {
        history_file_add(terminal->history, buffer_text(&text), buffer_length(&text));
    }
    feed(terminal, buffer_text(&text), buffer_length(&text));
}

/* Appends words, which are given one on each line, in columns of equal width, row by row. */
static void put_columns(const char *words, struct buffer *out)
{
    int width = 0, count = 0, shown = 0;
    for (const char *at = words; *at; at += strcspn(at, "\n") + 1) {
        int length = (int)strcspn(at, "\n");
        width = length > width ? length : width;
        count++;
    }
    const int fit = line_editor_columns() / (width + GAP), each = fit > 0 ? fit : 1;
    for (; *words && shown < COLUMNS_WORDS; words += strcspn(words, "\n") + 1) {
        int length = (int)strcspn(words, "\n");
        bool last = ++shown % each == 0 || shown == count || shown == COLUMNS_WORDS;
        buffer_printf(out, "%.*s", length, words);
        buffer_printf(out, "%*s", last ? 0 : width + GAP - length, "");
        buffer_puts(out, last ? "\n" : "");
    }
    if (count > shown) {
        buffer_printf(out, "and %d more\n", count - shown);
    }
}

/* Completes the line as far as all completions agree, or lists them. */
static void complete(struct terminal *terminal)
{
    struct completion completion;
    LOCAL_BUFFER line = {0};
    if (!terminal->session) {
        return;
    }
    line_editor_before_cursor(terminal->editor, &line);
    completion_find(&completion, session_facts(terminal->session).engine, buffer_text(&line));
    size_t common = completion_common(&completion);
    if (completion.count == 1 || common > completion.typed) {
        LOCAL_BUFFER text = {0};
        buffer_append(&text, buffer_text(&completion.words), common);
        buffer_puts(&text, completion.count == 1 ? " " : "");
        line_editor_replace(terminal->editor, (int)completion.typed, buffer_text(&text));
    } else if (completion.count > 1) {
        put_columns(buffer_text(&completion.words), &terminal->screen);
        show(terminal);
    }
    completion_finish(&completion);
}

/* Reads the keys that have arrived, unless the line is hidden. */
static void read_keys(struct terminal *terminal)
{
    char key[KEY_ROOM];
    while (!terminal->typed_all && !terminal->heard_all && !terminal->behind &&
           !ev_is_active(&terminal->room) && key_reader_next(&terminal->keys, key)) {
        if (key[0] == '\t') {
            complete(terminal);
        } else if (key[0] == KEY_CONTROL('d') && line_editor_length(terminal->editor) == 0) {
            end_typing(terminal);
        } else {
            const char *line = line_editor_type(terminal->editor, key);
            if (line) {
                enter_line(terminal, line);
            }
        }
    }
}

static void on_typed(struct ev_loop *loop UNUSED, struct ev_io *watcher, int events UNUSED)
{
    struct terminal *terminal = watcher->data;
    char *room = buffer_reserve(&terminal->keys.bytes, READ_BYTES);
    ssize_t length = room ? read(STDIN_FILENO, room, READ_BYTES) : 0;
    if (length > 0) {
        buffer_commit(&terminal->keys.bytes, (size_t)length);
        read_keys(terminal);
    } else if (length == 0 || (errno != EAGAIN && errno != EINTR)) {
        end_typing(terminal);
    }
}

static void on_interrupt(struct ev_loop *loop UNUSED, struct ev_signal *watcher, int events UNUSED)
{
    struct terminal *terminal = watcher->data;
    if (terminal->session && session_facts(terminal->session).is_busy) {
        feed(terminal, "stop\n", 5);
    } else if (!terminal->typed_all && !terminal->behind && !ev_is_active(&terminal->room)) {
        line_editor_abandon(terminal->editor);
    }
}

/* Stops; the program continues in the background until it is in the foreground again. */
static void on_suspend(struct ev_loop *loop, struct ev_signal *watcher, int events UNUSED)
{
    struct terminal *terminal = watcher->data;
    line_editor_hide(terminal->editor);
    line_editor_use_terminal(terminal->editor, false);
    terminal->behind = true;
    ev_io_stop(loop, &terminal->typed);
    ev_timer_again(loop, &terminal->look);
    kill(getpid(), SIGSTOP);
}

/* Uses the terminal again in the foreground. Another program may have changed its settings and
 * written to it. */
static void come_back(struct terminal *terminal)
{
    if (tcgetpgrp(STDIN_FILENO) != getpgrp()) {
        return;
    }
    terminal->behind = false;
    ev_timer_stop(terminal->loop, &terminal->look);
    line_editor_hide(terminal->editor);
    line_editor_use_terminal(terminal->editor, false);
    line_editor_use_terminal(terminal->editor, true);
    if (!terminal->typed_all) {
        ev_io_start(terminal->loop, &terminal->typed);
    }
    show_and_read_keys(terminal);
}

static void on_proceed(struct ev_loop *loop UNUSED, struct ev_signal *watcher, int events UNUSED)
{
    come_back(watcher->data);
}

static void on_look(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    come_back(watcher->data);
}

static void on_resize(struct ev_loop *loop UNUSED, struct ev_signal *watcher, int events UNUSED)
{
    struct terminal *terminal = watcher->data;
    line_editor_hide(terminal->editor);
    line_editor_resize(terminal->editor);
    show_and_read_keys(terminal);
}

static void give_line(void *context, const char *line)
{
    line_editor_remember(((struct terminal *)context)->editor, line);
}

struct terminal *terminal_open(struct ev_loop *loop, int *wire)
{
    const char *name = getenv("TERM");
    int pair[2];
    struct line_editor *editor =
        name && *name && strcmp(name, "dumb") != 0 ? line_editor_create() : NULL;
    struct terminal *terminal = editor ? calloc(1, sizeof *terminal) : NULL;
    if (!terminal || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        line_editor_destroy(editor);
        free(terminal);
        return NULL;
    }
    terminal->loop = loop;
    terminal->wire = pair[0];
    *wire = pair[1];
    terminal->editor = editor;
    terminal->history = history_file_open(give_line, terminal);
    ev_io_init(&terminal->typed, on_typed, STDIN_FILENO, EV_READ);
    ev_io_init(&terminal->room, on_room, STDOUT_FILENO, EV_WRITE);
    ev_io_init(&terminal->heard, on_heard, terminal->wire, EV_READ);
    ev_timer_init(&terminal->look, on_look, 0., LOOK_SECONDS);
    terminal->typed.data = terminal->room.data = terminal;
    terminal->heard.data = terminal->look.data = terminal;
    return terminal;
}

void terminal_begin(struct terminal *terminal, struct session *session)
{
    terminal->session = session;
    loop_watch_signal(terminal->loop, &terminal->interrupt, SIGINT, on_interrupt, terminal);
    loop_watch_signal(terminal->loop, &terminal->suspend, SIGTSTP, on_suspend, terminal);
    loop_watch_signal(terminal->loop, &terminal->proceed, SIGCONT, on_proceed, terminal);
    loop_watch_signal(terminal->loop, &terminal->resize, SIGWINCH, on_resize, terminal);
    ev_io_start(terminal->loop, &terminal->typed);
    ev_io_start(terminal->loop, &terminal->heard);
    line_editor_begin(terminal->editor);
}

void terminal_forget_session(struct terminal *terminal)
{
    if (terminal) {
        terminal->session = NULL;
    }
}

void terminal_close(struct terminal *terminal)
{
    if (!terminal) {
        return;
    }
    struct pollfd room = {.fd = STDOUT_FILENO, .events = POLLOUT};
    do {
        while (!terminal->heard_all && hear(terminal)) {
        }
        terminal->heard_all = true;
        show(terminal);
    } while (buffer_length(&terminal->screen) > 0 && poll(&room, 1, CLOSE_PATIENCE_MS) > 0);
    ev_io_stop(terminal->loop, &terminal->typed);
    ev_io_stop(terminal->loop, &terminal->room);
    ev_io_stop(terminal->loop, &terminal->heard);
    ev_signal_stop(terminal->loop, &terminal->interrupt);
    ev_signal_stop(terminal->loop, &terminal->suspend);
    ev_signal_stop(terminal->loop, &terminal->proceed);
    ev_signal_stop(terminal->loop, &terminal->resize);
    ev_timer_stop(terminal->loop, &terminal->look);
    line_editor_destroy(terminal->editor);
    key_reader_finish(&terminal->keys);
    buffer_finish(&terminal->screen);
    if (terminal->history >= 0) {
        close(terminal->history);
    }
    close(terminal->wire);
    free(terminal);
}
