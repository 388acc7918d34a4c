/* SPDX-License-Identifier: MIT */
#include "history_file.h"

#include <assert.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buffer.h"

/* Bytes read from the end of the file. */
#define READ_BYTES 200000

/* Creates the missing folders of the path, accessible only to the owner. */
static void make_folders(char *path)
{
    assert(path);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* Appends the path by the XDG Base Directory Specification, which ignores a relative path. */
static bool put_path(struct buffer *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') {
        buffer_printf(path, "%s/myosu/history", state);
    } else if (home && *home == '/') {
        buffer_printf(path, "%s/.local/state/myosu/history", home);
    }
    return buffer_length(path) > 0 && !path->failed;
}

/* Reads the end of the file, starting at the beginning of a line. */
static void read_end(int descriptor, struct buffer *text)
{
    off_t size = lseek(descriptor, 0, SEEK_END);
    off_t start = size > READ_BYTES ? size - READ_BYTES : 0;
    char *room = size > 0 ? buffer_reserve(text, READ_BYTES) : NULL;
    ssize_t length = room ? pread(descriptor, room, READ_BYTES, start) : 0;
    if (length > 0) {
        buffer_commit(text, (size_t)length);
    }
    const char *end = start > 0 ? memchr(buffer_text(text), '\n', buffer_length(text)) : NULL;
    if (end) {
        buffer_consume(text, (size_t)(end + 1 - buffer_text(text)));
    }
}

/* Drops lines from the front until HISTORY_FILE_LINES are left; true if there were more. */
static bool shorten(struct buffer *text)
{
    const char *bytes = buffer_text(text);
    size_t at = buffer_length(text);
    int lines = 0;
    while (at > 0 && (bytes[at - 1] != '\n' || lines++ < HISTORY_FILE_LINES)) {
        at--;
    }
    buffer_consume(text, at);
    return at > 0;
}

static void give_lines(const struct buffer *text, void (*give)(void *, const char *), void *context)
{
    LOCAL_BUFFER line = {0};
    for (const char *at = buffer_text(text); *at; at += strspn(at, "\n")) {
        size_t length = strcspn(at, "\n");
        buffer_clear(&line);
        buffer_append(&line, at, length);
        give(context, buffer_text(&line));
        at += length;
    }
}

/* Replaces a file that has become too long by a new one with the lines to keep. */
static int replace(const char *path, int old, const struct buffer *text)
{
    LOCAL_BUFFER name = {0};
    buffer_printf(&name, "%s.new", path);
    unlink(buffer_text(&name));
    int made = open(buffer_text(&name), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t length = buffer_length(text);
    if (made >= 0 && write(made, buffer_text(text), length) == (ssize_t)length &&
        rename(buffer_text(&name), path) == 0) {
        close(old);
        old = made;
    } else if (made >= 0) {
        close(made);
        unlink(buffer_text(&name));
    }
    return old;
}

int history_file_open(void (*give)(void *context, const char *line), void *context)
{
    LOCAL_BUFFER path = {0}, text = {0};
    int descriptor = -1;
    if (put_path(&path)) {
        make_folders(path.data);
        descriptor = open(buffer_text(&path), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    }
    if (descriptor >= 0) {
        fchmod(descriptor, 0600);
        read_end(descriptor, &text);
        if (shorten(&text)) {
            descriptor = replace(buffer_text(&path), descriptor, &text);
        }
        give_lines(&text, give, context);
    }
    return descriptor;
}

void history_file_add(int descriptor, const char *line, size_t length)
{
    /* A single write, so that the lines of two programs do not mix. Errors are ignored. */
    if (descriptor >= 0 && length <= HISTORY_FILE_BYTES + 1 &&
        write(descriptor, line, length) < 0) {
        return;
    }
}
