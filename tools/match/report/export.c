/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* An export in progress. */
struct job {
    enum export_format format;
    const struct format_context *context;
    const char *path;
    FILE *file; /* NULL: one file for each game */
    struct error error;
};

static void visit(void *opaque, const struct played_game *played)
{
    struct job *job = opaque;
    struct buffer text = {0}, path = {0};
    if (job->error.text[0]) {
        return;
    }
    buffer_puts(&path, job->path);
    if (!job->file) {
        buffer_printf(&path, "/%06lld.psq", (long long)played->number + 1);
    }
    export_game(job->format, job->context, played, &text);
    FILE *file = job->file ? job->file : fopen(buffer_text(&path), "w");
    const size_t length = buffer_length(&text);
    bool good = file && fwrite(buffer_text(&text), 1, length, file) == length;
    if (file && !job->file) {
        good = fclose(file) == 0 && good;
    }
    if (!good) {
        error_set(&job->error, "%s: %s", buffer_text(&path), strerror(errno));
    }
    buffer_finish(&text);
    buffer_finish(&path);
}

bool export_games(enum export_format format, const struct format_context *context,
                  struct store *store, const char *path, struct error *error)
{
    struct job job = {.format = format, .context = context, .path = path};
    if (format == EXPORT_PSQ) {
        if (mkdir(path, 0777) < 0 && errno != EEXIST) {
            return error_set(error, "%s: %s", path, strerror(errno));
        }
    } else if (!(job.file = fopen(path, "w"))) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = store_each(store, true, visit, &job, error);
    if (job.file && fclose(job.file) != 0 && good) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    if (good && job.error.text[0]) {
        good = error_set(error, "%s", job.error.text);
    }
    return good;
}
