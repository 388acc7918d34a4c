/* SPDX-License-Identifier: MIT */
/* Finds which transcript or test covers which expectation of clients (protocol/PROTOCOL.md, "What
 * clients expect"). */
#ifndef TESTS_COVERAGE_H
#define TESTS_COVERAGE_H

#include <stdint.h>

#include "buffer.h"
#include "transcript.h"

struct coverage {
    uint64_t expected;                        /* bit N: expectation N is in the specification */
    char titles[TRANSCRIPT_EXPECTATIONS][80]; /* the first words of each expectation */
    struct buffer covers[TRANSCRIPT_EXPECTATIONS]; /* what covers it; empty: nothing */
    const char *proofs; /* the contents of data/proofs.txt; owned by the caller */
    int unproved;       /* claims of coverage that nothing in the proofs supports */
};

/* Reads the numbered list of the specification. `proofs` lists the texts that prove that an
 * expectation is covered. */
void coverage_init(struct coverage *coverage, const char *specification, const char *proofs);
void coverage_finish(struct coverage *coverage);

/* Adds the expectations that a transcript claims to cover, if its steps prove it. */
void coverage_add_transcript(struct coverage *coverage, const struct transcript *transcript);

/* Adds every `COVERS(...)` in the source of a test, if the test proves it and is part of a
 * suite. */
void coverage_add_source(struct coverage *coverage, const char *name, const char *source);

/* Prints the table. Returns the number of expectations that nothing covers. */
int coverage_print(const struct coverage *coverage);

#endif
