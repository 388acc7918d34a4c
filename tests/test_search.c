/* SPDX-License-Identifier: MIT */
/* Tests the shared search on a game with a known theory: against minimax, against the theory, and
 * within its limits. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "nim/position.h"
#include "support.h"
#include "tt.h"

static const struct game *const game = &game_nim;

static bool theory_says_lost(const struct nim_position *position)
{
    return ((position->piles[0] % 4) ^ (position->piles[1] % 4) ^ (position->piles[2] % 4)) == 0;
}

static struct nim_position position_of(int a, int b, int c)
{
    return (struct nim_position){.piles = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
}

/* Plays a line: it must be legal and, for a mate score, have the length of the score. */
static void check_line(const struct nim_position *position, const struct search_line *line)
{
    struct nim_position child = *position;
    for (int i = 0; i < line->length; i++) {
        struct move_list list = {.count = 0};
        game->legal_moves(&child, &list);
        ck_assert_int_ge(move_list_find(&list, line->pv[i]), 0);
        game->play(&child, line->pv[i]);
    }
    if (score_is_mate(line->score)) {
        ck_assert_int_eq(line->length, abs(score_mate_plies(line->score)));
        ck_assert(nim_is_over(&child));
    }
}

START_TEST(alphabeta_equals_minimax_at_every_depth)
{
    struct support_search *support = support_search_create(game, 1);
    for (int code = 1; code < 5 * 5 * 5; code++) {
        struct nim_position position = position_of(code % 5, code / 5 % 5, code / 25);
        for (int depth = 1; depth <= 6; depth++) {
            support_search_clear(support);
            struct search_limits *limits = support_search_limits(support);
            limits->depth = depth;
            limits->algorithm = ALGORITHM_MINIMAX;
            score_t minimax = support_search_run(support, &position)->score;
            check_line(&position, &support->worker->lines[0]);
            support_search_clear(support);
            limits->algorithm = ALGORITHM_ALPHABETA;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_msg(line->score == minimax, "%d %d %d at depth %d: %d, minimax %d",
                          position.piles[0], position.piles[1], position.piles[2], depth,
                          line->score, minimax);
            check_line(&position, line);
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(every_position_comes_out_as_theory_says)
{
    struct support_search *support = support_search_create(game, 4);
    for (int code = 1; code < 1000; code++) {
        struct nim_position position = position_of(code % 10, code / 10 % 10, code / 100);
        support_search_limits(support);
        const struct search_line *line = support_search_run(support, &position);
        ck_assert(score_is_mate(line->score));
        ck_assert_int_eq(line->score < 0, theory_says_lost(&position));
        check_line(&position, line);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(pruning_saves_most_of_the_nodes)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(6, 6, 7);
    struct search_limits *limits = support_search_limits(support);
    limits->depth = 7;
    support_search_run(support, &position);
    uint64_t pruned = atomic_load(&support->worker->nodes);
    limits->algorithm = ALGORITHM_MINIMAX;
    support_search_run(support, &position);
    ck_assert_uint_lt(pruned * 10, atomic_load(&support->worker->nodes));
    support_search_destroy(support);
}
END_TEST

START_TEST(the_same_search_counts_the_same_nodes)
{
    struct nim_position position = position_of(9, 8, 7);
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        struct support_search *support = support_search_create(game, 1);
        support_search_limits(support)->depth = 12;
        support_search_run(support, &position);
        nodes[i] = atomic_load(&support->worker->nodes);
        support_search_destroy(support);
    }
    ck_assert_uint_eq(nodes[0], nodes[1]);
}
END_TEST

START_TEST(the_limit_on_nodes_is_exact)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(9, 9, 9);
    for (uint64_t limit = 1; limit < 400; limit++) {
        support_search_clear(support);
        support_search_limits(support)->nodes = limit;
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_uint_eq(atomic_load(&support->worker->nodes), limit);
        ck_assert_int_ge(line->length, 1);
        ck_assert_int_eq(line->bound, BOUND_EXACT);
    }
    support_search_destroy(support);
}
END_TEST

/* A search that is stopped after its first moves lose has not searched the other moves. */
START_TEST(a_stopped_search_claims_no_loss_before_all_moves_lose)
{
    struct support_search *support = support_search_create(game, 1);
    for (int code = 1; code < 512; code++) {
        struct nim_position position = position_of(code % 8, code / 8 % 8, code / 64);
        for (uint64_t limit = 5; limit < 200; limit += 13) {
            support_search_clear(support);
            support_search_limits(support)->nodes = limit;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_int_eq(line->bound, BOUND_EXACT);
            if (score_is_mate(line->score)) {
                ck_assert_int_eq(line->length, abs(score_mate_plies(line->score)));
                ck_assert_msg((line->score < 0) == theory_says_lost(&position),
                              "%d %d %d, %d nodes: %d", position.piles[0], position.piles[1],
                              position.piles[2], (int)limit, line->score);
            }
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(the_limit_on_depth_is_exact)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(9, 9, 9);
    for (int depth = 1; depth < 10; depth++) {
        support_search_clear(support);
        support_search_limits(support)->depth = depth;
        ck_assert_int_eq(support_search_run(support, &position)->depth, depth);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(mate_n_ends_when_a_win_that_short_is_found_or_there_is_none)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(1, 1, 3);
    support_search_limits(support)->mate_plies = 3;
    const struct search_line *line = support_search_run(support, &position);
    ck_assert_int_eq(line->score, score_mate_in(3));
    support_search_limits(support)->mate_plies = 1;
    line = support_search_run(support, &position);
    ck_assert_int_le(line->depth, 3);
    ck_assert_int_ge(line->length, 1);
    support_search_destroy(support);
}
END_TEST

/* Returns the exact score of one root move, by minimax. */
static score_t score_of_move(struct support_search *support, const struct nim_position *position,
                             move_t move, int depth)
{
    struct nim_position child = *position;
    game->play(&child, move);
    if (nim_is_over(&child)) {
        return score_mate_in(1);
    }
    if (depth == 1) {
        return -nim_evaluate(&child);
    }
    support_search_clear(support);
    struct search_limits *limits = support_search_limits(support);
    limits->depth = depth - 1;
    limits->algorithm = ALGORITHM_MINIMAX;
    score_t score = -support_search_run(support, &child)->score;
    return score >= SCORE_MATE_FOUND ? score - 1 : score <= -SCORE_MATE_FOUND ? score + 1 : score;
}

START_TEST(several_lines_are_the_best_ones_in_order)
{
    struct support_search *support = support_search_create(game, 1);
    struct support_search *oracle = support_search_create(game, 1);
    for (int code = 1; code < 4 * 4 * 4; code++) {
        struct nim_position position = position_of(code % 4, code / 4 % 4, code / 16);
        for (int depth = 1; depth <= 4; depth++) {
            support_search_clear(support);
            struct search_limits *limits = support_search_limits(support);
            limits->depth = depth;
            limits->multipv = 5;
            support_search_run(support, &position);
            struct move_list legal = {.count = 0};
            game->legal_moves(&position, &legal);
            int expected = legal.count < 5 ? legal.count : 5;
            ck_assert_int_eq(support->worker->line_count, expected);
            for (int i = 0; i < expected; i++) {
                const struct search_line *line = &support->worker->lines[i];
                check_line(&position, line);
                ck_assert_int_eq(line->score,
                                 score_of_move(oracle, &position, line->pv[0], line->depth));
                ck_assert(i == 0 || line->score <= support->worker->lines[i - 1].score);
                for (int k = 0; k < i; k++) {
                    ck_assert_uint_ne(line->pv[0], support->worker->lines[k].pv[0]);
                }
            }
        }
    }
    support_search_destroy(support);
    support_search_destroy(oracle);
}
END_TEST

START_TEST(only_the_moves_asked_for_are_searched)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(3, 5, 7);
    struct move_list legal = {.count = 0};
    game->legal_moves(&position, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct search_limits *limits = support_search_limits(support);
        limits->restricted = true;
        move_list_add(&limits->root_moves, legal.moves[i]);
        ck_assert_uint_eq(support_search_run(support, &position)->pv[0], legal.moves[i]);
    }
    support_search_limits(support)->restricted = true;
    ck_assert_int_eq(support_search_run(support, &position)->length, 0);
    support_search_destroy(support);
}
END_TEST

START_TEST(a_finished_game_has_a_score_and_no_move)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(0, 0, 0);
    support_search_limits(support);
    const struct search_line *line = support_search_run(support, &position);
    ck_assert_int_eq(line->length, 0);
    ck_assert_int_eq(line->score, score_mated_in(0));
    support_search_destroy(support);
}
END_TEST

/* Stops the search after `limit` reports. */
struct stopper {
    struct support_search *support;
    int reports, limit;
};

static void stop_after(void *context, const struct search_report *report)
{
    struct stopper *stopper = context;
    ck_assert_int_eq(report->multipv, 1);
    ck_assert_int_ge(report->line.length, 1);
    if (++stopper->reports == stopper->limit) {
        search_stop(&stopper->support->search);
    }
}

START_TEST(a_stopped_search_answers_with_its_last_iteration)
{
    for (int limit = 1; limit < 8; limit++) {
        struct support_search *support = support_search_create(game, 1);
        struct stopper stopper = {support, 0, limit};
        support->search.report = stop_after;
        support->search.report_context = &stopper;
        struct nim_position position = position_of(9, 9, 9);
        support_search_limits(support);
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_int_eq(line->depth, limit);
        ck_assert_int_eq(stopper.reports, limit);
        check_line(&position, line);
        support_search_destroy(support);
    }
}
END_TEST

START_TEST(the_position_is_left_as_it_was)
{
    struct support_search *support = support_search_create(game, 1);
    struct nim_position position = position_of(7, 8, 9);
    for (uint64_t limit = 1; limit < 2000; limit += 97) {
        support_search_limits(support)->nodes = limit;
        support_search_run(support, &position);
        ck_assert_mem_eq(support->worker->position, &position, sizeof position);
    }
    support_search_destroy(support);
}
END_TEST

static void count_progress(void *context, const struct search_report *report)
{
    ck_assert_int_eq(report->multipv, 0);
    ck_assert_int_eq(report->line.length, 0);
    ck_assert_int_ge(report->elapsed_ns, 0);
    ++*(int *)context;
}

START_TEST(a_search_that_is_asked_tells_once_how_far_it_is)
{
    struct search search = {.start_ns = clock_ns()};
    int told = 0;
    search_init(&search);
    search.report = count_progress;
    search.report_context = &told;
    ck_assert(!search_stopped(&search));
    ck_assert_int_eq(told, 0);
    search_ask(&search);
    for (int i = 0; i < 3; i++) {
        ck_assert(!search_stopped(&search));
        ck_assert_int_eq(told, 1);
    }
    search_ask(&search);
    search_stop(&search);
    ck_assert(search_stopped(&search));
    ck_assert_int_eq(told, 2);
    /* A request to one search does not affect the next one. */
    search_ask(&search);
    search_rearm(&search);
    ck_assert(!search_stopped(&search));
    ck_assert_int_eq(told, 2);
    search_finish(&search);
}
END_TEST

static void note_rest(void *context)
{
    *(bool *)context = true;
}

START_TEST(a_search_that_is_asked_rests_in_a_pause_as_any)
{
    struct search search = {0};
    bool rested = false;
    search_init(&search);
    search.rested = note_rest;
    search.rested_context = &rested;
    search_enter(&search);
    search_pause(&search);
    search_ask(&search);
    search_leave(&search);
    ck_assert(rested);
    search_finish(&search);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search");
    SUPPORT_ADD(suite, alphabeta_equals_minimax_at_every_depth);
    SUPPORT_ADD(suite, every_position_comes_out_as_theory_says);
    SUPPORT_ADD(suite, pruning_saves_most_of_the_nodes);
    SUPPORT_ADD(suite, the_same_search_counts_the_same_nodes);
    SUPPORT_ADD(suite, the_limit_on_nodes_is_exact);
    SUPPORT_ADD(suite, a_stopped_search_claims_no_loss_before_all_moves_lose);
    SUPPORT_ADD(suite, the_limit_on_depth_is_exact);
    SUPPORT_ADD(suite, mate_n_ends_when_a_win_that_short_is_found_or_there_is_none);
    SUPPORT_ADD(suite, several_lines_are_the_best_ones_in_order);
    SUPPORT_ADD(suite, only_the_moves_asked_for_are_searched);
    SUPPORT_ADD(suite, a_finished_game_has_a_score_and_no_move);
    SUPPORT_ADD(suite, a_stopped_search_answers_with_its_last_iteration);
    SUPPORT_ADD(suite, the_position_is_left_as_it_was);
    SUPPORT_ADD(suite, a_search_that_is_asked_tells_once_how_far_it_is);
    SUPPORT_ADD(suite, a_search_that_is_asked_rests_in_a_pause_as_any);
    return support_run(suite);
}
