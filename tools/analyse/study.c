/* SPDX-License-Identifier: MIT */
#include "study.h"

#include <stdlib.h>
#include <string.h>

#include "expectation.h"
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

void study_walk(const struct study *study, struct game_record *record)
{
    const struct saved_game *saved = &study->entry.saved;
    game_record_open(record, saved->game, &saved->settings, saved->record.fen, NULL, NULL);
}

/* What is expected at each ply, and what the move to it lost. */
static void weigh(struct study *study)
{
    struct game_record record;
    char move[GAME_MOVE_TEXT];
    int player = 0, plies = study->entry.saved.record.plies;
    study_walk(study, &record);
    for (int ply = 0; ply <= plies; ply++) {
        struct study_ply *at = &study->plies[ply], *before = at - (ply > 0);
        at->expected_known =
            study_expect(record.game, record.position, study_line(study, ply), &at->expected);
        if (ply > 0 && at->expected_known && before->expected_known && before->found) {
            before->lost_known = true;
            before->lost = study_loss(before->expected, at->expected, player, before->is_best);
        }
        if (ply < plies) {
            player = game_record_player(&record);
            entry_next_move(&study->entry, &record, move);
            game_record_play(&record, move, NULL);
            at->is_best = at->found && strcmp(move, at->found->best) == 0;
        }
    }
    game_record_finish(&record);
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
