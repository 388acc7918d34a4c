/* SPDX-License-Identifier: MIT */
/* Tests Othello's search and solver, against plain negamax and published scores. */
#include <string.h>

#include "othello/evaluate.h"
#include "othello/flips.h"
#include "othello/rules.h"
#include "othello/solver.h"
#include "othello_positions.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

/* Returns the exact value in discs by exhaustive search. */
static int negamax(const struct othello_position *position)
{
    struct move_list list = {.count = 0};
    int best = -100;
    othello_legal_moves(position, &list);
    if (list.count == 0) {
        return othello_final_score(position) / OTHELLO_DISC;
    }
    for (int i = 0; i < list.count; i++) {
        struct othello_position next = *position;
        othello_play(&next, list.moves[i]);
        const int value = -negamax(&next);
        best = value > best ? value : best;
    }
    return best;
}

static _Alignas(CACHE_LINE) char table[1 << 20];

START_TEST(the_solver_finds_what_trying_everything_finds)
{
    struct rng rng = {1};
    struct othello_solver solver = {0};
    memset(table, 0, sizeof table);
    for (int i = 0; i < SUITE_TIMES(160); i++) {
        const int size = i % 2 ? 8 : 6;
        const struct othello_position position =
            random_position(&rng, size, 1 + (int)rng_below(&rng, 8));
        const int value = negamax(&position);
        othello_solver_init(&solver, NULL, size, table, sizeof table);
        solver.symmetry_empties = i % 4 < 2 ? 1 : solver.symmetry_empties;
        ck_assert_int_eq(othello_solve(&solver, position.own[0], position.other[0], -64, 64),
                         value);
        /* Null windows on both sides of the value. */
        for (int alpha = value - 3; alpha <= value + 2; alpha++) {
            const int bound =
                othello_solve(&solver, position.own[0], position.other[0], alpha, alpha + 1);
            ck_assert(value > alpha ? bound > alpha && bound <= value
                                    : bound <= alpha && bound >= value);
        }
    }
}
END_TEST

/* ProbCut, at the levels of less confidence, leaves nothing behind that makes a later exact value
 * wrong. */
START_TEST(levels_of_less_confidence_do_not_change_exact_values)
{
    struct rng rng = {6};
    struct othello_solver solver = {0};
    int wrong = 0;
    for (int i = 0; i < SUITE_TIMES(60); i++) {
        const struct othello_position position = random_position(&rng, 8, 13 + i % 3);
        const bitboard_t own = position.own[0], other = position.other[0];
        memset(table, 0, sizeof table);
        othello_solver_init(&solver, NULL, 8, table, sizeof table);
        const int value = othello_solve(&solver, own, other, -64, 64);
        memset(table, 0, sizeof table);
        othello_solver_init(&solver, NULL, 8, table, sizeof table);
        for (int alpha = value - 3; alpha <= value + 2; alpha++) {
            for (int level = 0; level <= SOLVER_EXACT; level++) {
                solver.level = (uint8_t)level;
                const int bound = othello_solve(&solver, own, other, alpha, alpha + 1);
                const bool is_right = value > alpha ? bound > alpha && bound <= value
                                                    : bound <= alpha && bound >= value;
                ck_assert(is_right || level < SOLVER_EXACT);
                wrong += !is_right;
            }
        }
    }
    ck_assert_int_gt(wrong, 0); /* otherwise nothing was pruned */
}
END_TEST

/* Two positions may have one key, so a move in the table need not be legal. */
START_TEST(moves_of_the_table_are_checked)
{
    struct rng rng = {8};
    struct othello_solver solver = {0};
    for (int i = 0; i < SUITE_TIMES(30); i++) {
        const struct othello_position position = random_position(&rng, 8, 12 + i % 3);
        memset(table, 0, sizeof table);
        othello_solver_init(&solver, NULL, 8, table, sizeof table);
        const int value = othello_solve(&solver, position.own[0], position.other[0], -64, 64);
        for (size_t k = 0; k < sizeof table / sizeof(struct othello_solver_entry); k++) {
            struct othello_solver_entry *entry = (struct othello_solver_entry *)table + k;
            entry->lower = -SOLVER_LIMIT;
            entry->upper = SOLVER_LIMIT;
            entry->move = 28; /* a square in the middle, which is never empty */
        }
        ck_assert_int_eq(othello_solve(&solver, position.own[0], position.other[0], -64, 64),
                         value);
    }
}
END_TEST

/* Returns one of the eight images of a set of squares, computed square by square. */
static bitboard_t image(bitboard_t set, int size, int number)
{
    bitboard_t result = 0;
    while (set) {
        const int square = bit_pop(&set);
        int file = square % 8, rank = square / 8;
        file = number & 1 ? size - 1 - file : file;
        rank = number & 2 ? size - 1 - rank : rank;
        result |= UINT64_C(1) << (number & 4 ? 8 * file + rank : 8 * rank + file);
    }
    return result;
}

/* If the solver uses symmetry, one image is solved and the others are found in the table. */
START_TEST(images_of_a_position_are_one)
{
    struct rng rng = {9};
    struct othello_solver solver = {0};
    memset(table, 0, sizeof table);
    for (int i = 0; i < SUITE_TIMES(80); i++) {
        const int size = i % 2 ? 8 : 6;
        const struct othello_position position = random_position(&rng, size, 10);
        if (othello_empties(&position) != 10 || othello_is_over(&position)) {
            continue;
        }
        othello_solver_init(&solver, NULL, size, table, sizeof table);
        solver.symmetry_empties = 9;
        const int value = othello_solve(&solver, position.own[0], position.other[0], -64, 64);
        for (int number = 1; number < 8; number++) {
            solver.nodes = 0;
            ck_assert_int_eq(othello_solve(&solver, image(position.own[0], size, number),
                                           image(position.other[0], size, number), -64, 64),
                             value);
            ck_assert_uint_le(solver.nodes, 2);
        }
    }
}
END_TEST

/* Continues at random and checks that no disc is turned after it was called stable. */
START_TEST(stable_discs_are_never_turned)
{
    struct rng rng = {2};
    int found = 0;
    for (int i = 0; i < SUITE_TIMES(400); i++) {
        const int size = i % 2 ? 8 : 6;
        struct othello_position position = random_position(&rng, size, 4 + i % 20);
        const bitboard_t board = othello_board(size);
        const bitboard_t own = othello_stable(position.own[0], position.other[0], board);
        const bitboard_t other = othello_stable(position.other[0], position.own[0], board);
        const int side = position.side;
        found += bit_count(own | other);
        while (!othello_is_over(&position)) {
            struct move_list list = {.count = 0};
            othello_legal_moves(&position, &list);
            othello_play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
        }
        const bool same = position.side == side;
        ck_assert_uint_eq(own & ~(same ? position.own[0] : position.other[0]), 0);
        ck_assert_uint_eq(other & ~(same ? position.other[0] : position.own[0]), 0);
    }
    ck_assert_int_gt(found, 0);
}
END_TEST

static bitboard_t mirrored(bitboard_t board)
{
    bitboard_t image = 0;
    while (board) {
        image |= UINT64_C(1) << (bit_pop(&board) ^ 56);
    }
    return image;
}

/* A pattern and its mirror image share one table of weights: the features of the board and of the
 * mirrored board are equal if the pattern differs from its mirror image. */
START_TEST(features_lie_in_their_tables)
{
    struct rng rng = {3};
    for (int i = 0; i < 200; i++) {
        struct othello_position position = random_position(&rng, 8, (int)rng_below(&rng, 60));
        struct othello_features features, image;
        othello_find_features(position.own[0], position.other[0], &features);
        othello_find_features(mirrored(position.own[0]), mirrored(position.other[0]), &image);
        int64_t difference = 0;
        for (int k = 0; k < 4; k++) { /* the corners: each pattern is the image of another */
            difference += features.indices[k] - image.indices[k];
        }
        ck_assert_int_eq(difference, 0);
        for (int k = 0; k < LENGTH(features.indices); k++) {
            ck_assert(features.indices[k] >= 0 && features.indices[k] < OTHELLO_ROWS);
        }
        ck_assert(features.bucket >= 0 && features.bucket < OTHELLO_BUCKETS);
    }
}
END_TEST

/* The evaluation in plain arithmetic, in centipawns. */
static double evaluate_plainly(const struct othello_features *features)
{
    double output = 0;
    for (int k = 0; k < OTHELLO_UNITS; k++) {
        double x = othello_network.biases[features->bucket][k];
        for (int i = 0; i < LENGTH(features->indices); i++) {
            x += othello_network.rows[features->indices[i]][k];
        }
        x /= OTHELLO_ONE_FIRST;
        if (k >= OTHELLO_LINEAR_UNITS) {
            x = x < 0 ? 0 : x > 1 ? 1 : x * x;
        }
        output += x * othello_network.outputs[features->bucket][k] / OTHELLO_ONE_SECOND;
    }
    return OTHELLO_DISC * output;
}

START_TEST(the_network_weighs_sums_of_rows)
{
    struct rng rng = {8};
    for (int i = 0; i < 2000; i++) {
        const struct othello_position position = random_position(&rng, 8, (int)rng_below(&rng, 60));
        struct othello_features features;
        othello_find_features(position.own[0], position.other[0], &features);
        const double expected = evaluate_plainly(&features);
        const int found = othello_evaluate_patterns(position.own[0], position.other[0]);
        ck_assert(found <= expected + 1 && found >= expected - 1);
    }
}
END_TEST

/* The easiest of the problems that the French federation published, with their scores. */
START_TEST(published_endgames_are_solved)
{
    static const struct {
        const char *fen, *move;
        int discs;
    } cases[] = {
        /* Number 40, with 20 empty squares. */
        {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", 38},
    };
    struct support_search *support = support_search_create(game, 64);
    for (int i = 0; i < LENGTH(cases) - SUITE_SANITIZED; i++) {
        struct othello_position position;
        support_position(game, cases[i].fen, &position);
        support_search_limits(support);
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_int_eq(line->score, cases[i].discs * OTHELLO_DISC);
        ck_assert_str_eq(support_move_text(game, &position, line->pv[0]), cases[i].move);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(the_search_ends_with_the_exact_score)
{
    struct rng rng = {4};
    struct support_search *support = support_search_create(game, 4);
    for (int i = 0; i < SUITE_TIMES(40); i++) {
        const int size = i % 4 ? 8 : 6;
        struct othello_position position = random_position(&rng, size, 1 + (int)rng_below(&rng, 8));
        if (othello_is_over(&position)) {
            continue;
        }
        support_search_limits(support);
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_int_eq(line->score, OTHELLO_DISC * negamax(&position));
        ck_assert_int_eq(line->bound, BOUND_EXACT);
        struct othello_position end = position;
        for (int k = 0; k < line->length; k++) {
            ck_assert(othello_is_legal(&end, line->pv[k]));
            othello_play(&end, line->pv[k]);
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(rising_confidence_ends_with_the_exact_score)
{
    struct rng rng = {7};
    struct othello_solver solver = {0};
    struct support_search *support = support_search_create(game, 4);
    for (int i = 0; i < SUITE_TIMES(30); i++) {
        const struct othello_position position = random_position(&rng, 8, 14 + i % 3);
        if (othello_is_over(&position)) {
            continue;
        }
        memset(table, 0, sizeof table);
        othello_solver_init(&solver, NULL, 8, table, sizeof table);
        support_search_limits(support);
        ck_assert_int_eq(support_search_run(support, &position)->score,
                         OTHELLO_DISC *
                             othello_solve(&solver, position.own[0], position.other[0], -64, 64));
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(a_limit_on_nodes_holds_in_the_endgame)
{
    struct othello_position position;
    struct support_search *support = support_search_create(game, 4);
    support_position(game, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
                     &position);
    support_search_limits(support)->nodes = 200000;
    support_search_run(support, &position);
    const uint64_t nodes = atomic_load(&support->worker->nodes);
    ck_assert(nodes >= 190000 && nodes <= 201000);
    support_search_destroy(support);
}
END_TEST

/* The largest board has no solver: the shared search searches to the end. */
START_TEST(the_largest_board_is_searched_to_its_end)
{
    struct rng rng = {5};
    struct support_search *support = support_search_create(game, 4);
    for (int i = 0; i < 5; i++) {
        struct othello_position position = random_position(&rng, 10, 5);
        if (!othello_is_over(&position)) {
            support_search_limits(support)->depth = 8;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_int_gt(line->length, 0);
            ck_assert(othello_is_legal(&position, line->pv[0]));
        }
    }
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    game = support_game("othello");
    Suite *suite = suite_create("othello_search");
    SUPPORT_ADD(suite, the_solver_finds_what_trying_everything_finds);
    SUPPORT_ADD(suite, levels_of_less_confidence_do_not_change_exact_values);
    SUPPORT_ADD(suite, moves_of_the_table_are_checked);
    SUPPORT_ADD(suite, images_of_a_position_are_one);
    SUPPORT_ADD(suite, stable_discs_are_never_turned);
    SUPPORT_ADD(suite, features_lie_in_their_tables);
    SUPPORT_ADD(suite, the_network_weighs_sums_of_rows);
    SUPPORT_ADD(suite, published_endgames_are_solved);
    SUPPORT_ADD(suite, the_search_ends_with_the_exact_score);
    SUPPORT_ADD(suite, rising_confidence_ends_with_the_exact_score);
    SUPPORT_ADD(suite, a_limit_on_nodes_holds_in_the_endgame);
    SUPPORT_ADD(suite, the_largest_board_is_searched_to_its_end);
    return support_run(suite);
}
