/* SPDX-License-Identifier: MIT */
/* For suites that use the HTTP libraries, which are loaded first, as a server does. */
#ifndef TESTS_WEB_SUITE_H
#define TESTS_WEB_SUITE_H

#include <stdio.h>
#include <stdlib.h>

#include "suite.h"
#include "web_libraries.h"

/* Creates a suite. If the libraries are missing, ends the program with the reason. */
static inline Suite *web_suite_create(const char *name)
{
    struct error error;
    if (!web_libraries_load(&error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    return suite_create(name);
}

#endif
