/* SPDX-License-Identifier: MIT */
/* Random lines for an engine, drawn from the dialects' command tables: right ones, wrong ones,
 * mutated ones, and bytes that are no lines.
 * The same seed gives the same lines. */
#ifndef TESTS_FUZZ_NOISE_H
#define TESTS_FUZZ_NOISE_H

#include "buffer.h"
#include "rng.h"

/* Appends one line with its end (now and then none, or several). Never one that ends a
 * conversation, unless a mutation makes it. */
void noise_line(struct rng *rng, struct buffer *out);

/* The same in Gomocup's dialect; never END. */
void noise_gomocup_line(struct rng *rng, struct buffer *out);

#endif
