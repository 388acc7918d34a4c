/* SPDX-License-Identifier: MIT */
/* Replaces library.c in a statically linked program. */
#include "library.h"

bool library_load(const char *const names[], int name_count,
                  const struct library_function functions[], int function_count,
                  struct error *error)
{
    (void)name_count, (void)functions, (void)function_count;
    return error_set(error, "%s cannot be loaded: this program was linked statically", names[0]);
}
