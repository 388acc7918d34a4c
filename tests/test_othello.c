/* SPDX-License-Identifier: MIT */
/* Tests Othello's rules, texts and evaluation, against known counts and a slow oracle. */
#include <stdlib.h>
#include <string.h>

#include "othello/evaluate.h"
#include "othello/rules.h"
#include "othello_positions.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const int sizes[] = {8, 6, 10};

/* ---- The oracle: a board as a grid of characters, examined square by square. ---- */

struct grid {
    int size;
    char at[10][10]; /* [rank][file]: 'x', 'o' or '.' */
    char mover;
};

static struct grid grid_of(const struct othello_position *position)
{
    struct grid grid = {.size = position->size, .mover = position->side ? 'o' : 'x'};
    const char other = position->side ? 'x' : 'o';
    for (int i = 0; i < grid.size * grid.size; i++) {
        const int rank = i / grid.size, file = i % grid.size;
        const int square = othello_square(grid.size, file, rank);
        grid.at[rank][file] = othello_has(position->own, square)     ? grid.mover
                              : othello_has(position->other, square) ? other
                                                                     : '.';
    }
    return grid;
}

static char grid_look(const struct grid *grid, int file, int rank)
{
    const bool inside = file >= 0 && rank >= 0 && file < grid->size && rank < grid->size;
    return inside ? grid->at[rank][file] : '#';
}

/* Counts the discs that a move would turn. If `play`, makes the move. */
static int grid_turn(struct grid *grid, int file, int rank, bool play)
{
    const char other = grid->mover == 'x' ? 'o' : 'x';
    int turned = 0;
    for (int i = 0; i < 9; i++) {
        const int df = i % 3 - 1, dr = i / 3 - 1;
        int run = 0;
        while (i != 4 && grid_look(grid, file + df * (run + 1), rank + dr * (run + 1)) == other) {
            run++;
        }
        if (grid_look(grid, file + df * (run + 1), rank + dr * (run + 1)) == grid->mover) {
            turned += run;
            for (int k = 1; play && k <= run; k++) {
                grid->at[rank + dr * k][file + df * k] = grid->mover;
            }
        }
    }
    if (play) {
        grid->at[rank][file] = grid->mover;
    }
    return turned;
}

static int grid_moves(struct grid grid, int squares[100])
{
    int count = 0;
    for (int i = 0; i < grid.size * grid.size; i++) {
        if (grid.at[i / grid.size][i % grid.size] == '.' &&
            grid_turn(&grid, i % grid.size, i / grid.size, false) > 0) {
            squares[count++] = i;
        }
    }
    return count;
}

/* Counts the leaves of the tree of moves. A game that ends earlier counts as `finished`. */
static uint64_t grid_perft(struct grid grid, int depth, uint64_t finished)
{
    int squares[100], count = grid_moves(grid, squares);
    const char other = grid.mover == 'x' ? 'o' : 'x';
    struct grid passed = grid;
    passed.mover = other;
    if (depth == 0) {
        return 1;
    }
    if (count == 0) {
        int replies[100];
        return grid_moves(passed, replies) > 0 ? grid_perft(passed, depth - 1, finished) : finished;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct grid child = grid;
        grid_turn(&child, squares[i] % grid.size, squares[i] / grid.size, true);
        child.mover = other;
        leaves += grid_perft(child, depth - 1, finished);
    }
    return leaves;
}

/* ---- Test positions ---- */

static const struct game *game;
static struct game_settings settings;

/* Returns the settings for this board size. */
static const struct game_settings *sized(int size)
{
    game_default_settings(game, &settings);
    settings.values[game_find_parameter(game, "size")] = size == 6 ? 1 : size == 10 ? 2 : 0;
    return &settings;
}

static const char *fen_of(const void *position, struct buffer *buffer)
{
    buffer_clear(buffer);
    game->format_fen(position, buffer);
    return buffer_text(buffer);
}

START_TEST(perft_counts_what_is_published)
{
    static const uint64_t counts[] = {1,    4,     12,     56,      244,     1396,
                                      8200, 55092, 390216, 3005288, 24571284};
    struct othello_position start;
    othello_clear(&start, 8);
    for (int depth = 0; depth < LENGTH(counts) - SUITE_SANITIZED; depth++) {
        ck_assert_uint_eq(game->perft(&start, depth, NULL), counts[depth]);
    }
}
END_TEST

/* The counts are from Fairy-Stockfish's flipello, flipello10 and, on six squares, from the
 * oracle. */
START_TEST(perft_counts_what_another_program_counts)
{
    static const struct {
        int size;
        const char *fen;
        int depth;
        uint64_t leaves;
    } cases[] = {
        {8, "8/3o4/2x1oxx1/2oooo2/2ooooo1/2xx4/8/8 x", 6, 850422},
        {8, "4xoo1/3ooxo1/3oxxo1/3xxx2/2xxxx2/1xxxxx2/1xoox3/x2o4 o", 5, 224333},
        {8, "2o1x3/1ooxxx2/1oooo1o1/oooxooo1/xoxoxoo1/xxoxoo2/xxxo1o2/ox1xxx2 x", 5, 99270},
        {8, "1x1o1x1o/x1ooooox/xxxoooxo/oxxooxoo/oo1xxooo/ooooxoo1/ooooooo1/2x2ooo x", 6, 48574},
        {8, "1xxxxxxo/ox1xxxxo/1xooooxo/ooooxxxo/1oxoooxo/1xooooxx/1xoooooo/xxx1oox1 x", 7, 7596},
        {8, "xxxxxxx1/xxooxxx1/xxooooox/1ooooooo/oxoxoxoo/xxxxxxxx/2ooxxx1/3ooxo1 x", 7, 36110},
        {10, "8x1/2o4x2/2o1xox3/2oxxoo3/2o1xo4/2oooooo2/5o1x2/5o4/10/10 x", 4, 13679},
        {10,
         "2x1o1x3/1xx1oo1xx1/xxxooooox1/xxoxooo2x/xxoooooox1/1oooxxoo2/1ooxoooo2/1ooxxooo2/"
         "1oo3oox1/2o5ox x",
         4, 74745},
        {10,
         "1ooooooooo/oooooooooo/xoo1xoxoox/xooooxoox1/xoxoxxoxox/xoxxxoxoox/xooxoooxox/xoxooxooox/"
         "xxxoo1ooox/xx1xooooo1 x",
         6, 363},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct othello_position position;
        struct error error = {""};
        ck_assert_msg(game->parse_fen(sized(cases[i].size), cases[i].fen, &position, &error), "%s",
                      error.text);
        ck_assert_msg(game->perft(&position, cases[i].depth, NULL) == cases[i].leaves, "%s",
                      cases[i].fen);
    }
}
END_TEST

START_TEST(perft_agrees_with_the_oracle)
{
    struct rng rng = {1};
    struct buffer text = {0};
    for (int i = 0; i < SUITE_TIMES(240); i++) {
        const int size = sizes[i % LENGTH(sizes)];
        struct othello_position position =
            random_position(&rng, size, (int)rng_below(&rng, (uint64_t)(size * size)));
        for (int depth = 0; depth <= 3; depth++) {
            const struct grid grid = grid_of(&position);
            ck_assert_msg(game->perft(&position, depth, NULL) == grid_perft(grid, depth, 1) &&
                              game_count_leaves(game, &position, depth, NULL) ==
                                  grid_perft(grid, depth, 0),
                          "depth %d of %s", depth, fen_of(&position, &text));
        }
    }
    buffer_finish(&text);
}
END_TEST

/* Plays a legal move on both boards and compares them. */
static void play_both(struct othello_position *position, move_t move, struct buffer *text)
{
    struct grid grid = grid_of(position);
    if (move != MOVE_PASS) {
        const int stride = othello_stride(grid.size), square = move - 1;
        grid_turn(&grid, square % stride, square / stride, true);
    }
    grid.mover = grid.mover == 'x' ? 'o' : 'x';
    othello_play(position, move);
    const struct grid played = grid_of(position);
    ck_assert_msg(memcmp(&grid, &played, sizeof grid) == 0, "%s", fen_of(position, text));
}

START_TEST(games_played_out_are_those_of_the_oracle)
{
    struct rng rng = {2};
    struct buffer text = {0};
    int passes = 0;
    for (int i = 0; i < SUITE_TIMES(300); i++) {
        struct othello_position position;
        struct move_list list;
        othello_clear(&position, sizes[i % LENGTH(sizes)]);
        while (list.count = 0, game->legal_moves(&position, &list), list.count > 0) {
            const move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            ck_assert_int_eq(game->result(&position), RESULT_NONE);
            passes += move == MOVE_PASS;
            play_both(&position, move, &text);
        }
        const struct grid grid = grid_of(&position);
        int balance = 0;
        for (int k = 0; k < grid.size * grid.size; k++) {
            const char disc = grid.at[k / grid.size][k % grid.size];
            balance += (disc == 'x') - (disc == 'o');
        }
        ck_assert_int_eq(game->result(&position), balance > 0   ? RESULT_P1_WINS
                                                  : balance < 0 ? RESULT_P2_WINS
                                                                : RESULT_DRAW);
    }
    ck_assert_int_gt(passes, 0);
    buffer_finish(&text);
}
END_TEST

START_TEST(the_empty_squares_go_to_the_winner)
{
    struct othello_position position;
    support_position(game, "8/8/8/3xx3/3xx3/8/8/8 o", &position);
    ck_assert_int_eq(othello_final_score(&position), -6400);
    ck_assert_int_eq(game->result(&position), RESULT_P1_WINS);
}
END_TEST

START_TEST(a_fen_is_read_as_the_position_that_it_was_written_of)
{
    struct rng rng = {3};
    struct buffer text = {0}, again = {0};
    for (int i = 0; i < 300; i++) {
        const int size = sizes[i % LENGTH(sizes)];
        struct error error = {""};
        struct othello_position read,
            position = random_position(&rng, size, (int)rng_below(&rng, 100));
        ck_assert_msg(game->parse_fen(sized(size), fen_of(&position, &text), &read, &error), "%s",
                      error.text);
        ck_assert_str_eq(fen_of(&read, &again), buffer_text(&text));
        ck_assert_uint_eq(game->key(&read), game->key(&position));
        ck_assert_int_eq(game->player(&read), game->player(&position));
    }
    buffer_finish(&text);
    buffer_finish(&again);
}
END_TEST

START_TEST(boards_of_other_programs_are_read)
{
    static const char *const forms[] = {
        "-------------------X-------XX------XO--------------------------- O",
        "...................*.......**......*o........................... o;",
        "-------------------B-------BB------BW--------------------------- W",
    };
    struct buffer text = {0};
    for (int i = 0; i < LENGTH(forms); i++) {
        struct othello_position position;
        support_position(game, forms[i], &position);
        ck_assert_str_eq(fen_of(&position, &text), "8/8/8/3xo3/3xx3/3x4/8/8 o");
    }
    buffer_finish(&text);
}
END_TEST

START_TEST(what_is_wrong_is_refused_with_the_reason)
{
    static const struct {
        const char *fen, *reason;
    } cases[] = {
        {"8/8/8/8/8/8/8/8 x", "d4 is empty"},
        {"8/8/8/3xo3/3o4/8/8/8 x", "e4 is empty; expected a disc on each of the four"},
        {"8/8/8/3xo3/3ox4/8/8/8 x", "rank 4 has 9 squares; expected 8"},
        {"8/8/8/3xo3/3ox3/8/8 x", "'/'"},
        {"8/8/8/3xo3/3ox3/8/8/8", "a blank and the side to move"},
        {"8/8/8/3xo3/3ox3/8/8/8 w", "x or o, the side to move"},
        {"8/8/8/3xo3/3ox3/8/8/8 x 0", "nothing after the side to move"},
        {"8/8/8/3xq3/3ox3/8/8/8 x", "'q' at character 9"},
        {"---------------------------OX------XO---------------------------", "the side to move"},
        {"---------------------------OX------XO--------------------------- -", "the side to move"},
        {"----------------------------X------XO--------------------------- X", "d4 is empty"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct othello_position position;
        struct error error = {""};
        ck_assert_msg(!game->parse_fen(sized(8), cases[i].fen, &position, &error), "%s",
                      cases[i].fen);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s: %s", cases[i].fen, error.text);
    }
}
END_TEST

START_TEST(moves_are_read_and_refused)
{
    static const struct {
        const char *fen, *move, *reason;
    } cases[] = {
        {"8/8/8/3xo3/3ox3/8/8/8 x", "f5", NULL},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "F5", NULL},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "a1", "it turns no disc"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "d4", "the square is taken"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "i1", "not a square; expected a1 to h8, or pass"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "a9", "not a square"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "f", "not a square"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "f05", "not a square"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "f55", "not a square"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "", "not a square"},
        {"8/8/8/3xo3/3ox3/8/8/8 x", "pass", "nobody passes who can turn a disc"},
        {"8/8/8/3xx3/3xx3/8/8/1oxxxxxx o", "pass", NULL},
        {"8/8/8/3xx3/3xx3/8/8/1oxxxxxx o", "0000", NULL},
        {"8/8/8/3xx3/3xx3/8/8/1oxxxxxx o", "PA", NULL},
        {"8/8/8/3xx3/3xx3/8/8/1oxxxxxx o", "a1", "expected pass"},
        {"8/8/8/3xx3/3xx3/8/8/8 o", "pass", "the game is over"},
        {"8/8/8/3xx3/3xx3/8/8/8 o", "a1", "the game is over"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct othello_position position;
        struct error error = {""};
        move_t move;
        support_position(game, cases[i].fen, &position);
        const bool legal = game->parse_move(&position, cases[i].move, &move, &error);
        ck_assert_msg(legal == !cases[i].reason, "%s: %s", cases[i].move, error.text);
        ck_assert_msg(legal || strstr(error.text, cases[i].reason), "%s: %s", cases[i].move,
                      error.text);
    }
}
END_TEST

START_TEST(only_legal_moves_are_taken_for_legal)
{
    struct rng rng = {4};
    for (int i = 0; i < 12; i++) {
        struct othello_position position =
            random_position(&rng, sizes[i % LENGTH(sizes)], (int)rng_below(&rng, 80));
        struct move_list list = {.count = 0};
        int wrong = 0;
        game->legal_moves(&position, &list);
        for (int move = 0; move <= UINT16_MAX; move += move < 256 ? 1 : 255) {
            wrong += othello_is_legal(&position, (move_t)move) !=
                     (move_list_find(&list, (move_t)move) >= 0);
        }
        ck_assert_int_eq(wrong, 0);
    }
}
END_TEST

int main(void)
{
    game = support_game("othello");
    Suite *suite = suite_create("othello");
    SUPPORT_ADD(suite, perft_counts_what_is_published);
    SUPPORT_ADD(suite, perft_counts_what_another_program_counts);
    SUPPORT_ADD(suite, perft_agrees_with_the_oracle);
    SUPPORT_ADD(suite, games_played_out_are_those_of_the_oracle);
    SUPPORT_ADD(suite, the_empty_squares_go_to_the_winner);
    SUPPORT_ADD(suite, a_fen_is_read_as_the_position_that_it_was_written_of);
    SUPPORT_ADD(suite, boards_of_other_programs_are_read);
    SUPPORT_ADD(suite, what_is_wrong_is_refused_with_the_reason);
    SUPPORT_ADD(suite, moves_are_read_and_refused);
    SUPPORT_ADD(suite, only_legal_moves_are_taken_for_legal);
    return support_run(suite);
}
