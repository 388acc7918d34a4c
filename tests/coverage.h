/* SPDX-License-Identifier: MIT */
/* Which expectations of clients (protocol/PROTOCOL.md, "What clients expect") are covered by which
 * transcript or test. */
#ifndef TESTS_COVERAGE_H
#define TESTS_COVERAGE_H

#include <stdint.h>

#include "buffer.h"
#include "transcript.h"

struct coverage {
    uint64_t expected;                        /* bit N: expectation N is in the specification */
    char titles[TRANSCRIPT_EXPECTATIONS][80]; /* its first words */
    struct buffer covers[TRANSCRIPT_EXPECTATIONS]; /* by what; empty: nothing */
};

/* Reads the numbered list of the specification. */
void coverage_init(struct coverage *coverage, const char *specification);
void coverage_finish(struct coverage *coverage);

void coverage_add_transcript(struct coverage *coverage, const struct transcript *transcript);

/* Adds every `COVERS(...)` in the text of a test's source. */
void coverage_add_source(struct coverage *coverage, const char *name, const char *source);

/* Prints the table; how many expectations nothing covers. */
int coverage_print(const struct coverage *coverage);

#endif
