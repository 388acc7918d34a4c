/* SPDX-License-Identifier: MIT */
/* Plays one game: its opening, its moves and its end. */
#include <stdlib.h>
#include <string.h>

#include "selfplay.h"

long selfplay_value(const long *values, const char *name)
{
    for (int i = 0; selfplay.settings[i].name; i++) {
        if (strcmp(selfplay.settings[i].name, name) == 0) {
            return values[i];
        }
    }
    return 0;
}

static void record_move(struct selfplay_game *record, move_t move, int score, bool explored)
{
    record->moves[record->plies] = move;
    record->scores[record->plies] = (int16_t)score;
    record->explored[record->plies++] = explored;
}

void selfplay_put(struct selfplayer *self, move_t move)
{
    record_move(&self->record, move, NO_SEARCH, false);
    self->game->play(self->position, move);
}

bool selfplay_random_plies(struct selfplayer *self, int plies)
{
    for (; plies > 0; plies--) {
        struct move_list list = {.count = 0};
        self->game->legal_moves(self->position, &list);
        if (list.count == 0) {
            return false;
        }
        selfplay_put(self, list.moves[rng_below(&self->rng, (uint64_t)list.count)]);
    }
    return true;
}

bool selfplay_open(struct selfplayer *self)
{
    self->record.plies = 0;
    self->game->start(&self->player.settings, self->position);
    const bool opened = selfplay.open(self) && self->game->result(self->position) == RESULT_NONE;
    self->record.random_plies = self->record.plies;
    return opened;
}

bool selfplay_is_even(struct selfplayer *self, uint64_t nodes, score_t limit)
{
    player_clear(&self->player);
    return abs(player_search(&self->player, self->position, PLAYER_NOT_SOFT, nodes)->score) <=
           limit;
}

/* Counts for how many plies the score has meant a win for player 1, a loss, or a draw. */
struct verdict {
    int winning, losing, drawn;
};

static bool is_mate(int score)
{
    return score_is_mate(score) && abs(score_mate_plies(score)) <= selfplay.mate_plies;
}

/* True if the game is adjudicated after the last score. */
static bool is_decided(struct selfplayer *self, struct verdict *verdict)
{
    struct selfplay_game *record = &self->record;
    const int score = record->scores[record->plies - 1];
    verdict->winning = score >= selfplay.win_score ? verdict->winning + 1 : 0;
    verdict->losing = score <= -selfplay.win_score ? verdict->losing + 1 : 0;
    verdict->drawn = abs(score) <= selfplay.draw_score ? verdict->drawn + 1 : 0;
    const int plies = score > 0 ? verdict->winning : verdict->losing;
    if (is_mate(score) || (selfplay.win_plies && plies >= selfplay.win_plies) ||
        (selfplay.is_won && selfplay.is_won(self, score))) {
        record->end = score > 0 ? END_WON : END_LOST;
        return true;
    }
    record->end = END_DRAWN;
    return selfplay.draw_plies && verdict->drawn >= selfplay.draw_plies &&
           record->plies >= selfplay.draw_from;
}

/* Chooses a move and records it with its score. Returns false if this is the game's first search
 * and its score is not even. */
static bool choose_move(struct selfplayer *self)
{
    struct player *player = &self->player;
    const bool first = self->record.plies == self->record.random_plies;
    uint64_t nodes = (uint64_t)selfplay_value(self->values, "nodes");
    const bool is_first_player = self->game->player(self->position) == 1;
    if (selfplay.choose) {
        int score = NO_SEARCH;
        const move_t move = selfplay.choose(self, &score);
        record_move(&self->record, move, is_first_player ? score : -score, false);
        return true;
    }
    nodes *= first && selfplay.first_factor ? selfplay.first_factor : 1;
    const struct search_line *line =
        selfplay.hard_factor
            ? player_search(player, self->position, nodes, selfplay.hard_factor * nodes)
            : player_search(player, self->position, PLAYER_NOT_SOFT, nodes);
    const score_t score = selfplay.mean_score ? player_mean_score(player) : line->score;
    const move_t best = line->pv[0];
    if (first && !selfplay.even_nodes && abs(score) > selfplay.even_limit) {
        return false;
    }
    const move_t move = selfplay.explore && !is_mate(score) ? selfplay.explore(self, best) : best;
    record_move(&self->record, move, is_first_player ? score : -score, move != best);
    return true;
}

bool selfplay_play(struct selfplayer *self)
{
    const struct game *game = self->game;
    struct selfplay_game *record = &self->record;
    struct verdict verdict = {0};
    enum game_result result;
    if (!selfplay_open(self) || (selfplay.even_nodes && !selfplay_is_even(self, selfplay.even_nodes,
                                                                          selfplay.even_limit))) {
        return false;
    }
    player_clear(&self->player);
    memcpy(self->replay, self->position, game->position_size);
    if (!selfplay.write) {
        record->plies = record->random_plies = 0;
    }
    while ((result = game->result(self->position)) == RESULT_NONE &&
           record->plies < selfplay.max_plies) {
        if (!choose_move(self)) {
            return false;
        }
        if (!selfplay.choose && is_decided(self, &verdict)) {
            return true;
        }
        game->play(self->position, record->moves[record->plies - 1]);
    }
    record->end = result == RESULT_P1_WINS   ? END_WON
                  : result == RESULT_P2_WINS ? END_LOST
                                             : END_DRAWN;
    return true;
}
