/* SPDX-License-Identifier: MIT */
/* The table of a test suite: for each position whether it is solved, with the nodes and the time to
 * the solution. */
#ifndef OUTPUT_SUITE_TABLE_H
#define OUTPUT_SUITE_TABLE_H

#include "study.h"

struct suite_totals {
    int64_t positions, solved;
    int64_t nodes, time_us; /* to the solutions of the solved positions */
};

/* Appends the table of all positions, and counts them. */
bool suite_table_format(struct results *results, const struct reading *reading, struct buffer *out,
                        struct suite_totals *totals, struct error *error);

#endif
