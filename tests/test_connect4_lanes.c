/* SPDX-License-Identifier: MIT */
/* Tests Connect Four's generation of child nodes in vectors: every width and instruction set gives
 * the result of processing one board at a time. connect4_lanes.c is compiled for each. */
#include <stdlib.h>

#include "connect4_lanes.h"
#include "level.h"
#include "rng.h"
#include "suite.h"

#define POSITIONS 5000

static const struct path {
    const char *name;
    enum level level;
    lanes_expand_t *expand;
    lanes_wins_in_two_t *wins_in_two;
} paths[] = {
    {"two lanes", LEVEL_V2, lanes_expand_2, lanes_wins_in_two_2},
    {"four lanes", LEVEL_V2, lanes_expand_4, lanes_wins_in_two_4},
    {"eight lanes", LEVEL_V2, lanes_expand_8, lanes_wins_in_two_8},
#ifndef MYOSU_ONE_LEVEL
    {"SSE4.1", LEVEL_V2, lanes_expand_v2, lanes_wins_in_two_v2},
    {"AVX2", LEVEL_V3, lanes_expand_v3, lanes_wins_in_two_v3},
    {"AVX-512", LEVEL_V4, lanes_expand_v4, lanes_wins_in_two_v4},
#endif
};

/* Returns a random position in which neither side can win with its next move. */
static struct connect4_solver_node random_node(struct rng *rng)
{
    for (;;) {
        struct connect4_position position = {0};
        int plies = (int)rng_below(rng, CONNECT4_SQUARES);
        while (position.ply < plies && !connect4_is_won(&position)) {
            bitboard_t move = connect4_landings(&position) &
                              connect4_column((int)rng_below(rng, CONNECT4_COLUMNS));
            if (move) {
                connect4_drop(&position, move);
            }
        }
        struct connect4_solver_node node;
        int value;
        if (!connect4_solver_static_value(&position, &node, &value)) {
            return node;
        }
    }
}

/* Returns the index of the child after a move, or -1. */
static int place_of(const struct connect4_children *children, bitboard_t move)
{
    for (int i = 0; i < CONNECT4_CHILDREN; i++) {
        if (children->live >> i & 1 && children->moves[i] == move) {
            return i;
        }
    }
    return -1;
}

static void compare(const char *name, const struct connect4_children *a,
                    const struct connect4_children *b)
{
    ck_assert_msg(bit_count(a->live) == bit_count(b->live), "%s: number of children", name);
    for (int i = 0; i < CONNECT4_CHILDREN; i++) {
        if (!(a->live >> i & 1)) {
            continue;
        }
        int k = place_of(b, a->moves[i]);
        ck_assert_msg(k >= 0, "%s: a child is missing", name);
        ck_assert_msg((a->above >> i & 1) == (b->above >> k & 1) &&
                          (a->below >> i & 1) == (b->below >> k & 1),
                      "%s: above or below alpha", name);
        ck_assert_msg(a->own[i] == b->own[k] && a->other[i] == b->other[k], "%s: boards", name);
        ck_assert_msg(a->threats[i] == b->threats[k] && a->safe[i] == b->safe[k] &&
                          a->first_threats[i] == b->first_threats[k],
                      "%s: threats", name);
        ck_assert_msg(a->ply[i] == b->ply[k], "%s: plies", name);
        ck_assert_msg(a->lower[i] == b->lower[k] && a->upper[i] == b->upper[k], "%s: bounds", name);
    }
}

START_TEST(every_width_gives_what_one_lane_gives)
{
    const struct path *path = &paths[_i];
    if (!level_is_offered(path->level)) {
        return;
    }
    struct rng rng = {31};
    int won = 0, above = 0, below = 0, several = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct connect4_solver_node node = random_node(&rng);
        int alpha = (int)rng_below(&rng, 9) - 4;
        struct connect4_children plain, children;
        lanes_expand_1(&plain, &node, alpha);
        path->expand(&children, &node, alpha);
        compare(path->name, &plain, &children);
        bool wins = lanes_wins_in_two_1(&node);
        ck_assert_msg(path->wins_in_two(&node) == wins, "%s: wins in two", path->name);
        won += wins;
        above += plain.above != 0;
        below += plain.below != 0;
        several += bit_count(plain.live) > 4;
    }
    /* Check that all cases occurred. */
    ck_assert_int_gt(won, POSITIONS / 100);
    ck_assert_int_gt(above, POSITIONS / 100);
    ck_assert_int_gt(below, POSITIONS / 100);
    ck_assert_int_gt(several, POSITIONS / 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connect4_lanes");
    TCase *widths = tcase_create("widths");
    tcase_set_timeout(widths, 120);
    tcase_add_loop_test(widths, every_width_gives_what_one_lane_gives, 0, LENGTH(paths));
    suite_add_tcase(suite, widths);
    return support_run(suite);
}
