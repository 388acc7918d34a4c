/* The program's own log: one line each to standard error, never to a client. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "compiler.h"

/* The priorities that systemd's journal reads from a line's `<N>` prefix (sd-daemon(3)). */
enum log_level { LOG_LEVEL_ERROR = 3, LOG_LEVEL_WARNING = 4, LOG_LEVEL_INFO = 6 };

/* Writes one line in one write(2). The `<N>` prefix is there only when standard error is not a
 * terminal and the journal listens (JOURNAL_STREAM is set). */
void log_line(enum log_level level, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
