/* SPDX-License-Identifier: MIT */
/* Plays chess against itself and stores the games, on which the evaluation is trained.
 *
 *     chess-selfplay games=10000 nodes=5000 seed=1 threads=2 out=FILE   plays games into FILE
 *     chess-selfplay games=10000 ... --shard 3/8 out=FILE               plays the third of eight
 *     parts
 *     chess-selfplay openings=1000 seed=1                               prints balanced openings
 *
 * chess_games.h describes the file, and selfplay.h the games and their shards. */
#include <stdlib.h>

#include "chess/rules.h"
#include "chess_games.h"

/* An opening for matches between engines has a score within EVEN_LIMIT centipawns in a search of
 * EVEN_NODES nodes. Training games use a wider limit, because they need positions of all kinds. */
#define EVEN_NODES 4000
#define EVEN_LIMIT 150

/* A bare king loses against a rook or a queen if the score is at least BARE_KING_SCORE centipawns.
 * Searches of 250 nodes seldom mate within 50 moves, so these games would end as draws. */
#define BARE_KING_SCORE 250

static bool open(struct selfplayer *self)
{
    return selfplay_random_plies(self, 8 + (int)rng_below(&self->rng, 2));
}

static bool is_bare_king_lost(const struct selfplayer *self, int score)
{
    const struct chess_position *position = self->position;
    const struct chess_board *board = &position->state.board;
    const enum side loser = score > 0 ? BLACK : WHITE;
    return abs(score) >= BARE_KING_SCORE && board->sides[loser] == pieces_of(board, loser, KING) &&
           (board->kinds[ROOK] | board->kinds[QUEEN]) != 0;
}

static bool write_game(struct selfplayer *self, FILE *out)
{
    return game_write(out, &self->record);
}

static bool write_opening(struct selfplayer *self, FILE *out)
{
    if (!selfplay_open(self) || !selfplay_is_even(self, EVEN_NODES, EVEN_LIMIT)) {
        return false;
    }
    LOCAL_BUFFER fen = {0};
    chess_format_fen(self->position, &fen);
    fprintf(out, "%s\n", buffer_text(&fen));
    return true;
}

const struct selfplay selfplay = {
    .game = "chess",
    .settings = {{"games", 1000, 0, 0},
                 {"nodes", 5000, 0, 0},
                 {"seed", 1, 0, 0},
                 {"threads", 1, 1, 0},
                 {"openings", 0, 0, 0}},
    .refusal = "out=FILE is needed, where the games go, and threads=1 or more",
    .writes_file = true,
    .open = open,
    .even_nodes = 1000,
    .even_limit = 300,
    .hard_factor = 8,
    .win_score = 1200,
    .win_plies = 6,
    .draw_score = 8,
    .draw_plies = 12,
    .draw_from = 111,
    .max_plies = GAME_MAX_PLIES,
    .is_won = is_bare_king_lost,
    .write = write_game,
    .finders = {{"openings", write_opening}},
};
