/* SPDX-License-Identifier: MIT */
/* What several formats share. */
#include <stdlib.h>

#include "writers.h"

void write_plies(const struct study *study, write_ply *put, const struct writing *writing,
                 struct buffer *out)
{
    struct game_record record;
    char move[GAME_MOVE_TEXT];
    study_walk(study, &record);
    do {
        entry_next_move(&study->entry, &record, move);
        if (record.plies >= study->entry.first) {
            put(study, &record, move, writing, out);
        }
    } while (*move && game_record_play(&record, move, NULL));
    game_record_finish(&record);
}

void write_score(const struct found_line *line, struct buffer *out)
{
    int plies = abs(line->score);
    if (line->is_mate) {
        buffer_printf(out, "%s in %d %s", line->score > 0 ? "wins" : "loses", plies,
                      plies == 1 ? "ply" : "plies");
    } else {
        buffer_printf(out, "%+.2f", line->score / 100.0);
    }
}
