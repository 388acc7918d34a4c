/* SPDX-License-Identifier: MIT */
/* Tests Connect Four's rules, texts and evaluation, against slow and simple oracles. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect4/rules.h"
#include "rng.h"
#include "support.h"

/* ---- The oracle: a board as a grid, examined square by square. ---- */

struct grid {
    char at[CONNECT4_COLUMNS][CONNECT4_RANKS]; /* 'x', 'o' or '.' */
};

static struct grid grid_of(const struct connect4_position *position)
{
    struct grid grid;
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        for (int rank = 0; rank < CONNECT4_RANKS; rank++) {
            bitboard_t square = UINT64_C(1) << (7 * column + rank);
            grid.at[column][rank] = connect4_stones(position, 0) & square   ? 'x'
                                    : connect4_stones(position, 1) & square ? 'o'
                                                                            : '.';
        }
    }
    /* cppcheck: the loop runs, since a board has columns. */
    /* cppcheck-suppress uninitvar */
    return grid;
}

static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/* Counts the stones of `who` on the line of four that begins at a square. Returns -1 if the line
 * leaves the board, -2 if the opponent has a stone on it. */
static int grid_count_line(const struct grid *grid, int column, int rank, const int step[2],
                           char who)
{
    int stones = 0;
    bool blocked = false;
    for (int i = 0; i < 4; i++) {
        int c = column + i * step[0], r = rank + i * step[1];
        if (c < 0 || c >= CONNECT4_COLUMNS || r < 0 || r >= CONNECT4_RANKS) {
            return -1;
        }
        stones += grid->at[c][r] == who;
        blocked |= grid->at[c][r] != who && grid->at[c][r] != '.';
    }
    return blocked ? -2 : stones;
}

/* Counts the lines of four with exactly `stones` stones of `who` and none of the opponent. If
 * `stones` is -2, counts the lines with a stone of the opponent. */
static int grid_count(const struct grid *grid, char who, int stones)
{
    int lines = 0;
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        for (int rank = 0; rank < CONNECT4_RANKS; rank++) {
            for (int i = 0; i < 4; i++) {
                lines += grid_count_line(grid, column, rank, steps[i], who) == stones;
            }
        }
    }
    return lines;
}

static bool grid_is_won(const struct grid *grid, char who)
{
    return grid_count(grid, who, 4) > 0;
}

/* ---- Test positions: random games, finished or not. ---- */

static struct connect4_position random_position(struct rng *rng, int plies)
{
    struct connect4_position position;
    connect4_start(NULL, &position);
    while (position.ply < plies) {
        struct move_list moves;
        moves.count = 0;
        connect4_legal_moves(&position, &moves);
        if (moves.count == 0) {
            break;
        }
        connect4_play(&position, moves.moves[rng_below(rng, (uint64_t)moves.count)]);
    }
    return position;
}

static struct connect4_position position_of(const char *fen)
{
    struct connect4_position position;
    struct error error = {""};
    ck_assert_msg(connect4_parse_fen(NULL, fen, &position, &error), "%s: %s", fen, error.text);
    return position;
}

static const char *fen_of(const struct connect4_position *position, struct buffer *buffer)
{
    buffer_clear(buffer);
    connect4_format_fen(position, buffer);
    return buffer_text(buffer);
}

static struct connect4_position mirrored(const struct connect4_position *position)
{
    return (struct connect4_position){
        .own = connect4_mirror(position->own),
        .other = connect4_mirror(position->other),
        .ply = position->ply,
    };
}

START_TEST(perft_counts_every_game_from_the_start)
{
    static const uint64_t counts[] = {1,      7,      49,      343,      2401,     16807,
                                      117649, 823536, 5673234, 39394572, 268031646};
    struct connect4_position position;
    connect4_start(NULL, &position);
    for (int depth = 0; depth < LENGTH(counts); depth++) {
        ck_assert_uint_eq(connect4_perft(&position, depth, NULL), counts[depth]);
    }
}
END_TEST

static uint64_t slow_perft(const struct connect4_position *position, int depth)
{
    struct grid grid = grid_of(position);
    if (depth == 0) {
        return 1;
    }
    if (grid_is_won(&grid, 'x') || grid_is_won(&grid, 'o')) {
        return 0;
    }
    uint64_t leaves = 0;
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        if (grid.at[column][CONNECT4_RANKS - 1] == '.') {
            struct connect4_position child = *position;
            connect4_play(&child, connect4_column_move(column));
            leaves += slow_perft(&child, depth - 1);
        }
    }
    return leaves;
}

START_TEST(perft_agrees_with_playing_move_by_move)
{
    struct rng rng = {1};
    struct buffer text = {0};
    for (int i = 0; i < 300; i++) {
        struct connect4_position position = random_position(&rng, (int)rng_below(&rng, 43));
        for (int depth = 0; depth <= 4; depth++) {
            ck_assert_msg(connect4_perft(&position, depth, NULL) == slow_perft(&position, depth),
                          "depth %d of %s", depth, fen_of(&position, &text));
        }
    }
    buffer_finish(&text);
}
END_TEST

static int compare_codes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

START_TEST(distinct_positions_after_each_ply_are_the_published_numbers)
{
    static const size_t counts[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275};
    struct connect4_position *level = calloc(1, sizeof *level);
    size_t count = 1;
    for (int ply = 0; ply < LENGTH(counts); ply++) {
        ck_assert_uint_eq(count, counts[ply]);
        struct connect4_position *next = calloc(7 * count, sizeof *next);
        size_t next_count = 0;
        for (size_t i = 0; i < count; i++) {
            struct move_list moves;
            moves.count = 0;
            connect4_legal_moves(&level[i], &moves);
            for (int j = 0; j < moves.count; j++) {
                next[next_count] = level[i];
                connect4_play(&next[next_count++], moves.moves[j]);
            }
        }
        /* Sorting makes equal positions adjacent; keep one of each. */
        qsort(next, next_count, sizeof *next, compare_codes);
        size_t kept = 0;
        for (size_t i = 0; i < next_count; i++) {
            bool known = false;
            for (size_t j = kept; j > 0 && next[j - 1].own == next[i].own; j--) {
                known |= next[j - 1].other == next[i].other;
            }
            if (!known) {
                next[kept++] = next[i];
            }
        }
        free(level);
        level = next;
        count = kept;
    }
    free(level);
}
END_TEST

START_TEST(keys_differ_where_positions_differ)
{
    struct rng rng = {2};
    for (int i = 0; i < 20000; i++) {
        struct connect4_position a = random_position(&rng, (int)rng_below(&rng, 12));
        struct connect4_position b = random_position(&rng, (int)rng_below(&rng, 12));
        bool same = a.own == b.own && a.other == b.other;
        ck_assert_int_eq(connect4_code(&a) == connect4_code(&b), same);
        ck_assert_int_eq(connect4_key(&a) == connect4_key(&b), same);
    }
}
END_TEST

START_TEST(wins_threats_and_results_agree_with_looking_at_every_line)
{
    struct rng rng = {3};
    struct buffer text = {0};
    int wins = 0, draws = 0;
    for (int i = 0; i < 3000; i++) {
        struct connect4_position position =
            random_position(&rng, i % 2 ? 42 : (int)rng_below(&rng, 43));
        struct grid grid = grid_of(&position);
        bool x_won = grid_is_won(&grid, 'x'), o_won = grid_is_won(&grid, 'o');
        enum game_result result = x_won                                            ? RESULT_P1_WINS
                                  : o_won                                          ? RESULT_P2_WINS
                                  : bit_count(position.own | position.other) == 42 ? RESULT_DRAW
                                                                                   : RESULT_NONE;
        ck_assert_msg(connect4_result(&position) == result, "%s", fen_of(&position, &text));
        ck_assert_int_eq(connect4_side(&position), position.ply % 2);
        struct move_list moves;
        moves.count = 0;
        connect4_legal_moves(&position, &moves);
        ck_assert_int_eq(moves.count == 0, result != RESULT_NONE);
        wins += x_won || o_won;
        draws += result == RESULT_DRAW;
        for (int square = 0; square < 49; square++) {
            int column = square / 7, rank = square % 7;
            if (rank == CONNECT4_RANKS || grid.at[column][rank] != '.') {
                continue;
            }
            for (int player = 0; player < 2; player++) {
                struct grid after = grid;
                char who = player ? 'o' : 'x';
                after.at[column][rank] = who;
                bool completes = grid_count(&after, who, 4) > grid_count(&grid, who, 4);
                bitboard_t threats = connect4_threats(connect4_stones(&position, player),
                                                      position.own | position.other);
                ck_assert_msg((threats >> square & 1) == completes, "%s, %c on square %d",
                              fen_of(&position, &text), who, square);
            }
        }
    }
    ck_assert_int_gt(wins, 1000);
    ck_assert_int_gt(draws, 0);
    buffer_finish(&text);
}
END_TEST

START_TEST(fens_read_back_as_the_same_position)
{
    struct rng rng = {4};
    struct buffer text = {0};
    for (int i = 0; i < 3000; i++) {
        struct connect4_position position = random_position(&rng, (int)rng_below(&rng, 43));
        struct connect4_position again = position_of(fen_of(&position, &text));
        ck_assert_msg(again.own == position.own && again.other == position.other &&
                          again.ply == position.ply,
                      "%s", buffer_text(&text));
    }
    buffer_finish(&text);
}
END_TEST

static const struct {
    const char *fen, *reason;
} refused_fens[] = {
    {"", "rank 6 has 0 squares; expected 7"},
    {"7/7/7/7/7/7", "the end at character 12; expected a blank and the side to move"},
    {"7/7/7/7/7/7 ", "the end at character 13; expected x or o, the side to move"},
    {"7/7/7/7/7/7 w", "'w' at character 13; expected x or o, the side to move"},
    {"7/7/7/7/7/7  x", "the side to move"},
    {"7/7/7/7/7/7 x ", "nothing after the side to move"},
    {"7/7/7/7/7/7 x 0", "nothing after the side to move"},
    {"7/7/7/7/7 x", "expected '/' after rank 2"},
    {"7/7/7/7/7/7/7 x", "after rank 1"},
    {"8/7/7/7/7/7 x", "'8' at character 1"},
    {"07/7/7/7/7/7 x", "'0' at character 1; expected a piece (xo) or one number"},
    {"7/7/7/7/7/34 x", "'4' at character 12; expected a piece (xo) or one number"},
    {"7/7/7/7/7/x7 o", "rank 1 has 8 squares; expected 7"},
    {"7/7/7/7/7/x5 o", "rank 1 has 6 squares; expected 7"},
    {"7/7/7/7/7/X6 o", "'X' at character 11; expected a piece (xo)"},
    {"7/7/7/7/x6/7 o", "the stone on a2 has an empty square below it"},
    {"7/7/7/7/6x/7 o", "the stone on g2 has an empty square below it"},
    {"7/7/7/7/7/7 o", "0 x and 0 o with o to move; expected one x more"},
    {"7/7/7/7/7/x6 x", "1 x and 0 o with x to move; expected as many"},
    {"7/7/7/7/7/o6 o", "0 x and 1 o with o to move"},
    {"7/7/7/7/ooo4/xxxx3 x", "4 x and 3 o with x to move"},
    {"7/7/7/o6/oo5/oxxxxo1 x", "as many"},
    {"7/7/7/7/oooo3/xxxx3 x", "x has four in a row and is to move"},
    {"7/7/o6/oxxxx2/oooxo2/xxxoo2 x", "x has four in a row and is to move"},
};

START_TEST(illegal_fens_are_refused_with_reason_and_place)
{
    struct connect4_position position;
    struct error error = {""};
    ck_assert(!connect4_parse_fen(NULL, refused_fens[_i].fen, &position, &error));
    ck_assert_msg(strstr(error.text, refused_fens[_i].reason), "%s: %s", refused_fens[_i].fen,
                  error.text);
}
END_TEST

START_TEST(a_win_that_no_last_stone_can_have_made_is_refused)
{
    struct connect4_position position;
    struct error error = {""};
    /* x has four in columns 1 and 7, so one four existed before the last stone. */
    ck_assert(!connect4_parse_fen(NULL, "7/7/x5x/xo3ox/xo3ox/xo1o1ox o", &position, &error));
    ck_assert_msg(strstr(error.text, "a last stone in all of them"), "%s", error.text);
    /* One stone may complete several fours. */
    position_of("7/7/xxxx3/xoox3/xoxo2o/xxooo1o o");
}
END_TEST

START_TEST(moves_are_columns_and_all_others_are_refused)
{
    struct connect4_position position = position_of("2o4/2x4/2o4/2x4/2o4/2x4 x");
    struct error error = {""};
    struct buffer text = {0};
    static const char *const bad[] = {"0", "8", "", "11", "a", "1 ", " 1", "e2e4", "-1"};
    move_t move;
    for (int i = 0; i < LENGTH(bad); i++) {
        ck_assert_msg(!connect4_parse_move(&position, bad[i], &move, &error), "%s", bad[i]);
        ck_assert_msg(strstr(error.text, "expected 1 to 7"), "%s", error.text);
    }
    ck_assert(!connect4_parse_move(&position, "3", &move, &error));
    ck_assert_msg(strstr(error.text, "full"), "%s", error.text);
    struct move_list moves;
    moves.count = 0;
    connect4_legal_moves(&position, &moves);
    ck_assert_int_eq(moves.count, 6);
    for (int i = 0; i < moves.count; i++) {
        buffer_clear(&text);
        connect4_format_move(&position, moves.moves[i], &text);
        ck_assert_str_eq(buffer_text(&text), &"1\0002\0004\0005\0006\0007"[2 * i]);
        ck_assert(connect4_parse_move(&position, buffer_text(&text), &move, &error));
        ck_assert_int_eq(move, moves.moves[i]);
    }
    struct connect4_position won = position_of("7/7/7/7/ooo4/xxxx3 o");
    ck_assert(!connect4_parse_move(&won, "7", &move, &error));
    ck_assert_msg(strstr(error.text, "over"), "%s", error.text);
    buffer_finish(&text);
}
END_TEST

/* Writes the output of `explain` and returns the total on its last line. */
static int explained_total(const struct connect4_position *position, struct buffer *text)
{
    buffer_clear(text);
    connect4_explain(position, text);
    const char *last = strstr(buffer_text(text), "total: ");
    ck_assert_ptr_nonnull(last);
    return atoi(last + strlen("total: "));
}

START_TEST(the_count_of_lines_agrees_with_looking_at_every_line)
{
    struct rng rng = {5};
    struct buffer text = {0}, fen = {0};
    for (int i = 0; i < 1000; i++) {
        struct connect4_position position = random_position(&rng, (int)rng_below(&rng, 43));
        struct grid grid = grid_of(&position);
        char own = position.ply % 2 ? 'o' : 'x', other = position.ply % 2 ? 'x' : 'o';
        int expected[2] = {0, 0};
        for (int side = 0; side < 2; side++) {
            char who = side ? other : own;
            expected[side] = grid_count(&grid, who, 2) + 100 * grid_count(&grid, who, 3) +
                             1000000 * grid_count(&grid, who, 4);
        }
        explained_total(&position, &text);
        int found[2];
        const char *counts = strstr(buffer_text(&text), "own ");
        ck_assert_ptr_nonnull(counts);
        ck_assert_int_eq(sscanf(counts, "own %d, other %d", &found[0], &found[1]), 2);
        ck_assert_msg(found[0] == expected[0] && found[1] == expected[1], "%s: %d %d, not %d %d",
                      fen_of(&position, &fen), found[0], found[1], expected[0], expected[1]);
    }
    buffer_finish(&text);
    buffer_finish(&fen);
}
END_TEST

START_TEST(the_evaluation_is_what_explain_totals_and_the_same_in_a_mirror)
{
    struct rng rng = {6};
    struct buffer text = {0}, fen = {0};
    for (int i = 0; i < 1000; i++) {
        struct connect4_position position = random_position(&rng, (int)rng_below(&rng, 43));
        score_t score = connect4_evaluate(&position);
        struct connect4_position reflection = mirrored(&position);
        ck_assert_msg(score == explained_total(&position, &text), "%s", fen_of(&position, &fen));
        ck_assert_msg(score == connect4_evaluate(&reflection), "%s", fen_of(&position, &fen));
        ck_assert(!score_is_mate(score));
    }
    buffer_finish(&text);
    buffer_finish(&fen);
}
END_TEST

START_TEST(the_picture_shows_every_stone)
{
    struct connect4_position position = position_of("7/7/7/3o3/2ox3/1oxxo1x x");
    struct buffer text = {0};
    connect4_draw(&position, &text);
    ck_assert_str_eq(buffer_text(&text), "6 | . . . . . . . |\n"
                                         "5 | . . . . . . . |\n"
                                         "4 | . . . . . . . |\n"
                                         "3 | . . . o . . . |\n"
                                         "2 | . . o x . . . |\n"
                                         "1 | . o x x o . x |\n"
                                         "  +---------------+\n"
                                         "    1 2 3 4 5 6 7\n");
    buffer_finish(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connect4");
    TCase *rules = tcase_create("rules");
    tcase_set_timeout(rules, 120);
    tcase_add_test(rules, perft_counts_every_game_from_the_start);
    tcase_add_test(rules, perft_agrees_with_playing_move_by_move);
    tcase_add_test(rules, distinct_positions_after_each_ply_are_the_published_numbers);
    tcase_add_test(rules, keys_differ_where_positions_differ);
    tcase_add_test(rules, wins_threats_and_results_agree_with_looking_at_every_line);
    suite_add_tcase(suite, rules);

    TCase *texts = tcase_create("texts");
    tcase_add_test(texts, fens_read_back_as_the_same_position);
    tcase_add_loop_test(texts, illegal_fens_are_refused_with_reason_and_place, 0,
                        LENGTH(refused_fens));
    tcase_add_test(texts, a_win_that_no_last_stone_can_have_made_is_refused);
    tcase_add_test(texts, moves_are_columns_and_all_others_are_refused);
    tcase_add_test(texts, the_picture_shows_every_stone);
    suite_add_tcase(suite, texts);

    TCase *evaluation = tcase_create("evaluation");
    tcase_add_test(evaluation, the_count_of_lines_agrees_with_looking_at_every_line);
    tcase_add_test(evaluation, the_evaluation_is_what_explain_totals_and_the_same_in_a_mirror);
    suite_add_tcase(suite, evaluation);

    return support_run(suite);
}
