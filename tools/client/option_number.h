/* SPDX-License-Identifier: MIT */
/* Numbers on a command line. */
#ifndef CLIENT_OPTION_NUMBER_H
#define CLIENT_OPTION_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* Reads an option's value, 1 to `most`; refuses with the option's name and what would be right. */
bool option_number(const char *name, const char *value, int64_t most, int64_t *number,
                   struct error *error);
bool option_int(const char *name, const char *value, int most, int *number, struct error *error);

#endif
