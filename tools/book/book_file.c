/* SPDX-License-Identifier: MIT */
#include "book_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void book_file_write(const char *path, const void *head, size_t head_bytes, const void *rest,
                     size_t bytes)
{
    char new_path[4200];
    snprintf(new_path, sizeof new_path, "%s.new", path);
    FILE *file = fopen(new_path, "wb");
    if (!file || fwrite(head, 1, head_bytes, file) != head_bytes ||
        fwrite(rest, 1, bytes, file) != bytes || fclose(file) != 0 || rename(new_path, path) != 0) {
        perror(new_path);
        exit(EXIT_FAILURE);
    }
}

void book_file_check(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        fprintf(stderr, "'%s' is a folder; the name of a file is needed\n", path);
        exit(EXIT_FAILURE);
    }
}

bool book_number_read(int option, const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    const bool is_number = !*end && end != text && *text != '-' && !errno;
    if (!is_number || *number < least || *number > most) {
        fprintf(stderr, "-%c: '%s' is no whole number from %" PRIu64 " to %" PRIu64 "\n", option,
                text, least, most);
        return false;
    }
    return true;
}
