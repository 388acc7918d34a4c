/* SPDX-License-Identifier: MIT */
/* Loads a shared library when it is first needed instead of at start: a run that does not need it
 * spends no time on it. A statically linked program cannot load libraries. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

#include "error.h"

/* A function to find in the library: its symbol, and the address of the function pointer to
 * set. */
struct library_function {
    const char *symbol;
    void *pointer;
};

/* Loads the library under the first of its file names that is found, and sets the function
 * pointers. Returns false with the system's message if no file is found (the message is about the
 * first name) or if a function is missing. The library stays loaded until the program ends. */
bool library_load(const char *const names[], int name_count,
                  const struct library_function functions[], int function_count,
                  struct error *error);

#endif
