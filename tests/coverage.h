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
    const char *proofs;                            /* data/proofs.txt, which is the caller's */
    int unproved; /* claims to cover something that nothing in them shows */
};

/* Reads the numbered list of the specification. `proofs` says what shows that one is covered. */
void coverage_init(struct coverage *coverage, const char *specification, const char *proofs);
void coverage_finish(struct coverage *coverage);

/* Adds what a transcript says that it covers, as far as its steps show it. */
void coverage_add_transcript(struct coverage *coverage, const struct transcript *transcript);

/* Adds every `COVERS(...)` in the text of a test's source, as far as the test shows it and is run.
 */
void coverage_add_source(struct coverage *coverage, const char *name, const char *source);

/* Prints the table; how many expectations nothing covers. */
int coverage_print(const struct coverage *coverage);

#endif
