/* SPDX-License-Identifier: MIT */
/* The log of a match: its own messages from a level on, and the lines of the engines. */
#ifndef MATCH_MATCH_LOG_H
#define MATCH_MATCH_LOG_H

#include <stdbool.h>

#include "compiler.h"
#include "error.h"

/* The levels of messages: a game begins; it has ended; an engine is at fault; an engine has ended
 * or hangs; the match cannot go on. */
enum match_log_level {
    MATCH_LOG_TRACE,
    MATCH_LOG_INFO,
    MATCH_LOG_WARN,
    MATCH_LOG_ERR,
    MATCH_LOG_FATAL
};

/* Where the lines of engines are: in the file, nowhere, or in a file for each engine, whose name is
 * that of the log, a dot and the engine's name. */
enum match_log_engines { MATCH_LOG_TOGETHER, MATCH_LOG_NONE, MATCH_LOG_APART };

struct match_log_options {
    const char *path; /* NULL: no log */
    int level;        /* enum match_log_level: the least important messages */
    int engines;      /* enum match_log_engines */
    bool appends;     /* to a file that exists */
    bool realtime;    /* each line is written at once */
};

struct match_log;

/* True if engines with these names would have the same file. */
bool match_log_shares_file(const char *one, const char *other);

/* Opens the files. *log is NULL if there is to be none. */
bool match_log_open(struct match_log **log, const struct match_log_options *options,
                    const char *const *names, int count, struct error *error);
/* Returns false if lines were lost, because a file could not be written. */
bool match_log_close(struct match_log *log, struct error *error);

/* True if the log shows lines of engines. */
bool match_log_shows_engines(const struct match_log *log);

/* Writes a line that an engine has received or sent; `place` is the index of its game among those
 * that are played at the same time. */
void match_log_line(struct match_log *log, int place, int engine, bool sent, const char *line);

/* Writes a message, unless it is less important than the level. `log` may be NULL. */
void match_log_note(struct match_log *log, enum match_log_level level, const char *format, ...)
    PRINTF_LIKE(3, 4);

#endif
