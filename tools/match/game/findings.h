/* SPDX-License-Identifier: MIT */
/* The report of an engine about the search for its move. */
#ifndef MATCH_FINDINGS_H
#define MATCH_FINDINGS_H

#include "buffer.h"
#include "event.h"
#include "played_game.h"

struct findings {
    struct event_info last; /* the last score, and the last of each other figure */
    struct buffer pv;       /* the principal variation, if it is wanted */
    struct buffer line;     /* the last line that -pgnout wants */
};

/* Forgets everything, before a search. */
void findings_clear(struct findings *findings);
void findings_finish(struct findings *findings);

void findings_take(struct findings *findings, const struct event_info *info, bool wants_pv);

/* Adds them to the move. */
void findings_record(const struct findings *findings, struct played_move *move);

#endif
