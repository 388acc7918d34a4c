/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <dirent.h>
#include <ev.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "clock.h"
#include "engine_open.h"
#include "memory.h"

/* The most unread lines: more than any engine sends in a check. */
#define MAX_WAITING 65536

/* How many lines of the session are kept, and how many characters of each are shown. */
#define RECORD_LINES   60
#define RECORD_COLUMNS 150
#define RECORD_ROOM    (RECORD_COLUMNS + sizeof "\\xff ...")

/* How long a program may take to end after the session, in seconds. */
#define END_S 1.0

/* The longest session, in seconds, with a program that never stops sending. */
#define CONVERSATION_S 90.0

/* A line that was sent or received. */
struct kept_line {
    char mark; /* > sent, < received, . the end */
    int64_t when_ns;
    char text[RECORD_ROOM];
};

struct session {
    struct ev_loop *loop;
    struct engine_process *engine;
    int process;
    struct buffer waiting; /* unread lines: the time of arrival, then the text with its NUL */
    int count;             /* of them */
    char *last;            /* the line that session_read returned */
    int64_t last_ns;
    int64_t opened_ns, expires_ns;
    bool ended;
    bool timed_out;
    int foul;
    struct utf8_stream heard;
    ev_timer timer;
    struct kept_line record[RECORD_LINES];
    int recorded;
};

/* True if two lines are both info lines or both option lines of the engine. */
static bool are_alike(const struct kept_line *one, const struct kept_line *other)
{
    static const char *const floods[] = {"info ", "option name "};
    for (int i = 0; i < LENGTH(floods) && one->mark == '<' && other->mark == '<'; i++) {
        if (session_begins(one->text, floods[i]) && session_begins(other->text, floods[i])) {
            return true;
        }
    }
    return false;
}

/* Keeps a line. Of consecutive similar lines only the last is kept. */
static void keep(struct session *session, char mark, int64_t when_ns, const char *line,
                 size_t length)
{
    struct kept_line kept = {.mark = mark, .when_ns = when_ns};
    size_t used = 0, i = 0;
    while (i < length && used < RECORD_COLUMNS) {
        const size_t span = utf8_span(line + i, length - i);
        char character[5] = "";
        memcpy(character, line + i, span);
        utf8_clean(character, span, '\0');
        const size_t shown = character[0] ? span : 1;
        if (!character[0]) {
            snprintf(character, sizeof character, line[i] == '\n' ? "\\n" : "\\x%02x",
                     (unsigned char)line[i]);
        }
        used += (size_t)snprintf(kept.text + used, sizeof kept.text - used, "%s", character);
        i += shown;
    }
    if (i < length) {
        snprintf(kept.text + used, sizeof kept.text - used, " ...");
    }
    const int last = (session->recorded - 1) % RECORD_LINES;
    if (session->recorded > 0 && are_alike(&session->record[last], &kept)) {
        session->recorded--;
    }
    session->record[session->recorded++ % RECORD_LINES] = kept;
}

static void on_line(void *context, char *line, int64_t when_ns)
{
    struct session *session = context;
    if (session->count < MAX_WAITING) {
        buffer_append(&session->waiting, &when_ns, sizeof when_ns);
        buffer_append(&session->waiting, line, strlen(line) + 1);
        session->count++;
    }
    if (session->waiting.failed) {
        memory_checked(NULL);
    }
    ev_break(session->loop, EVBREAK_ONE);
}

static void on_bytes(void *context, const char *bytes, size_t length)
{
    struct session *session = context;
    for (size_t i = 0; i < length && session->foul < 0; i++) {
        if (!utf8_continues(&session->heard, bytes[i], "\n")) {
            const char first = session->heard.bytes[0];
            session->foul = (unsigned char)(first ? first : bytes[i]);
        }
    }
}

static void on_closed(void *context, const char *reason)
{
    struct session *session = context;
    session->ended = true;
    keep(session, '.', clock_ns(), reason, strlen(reason));
    ev_break(session->loop, EVBREAK_ONE);
}

static void on_timer(struct ev_loop *loop, ev_timer *watcher, int events UNUSED)
{
    struct session *session = watcher->data;
    session->timed_out = true;
    ev_break(loop, EVBREAK_ONE);
}

struct session *session_open(struct ev_loop *loop, const struct target *target, struct error *error)
{
    static const struct engine_process_handlers handlers = {on_line, on_bytes, on_closed};
    struct session *session = memory_zeroed(1, sizeof *session);
    session->loop = loop;
    session->foul = -1;
    ev_timer_init(&session->timer, on_timer, 0, 0);
    session->timer.data = session;
    struct engine_program program = {.arguments = target->arguments,
                                     .errors_joined = target->errors_joined};
    session->engine = target->arguments
                          ? engine_open_program(loop, &program, &handlers, session, error)
                          : engine_open_address(loop, target->address, &handlers, session, error);
    if (!session->engine) {
        free(session);
        return NULL;
    }
    session->process = engine_process_id(session->engine);
    session->opened_ns = clock_ns();
    session->expires_ns = session->opened_ns + (int64_t)(CONVERSATION_S * 1e9);
    if (session->expires_ns > target->deadline_ns) {
        session->expires_ns = target->deadline_ns;
    }
    return session;
}

void session_close(struct session *session)
{
    engine_process_release(session->engine, END_S);
    ev_timer_stop(session->loop, &session->timer);
    buffer_finish(&session->waiting);
    free(session->last);
    free(session);
}

void session_send_values(struct session *session, const char *format, va_list values)
{
    FREED char *text;
    if (vasprintf(&text, format, values) < 0) {
        memory_checked(NULL);
    }
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        const size_t length = strlen(line);
        keep(session, '>', clock_ns(), line, length);
        line[length] = '\n';
        engine_process_send(session->engine, line, length + 1);
    }
}

void session_send(struct session *session, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    session_send_values(session, format, values);
    va_end(values);
}

void session_send_bytes(struct session *session, const void *bytes, size_t length)
{
    keep(session, '>', clock_ns(), bytes, length);
    engine_process_send(session->engine, bytes, length);
}

void session_end_input(struct session *session)
{
    keep(session, '>', clock_ns(), "(end of input)", 14);
    engine_process_finish_input(session->engine);
}

void session_vanish(struct session *session)
{
    keep(session, '>', clock_ns(), "(gone)", 6);
    engine_process_abandon(session->engine);
}

/* Runs the loop until a line arrives or the engine ends (unless `only_time`), or until the time is
 * over. */
static void await(struct session *session, double seconds, bool only_time)
{
    session->timed_out = false;
    ev_now_update(session->loop);
    ev_timer_set(&session->timer, seconds, 0);
    ev_timer_start(session->loop, &session->timer);
    while (!session->timed_out && (only_time || (session->count == 0 && !session->ended))) {
        ev_run(session->loop, EVRUN_ONCE);
    }
    ev_timer_stop(session->loop, &session->timer);
}

void session_wait(struct session *session, double seconds)
{
    await(session, seconds, true);
}

char *session_read_by(struct session *session, int64_t time_ns)
{
    const int64_t last_ns = session->expires_ns;
    const int64_t left_ns = (time_ns < last_ns ? time_ns : last_ns) - clock_ns();
    await(session, left_ns > 0 ? (double)left_ns / 1e9 : 0, false);
    if (session->count == 0 || clock_ns() > last_ns) {
        return NULL;
    }
    const char *next = buffer_text(&session->waiting);
    memcpy(&session->last_ns, next, sizeof session->last_ns);
    free(session->last);
    session->last = memory_text(next + sizeof session->last_ns);
    buffer_consume(&session->waiting, sizeof session->last_ns + strlen(session->last) + 1);
    session->count--;
    keep(session, '<', session->last_ns, session->last, strlen(session->last));
    return session->last;
}

char *session_read(struct session *session, double seconds)
{
    return session_read_by(session, session_after(seconds));
}

int64_t session_after(double seconds)
{
    return clock_ns() + (int64_t)(seconds * 1e9);
}

int64_t session_read_ns(const struct session *session)
{
    return session->last_ns;
}

bool session_begins(const char *line, const char *prefix)
{
    return line && strncmp(line, prefix, strlen(prefix)) == 0;
}

char *session_read_until(struct session *session, const char *prefix, double seconds)
{
    const int64_t give_up = session_after(seconds);
    char *line;
    do {
        line = session_read_by(session, give_up);
    } while (line && !session_begins(line, prefix));
    return line;
}

int session_count(struct session *session, const char *prefix, double seconds)
{
    int count = 0;
    for (char *line; (line = session_read(session, seconds));) {
        count += session_begins(line, prefix);
    }
    return count;
}

bool session_is_silent(struct session *session, double seconds)
{
    return !session_read(session, seconds) && !session->ended;
}

bool session_ends(struct session *session, double seconds)
{
    const int64_t give_up = session_after(seconds);
    while (!session->ended && clock_ns() < give_up) {
        session_read_by(session, give_up);
    }
    return session->ended;
}

double session_busy_seconds(const struct session *session)
{
    char path[64];
    double seconds = -1;
    snprintf(path, sizeof path, "/proc/%d/task", session->process);
    DIR *tasks = session->process > 0 ? opendir(path) : NULL;
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        long long ran_ns, waited_ns;
        char task_path[sizeof path + sizeof task->d_name + 16];
        snprintf(task_path, sizeof task_path, "%s/%s/schedstat", path, task->d_name);
        FILE *file = task->d_name[0] == '.' ? NULL : fopen(task_path, "r");
        /* Documentation/scheduler/sched-stats.rst: time on a processor, and time waiting for
         * one. */
        if (file && fscanf(file, "%lld %lld", &ran_ns, &waited_ns) == 2) {
            seconds = (seconds < 0 ? 0 : seconds) + (double)(ran_ns + waited_ns) / 1e9;
        }
        if (file) {
            fclose(file);
        }
    }
    if (tasks) {
        closedir(tasks);
    }
    return seconds;
}

double session_resident_bytes(const struct session *session)
{
    char path[64];
    long pages = -1;
    snprintf(path, sizeof path, "/proc/%d/statm", session->process);
    FILE *file = session->process > 0 ? fopen(path, "r") : NULL;
    /* proc(5): the second number is the resident set size in pages. */
    if (file) {
        if (fscanf(file, "%*d %ld", &pages) != 1) {
            pages = -1;
        }
        fclose(file);
    }
    return pages < 0 ? -1 : (double)pages * (double)sysconf(_SC_PAGESIZE);
}

int session_foul_byte(const struct session *session)
{
    return session->foul;
}

void session_describe(const struct session *session, struct buffer *out)
{
    const int from = session->recorded > RECORD_LINES ? session->recorded - RECORD_LINES : 0;
    if (from > 0) {
        buffer_printf(out, "(%d earlier lines)\n", from);
    }
    for (int i = from; i < session->recorded; i++) {
        const struct kept_line *line = &session->record[i % RECORD_LINES];
        buffer_printf(out, "%8.3f %c %s\n", (double)(line->when_ns - session->opened_ns) / 1e9,
                      line->mark, line->text);
    }
}
