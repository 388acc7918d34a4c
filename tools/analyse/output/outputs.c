/* SPDX-License-Identifier: MIT */
#include "outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "look.h"
#include "sgf.h"
#include "writers.h"

static const struct format {
    const char *name;
    /* Write each position of an entry that is searched, and then the entry as a whole; NULL:
     * nothing. */
    ply_writer *ply;
    study_writer *study;
    /* Write the beginning and the end of a file; NULL: nothing. */
    void (*header)(const struct writing *writing, struct buffer *out);
    void (*footer)(const struct writing *writing, struct buffer *out);
} formats[] = {
    [OUTPUT_JSONL] = {.name = "jsonl", .ply = write_jsonl, .study = write_jsonl_figures},
    [OUTPUT_CSV] = {.name = "csv", .ply = write_csv, .header = write_csv_header},
    [OUTPUT_EPD] = {.name = "epd", .ply = write_epd},
    [OUTPUT_PGN] = {.name = "pgn", .study = write_pgn},
    [OUTPUT_SGF] = {.name = "sgf", .study = write_sgf},
    [OUTPUT_FIGURES] = {.name = "figures", .study = write_figures},
    [OUTPUT_REPORT] = {.name = "html",
                       .study = write_report,
                       .header = write_report_header,
                       .footer = write_report_footer},
};

int output_find_format(const char *name)
{
    for (int i = 0; i < LENGTH(formats); i++) {
        if (strcasecmp(name, formats[i].name) == 0) {
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

bool output_fits(const void *format, const struct game *game, struct error *error)
{
    const int kind = *(const int *)format;
    const bool good = kind == OUTPUT_PGN   ? game->look->pgn != NULL
                      : kind == OUTPUT_SGF ? sgf_fits(game)
                                           : true;
    return good || error_set(error, "%s is not written as %s", game->title,
                             kind == OUTPUT_PGN ? "PGN" : "SGF");
}

void output_put(enum output_format format, const struct study *study, const struct writing *writing,
                struct buffer *out)
{
    struct game_walk walk;
    game_walk_along(&walk, &study->entry.saved.record);
    for (bool more = formats[format].ply; more;) {
        more = game_walk_next(&walk);
        if (walk.ply >= study->entry.first) {
            formats[format].ply(study, &walk, writing, out);
        }
    }
    game_walk_finish(&walk);
    if (formats[format].study) {
        formats[format].study(study, writing, out);
    }
}

bool output_each(struct results *results, const struct reading *reading,
                 bool (*visit)(void *context, const struct study *study), void *context,
                 struct error *error)
{
    struct results_entry row = RESULTS_START;
    for (bool more = true; more && results_next(results, &row, error);) {
        struct study study;
        if (!row.damage) {
            more = study_begin(&study, results, &row, reading, error) && visit(context, &study);
            study_finish(&study);
        }
    }
    return !error->text[0];
}

struct job {
    enum output_format format;
    const struct writing *writing;
    const struct buffer *text; /* all of the file; NULL: it is written in the format */
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
    struct job *job = context;
    struct buffer text = {0};
    output_put(job->format, study, job->writing, &text);
    return write_text(job, &text);
}

static bool write_all(struct job *job, struct results *results, const struct reading *reading,
                      struct error *error)
{
    struct buffer head = {0}, foot = {0};
    if (job->text) {
        buffer_append(&head, buffer_text(job->text), buffer_length(job->text));
        return write_text(job, &head);
    }
    const struct format *format = &formats[job->format];
    if (format->header) {
        format->header(job->writing, &head);
    }
    if (format->footer) {
        format->footer(job->writing, &foot);
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

bool output_may_replace(const char *path, struct error *error)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode) ||
           error_set(error, "%.200s is no regular file; expected a file, or - for standard output",
                     path);
}

static bool write_job(struct job *job, struct results *results, const struct reading *reading,
                      const char *path, struct error *error)
{
    if (strcmp(path, "-") == 0) {
        job->file = stdout;
        return fill(job, results, reading, "standard output", error);
    }
    if (!output_may_replace(path, error)) {
        return false;
    }
    struct buffer part = {0};
    buffer_printf(&part, "%s.part", path);
    job->file = fopen(buffer_text(&part), "w");
    bool good = job->file || error_set(error, "%s: %s", buffer_text(&part), strerror(errno));
    good = good && fill(job, results, reading, path, error);
    if (good && rename(buffer_text(&part), path) != 0) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    buffer_finish(&part);
    return good;
}

bool output_write(enum output_format format, struct results *results, const struct reading *reading,
                  const struct writing *writing, const char *path, struct error *error)
{
    struct job job = {.format = format, .writing = writing};
    return write_job(&job, results, reading, path, error);
}

bool output_write_text(const struct buffer *text, const char *path, struct error *error)
{
    struct job job = {.text = text};
    return write_job(&job, NULL, NULL, path, error);
}
