/* SPDX-License-Identifier: MIT */
#include "regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int regular_file_open(const char *path, size_t *bytes, struct error *error)
{
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
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
