/* SPDX-License-Identifier: MIT */
/* Input files. */
#ifndef ANALYSE_SOURCE_H
#define ANALYSE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "splitter.h"

struct source {
    const char *name; /* its name in errors and output */
    enum source_format format;
    char *text; /* not terminated by NUL */
    size_t length;
    bool mapped; /* the text is the mapped file */
};

/* Reads a file; "-" is standard input. */
bool source_open(struct source *source, const char *path, enum source_format format,
                 struct error *error);
void source_close(struct source *source);

/* Computes a checksum of the content, which continues that of the sources before it. */
uint64_t source_checksum(const struct source *source, uint64_t before);

#endif
