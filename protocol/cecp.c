/* SPDX-License-Identifier: MIT */
#include "cecp.h"

#include "words.h"

static bool is_first_line(const char *line)
{
    return words_begin(line, "xboard") || words_begin(line, "protover");
}

/* An analysis; or pondering, which fills the transposition table for the opponent's next move. */
static bool background(const struct dialect_state *state)
{
    const struct cecp_state *cecp = &state->cecp;
    return !cecp->paused && (cecp->mode == CECP_ANALYSING ||
                             (cecp->mode == CECP_WAITING && cecp->ponders && cecp->may_ponder));
}

const struct dialect dialect_cecp = {
    .name = "cecp",
    .lines_build_on_another = true,
    .quits_in_silence = true,
    .background = background,
    .writes_moves = true,
    .is_first_line = is_first_line,
    .samples = cecp_samples,
    .parse_command = cecp_parse_command,
    .format_event = cecp_format_event,
    .format_command = cecp_format_command,
    .parse_event = cecp_parse_event,
};
