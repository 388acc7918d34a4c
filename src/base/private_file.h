/* SPDX-License-Identifier: MIT */
/* Opens files that hold secrets, if only their owner and group can read them. */
#ifndef BASE_PRIVATE_FILE_H
#define BASE_PRIVATE_FILE_H

#include <stdio.h>

#include "error.h"

/* Opens the file that an option named, for reading. Refuses a file that others can read or change,
 * or that its group can change: modes 600 and 640 are accepted. Refuses everything but regular
 * files: opening or reading a pipe could block. */
FILE *private_file_open(const char *option, const char *path, struct error *error);

#endif
