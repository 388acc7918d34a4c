/* SPDX-License-Identifier: MIT */
/* Writes the figures of games as tables. */
#include <string.h>

#include "encoding.h"
#include "figures.h"
#include "pgn.h"
#include "writers.h"

/* Appends the players' names; "" if the file has none. */
static void put_players(const struct study *study, struct buffer *out)
{
    const struct saved_game *saved = &study->entry.saved;
    const bool is_sgf = study->row.format == SOURCE_SGF;
    const char *first = saved_game_tag(saved, is_sgf ? "PB" : "White");
    const char *second = saved_game_tag(saved, is_sgf ? "PW" : "Black");
    if (first || second) {
        struct buffer names = {0};
        buffer_printf(&names, "%s - %s, ", first ? first : "?", second ? second : "?");
        encoding_put_line(buffer_text(&names), out);
        buffer_finish(&names);
    }
}

static void put_means(const struct phase_figures *figures, struct buffer *out)
{
    if (figures->moves > 0) {
        buffer_printf(out, "  %7.1f %% %5.0f", figures->accuracy, figures->cp_loss);
    } else {
        buffer_printf(out, "  %9s %5s", "-", "-");
    }
}

static void put_side(const struct side_figures *side, const char *name, bool has_phases,
                     struct buffer *out)
{
    buffer_printf(out, "%-7s %5d", name, side->whole.moves);
    put_means(&side->whole, out);
    buffer_printf(out, "  %4d %4d %4d  %4d %4d", side->marks[MARK_INACCURACY],
                  side->marks[MARK_MISTAKE], side->marks[MARK_BLUNDER], side->missed[MISSED_WIN],
                  side->missed[MISSED_MATE]);
    for (int phase = 0; phase < PHASES && has_phases; phase++) {
        put_means(&side->phases[phase], out);
    }
    buffer_putc(out, '\n');
}

void write_figures(const struct study *study, const struct writing *writing, struct buffer *out)
{
    struct figures figures;
    const struct look *look = study->entry.saved.game->look;
    (void)writing;
    if (!figures_of_game(study, &figures)) {
        return;
    }
    const bool has_phases = study->plies[0].phase != PHASE_NONE;
    buffer_printf(out, "%lld. ", (long long)study->row.number + 1);
    put_players(study, out);
    encoding_put_line(study->row.source, out);
    buffer_printf(out, ", line %d\n", study->row.line);
    if (study->entry.opening) {
        buffer_printf(out, "%s %s\n", study->entry.opening->eco, study->entry.opening->name);
    }
    buffer_printf(out, "%7s %5s  %9s %5s  %4s %4s %4s  %4s %4s%s\n", "", "moves", "accuracy",
                  "loss", "?!", "?", "\?\?", "win", "mate",
                  has_phases ? "  opening    loss  middle     loss  endgame    loss" : "");
    for (int player = 0; player < 2; player++) {
        put_side(&figures.sides[player], look->sides[player].name, has_phases, out);
    }
    buffer_putc(out, '\n');
}
