/* SPDX-License-Identifier: MIT */
#include "analysis_line.h"

#include "dialect.h"
#include "work.h"

static bool is_wanted(const struct event *event)
{
    if (event->kind == EVENT_INFO) {
        const struct event_info *info = &event->info;
        return info->has_score && info->pv && *info->pv && info->multipv <= WORK_LINES_MOST;
    }
    return event->kind == EVENT_BESTMOVE;
}

void analysis_line_format(const struct event *event, struct buffer *out)
{
    struct dialect_state state = {0};
    struct event line = *event;
    if (!is_wanted(event)) {
        return;
    }
    if (line.kind == EVENT_INFO) {
        line.info.has_wdl = false;
        line.info.multipv = line.info.multipv > 0 ? line.info.multipv : 1;
    }
    dialect_uci.format_event(&state, &line, out);
}
