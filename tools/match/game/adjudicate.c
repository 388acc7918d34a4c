/* SPDX-License-Identifier: MIT */
#include "adjudicate.h"

#include <limits.h>
#include <stdlib.h>

/* The best score of its opponent at which an engine may claim a draw, in centipawns. */
#define CLAIM_CP 100

/* The score of a mate, in centipawns: above any evaluation. */
#define MATE_SCORE 32000

static void count(struct adjudicator *adjudicator, const struct played_move *move, int player)
{
    const struct adjudication *rules = adjudicator->rules;
    int score = !move->is_mate ? move->score : move->score > 0 ? MATE_SCORE : -MATE_SCORE;
    bool losing = move->has_score && score <= -rules->resign_score;
    bool winning = move->has_score && score >= rules->resign_score;
    bool level = move->has_score && abs(score) <= rules->draw_score;
    adjudicator->losing[player] = losing ? adjudicator->losing[player] + 1 : 0;
    adjudicator->winning[player] = winning ? adjudicator->winning[player] + 1 : 0;
    adjudicator->level[player] = level ? adjudicator->level[player] + 1 : 0;
}

/* Returns the number of moves of the side that has made fewer. */
static int count_moves(const struct played_game *played)
{
    int moves[2] = {0, 0};
    for (int ply = 0; ply < played->count; ply++) {
        moves[played->moves[ply].player - 1]++;
    }
    return moves[0] < moves[1] ? moves[0] : moves[1];
}

enum game_result adjudicate(struct adjudicator *adjudicator, const struct played_game *played,
                            int player, enum verdict *verdict)
{
    const struct adjudication *rules = adjudicator->rules;
    int other = 1 - player, moves = count_moves(played);
    count(adjudicator, &played->moves[played->count - 1], player);
    if (rules->resign_moves && adjudicator->losing[player] >= rules->resign_moves &&
        (!rules->resign_twosided || adjudicator->winning[other] >= rules->resign_moves)) {
        *verdict = VERDICT_RESIGNATION;
        return player == 0 ? RESULT_P2_WINS : RESULT_P1_WINS;
    }
    if (rules->draw_moves && moves >= rules->draw_from &&
        adjudicator->level[0] >= rules->draw_moves && adjudicator->level[1] >= rules->draw_moves) {
        *verdict = VERDICT_DRAW;
        return RESULT_DRAW;
    }
    if (rules->max_moves && moves >= rules->max_moves) {
        *verdict = VERDICT_LENGTH;
        return RESULT_DRAW;
    }
    return RESULT_NONE;
}

bool adjudicate_open_tables(const struct adjudication *rules, const struct game *game,
                            struct error *error)
{
    struct error reason = {""};
    if (!rules->tables) {
        return true;
    }
    if (!game->tables) {
        return error_set(error,
                         "-tb: %s has no endgame tables, or this program was built without "
                         "the library that reads them",
                         game->name);
    }
    const int most = game->tables->open(rules->tables, &reason);
    if (most == 0) {
        return error_set(error, "-tb: %s", reason.text);
    }
    return most >= rules->table_pieces ||
           error_set(error, "-tbpieces: the tables in '%s' have at most %d pieces, not %d",
                     rules->tables, most, rules->table_pieces);
}

enum game_result adjudicate_by_tables(const struct adjudication *rules, const struct game *game,
                                      const void *position)
{
    const int most = rules->table_pieces ? rules->table_pieces : INT_MAX;
    enum game_result result = RESULT_NONE;
    if (!rules->tables || !game->tables->find(position, most, rules->ignores_clock, &result)) {
        return RESULT_NONE;
    }
    const bool drawn = result == RESULT_DRAW;
    return rules->table_results == (drawn ? TABLES_DECISIVE : TABLES_DRAWN) ? RESULT_NONE : result;
}

bool adjudicate_claim(const struct played_game *played)
{
    const struct played_move *last = played->count ? &played->moves[played->count - 1] : NULL;
    return last && last->has_score && last->score <= (last->is_mate ? 0 : CLAIM_CP);
}
