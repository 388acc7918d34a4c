/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without O_NONBLOCK, open would wait for a writer if the file is a named pipe. */
static int open_file(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

int regular_file_open(const char *path, size_t *bytes, struct error *error)
{
    const int file = open_file(path);
    if (file < 0) {
        error_set(error, "cannot open '%s': %s", path, strerror(errno));
        return -1;
    }
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        error_set(error, "'%s' is not a regular file", path);
        close(file);
        return -1;
    }
    *bytes = (size_t)status.st_size;
    return file;
}

bool regular_file_read(int file, size_t offset, void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        const ssize_t count = pread(file, at, length, (off_t)offset);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return false;
        }
        const size_t done = count > 0 ? (size_t)count : 0;
        at += done;
        offset += done;
        length -= done;
    }
    return true;
}

/* Returns what is wrong with a file of this status; NULL: nothing. */
static const char *fault_of(const struct stat *status)
{
    if (!S_ISREG(status->st_mode)) {
        return "it is no regular file";
    }
    if (status->st_mode & (S_IRWXO | S_IWGRP)) {
        return "others may read or change it";
    }
    return NULL;
}

FILE *private_file_open(const char *option, const char *path, struct error *error)
{
    struct stat status;
    const int descriptor = open_file(path);
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        error_set(error, "%s %s: %s", option, path, strerror(errno));
    } else if (fault_of(&status)) {
        error_set(error, "%s %s: %s (mode %03o); expected a file with mode 600 or 640", option,
                  path, fault_of(&status), (unsigned)status.st_mode & 0777u);
    } else {
        FILE *file = fdopen(descriptor, "r");
        if (file) {
            return file;
        }
        error_set(error, "%s %s: %s", option, path, strerror(errno));
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    return NULL;
}

/* The initial capacity of a line in bytes. */
#define FIRST_ROOM 256

/* Makes room for one more byte and the final 0. Returns false if the allocation fails. */
static bool grow(struct text_lines *lines, size_t length)
{
    if (length + 1 < lines->room) {
        return true;
    }
    const size_t room = lines->room ? 2 * lines->room : FIRST_ROOM;
    char *text = realloc(lines->text, room);
    if (text) {
        lines->text = text;
        lines->room = room;
    }
    return text;
}

/* Skips the next byte if it equals `byte`. */
static void skip(FILE *file, int byte)
{
    const int next = getc(file);
    if (next != byte && next != EOF) {
        ungetc(next, file);
    }
}

/* Returns the reason why a line of this length is rejected; NULL: it is accepted. */
static const char *find_fault(const struct text_lines *lines, size_t length, bool has_room)
{
    return ferror(lines->file)                 ? strerror(errno)
           : length > TEXT_LINE_LIMIT          ? "a line of more than 1 MiB; expected a shorter one"
           : !has_room                         ? "out of memory"
           : memchr(lines->text, '\0', length) ? "a byte 0; expected text"
                                               : NULL;
}

bool text_lines_next(struct text_lines *lines, char **line, struct error *error)
{
    size_t length = 0;
    bool has_room = grow(lines, 0);
    int byte = 0;
    error->text[0] = '\0';
    while (length <= TEXT_LINE_LIMIT && has_room && (byte = getc(lines->file)) != EOF &&
           byte != '\n' && byte != '\r') {
        has_room = grow(lines, length);
        if (has_room) {
            lines->text[length++] = (char)byte;
        }
    }
    if (byte == '\r') {
        skip(lines->file, '\n');
    }
    if (byte == EOF && length == 0 && has_room && !ferror(lines->file)) {
        return false;
    }
    lines->number++;
    const char *fault = find_fault(lines, length, has_room);
    if (fault) {
        return error_set(error, "%ld: %s", lines->number, fault);
    }
    assert(lines->text); /* there was room */
    lines->text[length] = '\0';
    *line = lines->text + (strncmp(lines->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    return true;
}

void text_lines_finish(struct text_lines *lines)
{
    free(lines->text);
    *lines = (struct text_lines){.file = NULL};
}

bool text_lines_read(FILE *file, text_line_t *read, void *opaque, struct error *error)
{
    struct text_lines lines = {.file = file};
    struct error reason = {""};
    char *line = NULL;
    while (text_lines_next(&lines, &line, error)) {
        if (!read(opaque, line, lines.number, &reason)) {
            error_set(error, "%ld: %s", lines.number, reason.text);
            break;
        }
    }
    text_lines_finish(&lines);
    return !error->text[0];
}

bool text_file_read(const char *path, text_line_t *read, void *opaque, struct error *error)
{
    FILE *file = fopen(path, "re");
    if (!file) {
        return error_set(error, " %s", strerror(errno));
    }
    const bool good = text_lines_read(file, read, opaque, error);
    fclose(file);
    return good;
}
