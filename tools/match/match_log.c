/* SPDX-License-Identifier: MIT */
#include "match_log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "clock.h"
#include "memory.h"

struct match_log {
    const struct match_log_options *options;
    const char *const *names; /* of the engines */
    int count;
    FILE *file;
    FILE **engines; /* for each engine; NULL: they have no files of their own */
};

static FILE *open_file(const struct match_log_options *options, const char *path,
                       struct error *error)
{
    FILE *file = fopen(path, options->appends ? "a" : "w");
    if (!file) {
        error_set(error, "-log %s: %s", path, strerror(errno));
    } else if (options->realtime) {
        setvbuf(file, NULL, _IOLBF, 0);
    }
    return file;
}

static char letter(char name)
{
    return name == '/' ? '-' : name;
}

bool match_log_shares_file(const char *one, const char *other)
{
    while (*one && letter(*one) == letter(*other)) {
        one++;
        other++;
    }
    return !*one && !*other;
}

/* Opens LOG.NAME; a '/' of the name becomes '-'. */
static FILE *open_engine(const struct match_log *log, int engine, struct error *error)
{
    struct buffer path = {0};
    buffer_printf(&path, "%s.", log->options->path);
    for (const char *at = log->names[engine]; *at; at++) {
        buffer_putc(&path, letter(*at));
    }
    FILE *file = open_file(log->options, buffer_text(&path), error);
    buffer_finish(&path);
    return file;
}

bool match_log_open(struct match_log **opened, const struct match_log_options *options,
                    const char *const *names, int count, struct error *error)
{
    *opened = NULL;
    if (!options->path) {
        return true;
    }
    struct match_log *log = memory_zeroed(1, sizeof *log);
    *log = (struct match_log){.options = options, .names = names, .count = count};
    *opened = log;
    log->file = open_file(options, options->path, error);
    bool good = log->file != NULL;
    if (good && options->engines == MATCH_LOG_APART) {
        log->engines = memory_zeroed((size_t)count, sizeof(FILE *));
        for (int i = 0; good && i < count; i++) {
            good = (log->engines[i] = open_engine(log, i, error)) != NULL;
        }
    }
    return good;
}

static bool close_file(FILE *file)
{
    const bool failed = file && ferror(file);
    return !file || (fclose(file) == 0 && !failed);
}

bool match_log_close(struct match_log *log, struct error *error)
{
    bool good = true;
    if (!log) {
        return true;
    }
    for (int i = 0; log->engines && i < log->count; i++) {
        good = close_file(log->engines[i]) && good;
    }
    good = close_file(log->file) && good;
    if (!good) {
        error_set(error, "-log %s: it could not be written, and lines were lost",
                  log->options->path);
    }
    free(log->engines);
    free(log);
    return good;
}

bool match_log_shows_engines(const struct match_log *log)
{
    return log && log->options->engines != MATCH_LOG_NONE;
}

static double seconds(void)
{
    return (double)clock_ns() / (double)NS_PER_SECOND;
}

void match_log_line(struct match_log *log, int place, int engine, bool sent, const char *line)
{
    fprintf(log->engines ? log->engines[engine] : log->file, "%.6f %d %s %s %s\n", seconds(), place,
            log->names[engine], sent ? "<" : ">", line);
}

void match_log_note(struct match_log *log, enum match_log_level level, const char *format, ...)
{
    static const char *const words[] = {"trace", "info", "warn", "err", "fatal"};
    va_list arguments;
    if (!log || (int)level < log->options->level) {
        return;
    }
    fprintf(log->file, "%.6f - %s: ", seconds(), words[level]);
    va_start(arguments, format);
    vfprintf(log->file, format, arguments);
    va_end(arguments);
    putc('\n', log->file);
}
