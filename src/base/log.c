/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

/* The rate limit in lines per second, and the largest burst in lines. */
#define LINES_PER_SECOND 20
#define LINES_AT_ONCE    100

/* The log belongs to the process, as standard error does. */
static struct {
    enum log_level level;
    double credit; /* lines that may be written now */
    int64_t time_ns;
    int64_t dropped, dropped_said;
} state = {.level = LOG_LEVEL_INFO, .credit = LINES_AT_ONCE};

void log_set_level(enum log_level level)
{
    state.level = level;
}

int64_t log_dropped(void)
{
    return state.dropped;
}

/* True if the rate limit and standard error allow a line now. A pipe that nobody reads is full. */
static bool may_write(void)
{
    int64_t now_ns = clock_ns();
    state.credit += (double)(now_ns - state.time_ns) / (double)NS_PER_SECOND * LINES_PER_SECOND;
    state.credit = state.credit > LINES_AT_ONCE ? LINES_AT_ONCE : state.credit;
    state.time_ns = now_ns;
    struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
    return state.credit >= 1. && poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT);
}

/* Writes "<4>" for the journal, which adds the time itself; otherwise the time of day and the
 * level. */
static int put_prefix(char *line, size_t room, enum log_level level)
{
    static const char *const names[] = {
        [LOG_LEVEL_ERROR] = "error",
        [LOG_LEVEL_WARNING] = "warning",
        [LOG_LEVEL_INFO] = "info",
        [LOG_LEVEL_DEBUG] = "debug",
    };
    if (getenv("JOURNAL_STREAM") && !isatty(STDERR_FILENO)) {
        return snprintf(line, room, "<%d>", (int)level);
    }
    struct timespec now;
    struct tm day;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &day);
    return snprintf(line, room, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ %s: ", day.tm_year + 1900,
                    day.tm_mon + 1, day.tm_mday, day.tm_hour, day.tm_min, day.tm_sec,
                    (int)(now.tv_nsec / NS_PER_MS), names[level]);
}

static void write_line(enum log_level level, const char *text)
{
    char line[512];
    int length = put_prefix(line, sizeof line, level);
    int more = snprintf(line + length, sizeof line - (size_t)length - 1, "%s", text);
    length += more;
    length = length > (int)sizeof line - 2 ? (int)sizeof line - 2 : length;
    line[length++] = '\n';
    ssize_t written = write(STDERR_FILENO, line, (size_t)length);
    (void)written;
    state.credit -= 1.;
}

void log_line(enum log_level level, const char *format, ...)
{
    char text[400];
    if (level > state.level) {
        return;
    }
    if (!may_write()) {
        state.dropped++;
        return;
    }
    if (state.dropped > state.dropped_said) {
        snprintf(text, sizeof text, "%lld lines were dropped",
                 (long long)(state.dropped - state.dropped_said));
        state.dropped_said = state.dropped;
        write_line(LOG_LEVEL_WARNING, text);
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_line(level, text);
}
