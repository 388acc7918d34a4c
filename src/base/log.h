/* SPDX-License-Identifier: MIT */
/* The program's own log: one line each to standard error, never to a client. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdint.h>

#include "compiler.h"

/* The priorities that systemd's journal reads from a line's `<N>` prefix: sd-daemon(3). */
enum log_level {
    LOG_LEVEL_ERROR = 3,
    LOG_LEVEL_WARNING = 4,
    LOG_LEVEL_INFO = 6,
    LOG_LEVEL_DEBUG = 7
};

/* Writes one line in one write(2), which never blocks: a line that standard error has no room for
 * is dropped. Before the journal (JOURNAL_STREAM is set) the line begins with `<N>`, elsewhere with
 * the time of day in UTC. Lines beyond 20 a second are dropped, and how many were is said later.
 * Called by the loop's thread. */
void log_line(enum log_level level, const char *format, ...) PRINTF_LIKE(2, 3);

/* What is less important than this is not logged; LOG_LEVEL_INFO at first. */
void log_set_level(enum log_level level);

/* Lines that were dropped. */
int64_t log_dropped(void);

#endif
