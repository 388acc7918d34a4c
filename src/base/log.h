/* SPDX-License-Identifier: MIT */
/* The program's log: one line per message on standard error, never sent to a client. */
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

/* Writes one line with one write(2) that never blocks: if standard error has no room for the line,
 * it is dropped. If the journal reads the log (JOURNAL_STREAM is set), the line begins with `<N>`,
 * otherwise with the UTC time of day. At most 20 lines per second are written; a later line reports
 * how many were dropped. Only the event loop's thread may call it. */
void log_line(enum log_level level, const char *format, ...) PRINTF_LIKE(2, 3);

/* Sets the least important level that is logged. It is initially LOG_LEVEL_INFO. */
void log_set_level(enum log_level level);

/* Returns the number of dropped lines. */
int64_t log_dropped(void);

#endif
