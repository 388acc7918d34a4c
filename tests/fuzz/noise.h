/* SPDX-License-Identifier: MIT */
/* Random lines for an engine, from the dialects' command tables: valid, invalid and mutated ones,
 * and bytes that are not lines. The same seed gives the same lines. */
#ifndef TESTS_FUZZ_NOISE_H
#define TESTS_FUZZ_NOISE_H

#include "buffer.h"
#include "rng.h"

/* Appends one line with its end, sometimes with no end or several. It never ends a conversation,
 * unless a mutation makes it do so. */
void noise_line(struct rng *rng, struct buffer *out);

/* The same in Gomocup's dialect; never END. */
void noise_gomocup_line(struct rng *rng, struct buffer *out);

#endif
