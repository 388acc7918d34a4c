/* SPDX-License-Identifier: MIT */
#include "private_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    /* Without O_NONBLOCK, open would wait for a writer if the file is a named pipe. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
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
