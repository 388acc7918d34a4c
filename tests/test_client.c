/* What the clients share: paces and clocks, boards, algebraic notation. */
#include <string.h>

#include "clock.h"
#include "course.h"
#include "look.h"
#include "pace.h"
#include "registry.h"
#include "suite.h"

static const struct {
    const char *text;
    int moves;
    int64_t base_ms, inc_ms;
} good_paces[] = {{"10+0.1", 0, 10000, 100},
                  {"40/1:30+2", 40, 90000, 2000},
                  {"0.5", 0, 500, 0},
                  {"inf", 0, 0, 0}};

START_TEST(clocks_are_read)
{
    for (int i = 0; i < LENGTH(good_paces); i++) {
        struct pace pace = {.depth = 7};
        struct error error = {""};
        ck_assert_msg(pace_read(good_paces[i].text, &pace, &error), "%s", error.text);
        ck_assert_int_eq(pace.moves, good_paces[i].moves);
        ck_assert_int_eq(pace.base_ms, good_paces[i].base_ms);
        ck_assert_int_eq(pace.inc_ms, good_paces[i].inc_ms);
        ck_assert_int_eq(pace.depth, 7);
    }
    static const char *const bad[] = {"",   "x",  "5+", "0/5", "-1", "5s",
                                      "+1", "1:", "1/", "nan", "0"};
    for (int i = 0; i < LENGTH(bad); i++) {
        struct pace pace = {.base_ms = 1};
        struct error error = {""};
        ck_assert_msg(!pace_read(bad[i], &pace, &error), "%s", bad[i]);
        ck_assert_int_eq(pace.base_ms, 1);
        ck_assert(error.text[0]);
    }
}
END_TEST

START_TEST(clocks_run_as_agreed)
{
    struct pace pace = {.moves = 2, .base_ms = 1000, .inc_ms = 10};
    struct pace_clocks clocks = pace_start(&pace, &pace);
    ck_assert_int_eq(pace_limit_ns(&clocks, 1), 1000 * NS_PER_MS);
    pace_charge(&clocks, 1, 400 * NS_PER_MS);
    ck_assert_int_eq(clocks.left_ns[1], 610 * NS_PER_MS);
    struct command_go go = pace_go(&clocks, 1);
    ck_assert_int_eq(go.movestogo, 1);
    ck_assert_int_eq(go.time_ms[0], 1000);
    ck_assert_int_eq(go.time_ms[1], 610);
    ck_assert_int_eq(go.inc_ms[1], 10);
    ck_assert_uint_eq(go.given, GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2 | GO_MOVESTOGO);
    /* The second move ends the period: what was left stays, a new period comes on top. */
    pace_charge(&clocks, 1, 600 * NS_PER_MS);
    ck_assert_int_eq(clocks.left_ns[1], 1020 * NS_PER_MS);
    ck_assert_int_eq(clocks.moves_left[1], 2);
    ck_assert_int_eq(clocks.left_ns[0], 1000 * NS_PER_MS);
}
END_TEST

START_TEST(engines_are_told_their_own_limits)
{
    struct pace clock = {.base_ms = 500}, depth = {.depth = 3, .nodes = 9};
    struct pace_clocks clocks = pace_start(&clock, &depth);
    ck_assert_uint_eq(pace_go(&clocks, 0).given, GO_TIME_1 | GO_INC_1);
    struct command_go go = pace_go(&clocks, 1);
    ck_assert_uint_eq(go.given, GO_DEPTH | GO_NODES);
    ck_assert_int_eq(go.depth, 3);
    ck_assert_uint_eq(go.nodes, 9);
    ck_assert_int_eq(pace_limit_ns(&clocks, 1), INT64_MAX);
    ck_assert(pace_is_unlimited(&(struct pace){0}) && !pace_is_unlimited(&depth));
}
END_TEST

START_TEST(boards_are_read_from_any_game)
{
    for (const struct game *const *at = registry_games(); *at; at++) {
        struct game_settings settings;
        struct course course;
        game_default_settings(*at, &settings);
        course_init(&course, *at, &settings);
        struct look_board board;
        int stones = 0;
        (*at)->look->board(course.position, &board);
        for (int i = 0; i < board.files * board.ranks; i++) {
            stones += board.squares[i] != 0;
        }
        bool chess = strcmp((*at)->name, "chess") == 0;
        ck_assert_int_eq(stones, chess ? 32 : 0);
        ck_assert_int_ge(board.files, 3);
        ck_assert_int_ge(board.ranks, 3);
        course_finish(&course);
    }
}
END_TEST

/* Every legal move of a walk through random games is read back from its algebraic text. */
START_TEST(algebraic_notation_is_read_back)
{
    const struct game *game = registry_find(registry_games(), "chess");
    struct game_settings settings;
    struct course course;
    struct rng {
        uint64_t state;
    } walk = {1};
    game_default_settings(game, &settings);
    course_init(&course, game, &settings);
    for (int ply = 0; ply < 120 && course_result(&course) == RESULT_NONE; ply++) {
        struct move_list list = {0};
        struct buffer text = {0};
        game->legal_moves(course.position, &list);
        for (int i = 0; i < list.count; i++) {
            move_t move = MOVE_NONE;
            buffer_clear(&text);
            look_format_move(game, course.position, list.moves[i], &text);
            ck_assert_msg(look_parse_move(game, course.position, buffer_text(&text), &move, NULL),
                          "%s", buffer_text(&text));
            ck_assert_msg(move == list.moves[i], "%s", buffer_text(&text));
        }
        walk.state = walk.state * UINT64_C(6364136223846793005) + 1;
        buffer_clear(&text);
        game->format_move(course.position, list.moves[(walk.state >> 33) % (uint64_t)list.count],
                          &text);
        ck_assert(course_play(&course, buffer_text(&text), NULL));
        buffer_finish(&text);
    }
    ck_assert_int_gt(course.plies, 20);
    move_t move;
    course_begin(&course, NULL, NULL, NULL);
    ck_assert(look_parse_move(game, course.position, "Nf3!?", &move, NULL));
    ck_assert(!look_parse_move(game, course.position, "Nf4", &move, NULL));
    ck_assert(!look_parse_move(game, course.position, "", &move, NULL));
    ck_assert(!look_parse_move(game, course.position, "a-text-that-is-far-too-long", &move, NULL));
    course_finish(&course);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client");
    SUPPORT_ADD(suite, clocks_are_read);
    SUPPORT_ADD(suite, clocks_run_as_agreed);
    SUPPORT_ADD(suite, engines_are_told_their_own_limits);
    SUPPORT_ADD(suite, boards_are_read_from_any_game);
    SUPPORT_ADD(suite, algebraic_notation_is_read_back);
    return support_run(suite);
}
