/* SPDX-License-Identifier: MIT */
#include "study.h"

#include <stdlib.h>
#include <string.h>

#include "expectation.h"
#include "game_walk.h"
#include "memory.h"

enum mark mark_of_loss(double loss)
{
    return loss >= LOSS_BLUNDER      ? MARK_BLUNDER
           : loss >= LOSS_MISTAKE    ? MARK_MISTAKE
           : loss >= LOSS_INACCURACY ? MARK_INACCURACY
                                     : MARK_NONE;
}

const char *mark_name(enum mark mark)
{
    static const char *const names[] = {"", "inaccuracy", "mistake", "blunder"};
    return names[mark];
}

bool study_expect(const struct game *game, const void *position, const struct found_line *line,
                  double *expected)
{
    if (line && line->has_score) {
        double mover = expectation(line->score, line->is_mate);
        *expected = game->player(position) == 1 ? mover : 1 - mover;
        return true;
    }
    enum game_result result = entry_can_move(game, position) ? RESULT_NONE : game->result(position);
    *expected = result == RESULT_P1_WINS ? 1 : result == RESULT_P2_WINS ? 0 : 0.5;
    return result != RESULT_NONE;
}

double study_loss(double before, double after, int player, bool is_best)
{
    double lost = player == 1 ? before - after : after - before;
    return is_best || lost < 0 ? 0 : lost;
}

const struct found_line *study_line(const struct study *study, int ply)
{
    const struct found *found = study->plies[ply].found;
    return found && found->line_count > 0 ? &found->lines[0] : NULL;
}

/* Computes the expected score at each ply, and the loss of the move to the next ply. */
static void weigh(struct study *study)
{
    struct game_walk walk;
    int player = 0;
    game_walk_along(&walk, &study->entry.saved.record);
    for (bool more = true; more;) {
        more = game_walk_next(&walk);
        struct study_ply *at = &study->plies[walk.ply], *before = at - (walk.ply > 0);
        at->expected_known =
            study_expect(walk.game, walk.position, study_line(study, walk.ply), &at->expected);
        if (walk.ply > 0 && at->expected_known && before->expected_known && before->found) {
            before->lost_known = true;
            before->lost = study_loss(before->expected, at->expected, player, before->is_best);
        }
        at->is_best = more && at->found && strcmp(walk.text, at->found->best) == 0;
        player = game_walk_player(&walk) + 1;
    }
    game_walk_finish(&walk);
}

bool study_begin(struct study *study, struct results *results, const struct results_entry *row,
                 const struct reading *reading, struct error *error)
{
    *study = (struct study){.row = *row};
    if (!entry_read(&study->entry, reading, row->format, row->text, row->line, error)) {
        return false;
    }
    study->positions = results_positions(results, row, error);
    if (!study->positions) {
        return false;
    }
    study->is_claimed = reading->suite && claim_read(&study->claim, &study->entry, error);
    study->plies = memory_zeroed((size_t)study->entry.saved.record.plies + 1, sizeof *study->plies);
    for (int i = 0; i < row->count; i++) {
        if (study->positions[i].known) {
            study->plies[row->first + i].found = &study->positions[i].found;
        }
    }
    weigh(study);
    return true;
}

void study_finish(struct study *study)
{
    results_free_positions(study->positions, study->row.count);
    free(study->plies);
    entry_finish(&study->entry);
    *study = (struct study){.positions = NULL};
}
