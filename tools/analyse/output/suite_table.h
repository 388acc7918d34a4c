/* SPDX-License-Identifier: MIT */
/* The table of a test suite: for each position whether it is solved, with the nodes and the time to
 * the solution. */
#ifndef OUTPUT_SUITE_TABLE_H
#define OUTPUT_SUITE_TABLE_H

#include "study.h"

/* Appends the table of all positions. `*solved`: all of them are solved. */
bool suite_table_format(struct results *results, const struct reading *reading, struct buffer *out,
                        bool *solved, struct error *error);

#endif
