/* SPDX-License-Identifier: MIT */
/* Tests gomoku's rules and texts: the fast code against the oracle, and each written definition.
 *
 * GOMOKU_POSITIONS=1000000 in the environment compares that many positions per rule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku/rules.h"
#include "gomoku_oracle.h"
#include "registry.h"
#include "suite.h"

#define DEFAULT_POSITIONS 3000

static unsigned long positions_wanted(void)
{
    const char *text = getenv("GOMOKU_POSITIONS");
    return text ? strtoul(text, NULL, 10) : SUITE_TIMES(DEFAULT_POSITIONS);
}

static char picture[2048];

/* Formats the board and a square for the message of a failing test. */
static const char *show(const struct gomoku_position *position, int square)
{
    struct buffer text = {0};
    gomoku_draw(position, &text);
    gomoku_format_square(square, &text);
    snprintf(picture, sizeof(picture), "%s", buffer_text(&text));
    buffer_finish(&text);
    return picture;
}

/* Makes a board of random stones: any share of one colour, dense or sparse, and sometimes with rows
 * of one colour, so that rare shapes occur. */
static void random_board(struct rng *rng, enum gomoku_rule rule, struct gomoku_position *position)
{
    int size = 5 + (int)rng_below(rng, 18);
    gomoku_clear(position, size, rule);
    int span = rng_below(rng, 2) ? size : 5 + (int)rng_below(rng, 6);
    span = span < size ? span : size;
    int corner_file = 1 + (int)rng_below(rng, (uint64_t)(size - span + 1));
    int corner_rank = 1 + (int)rng_below(rng, (uint64_t)(size - span + 1));
    uint64_t density = 5 + rng_below(rng, 60), black = 20 + rng_below(rng, 70);
    int stones = (int)((uint64_t)(span * span) * density / 100);
    for (int i = 0; i < stones; i++) {
        int file = corner_file + (int)rng_below(rng, (uint64_t)span);
        int rank = corner_rank + (int)rng_below(rng, (uint64_t)span);
        if (gomoku_is_empty(position, gomoku_square(file, rank))) {
            gomoku_toggle(position, gomoku_square(file, rank),
                          rng_below(rng, 100) < black ? BLACK : WHITE);
        }
    }
    /* Rows of two to four stones with gaps, crossing in the middle of the span. */
    int middle_file = corner_file + span / 2, middle_rank = corner_rank + span / 2;
    for (int d = 0; d < GOMOKU_DIRECTIONS && rng_below(rng, 4); d++) {
        for (int i = -4; i <= 4; i++) {
            int square =
                gomoku_square(middle_file, middle_rank) + i * gomoku_step((enum gomoku_direction)d);
            int file = middle_file + i * (d != NORTH);
            int rank = middle_rank + i * (d == EAST ? 0 : d == SOUTH_EAST ? -1 : 1);
            if (i && file >= 1 && file <= size && rank >= 1 && rank <= size &&
                gomoku_is_empty(position, square) && rng_below(rng, 5) < 2) {
                gomoku_toggle(position, square, rng_below(rng, 100) < black ? BLACK : WHITE);
            }
        }
    }
}

/* Compares all that the fast code reports about one square with the oracle. */
static void compare_square(struct gomoku_position *position, const struct oracle_board *board,
                           int file, int rank, enum gomoku_colour colour, bool shapes_too)
{
    int square = gomoku_square(file + 1, rank + 1);
    char who = colour == BLACK ? 'x' : 'o';
    ck_assert_msg(gomoku_wins(position, square, colour) == oracle_wins(*board, file, rank, who),
                  "whether %c wins:\n%s", who, show(position, square));
    enum gomoku_forbidden want = oracle_forbidden(*board, file, rank, who);
    enum gomoku_forbidden got = gomoku_forbidden(position, square, colour);
    ck_assert_msg(got == want, "forbidden to %c: %d, oracle %d\n%s", who, got, want,
                  show(position, square));
    for (int d = 0; shapes_too && d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_direction direction = (enum gomoku_direction)d;
        int shape = (int)gomoku_shape_of(position, square, colour, direction);
        int expected =
            (int)oracle_shape(board->rule, oracle_line_of(board, file, rank, direction), who);
        ck_assert_msg(shape == expected, "shape of %c in direction %d: %d, oracle %d\n%s", who, d,
                      shape, expected, show(position, square));
    }
}

START_TEST(rules_agree_with_the_oracle_on_random_boards)
{
    enum gomoku_rule rule = (enum gomoku_rule)_i;
    struct rng rng = {(uint64_t)_i + 1};
    unsigned long forbidden = 0;
    for (unsigned long i = 0; i < positions_wanted(); i++) {
        struct gomoku_position position;
        random_board(&rng, rule, &position);
        struct oracle_board board = oracle_board_of(&position);
        for (int tries = 0; tries < 6; tries++) {
            int file = (int)rng_below(&rng, position.size);
            int rank = (int)rng_below(&rng, position.size);
            if (tries == 0) {
                file = rank = position.size / 2;
            }
            if (board.at[file][rank] == '.') {
                for (int colour = BLACK; colour <= WHITE; colour++) {
                    compare_square(&position, &board, file, rank, (enum gomoku_colour)colour,
                                   i % 100 == 0);
                    forbidden += oracle_forbidden(board, file, rank, "xo"[colour]) != 0;
                }
            }
        }
    }
    ck_assert(forbidden > 0 || !(rule == RULE_RENJU || rule == RULE_OMOK));
}
END_TEST

static void compare_perft(enum gomoku_rule rule, int size, int depth)
{
    struct gomoku_position position;
    gomoku_clear(&position, size, rule);
    struct oracle_board board = oracle_board_of(&position);
    uint64_t got = game_gomoku.perft(&position, depth, NULL),
             want = oracle_perft(&board, 'x', depth);
    ck_assert_msg(got == want, "rule %d, %dx%d, depth %d: %llu, oracle %llu", rule, size, size,
                  depth, (unsigned long long)got, (unsigned long long)want);
}

START_TEST(move_trees_are_as_large_as_the_oracle_counts)
{
    enum gomoku_rule rule = (enum gomoku_rule)_i;
    for (int depth = 0; depth <= 3; depth++) {
        compare_perft(rule, 5, depth);
    }
    compare_perft(rule, 15, 2);
    if (getenv("GOMOKU_POSITIONS")) {
        compare_perft(rule, 5, 4);
        compare_perft(rule, 15, 3);
    }
    /* Two stones of a colour make no move illegal: the tree has every sequence of different
     * squares. */
    struct gomoku_position position;
    gomoku_clear(&position, 15, rule);
    ck_assert_uint_eq(game_gomoku.perft(&position, 3, NULL), 225 * 224 * 223);
    gomoku_clear(&position, 5, rule);
    ck_assert_uint_eq(game_gomoku.perft(&position, 4, NULL), 25 * 24 * 23 * 22);
}
END_TEST

/* The lines of the definition; X plays on `?`. */
static const struct {
    const char *line;
    bool is_open_three;
} omok_threes[] = {
    {"..XX?..", true},  {"..X?X..", true},  {".XX.?.", true},   {".?X.X.", true},
    {".X.X?.", true},   {".X.?X.", true},   {"O.XX?..O", true}, {"O.?XX..O", true},
    {"O.XX?.O", false}, {"X.XX?.X", false}, {"XX..?", false},   {"X.?.X", false},
    {"?.X.X", false},   {"X.X?X.X", false}, {".XXX?.", false},  {"X.X?X.", false},
    {".X?X.O", false},  {"OX?X..", false},  {"..?..", false},   {".XX?", false},
};

START_TEST(the_listed_lines_are_open_threes_or_not)
{
    const char *text = omok_threes[_i].line;
    struct gomoku_position position;
    int length = (int)strlen(text), rank = 11, played = 0;
    gomoku_clear(&position, 19, RULE_OMOK);
    /* The line begins at the left edge. A stone of O ends it where it must not have more room. */
    for (int i = 0; i < length; i++) {
        int square = gomoku_square(i + 5, rank);
        if (text[i] == 'X' || text[i] == 'O') {
            gomoku_toggle(&position, square, text[i] == 'X' ? BLACK : WHITE);
        }
        played = text[i] == '?' ? square : played;
    }
    gomoku_toggle(&position, gomoku_square(4, rank), WHITE);
    gomoku_toggle(&position, gomoku_square(length + 5, rank), WHITE);
    enum gomoku_shape shape = gomoku_shape_of(&position, played, BLACK, EAST);
    bool is_three = shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE;
    ck_assert_msg(is_three == omok_threes[_i].is_open_three, "%s", show(&position, played));
    /* With an open three across the line, the move is forbidden if and only if the line is an open
     * three, too. */
    gomoku_toggle(&position, played + GOMOKU_STRIDE, BLACK);
    gomoku_toggle(&position, played + 2 * GOMOKU_STRIDE, BLACK);
    bool is_forbidden = gomoku_forbidden(&position, played, BLACK) == FORBIDDEN_THREES;
    ck_assert_msg(is_forbidden == omok_threes[_i].is_open_three, "%s", show(&position, played));
}
END_TEST

/* Plays moves such as "h8 i9 ..." from the start. */
static void play_all(struct gomoku_position *position, int size, enum gomoku_rule rule,
                     const char *moves)
{
    char copy[512], *rest = NULL;
    gomoku_clear(position, size, rule);
    snprintf(copy, sizeof(copy), "%s", moves);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int square;
        struct error error = {""};
        ck_assert_msg(gomoku_parse_square(position, word, &square, &error), "%s", error.text);
        ck_assert_msg(gomoku_check_move(position, square, &error), "%s", error.text);
        gomoku_play(position, (move_t)square);
    }
}

static const char *why_refused(struct gomoku_position *position, const char *move)
{
    static struct error error;
    int square;
    if (gomoku_parse_square(position, move, &square, &error)) {
        ck_assert(!gomoku_check_move(position, square, &error));
    }
    return error.text;
}

START_TEST(refusals_say_why)
{
    struct gomoku_position position;
    play_all(&position, 15, RULE_OMOK, "f8 a1 g8 c1 h6 e1 h7 g1");
    ck_assert_str_eq(why_refused(&position, "h8"),
                     "double-three at h8: lines f8-g8-h8 and h6-h7-h8");
    ck_assert_str_eq(why_refused(&position, "f8"), "the square is taken");
    ck_assert_str_eq(why_refused(&position, "p1"), "off the board; expected a1 to o15");
    ck_assert_str_eq(why_refused(&position, "a16"), "off the board; expected a1 to o15");
    ck_assert_str_eq(why_refused(&position, "88"), "not a square; expected a1 to o15");
    ck_assert_str_eq(why_refused(&position, ""), "not a square; expected a1 to o15");
    play_all(&position, 15, RULE_RENJU, "c8 a1 d8 c1 e8 e1 g8 g1 h8 a3");
    ck_assert_str_eq(why_refused(&position, "f8"), "overline at f8: lines c8-d8-e8-f8-g8-h8");
    play_all(&position, 15, RULE_RENJU, "e8 a1 f8 c1 g8 e1 h5 g1 h6 a3 h7 c3");
    ck_assert_str_eq(why_refused(&position, "h8"),
                     "double-four at h8: lines e8-f8-g8-h8 and h5-h6-h7-h8");
    play_all(&position, 15, RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    ck_assert_str_eq(why_refused(&position, "h8"), "the game is over");
}
END_TEST

START_TEST(each_rule_counts_fives_in_its_own_way)
{
    static const struct {
        const char *moves; /* X plays the last one */
        bool wins[GOMOKU_RULES];
    } cases[] = {
        /* rules: free, standard, renju, caro, omok */
        {"c8 a1 d8 c1 e8 e1 f8 g1 g8", {true, true, true, true, true}},
        {"c8 b8 d8 h8 e8 e1 f8 g1 g8", {true, true, true, false, true}},
        {"a8 b1 b8 h8 c8 e1 d8 f8 e8", {true, true, true, true, true}},
        {"c8 b8 d8 h1 e8 e1 f8 g1 g8", {true, true, true, true, true}},
        {"c8 a1 d8 c1 e8 e1 g8 g1 h8 a3 f8", {true, false, false, false, false}},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            if (rule == RULE_RENJU && i == 4) {
                continue; /* Black may not make an overline */
            }
            struct gomoku_position position;
            play_all(&position, 15, (enum gomoku_rule)rule, cases[i].moves);
            ck_assert_msg((gomoku_result(&position) == RESULT_P1_WINS) == cases[i].wins[rule],
                          "rule %d\n%s", rule, show(&position, position.last_move));
        }
    }
}
END_TEST

START_TEST(white_under_renju_wins_with_six)
{
    struct gomoku_position position;
    play_all(&position, 15, RULE_RENJU, "a1 c8 c1 d8 e1 e8 g1 g8 a3 h8 c3 f8");
    ck_assert_int_eq(gomoku_result(&position), RESULT_P2_WINS);
    struct move_list list;
    list.count = 0;
    gomoku_legal_moves(&position, &list);
    ck_assert_int_eq(list.count, 0);
}
END_TEST

/* Returns the settings for this rule and board size. */
static const struct game_settings *settings_of(int size, enum gomoku_rule rule)
{
    static struct game_settings settings;
    settings.values[GOMOKU_SIZE] = size;
    settings.values[GOMOKU_RULE] = (int)rule;
    return &settings;
}

START_TEST(texts_are_read_back_as_they_were_written)
{
    struct rng rng = {77};
    for (int i = 0; i < 2000; i++) {
        struct gomoku_position position, again;
        enum gomoku_rule rule = (enum gomoku_rule)rng_below(&rng, GOMOKU_RULES);
        gomoku_clear(&position, 5 + (int)rng_below(&rng, 18), rule);
        for (uint64_t plies = rng_below(&rng, 120); plies; plies--) {
            struct move_list list;
            list.count = 0;
            gomoku_legal_moves(&position, &list);
            if (list.count) {
                gomoku_play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
            }
        }
        struct buffer text = {0}, text_again = {0};
        struct error error = {""};
        gomoku_format_fen(&position, &text);
        ck_assert_msg(
            gomoku_parse_fen(settings_of(position.size, rule), buffer_text(&text), &again, &error),
            "%s", error.text);
        again.last_move = position.last_move;
        ck_assert_mem_eq(&position, &again, sizeof(position));
        gomoku_format_fen(&again, &text_again);
        ck_assert_str_eq(buffer_text(&text), buffer_text(&text_again));
        buffer_finish(&text);
        buffer_finish(&text_again);
    }
}
END_TEST

static const char *const bad_fens[] = {
    "",
    "5/5/5/5 x",
    "5/5/5/5/5",
    "5/5/5/5/5 ",
    "5/5/5/5/5 z",
    "5/5/5/5/5 x ",
    "5/5/5/5/5/5 x",
    "5/5/5/5/4 x",
    "5/5/5/5/6 x",
    "5/5/5/5/05 x",
    "5/5/5/5/xxxxxx o",
    "5/5/5/5/X4 o",
    "5/5/5/5/x4 x",
    "5/5/5/5/5 o",
    "5/5/5/5/99999999999999 x",
    "xxxxx/5/5/ooooo/5 x",
    "xxxxx/5/5/oooo1/1o3 x",
};

START_TEST(texts_that_are_no_position_are_refused)
{
    struct gomoku_position position;
    struct error error = {""};
    ck_assert_msg(
        !gomoku_parse_fen(settings_of(5, RULE_FREESTYLE), bad_fens[_i], &position, &error), "%s",
        bad_fens[_i]);
    ck_assert(error.text[0]);
}
END_TEST

START_TEST(playing_and_taking_back_changes_nothing)
{
    struct rng rng = {5};
    for (int i = 0; i < 200; i++) {
        struct gomoku_position position;
        gomoku_clear(&position, 5 + (int)rng_below(&rng, 18), (enum gomoku_rule)(i % GOMOKU_RULES));
        for (int ply = 0; ply < 60; ply++) {
            struct move_list list;
            list.count = 0;
            gomoku_legal_moves(&position, &list);
            if (!list.count) {
                break;
            }
            move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            struct gomoku_position before = position;
            struct gomoku_undo undo;
            gomoku_make(&position, move, &undo);
            ck_assert_uint_ne(position.key, before.key);
            gomoku_unmake(&position, move, &undo);
            ck_assert_mem_eq(&position, &before, sizeof(before));
            gomoku_play(&position, move);
        }
    }
}
END_TEST

START_TEST(a_full_board_is_a_draw)
{
    struct gomoku_position position;
    struct error error;
    ck_assert(gomoku_parse_fen(settings_of(5, RULE_FREESTYLE), "xxoox/ooxxo/xxoox/ooxxo/xxoo1 x",
                               &position, &error));
    ck_assert_int_eq(gomoku_result(&position), RESULT_NONE);
    gomoku_play(&position, (move_t)gomoku_square(5, 1));
    ck_assert_int_eq(gomoku_result(&position), RESULT_DRAW);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku");
    TCase *tests = tcase_create("rules");
    tcase_set_timeout(tests, getenv("GOMOKU_POSITIONS") ? 0 : 60);
    tcase_add_loop_test(tests, rules_agree_with_the_oracle_on_random_boards, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, move_trees_are_as_large_as_the_oracle_counts, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, the_listed_lines_are_open_threes_or_not, 0, LENGTH(omok_threes));
    tcase_add_test(tests, refusals_say_why);
    tcase_add_test(tests, each_rule_counts_fives_in_its_own_way);
    tcase_add_test(tests, white_under_renju_wins_with_six);
    tcase_add_test(tests, texts_are_read_back_as_they_were_written);
    tcase_add_loop_test(tests, texts_that_are_no_position_are_refused, 0, LENGTH(bad_fens));
    tcase_add_test(tests, playing_and_taking_back_changes_nothing);
    tcase_add_test(tests, a_full_board_is_a_draw);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
