/* SPDX-License-Identifier: MIT */
/* Functions that several formats share. */
#include <stdlib.h>

#include "writers.h"

void write_plies(const struct study *study, write_ply *put, const struct writing *writing,
                 struct buffer *out)
{
    struct game_walk walk;
    game_walk_along(&walk, &study->entry.saved.record);
    for (bool more = true; more;) {
        more = game_walk_next(&walk);
        if (walk.ply >= study->entry.first) {
            put(study, &walk, writing, out);
        }
    }
    game_walk_finish(&walk);
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
