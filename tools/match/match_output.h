/* SPDX-License-Identifier: MIT */
/* The output of a match in the form of another runner (-output format=). */
#ifndef MATCH_MATCH_OUTPUT_H
#define MATCH_MATCH_OUTPUT_H

#include "foreign_report.h"
#include "formats.h"

struct match_options;

/* Zeroed memory prints nothing. */
struct match_output {
    const struct match_options *options;
    struct foreign_report report;
    struct format_context context;
    struct buffer limits, threads, hash;
};

void match_output_init(struct match_output *output, const struct match_options *options,
                       const struct standings *standings);
void match_output_finish(struct match_output *output);

/* Print the lines of an event: in the form of another runner, or those about single games that a
 * testing framework reads (-testEnv). */
void match_output_begun(const struct match_output *output, const struct played_game *played);
void match_output_ended(const struct match_output *output, const struct played_game *played);
void match_output_end(const struct match_output *output);

#endif
