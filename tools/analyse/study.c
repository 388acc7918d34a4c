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

/* Finds the expected score and the score of player 1 in `position`: by the engine's best line (may
 * be NULL: unknown), or by the rules if the game is over. */
static void expect(const struct game *game, const void *position, const struct found_line *line,
                   struct study_ply *at)
{
    if (line && line->has_score) {
        const double mover = expectation(line->score, line->is_mate);
        const bool won = line->score > 0;
        const int score = line->is_mate                ? (won ? SCORE_LIMIT : -SCORE_LIMIT)
                          : line->score > SCORE_LIMIT  ? SCORE_LIMIT
                          : line->score < -SCORE_LIMIT ? -SCORE_LIMIT
                                                       : line->score;
        const bool first = game->player(position) == 1;
        at->expected = first ? mover : 1 - mover;
        at->cp = first ? score : -score;
        at->expected_known = true;
        return;
    }
    enum game_result result = entry_can_move(game, position) ? RESULT_NONE : game->result(position);
    at->expected = result == RESULT_P1_WINS ? 1 : result == RESULT_P2_WINS ? 0 : 0.5;
    at->cp = result == RESULT_P1_WINS ? SCORE_LIMIT : result == RESULT_P2_WINS ? -SCORE_LIMIT : 0;
    at->expected_known = result != RESULT_NONE;
}

double study_loss(double before, double after, int player, bool is_best)
{
    double lost = player == 1 ? before - after : after - before;
    return is_best || lost < 0 ? 0 : lost;
}

const struct found *study_found(const struct study *study, int engine, int ply)
{
    const int index = ply - study->row.first;
    const struct found *found = index >= 0 && index < study->row.count
                                    ? &study->found[engine * study->row.count + index]
                                    : NULL;
    return found && (found->best[0] || found->failure) ? found : NULL;
}

const struct found_line *study_line(const struct study *study, int ply)
{
    const struct found *found = study->plies[ply].found;
    return found && found->line_count > 0 ? &found->lines[0] : NULL;
}

bool study_judges(const struct study *study, int ply)
{
    const struct game_record *record = &study->entry.saved.record;
    return ply < record->plies &&
           (study->judged == 0 || study->judged == game_record_mover(record, ply));
}

/* Finds the loss of the move at a ply if the expected scores around it are known. */
static void weigh_move(struct study *study, int ply)
{
    const struct game_record *record = &study->entry.saved.record;
    struct study_ply *at = &study->plies[ply];
    at->lost_known = study_judges(study, ply) && at->expected_known && at[1].expected_known;
    if (at->lost_known) {
        at->lost =
            study_loss(at->expected, at[1].expected, game_record_mover(record, ply), at->is_best);
    }
}

void study_weigh(struct study *study, int ply, const void *position, const char *played,
                 const struct found *found)
{
    struct study_ply *at = &study->plies[ply];
    expect(study->entry.saved.game, position,
           found && found->line_count > 0 ? &found->lines[0] : NULL, at);
    at->is_best = found && strcmp(played, found->best) == 0;
    if (ply > 0) {
        weigh_move(study, ply - 1);
    }
    weigh_move(study, ply);
}

bool study_begin(struct study *study, struct results *results, const struct results_entry *row,
                 const struct reading *reading, struct error *error)
{
    *study = (struct study){.row = *row};
    if (!entry_read(&study->entry, reading, row->format, row->text, row->line, error)) {
        return false;
    }
    study->judged = reading_player(reading, study->entry.saved.game);
    study->engines = reading->engines > 0 ? reading->engines : 1;
    const size_t count = (size_t)row->count;
    study->found = memory_zeroed(count * (size_t)study->engines, sizeof *study->found);
    for (int i = 0; i < study->engines; i++) {
        if (!results_read(results, row, i, &study->found[(size_t)i * count], error)) {
            return false;
        }
    }
    study->plies = memory_zeroed((size_t)study->entry.saved.record.plies + 1, sizeof *study->plies);
    struct game_walk walk;
    enum phase phase = PHASE_NONE;
    game_walk_along(&walk, &study->entry.saved.record);
    for (bool more = true; more;) {
        more = game_walk_next(&walk);
        phase = phase_of(walk.game, walk.position, phase);
        study->plies[walk.ply].phase = phase;
        study->plies[walk.ply].found = study_found(study, 0, walk.ply);
        study_weigh(study, walk.ply, walk.position, walk.text, study->plies[walk.ply].found);
    }
    game_walk_finish(&walk);
    return true;
}

void study_finish(struct study *study)
{
    for (int i = 0; study->found && i < study->row.count * study->engines; i++) {
        found_clear(&study->found[i]);
    }
    free(study->found);
    free(study->plies);
    entry_finish(&study->entry);
    *study = (struct study){.found = NULL};
}
