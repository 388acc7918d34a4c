/* SPDX-License-Identifier: MIT */
#include "look.h"
#include "outputs.h"

bool output_put_other(const struct study *study, const struct writing *writing, int engine,
                      const struct game_walk *at, struct buffer *out)
{
    const struct found *found = study_found(study, engine, at->ply);
    const struct found_line *line = found && found->line_count > 0 ? found->lines : NULL;
    move_t move;
    if (!found) {
        return false;
    }
    buffer_printf(out, "%s: ", writing->others[engine - 1]);
    if (found->failure) {
        buffer_printf(out, "not analysed: %s", found->failure);
    } else if (at->game->parse_move(at->position, found->best, &move, NULL)) {
        look_format_move(at->game, at->position, move, out);
    }
    if (!found->failure && line && line->has_score) {
        buffer_puts(out, " (");
        found_put_value(line, game_walk_player(at), out);
        buffer_printf(out, ", depth %d)", line->depth);
    }
    return true;
}
