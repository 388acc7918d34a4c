/* SPDX-License-Identifier: MIT */
/* A shared library that is loaded when it is first wanted, not with the program: a start that does
 * without it costs nothing. A program that was linked statically can load none. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

#include "error.h"

/* A function that is wanted, by its symbol, and the address of the pointer to it. */
struct library_function {
    const char *symbol;
    void *pointer;
};

/* Loads the library by the first of its file names that is found, and fills the pointers. False,
 * with the system's message, where there is none (the message is about the first name) or a
 * function is missing in it. The library stays until the program ends. */
bool library_load(const char *const names[], int name_count,
                  const struct library_function functions[], int function_count,
                  struct error *error);

#endif
