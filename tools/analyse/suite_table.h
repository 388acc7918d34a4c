/* SPDX-License-Identifier: MIT */
/* The table of a test suite: each position solved or not, with nodes and time to the solution. */
#ifndef ANALYSE_SUITE_TABLE_H
#define ANALYSE_SUITE_TABLE_H

#include "study.h"

struct suite_totals {
    int64_t positions, solved;
    int64_t nodes, time_us; /* to the solutions of those that are solved */
};

/* Appends the table of all positions, and counts them. */
bool suite_table_format(struct results *results, const struct reading *reading, struct buffer *out,
                        struct suite_totals *totals, struct error *error);

#endif
