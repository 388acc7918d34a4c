/* SPDX-License-Identifier: MIT */
#include "gtp.h"

/* Unless the engine plays another game of stones. */
static const char *samples(int index)
{
    const struct gtp_row *row = gtp_row(index);
    return !row ? NULL : row->samples ? row->samples : row->word;
}

/* The search of an analysis. */
static bool background(const struct dialect_state *state)
{
    return state->gtp.analyses;
}

const struct dialect dialect_gtp = {
    .name = "gtp",
    .has_own_game = true,
    .lines_build_on_another = true,
    .answers_in_order = true,
    .background = background,
    .writes_vertices = true,
    .is_first_line = gtp_is_first_line,
    .samples = samples,
    .parse_command = gtp_parse_command,
    .format_event = gtp_format_event,
    .format_command = gtp_format_command,
    .parse_event = gtp_parse_event,
};
