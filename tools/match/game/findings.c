/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include "memory.h"

void findings_clear(struct findings *findings)
{
    findings->last = (struct event_info){.nodes = -1, .nps = -1, .hashfull = -1, .tb_hits = -1};
    buffer_clear(&findings->pv);
    buffer_clear(&findings->line);
}

void findings_finish(struct findings *findings)
{
    buffer_finish(&findings->pv);
    buffer_finish(&findings->line);
}

/* Keeps a figure that the engine has sent. */
static void keep(int64_t *figure, int64_t sent)
{
    *figure = sent >= 0 ? sent : *figure;
}

void findings_take(struct findings *findings, const struct event_info *info, bool wants_pv)
{
    struct event_info *last = &findings->last;
    keep(&last->nodes, info->nodes);
    keep(&last->nps, info->nps);
    keep(&last->tb_hits, info->tb_hits);
    last->hashfull = info->hashfull >= 0 ? info->hashfull : last->hashfull;
    if (info->multipv <= 1 && info->has_score) {
        last->depth = info->depth;
        last->seldepth = info->seldepth;
        last->has_score = true;
        last->is_mate = info->is_mate;
        last->score = info->score;
        if (wants_pv && info->pv) {
            buffer_clear(&findings->pv);
            buffer_puts(&findings->pv, info->pv);
        }
    }
}

static char *text_of(const struct buffer *buffer)
{
    return buffer_length(buffer) > 0 ? memory_text(buffer_text(buffer)) : NULL;
}

void findings_record(const struct findings *findings, struct played_move *move)
{
    const struct event_info *last = &findings->last;
    move->nodes = last->nodes;
    move->depth = last->depth;
    move->has_score = last->has_score;
    move->is_mate = last->is_mate;
    move->score = last->score;
    move->seldepth = last->seldepth;
    move->nps = last->nps;
    move->hashfull = last->hashfull;
    move->tb_hits = last->tb_hits;
    move->pv = text_of(&findings->pv);
    move->line = text_of(&findings->line);
}
