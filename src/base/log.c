#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void log_line(enum log_level level, const char *format, ...)
{
    char line[512];
    int length = 0;
    if (getenv("JOURNAL_STREAM") && !isatty(STDERR_FILENO)) {
        length = snprintf(line, sizeof line, "<%d>", (int)level);
    }
    length += snprintf(line + length, sizeof line - (size_t)length, "myosu: ");
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    length += more > 0 ? more : 0;
    if (length > (int)sizeof line - 2) {
        length = (int)sizeof line - 2;
    }
    line[length++] = '\n';
    ssize_t written = write(STDERR_FILENO, line, (size_t)length);
    (void)written;
}
