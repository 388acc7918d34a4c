/* SPDX-License-Identifier: MIT */
/* Plays Othello against itself and writes the games for othello-fit.
 *
 *     othello-selfplay games=100000 depth=4 solve=12 seed=1 > FILE
 *     othello-selfplay games=100000 ... --shard 3/8 > FILE
 *
 * A line has one game: the number of plies of the random opening, the final disc difference for
 * Black, and the moves. After the opening each move is the best of a search of `depth` plies. From
 * `solve` empty squares on, play is perfect. With classical=1 the search evaluates without
 * patterns, as it did for the very first games. A game depends only on its number, the arguments
 * and the program. A shard is a part of the games, such as the third of eight; the concatenated
 * files of all shards are the file of all games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "othello/evaluate.h"
#include "othello/patterns.h"
#include "othello/rules.h"
#include "othello/solver.h"
#include "ticker.h"

#define TABLE_BYTES ((size_t)1 << 20)

/* A random opening has OPENING_LEAST plies and a random number, less than OPENING_SPAN, of further
 * ones. */
#define OPENING_LEAST 6
#define OPENING_SPAN  36
#define OPENING_SHORT 10 /* instead of OPENING_SPAN in half of the openings */

#define MOST_PLIES 130

struct player {
    struct othello_solver solver;
    struct rng rng;
    bool is_classical;
    int depth, solve;
    void *table;
};

struct record {
    int opening, plies;
    move_t moves[MOST_PLIES];
};

static int evaluate(const struct player *player, const struct othello_position *position)
{
    return player->is_classical ? othello_evaluate_classical(position)
                                : othello_evaluate_patterns(position->own[0], position->other[0]);
}

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
static int search(const struct player *player, const struct othello_position *position, int alpha,
                  int beta, int depth, move_t *best)
{
    struct move_list list;
    if (depth == 0) {
        return evaluate(player, position);
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
        const int score = -search(player, &next, -beta, -alpha, depth - 1, &reply);
        if (score > found) {
            found = score;
            *best = list.moves[i];
        }
        alpha = score > alpha ? score : alpha;
    }
    return found;
}

static move_t solve(struct player *player, const struct othello_position *position)
{
    struct move_list list = {.count = 0};
    othello_legal_moves(position, &list);
    move_t best = list.moves[0];
    int alpha = -SOLVER_LIMIT - 1;
    for (int i = 0; i < list.count; i++) {
        struct othello_position next = *position;
        othello_play(&next, list.moves[i]);
        const int value =
            -othello_solve(&player->solver, next.own[0], next.other[0], -SOLVER_LIMIT, -alpha);
        if (value > alpha) {
            alpha = value;
            best = list.moves[i];
        }
    }
    return best;
}

static void put(struct record *record, struct othello_position *position, move_t move)
{
    record->moves[record->plies++] = move;
    othello_play(position, move);
}

/* Plays a random opening. Returns false if the game ended in it. */
static bool play_opening(struct player *player, struct othello_position *position,
                         struct record *record)
{
    const uint64_t span = rng_next(&player->rng) % 2 ? OPENING_SPAN : OPENING_SHORT;
    record->plies = 0;
    record->opening = OPENING_LEAST + (int)rng_below(&player->rng, span);
    othello_clear(position, 8);
    while (record->plies < record->opening) {
        struct move_list list = {.count = 0};
        othello_legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        put(record, position, list.moves[rng_below(&player->rng, (uint64_t)list.count)]);
    }
    return !othello_is_over(position);
}

static void play_game(struct player *player)
{
    struct othello_position position;
    struct record record;
    while (!play_opening(player, &position, &record)) {
    }
    memset(player->table, 0, TABLE_BYTES);
    othello_solver_init(&player->solver, NULL, 8, player->table, TABLE_BYTES);
    while (!othello_is_over(&position)) {
        move_t move = MOVE_NONE;
        if (othello_empties(&position) <= player->solve) {
            move = solve(player, &position);
        } else {
            search(player, &position, -SCORE_INFINITE, SCORE_INFINITE, player->depth, &move);
        }
        put(&record, &position, move);
    }
    const int score = othello_final_score(&position) / OTHELLO_DISC;
    printf("%d %d ", record.opening, position.side ? -score : score);
    for (int i = 0; i < record.plies; i++) {
        const int square = record.moves[i] - 1;
        if (record.moves[i] == MOVE_PASS) {
            fputs("pa", stdout);
        } else {
            printf("%c%d", 'a' + square % 8, square / 8 + 1);
        }
    }
    putchar('\n');
}

int main(int count, char **words)
{
    static struct player player;
    struct shard shard = SHARD_WHOLE;
    long games = 1000, depth = 4, solve_from = 12, classical = 0, seed = 1;
    const struct argument arguments[] = {{"games", &games},      {"depth", &depth},
                                         {"solve", &solve_from}, {"classical", &classical},
                                         {"seed", &seed},        {NULL, NULL}};
    if (!arguments_read("othello-selfplay", arguments, &shard, count, words)) {
        return EXIT_FAILURE;
    }
    player.is_classical = classical != 0;
    player.depth = (int)depth;
    player.solve = (int)solve_from;
    player.table = aligned_alloc(CACHE_LINE, TABLE_BYTES);
    if (!player.table || depth < 1 || games < 1) {
        fputs("othello-selfplay: depth and games are to be 1 at least, or memory is out\n", stderr);
        return EXIT_FAILURE;
    }
    const int64_t first = shard_begin(&shard, games), end = shard_end(&shard, games);
    struct ticker ticker;
    ticker_begin(&ticker, "games", end - first);
    for (int64_t game = first; game < end; game++) {
        player.rng.state = rng_mix((uint64_t)seed) + (uint64_t)game;
        play_game(&player);
        ticker_show(&ticker, game + 1 - first);
    }
    ticker_clear(&ticker);
    free(player.table);
    return EXIT_SUCCESS;
}
