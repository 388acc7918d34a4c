/* SPDX-License-Identifier: MIT */
/* The evaluation in words. */
#ifndef CHESS_EXPLAIN_H
#define CHESS_EXPLAIN_H

struct buffer;

/* The trace of the classical evaluation, a line a group of weights, and what the network adds; see
 * struct game. */
void chess_explain(const void *position, struct buffer *out);

#endif
