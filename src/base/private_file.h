/* SPDX-License-Identifier: MIT */
/* Files that hold secrets: whoever else may read them knows the secret. */
#ifndef BASE_PRIVATE_FILE_H
#define BASE_PRIVATE_FILE_H

#include <stdio.h>

#include "error.h"

/* Opens a file to be read, by a path that an option named. Refuses one that others may read or
 * change, or its group may change: the modes 600 and 640 are right. Refuses what is no regular
 * file, such as a pipe, which could be waited for. */
FILE *private_file_open(const char *option, const char *path, struct error *error);

#endif
