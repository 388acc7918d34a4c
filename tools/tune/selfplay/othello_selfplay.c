/* SPDX-License-Identifier: MIT */
/* Plays Othello against itself and writes the games for othello-network.
 *
 *     othello-selfplay games=100000 nodes=1000 solve=16 seed=1 > FILE
 *     othello-selfplay games=100000 ... --shard 3/8 > FILE
 *
 * A line has one game: the number of plies of the random opening, the final disc difference for
 * Black, the moves, and Black's score, in centipawns, before each move after the opening. Each of
 * these moves is the best of a search of `nodes` nodes. From `solve` empty squares on, play is
 * perfect and scores are exact. selfplay.h describes the shards. */
#include <string.h>

#include "othello/evaluate.h"
#include "othello/rules.h"
#include "othello/solver.h"
#include "selfplay.h"

/* A random opening has OPENING_LEAST plies and a random number, less than OPENING_SPAN, of further
 * ones. */
#define OPENING_LEAST 6
#define OPENING_SPAN  24
#define OPENING_SHORT 12 /* instead of OPENING_SPAN in half of the openings */

/* The solver and its table; the value of the position for the side to move, once it is solved. */
static struct {
    struct othello_solver solver;
    _Alignas(CACHE_LINE) unsigned char table[1 << 22];
    bool is_solved;
    int value;
} memory;

/* The half width, in discs, of the window in which a position is solved first. */
#define WINDOW 3

/* Returns the value of the position, in discs, for the side to move. A good guess makes this
 * faster. */
static int value_near(const struct othello_position *position, int guess)
{
    const int middle = guess < -SOLVER_LIMIT + WINDOW  ? -SOLVER_LIMIT + WINDOW
                       : guess > SOLVER_LIMIT - WINDOW ? SOLVER_LIMIT - WINDOW
                                                       : guess;
    const int least = middle - WINDOW, most = middle + WINDOW;
    struct othello_solver *solver = &memory.solver;
    const int value = othello_solve(solver, position->own[0], position->other[0], least, most);
    if (value <= least) {
        return othello_solve(solver, position->own[0], position->other[0], -SOLVER_LIMIT,
                             least + 1);
    }
    if (value >= most) {
        return othello_solve(solver, position->own[0], position->other[0], most - 1, SOLVER_LIMIT);
    }
    return value;
}

/* True if the move reaches the position's value. */
static bool is_best(const struct othello_position *position, move_t move)
{
    struct othello_position next = *position;
    othello_play(&next, move);
    return -othello_solve(&memory.solver, next.own[0], next.other[0], -memory.value,
                          -memory.value + 1) >= memory.value;
}

/* Returns a best move: that of the solver's table, if it still has one. */
static move_t solve(const struct othello_position *position, int guess)
{
    if (!memory.is_solved) {
        memory.value = value_near(position, guess);
        memory.is_solved = true;
    }
    move_t move;
    if (othello_solver_line(&memory.solver, position, &move, 1) == 0 || !is_best(position, move)) {
        struct move_list list = {.count = 0};
        othello_legal_moves(position, &list);
        int i = 0;
        while (i < list.count - 1 && !is_best(position, list.moves[i])) {
            i++;
        }
        move = list.moves[i];
    }
    memory.value = -memory.value;
    return move;
}

static bool open(struct selfplayer *self)
{
    const uint64_t span = rng_next(&self->rng) % 2 ? OPENING_SPAN : OPENING_SHORT;
    memset(memory.table, 0, sizeof memory.table);
    memory.is_solved = false;
    othello_solver_init(&memory.solver, NULL, 8, memory.table, sizeof memory.table);
    return selfplay_random_plies(self, OPENING_LEAST + (int)rng_below(&self->rng, span));
}

static move_t choose(struct selfplayer *self, int *score)
{
    const struct othello_position *position = self->position;
    if (othello_empties(position) <= (int)selfplay_value(self->values, "solve")) {
        const int plies = self->record.plies;
        const bool searched = plies > self->record.random_plies;
        const int guess = searched ? self->record.scores[plies - 1] / OTHELLO_DISC : 0;
        const move_t move = solve(position, position->side ? -guess : guess);
        *score = -OTHELLO_DISC * memory.value; /* the value is now the opponent's */
        return move;
    }
    const uint64_t nodes = (uint64_t)selfplay_value(self->values, "nodes");
    const struct search_line *line = player_search(&self->player, position, PLAYER_NOT_SOFT, nodes);
    *score = player_mean_score(&self->player);
    return line->pv[0];
}

static bool write_game(struct selfplayer *self, FILE *out)
{
    const struct othello_position *end = self->position;
    const int score = othello_final_score(end) / OTHELLO_DISC;
    fprintf(out, "%d %d ", self->record.random_plies, end->side ? -score : score);
    for (int i = 0; i < self->record.plies; i++) {
        const int square = self->record.moves[i] - 1;
        if (self->record.moves[i] == MOVE_PASS) {
            fputs("pa", out);
        } else {
            fprintf(out, "%c%d", 'a' + square % 8, square / 8 + 1);
        }
    }
    for (int i = self->record.random_plies; i < self->record.plies; i++) {
        fprintf(out, " %d", self->record.scores[i]);
    }
    return fputc('\n', out) != EOF;
}

const struct selfplay selfplay = {
    .game = "othello",
    .settings = {{"games", 1000, 1, 0},
                 {"nodes", 1000, 1, 0},
                 {"solve", 14, 0, 0},
                 {"seed", 1, 0, 0}},
    .refusal = "games and nodes are to be 1 at least, or memory is out",
    .adds_number = true,
    .open = open,
    .choose = choose,
    .max_plies = GAME_MAX_PLIES,
    .write = write_game,
};
