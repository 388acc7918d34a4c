/* SPDX-License-Identifier: MIT */
#include "private_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

FILE *private_file_open(const char *option, const char *path, struct error *error)
{
    struct stat status;
    FILE *file = fopen(path, "re");
    if (!file || fstat(fileno(file), &status) != 0) {
        error_set(error, "%s %s: %s", option, path, strerror(errno));
        if (file) {
            fclose(file);
        }
        return NULL;
    }
    if (status.st_mode & (S_IRWXO | S_IWGRP)) {
        error_set(error, "%s %s: others may read or change it (mode %03o); expected 600 or 640",
                  option, path, (unsigned)status.st_mode & 0777u);
        fclose(file);
        return NULL;
    }
    return file;
}
