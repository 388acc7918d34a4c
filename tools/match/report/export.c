/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const char *path, struct error *error)
{
    return error_set(error, "%s: %s", path, strerror(errno));
}

/* Appends text to a file: all of it, or nothing if the file has an end that can be restored. */
static bool append(int file, const char *path, const struct buffer *text, struct error *error)
{
    const off_t end = lseek(file, 0, SEEK_END);
    const char *at = buffer_text(text);
    for (size_t left = buffer_length(text); left > 0;) {
        const ssize_t count = write(file, at, left);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            refuse(path, error);
            if (end >= 0 && ftruncate(file, end) < 0 && errno != EINVAL) { /* EINVAL: a device */
                error_set(error, "%s: its last game is incomplete", path);
            }
            return false;
        }
        at += count;
        left -= (size_t)count;
    }
    return true;
}

/* Completes the last line of a file that another program has left incomplete, so that the next game
 * begins on a line of its own. */
static bool complete_line(int file, const char *path, struct error *error)
{
    struct buffer end = {0};
    struct stat status;
    char last = '\n';
    const int reading = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool good = true;
    if (reading >= 0 && fstat(reading, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0 && pread(reading, &last, 1, status.st_size - 1) == 1 && last != '\n') {
        buffer_puts(&end, "\n\n");
        good = append(file, path, &end, error);
    }
    if (reading >= 0) {
        close(reading);
    }
    buffer_finish(&end);
    return good;
}

static int open_file(const char *path, bool appends, struct error *error)
{
    const int file =
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (appends ? 0 : O_TRUNC), 0666);
    if (file < 0) {
        refuse(path, error);
    } else if (appends && !complete_line(file, path, error)) {
        close(file);
        return -1;
    }
    return file;
}

bool export_open(struct export_files *files, const struct format_context *context,
                 const char *const paths[EXPORT_FORMATS], const bool appends[EXPORT_FORMATS],
                 struct error *error)
{
    *files = (struct export_files){.context = *context};
    files->context.openings = opening_names_create();
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        files->descriptors[format] = -1;
    }
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        const char *path = files->paths[format] = paths[format];
        if (path && format == EXPORT_PSQ) {
            if (mkdir(path, 0777) < 0 && errno != EEXIST) {
                return refuse(path, error);
            }
        } else if (path) {
            files->descriptors[format] = open_file(path, appends[format], error);
            if (files->descriptors[format] < 0) {
                return false;
            }
        }
    }
    return true;
}

/* Writes a game to a file of its own in the folder. */
static bool write_own_file(const char *folder, int64_t number, const struct buffer *text,
                           struct error *error)
{
    struct buffer path = {0};
    buffer_printf(&path, "%s/%06lld.psq", folder, (long long)number + 1);
    const int file = open_file(buffer_text(&path), false, error);
    bool good = file >= 0 && append(file, buffer_text(&path), text, error);
    if (file >= 0 && close(file) < 0 && good) {
        good = refuse(buffer_text(&path), error);
    }
    buffer_finish(&path);
    return good;
}

bool export_add(const struct export_files *files, const struct played_game *played,
                struct error *error)
{
    bool good = true;
    for (enum export_format format = 0; good && format < EXPORT_FORMATS; format++) {
        struct buffer text = {0};
        const char *path = files->paths[format];
        if (!path) {
            continue;
        }
        export_game(format, &files->context, played, &text);
        good = format == EXPORT_PSQ ? write_own_file(path, played->number, &text, error)
                                    : append(files->descriptors[format], path, &text, error);
        buffer_finish(&text);
    }
    return good;
}

/* An export of a database in progress. */
struct job {
    const struct export_files *files;
    struct error error;
};

static void visit(void *opaque, const struct played_game *played)
{
    struct job *job = opaque;
    if (!job->error.text[0]) {
        export_add(job->files, played, &job->error);
    }
}

bool export_stored(const struct export_files *files, struct store *store, struct error *error)
{
    struct job job = {.files = files, .error = {""}};
    return store_each(store, true, visit, &job, error) &&
           (!job.error.text[0] || error_set(error, "%s", job.error.text));
}

bool export_close(struct export_files *files, struct error *error)
{
    bool good = true;
    for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
        const char *path = files->paths[format];
        if (path && files->descriptors[format] >= 0 && close(files->descriptors[format]) < 0 &&
            good) {
            good = refuse(path, error);
        }
    }
    opening_names_destroy(files->context.openings);
    *files = (struct export_files){.paths = {NULL}};
    return good;
}
