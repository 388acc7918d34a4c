/* SPDX-License-Identifier: MIT */
/* Tests a game's opening book: which searches it answers, and with which moves. The game is made
 * for the tests, and its book has its first legal move. */
#include <string.h>

#include "engine_driver.h"
#include "nim/position.h"
#include "suite.h"

static struct game booked;
static const struct game *const games[] = {&booked, NULL};
static int asked;
static bool has_move;

static bool book_move(const void *position, const struct game_settings *settings, uint64_t seed,
                      move_t *move)
{
    (void)settings, (void)seed;
    struct move_list list = {.count = 0};
    game_nim.legal_moves(position, &list);
    *move = list.moves[0];
    asked++;
    return has_move;
}

static void open_booked(void)
{
    booked = game_nim;
    booked.book_move = book_move;
    has_move = true;
    asked = 0;
    open_engine_with(games);
    ck_assert(engine_set_position(engine, "9 9 9 x", NULL, &error));
}

START_TEST(a_search_is_answered_from_the_book_without_a_node)
{
    struct search_report last = search_to(4);
    ck_assert_uint_eq(last.nodes, 0);
    ck_assert_int_eq(last.line.depth, 0);
    ck_assert_int_eq(last.line.length, 1);
    ck_assert_uint_eq(engine_nodes(engine), 0);
    ck_assert_uint_eq(engine_line(engine)->pv[0], last.line.pv[0]);
    ck_assert_int_eq(asked, 1);
    /* No nodes are searched after the answer either: the next search begins when this one has
     * ended. */
    ck_assert_uint_eq(search_to(4).nodes, 0);
    ck_assert_uint_eq(engine_nodes(engine), 0);
    ck_assert_int_eq(asked, 2);
}
END_TEST

START_TEST(what_the_book_does_not_know_is_searched)
{
    has_move = false;
    ck_assert_uint_gt(search_to(4).nodes, 0);
    ck_assert_int_eq(asked, 1);
}
END_TEST

START_TEST(infinite_searches_and_pondering_do_not_ask_the_book)
{
    go((struct engine_limits){.infinite = true, .has_depth = true, .depth = 3});
    ck_assert_uint_gt(finish().nodes, 0);
    go((struct engine_limits){.ponder = true, .has_depth = true, .depth = 3});
    ck_assert_uint_gt(finish().nodes, 0);
    ck_assert_int_eq(asked, 0);
}
END_TEST

START_TEST(analysis_and_several_lines_do_not_ask_the_book)
{
    ck_assert_int_eq(engine_set_option(engine, "MultiPV", "2", &error), OPTION_DONE);
    ck_assert_uint_gt(search_to(3).nodes, 0);
    ck_assert_int_eq(engine_set_option(engine, "MultiPV", "1", &error), OPTION_DONE);
    ck_assert_int_eq(engine_set_option(engine, "UCI_AnalyseMode", "true", &error), OPTION_DONE);
    ck_assert_uint_gt(search_to(3).nodes, 0);
    ck_assert_int_eq(asked, 0);
    ck_assert_int_eq(engine_set_option(engine, "UCI_AnalyseMode", "false", &error), OPTION_DONE);
    ck_assert_uint_eq(search_to(3).nodes, 0);
}
END_TEST

/* A book move outside of searchmoves is not used. */
START_TEST(the_book_keeps_to_the_moves_that_are_wanted)
{
    move_t answer = search_to(3).line.pv[0];
    struct buffer text;
    buffer_init(&text);
    struct move_list list = {.count = 0};
    game_nim.legal_moves(engine_position(engine), &list);
    ck_assert_uint_eq(list.moves[0], answer);
    game_nim.format_move(engine_position(engine), list.moves[1], &text);
    struct search_report last;
    go((struct engine_limits){.has_depth = true, .depth = 3, .searchmoves = buffer_text(&text)});
    last = finish();
    ck_assert_uint_gt(last.nodes, 0);
    ck_assert_uint_eq(last.line.pv[0], list.moves[1]);
    buffer_finish(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine_book");
    TCase *tests = tcase_create("book");
    tcase_add_checked_fixture(tests, open_booked, close_engine);
    tcase_add_test(tests, a_search_is_answered_from_the_book_without_a_node);
    tcase_add_test(tests, what_the_book_does_not_know_is_searched);
    tcase_add_test(tests, infinite_searches_and_pondering_do_not_ask_the_book);
    tcase_add_test(tests, analysis_and_several_lines_do_not_ask_the_book);
    tcase_add_test(tests, the_book_keeps_to_the_moves_that_are_wanted);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
