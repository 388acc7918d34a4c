/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "look.h"
#include "report.h"
#include "sgf.h"

static const char *const names[] = {
    [OUTPUT_JSONL] = "jsonl", [OUTPUT_CSV] = "csv", [OUTPUT_EPD] = "epd",
    [OUTPUT_PGN] = "pgn",     [OUTPUT_SGF] = "sgf",
};

int output_find_format(const char *name)
{
    for (int i = 0; i < LENGTH(names); i++) {
        if (strcasecmp(name, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

int output_format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? output_find_format(dot + 1) : -1;
}

bool output_each(struct results *results, const struct reading *reading,
                 bool (*visit)(void *context, const struct study *study), void *context,
                 struct error *error)
{
    bool found = true, good = true, more = true;
    for (int64_t number = 0; good && more;) {
        struct results_entry row;
        struct study study;
        good = results_entry_from(results, number, &row, &found, error);
        if (!good || !found) {
            break;
        }
        number = row.number + 1;
        if (!row.damage) {
            good = study_begin(&study, results, &row, reading, error);
            more = good && visit(context, &study);
            study_finish(&study);
        }
    }
    return good;
}

static bool can_hold(enum output_format format, const struct game *game)
{
    return format == OUTPUT_PGN ? game->look->pgn != NULL : format != OUTPUT_SGF || sgf_fits(game);
}

bool output_fits(enum output_format format, struct results *results, const struct reading *reading,
                 struct error *error)
{
    struct results_entry row;
    struct error reason = {""};
    bool found = true, good = format == OUTPUT_PGN || format == OUTPUT_SGF;
    if (!good) {
        return true;
    }
    for (int64_t number = 0; good;) {
        good = results_entry_from(results, number, &row, &found, error);
        if (!good || !found) {
            break;
        }
        number = row.number + 1;
        struct entry entry;
        if (!row.damage && entry_read(&entry, reading, row.format, row.text, row.line, &reason)) {
            const struct game *game = entry.saved.game;
            good = can_hold(format, game) ||
                   error_set(error, "%s: line %d: %s is not written as %s", row.source, row.line,
                             game->title, format == OUTPUT_PGN ? "PGN" : "SGF");
        }
        if (!row.damage) {
            entry_finish(&entry);
        }
    }
    return good;
}

struct job {
    enum output_format format;
    const struct writing *writing;
    FILE *file;
};

static bool write_text(struct job *job, struct buffer *text)
{
    size_t length = buffer_length(text);
    bool good = fwrite(buffer_text(text), 1, length, job->file) == length;
    buffer_finish(text);
    return good;
}

static bool write_study(void *context, const struct study *study)
{
    static void (*const writers[])(const struct study *, const struct writing *,
                                   struct buffer *) = {
        [OUTPUT_JSONL] = write_jsonl, [OUTPUT_CSV] = write_csv, [OUTPUT_EPD] = write_epd,
        [OUTPUT_PGN] = write_pgn,     [OUTPUT_SGF] = write_sgf, [OUTPUT_REPORT] = report_entry,
    };
    struct job *job = context;
    struct buffer text = {0};
    writers[job->format](study, job->writing, &text);
    return write_text(job, &text);
}

static bool write_all(struct job *job, struct results *results, const struct reading *reading,
                      struct error *error)
{
    struct buffer head = {0}, foot = {0};
    if (job->format == OUTPUT_CSV) {
        write_csv_header(job->writing, &head);
    } else if (job->format == OUTPUT_REPORT) {
        report_head(job->writing, &head);
        report_foot(&foot);
    }
    return write_text(job, &head) && output_each(results, reading, write_study, job, error) &&
           write_text(job, &foot);
}

/* Writes everything to `file`, and closes it unless it is standard output. */
static bool fill(struct job *job, struct results *results, const struct reading *reading,
                 const char *path, struct error *error)
{
    struct error reason = {""};
    bool good = write_all(job, results, reading, &reason);
    good = fflush(job->file) == 0 && !ferror(job->file) && good;
    if (!reason.text[0] && !good) {
        error_set(&reason, "%s", strerror(errno));
    }
    if (job->file != stdout) {
        good = fclose(job->file) == 0 && good;
    }
    return good || error_set(error, "%s: %.250s", path, reason.text);
}

bool output_write(enum output_format format, struct results *results, const struct reading *reading,
                  const struct writing *writing, const char *path, struct error *error)
{
    struct job job = {.format = format, .writing = writing, .file = stdout};
    if (strcmp(path, "-") == 0) {
        return fill(&job, results, reading, "standard output", error);
    }
    struct buffer part = {0};
    buffer_printf(&part, "%s.part", path);
    job.file = fopen(buffer_text(&part), "w");
    bool good = job.file || error_set(error, "%s: %s", buffer_text(&part), strerror(errno));
    good = good && fill(&job, results, reading, path, error);
    if (good && rename(buffer_text(&part), path) != 0) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    buffer_finish(&part);
    return good;
}
