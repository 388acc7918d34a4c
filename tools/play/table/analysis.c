/* SPDX-License-Identifier: MIT */
#include "analysis.h"

#include <stdio.h>
#include <stdlib.h>

#include "expectation.h"

void analysis_take(struct analysis *analysis, const struct event_info *info, int player,
                   const char *line)
{
    *analysis = (struct analysis){.known = true,
                                  .player = player,
                                  .depth = info->depth,
                                  .seldepth = info->seldepth,
                                  .is_mate = info->is_mate,
                                  .score = player == 0 ? info->score : -info->score,
                                  .first_wins = (info->score > 0) == (player == 0),
                                  .nodes = info->nodes,
                                  .nps = info->nps,
                                  .time_ms = info->time_ms};
    snprintf(analysis->pv, sizeof analysis->pv, "%s", line);
}

double analysis_prospect(const struct analysis *analysis)
{
    return analysis->is_mate ? (analysis->first_wins ? 1 : -1)
                             : 2 * expectation(analysis->score, false) - 1;
}

void analysis_format_score(const struct analysis *analysis, const struct look *look,
                           struct buffer *out)
{
    buffer_printf(out, "%s ", look->sides[0].name);
    if (analysis->is_mate) {
        buffer_printf(out, "%s#%d", analysis->first_wins ? "" : "-", abs(analysis->score));
    } else {
        buffer_printf(out, "%+.2f", analysis->score / 100.0);
    }
}
