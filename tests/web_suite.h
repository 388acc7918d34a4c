/* SPDX-License-Identifier: MIT */
/* For suites of what uses the libraries of HTTP: they are loaded first of all, as a server does. */
#ifndef TESTS_WEB_SUITE_H
#define TESTS_WEB_SUITE_H

#include <stdio.h>
#include <stdlib.h>

#include "suite.h"
#include "web_libraries.h"

/* A suite of this name; ends the program with the reason where the libraries are missing. */
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
