/* SPDX-License-Identifier: MIT */
/* Plays Othello against itself and writes the games for othello-fit.
 *
 *     othello-selfplay games=100000 depth=4 solve=12 seed=1 > FILE
 *     othello-selfplay games=100000 ... --shard 3/8 > FILE
 *
 * A line has one game: the number of plies of the random opening, the final disc difference for
 * Black, and the moves. After the opening each move is the best of a search of `depth` plies. From
 * `solve` empty squares on, play is perfect. With classical=1 the search evaluates without
 * patterns, as it did for the very first games. selfplay.h describes the shards. */
#include <string.h>

#include "othello/evaluate.h"
#include "othello/rules.h"
#include "othello/solver.h"
#include "selfplay.h"

/* A random opening has OPENING_LEAST plies and a random number, less than OPENING_SPAN, of further
 * ones. */
#define OPENING_LEAST 6
#define OPENING_SPAN  36
#define OPENING_SHORT 10 /* instead of OPENING_SPAN in half of the openings */

/* The solver and its table. */
static struct {
    struct othello_solver solver;
    _Alignas(CACHE_LINE) unsigned char table[1 << 20];
} memory;

/* Returns the number of the opponent's replies to a move. Moves with few replies are searched
 * first. */
static int replies_after(const struct othello_position *position, move_t move)
{
    struct othello_position next = *position;
    bitboard_t replies[2];
    othello_play(&next, move);
    othello_destinations(&next, replies);
    return othello_count(replies);
}

static void sort_moves(const struct othello_position *position, struct move_list *list)
{
    int replies[MAX_MOVES];
    for (int i = 0; i < list->count; i++) {
        const move_t move = list->moves[i];
        const int left = replies_after(position, move);
        int k = i;
        for (; k > 0 && replies[k - 1] > left; k--) {
            replies[k] = replies[k - 1];
            list->moves[k] = list->moves[k - 1];
        }
        replies[k] = left;
        list->moves[k] = move;
    }
}

/* Alpha-beta search to a fixed depth; *best is the best move. */
static int search(bool classical, const struct othello_position *position, int alpha, int beta,
                  int depth, move_t *best)
{
    struct move_list list;
    if (depth == 0) {
        return classical ? othello_evaluate_classical(position)
                         : othello_evaluate_patterns(position->own[0], position->other[0]);
    }
    list.count = 0;
    othello_legal_moves(position, &list);
    if (list.count == 0) {
        return othello_final_score(position);
    }
    if (depth > 1) {
        sort_moves(position, &list);
    }
    int found = -SCORE_INFINITE;
    for (int i = 0; i < list.count && alpha < beta; i++) {
        struct othello_position next = *position;
        move_t reply;
        othello_play(&next, list.moves[i]);
        const int score = -search(classical, &next, -beta, -alpha, depth - 1, &reply);
        if (score > found) {
            found = score;
            *best = list.moves[i];
        }
        alpha = score > alpha ? score : alpha;
    }
    return found;
}

static move_t solve(const struct othello_position *position)
{
    struct move_list list = {.count = 0};
    othello_legal_moves(position, &list);
    move_t best = list.moves[0];
    int alpha = -SOLVER_LIMIT - 1;
    for (int i = 0; i < list.count; i++) {
        struct othello_position next = *position;
        othello_play(&next, list.moves[i]);
        const int value =
            -othello_solve(&memory.solver, next.own[0], next.other[0], -SOLVER_LIMIT, -alpha);
        if (value > alpha) {
            alpha = value;
            best = list.moves[i];
        }
    }
    return best;
}

static bool open(struct selfplayer *self)
{
    const uint64_t span = rng_next(&self->rng) % 2 ? OPENING_SPAN : OPENING_SHORT;
    memset(memory.table, 0, sizeof memory.table);
    othello_solver_init(&memory.solver, NULL, 8, memory.table, sizeof memory.table);
    return selfplay_random_plies(self, OPENING_LEAST + (int)rng_below(&self->rng, span));
}

static move_t choose(struct selfplayer *self)
{
    const struct othello_position *position = self->position;
    move_t best = MOVE_NONE;
    if (othello_empties(position) <= (int)selfplay_value(self->values, "solve")) {
        return solve(position);
    }
    search(selfplay_value(self->values, "classical") != 0, position, -SCORE_INFINITE,
           SCORE_INFINITE, (int)selfplay_value(self->values, "depth"), &best);
    return best;
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
    return fputc('\n', out) != EOF;
}

const struct selfplay selfplay = {
    .game = "othello",
    .settings = {{"games", 1000, 1, 0},
                 {"depth", 4, 1, 0},
                 {"solve", 12, 0, 0},
                 {"classical", 0, 0, 0},
                 {"seed", 1, 0, 0}},
    .refusal = "depth and games are to be 1 at least, or memory is out",
    .adds_number = true,
    .open = open,
    .choose = choose,
    .max_plies = GAME_MAX_PLIES,
    .write = write_game,
};
