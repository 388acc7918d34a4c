/* SPDX-License-Identifier: MIT */
/* Tests Ataxx: the rules against published counts and an oracle that works on single squares, the
 * texts, and the search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ataxx/rules.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

#define GAMES 60 /* random games that are compared with the oracle */

static const struct game *game;

/* The oracle's board: rank by rank from the top, as 'x', 'o', '-' and '.'. */
struct oracle {
    char squares[7][7];
    char side;
    int clock, number;
};

static bool holds(const struct oracle *oracle, int file, int rank, char what)
{
    return file >= 0 && file < 7 && rank >= 0 && rank < 7 && oracle->squares[rank][file] == what;
}

static char other(char side)
{
    return side == 'x' ? 'o' : 'x';
}

static int distance(int file, int rank, int file2, int rank2)
{
    int files = abs(file - file2), ranks = abs(rank - rank2);
    return files > ranks ? files : ranks;
}

static int count(const struct oracle *oracle, char what)
{
    int sum = 0;
    for (int square = 0; square < 49; square++) {
        sum += oracle->squares[square / 7][square % 7] == what;
    }
    return sum;
}

/* True if a piece of the side is at this distance from the square. */
static bool reaches(const struct oracle *oracle, char side, int file, int rank, int from_distance)
{
    for (int square = 0; square < 49; square++) {
        if (holds(oracle, square % 7, square / 7, side) &&
            distance(file, rank, square % 7, square / 7) == from_distance) {
            return true;
        }
    }
    return false;
}

static bool can_move(const struct oracle *oracle, char side)
{
    for (int square = 0; square < 49; square++) {
        int file = square % 7, rank = square / 7;
        if (holds(oracle, file, rank, '.') &&
            (reaches(oracle, side, file, rank, 1) || reaches(oracle, side, file, rank, 2))) {
            return true;
        }
    }
    return false;
}

static bool is_over(const struct oracle *oracle)
{
    return oracle->clock >= 100 || count(oracle, 'x') == 0 || count(oracle, 'o') == 0 ||
           (!can_move(oracle, 'x') && !can_move(oracle, 'o'));
}

/* The rule of libataxx: the side with more pieces wins if the game ends on the board; it is a draw
 * only by the move counter. */
static enum game_result result_of(const struct oracle *oracle)
{
    if (!is_over(oracle)) {
        return RESULT_NONE;
    }
    int x = count(oracle, 'x'), o = count(oracle, 'o');
    bool on_board = x == 0 || o == 0 || (!can_move(oracle, 'x') && !can_move(oracle, 'o'));
    return !on_board || x == o ? RESULT_DRAW : x > o ? RESULT_P1_WINS : RESULT_P2_WINS;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* Lists all legal moves as sorted texts and returns their number. */
static int list_moves(const struct oracle *oracle, char texts[MAX_MOVES][5])
{
    int moves = 0;
    if (is_over(oracle)) {
        return 0;
    }
    for (int to = 0; to < 49; to++) {
        int file = to % 7, rank = to / 7;
        if (!holds(oracle, file, rank, '.')) {
            continue;
        }
        if (reaches(oracle, oracle->side, file, rank, 1)) {
            snprintf(texts[moves++], 5, "%c%c", 'a' + file, '1' + rank);
        }
        for (int from = 0; from < 49; from++) {
            if (holds(oracle, from % 7, from / 7, oracle->side) &&
                distance(file, rank, from % 7, from / 7) == 2) {
                snprintf(texts[moves++], 5, "%c%c%c%c", 'a' + from % 7, '1' + from / 7, 'a' + file,
                         '1' + rank);
            }
        }
    }
    if (moves == 0) {
        snprintf(texts[moves++], 5, "0000");
    }
    qsort(texts, (size_t)moves, sizeof texts[0], compare_texts);
    return moves;
}

static void play(struct oracle *oracle, const char *text)
{
    oracle->clock++;
    oracle->number += oracle->side == 'o';
    if (strcmp(text, "0000") != 0) {
        const char *to = text + strlen(text) - 2;
        int file = to[0] - 'a', rank = to[1] - '1';
        if (to == text) {
            oracle->clock = 0;
        } else {
            oracle->squares[text[1] - '1'][text[0] - 'a'] = '.';
        }
        oracle->squares[rank][file] = oracle->side;
        for (int square = 0; square < 49; square++) {
            if (distance(file, rank, square % 7, square / 7) == 1 &&
                holds(oracle, square % 7, square / 7, other(oracle->side))) {
                oracle->squares[square / 7][square % 7] = oracle->side;
            }
        }
    }
    oracle->side = other(oracle->side);
}

static void format(const struct oracle *oracle, char fen[100])
{
    char *at = fen;
    for (int rank = 6; rank >= 0; rank--) {
        for (int file = 0; file < 7; file++) {
            int empty = 0;
            while (file + empty < 7 && oracle->squares[rank][file + empty] == '.') {
                empty++;
            }
            *at++ = (char)(empty ? '0' + empty : oracle->squares[rank][file]);
            file += empty ? empty - 1 : 0;
        }
        *at++ = rank > 0 ? '/' : ' ';
    }
    sprintf(at, "%c %d %d", oracle->side, oracle->clock, oracle->number);
}

static void check_against(const struct oracle *oracle, const void *position)
{
    static char expected[MAX_MOVES][5], found[MAX_MOVES][5];
    char fen[100];
    struct buffer text = {0};
    struct move_list list = {.count = 0};
    format(oracle, fen);
    game->format_fen(position, &text);
    ck_assert_str_eq(buffer_text(&text), fen);
    buffer_finish(&text);
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        snprintf(found[i], 5, "%s", support_move_text(game, position, list.moves[i]));
    }
    qsort(found, (size_t)list.count, sizeof found[0], compare_texts);
    ck_assert_msg(list.count == list_moves(oracle, expected), "%s: %d moves", fen, list.count);
    for (int i = 0; i < list.count; i++) {
        ck_assert_msg(strcmp(found[i], expected[i]) == 0, "%s: %s, not %s", fen, found[i],
                      expected[i]);
    }
    ck_assert_msg(game->perft((void *)(uintptr_t)position, 1, NULL) == (uint64_t)list.count, "%s",
                  fen);
    ck_assert_msg(game->result(position) == result_of(oracle), "%s", fen);
    ck_assert_int_eq(game->player(position), oracle->side == 'x' ? 1 : 2);
}

/* Start positions, some with blocked squares or a move counter that is close to its limit. */
static const char *const starts[] = {
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/7/3-3/2-1-2/3-3/7/o5x o 90 60",
    "xo5/7/-------/7/7/7/7 x 0 1",
    "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1",
    "7/7/7/2x1o2/7/7/7 o 99 77",
};

static void read_oracle(const char *fen, struct oracle *oracle)
{
    int rank = 6, file = 0;
    for (; *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (*fen >= '1' && *fen <= '7') {
            for (int i = *fen - '0'; i > 0; i--) {
                oracle->squares[rank][file++] = '.';
            }
        } else {
            oracle->squares[rank][file++] = *fen;
        }
    }
    ck_assert_int_eq(sscanf(fen, " %c %d %d", &oracle->side, &oracle->clock, &oracle->number), 3);
}

/* Selects a random move. In every third game jumps are preferred, so that the move counter reaches
 * its limit. */
static move_t choose(const struct move_list *list, int number, struct rng *rng)
{
    move_t move = list->moves[rng_below(rng, (uint64_t)list->count)];
    for (int i = 0; i < 20 && number % 3 == 0 && move < 64; i++) {
        move = list->moves[rng_below(rng, (uint64_t)list->count)];
    }
    return move;
}

static bool is_legal(const void *position, move_t move)
{
    return ataxx_is_legal(position, move);
}

START_TEST(random_games_are_those_of_an_oracle_that_goes_by_squares)
{
    struct rng rng = {1};
    int ends[4] = {0}, passes = 0;
    for (int number = 0; number < SUITE_TIMES(GAMES); number++) {
        max_align_t place[16];
        struct oracle oracle;
        struct move_list list;
        ck_assert_uint_le(game->position_size, sizeof place);
        support_position(game, starts[number % LENGTH(starts)], place);
        read_oracle(starts[number % LENGTH(starts)], &oracle);
        for (;;) {
            check_against(&oracle, place);
            list.count = 0;
            game->legal_moves(place, &list);
            if (list.count == 0) {
                break;
            }
            if (number % 50 < 3) {
                support_check_any_bits(game, place, is_legal);
            }
            move_t move = choose(&list, number, &rng);
            passes += move == MOVE_PASS;
            play(&oracle, support_move_text(game, place, move));
            game->play(place, move);
        }
        ends[game->result(place)]++;
    }
    ck_assert_int_eq(ends[RESULT_NONE], 0);
    ck_assert_msg(ends[RESULT_P1_WINS] > 0 && ends[RESULT_P2_WINS] > 0 && ends[RESULT_DRAW] > 0 &&
                      passes > 0,
                  "%d %d %d %d", ends[1], ends[2], ends[3], passes);
}
END_TEST

/* The counts are from libataxx's tests (kz04px, github.com/kz04px/libataxx, tests/perft.cpp). */
START_TEST(perft_gives_the_published_counts)
{
    static const struct {
        const char *fen;
        int depth;
        uint64_t leaves[7];
    } cases[] = {
        {"x5o/7/7/7/7/7/o5x x 0 1", 5, {1, 16, 256, 6460, 155888, 4752668}},
        {"x5o/7/7/7/7/7/o5x o 0 1", 4, {1, 16, 256, 6460, 155888}},
        {"x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", 5, {1, 14, 196, 4184, 86528, 2266352}},
        {"x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", 4, {1, 14, 196, 4100, 83104}},
        {"x5o/7/3-3/2-1-2/3-3/7/o5x o 0 1", 4, {1, 16, 256, 5948, 133264}},
        {"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", 5, {1, 1, 75, 249, 14270, 452980}},
        {"7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1", 4, {1, 75, 249, 14270, 452980}},
        {"7/7/7/2x1o2/7/7/7 o 0 1", 4, {1, 23, 419, 7887, 168317}},
        {"x5o/7/7/7/7/7/o5x x 100 1", 2, {1, 0, 0}},
        {"7/7/7/7/-------/-------/x5o x 0 1", 6, {1, 2, 4, 13, 30, 73, 174}},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        max_align_t place[16];
        support_position(game, cases[i].fen, place);
        for (int depth = 0; depth <= cases[i].depth; depth++) {
            uint64_t leaves = game->perft(place, depth, NULL);
            ck_assert_msg(leaves == cases[i].leaves[depth], "%s depth %d: %llu", cases[i].fen,
                          depth, (unsigned long long)leaves);
            ck_assert(depth > 3 || game_count_leaves(game, place, depth, NULL) == leaves);
        }
    }
}
END_TEST

START_TEST(keys_tell_positions_apart_and_know_them_again)
{
    static const char *const different[] = {
        "x5o/7/7/7/7/7/o5x x 0 1", "x5o/7/7/7/7/7/o5x o 0 1", "x5o/7/7/3-3/7/7/o5x x 0 1",
        "o5x/7/7/7/7/7/x5o x 0 1", "x5o/7/7/7/7/7/o6 x 0 1",
    };
    uint64_t keys[LENGTH(different)];
    max_align_t place[16];
    for (int i = 0; i < LENGTH(different); i++) {
        support_position(game, different[i], place);
        keys[i] = game->key(place);
        for (int k = 0; k < i; k++) {
            ck_assert_msg(keys[i] != keys[k], "%s and %s", different[i], different[k]);
        }
    }
    support_position(game, "x5o/7/7/7/7/7/o5x x 30 20", place);
    ck_assert_uint_eq(game->key(place), keys[0]);
}
END_TEST

START_TEST(counters_may_be_left_out)
{
    static const char *const forms[] = {"x5o/7/7/7/7/7/o5x x", "x5o/7/7/7/7/7/o5x x 0",
                                        "x5o/7/7/7/7/7/o5x x 0 0"};
    for (int i = 0; i < LENGTH(forms); i++) {
        max_align_t place[16];
        struct buffer fen = {0};
        support_position(game, forms[i], place);
        game->format_fen(place, &fen);
        ck_assert_str_eq(buffer_text(&fen), "x5o/7/7/7/7/7/o5x x 0 1");
        buffer_finish(&fen);
    }
}
END_TEST

START_TEST(counters_that_are_none_are_repaired_and_told)
{
    static const char *const cases[][3] = {
        {"x5o/7/7/7/7/7/o5x x", "0 1", ""},
        {"x5o/7/7/7/7/7/o5x x 7", "7 1", ""},
        {"x5o/7/7/7/7/7/o5x x ? 5", "0 5",
         "repaired: half-move clock ? is no number from 0 to 9999: 0 is used"},
        {"x5o/7/7/7/7/7/o5x x -1 5", "0 5", "half-move clock -1"},
        {"x5o/7/7/7/7/7/o5x x 3 1.5", "3 1",
         "move number 1.5 is no number from 0 to 9999: 1 is used"},
        {"x5o/7/7/7/7/7/o5x x ? 123456", "0 1", "; move number 123456"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        max_align_t place[16];
        struct error notice = {""};
        struct buffer text = {0};
        ck_assert_msg(game->parse_fen(NULL, cases[i][0], place, &notice), "%s: %s", cases[i][0],
                      notice.text);
        game->format_fen(place, &text);
        const char *counters = buffer_text(&text) + strlen("x5o/7/7/7/7/7/o5x x ");
        ck_assert_str_eq(counters, cases[i][1]);
        ck_assert_msg(cases[i][2][0] ? strstr(notice.text, cases[i][2]) != NULL : !notice.text[0],
                      "%s: %s", cases[i][0], notice.text);
        buffer_finish(&text);
    }
}
END_TEST

START_TEST(wrong_positions_are_refused_with_the_reason)
{
    static const char *const wrong[][2] = {
        {"x5o/7/7/7/7/7 x 0 1", "after rank 2"},
        {"x5o/7/7/7/7/7/o5x/7 x 0 1", "after rank 1"},
        {"x5o/8/7/7/7/7/o5x x 0 1", "'8' at character 5"},
        {"x5o/xxxxxxxx/7/7/7/7/o5x x 0 1", "rank 6 has 8 squares"},
        {"x5o/7/7/3w3/7/7/o5x x 0 1", "'w'"},
        {"x5o/7/7/7/7/7/o5x b 0 1", "side to move"},
        {"x5o/7/7/7/7/7/o5x x 101 1", "half-move clock 101; expected 0 to 100"},
        {"x5o/7/7/7/7/7/o5x x bm a1", "half-move clock 'bm'"},
        {"x5o/7/7/7/7/7/o5x x 0 one", "move number 'one'"},
        {"x5o/7/7/7/7/7/o5x x 0 1 1", "nothing after the move number"},
        {"7/7/7/7/7/7/7 x 0 1", "no o on the board and x to move"},
        {"x6/7/7/7/7/7/7 x 0 1", "no o on the board and x to move"},
        {"o6/7/7/7/7/7/7 o 0 1", "no x on the board and o to move"},
        {"-------/-------/-------/-------/-------/-------/------- x 0 1", "no o on the board"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        max_align_t place[16];
        struct error error = {""};
        ck_assert_msg(!game->parse_fen(NULL, wrong[i][0], place, &error), "%s", wrong[i][0]);
        ck_assert_msg(strstr(error.text, wrong[i][1]), "%s: %s", wrong[i][0], error.text);
    }
}
END_TEST

START_TEST(moves_are_read_or_refused_with_the_reason)
{
    static const struct {
        const char *fen, *move, *expected; /* its canonical text, or '!' and the reason */
    } cases[] = {
        {"x5o/7/7/7/7/7/o5x x 0 1", "g2", "g2"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "G2", "g2"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1g2", "g2"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1e3", "g1e3"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "h1", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g8", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1g2g3", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1h1", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "pass", "!not a move"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "0000", "!a pass is legal only without"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "d4", "!no piece of the side to move is beside"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "a2", "!no piece of the side to move is beside"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1", "!taken"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1g1", "!taken"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "g1g4", "!no further than two"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "f1f2", "!no piece of the side to move stands there"},
        {"x5o/7/7/7/7/7/o5x x 0 1", "a1a3", "!no piece of the side to move stands there"},
        {"x5o/7/7/7/7/6-/o5x x 0 1", "g2", "!blocked"},
        {"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", "0000", "0000"},
        {"x5o/7/7/7/7/7/o5x x 100 1", "g2", "!the game is over"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        max_align_t place[16];
        struct error error = {""};
        move_t move;
        support_position(game, cases[i].fen, place);
        bool legal = game->parse_move(place, cases[i].move, &move, &error);
        if (*cases[i].expected == '!') {
            ck_assert_msg(!legal && strstr(error.text, cases[i].expected + 1), "%s: %s",
                          cases[i].move, error.text);
        } else {
            ck_assert_msg(legal, "%s: %s", cases[i].move, error.text);
            ck_assert_str_eq(support_move_text(game, place, move), cases[i].expected);
        }
    }
}
END_TEST

/* Positions whose outcome can be counted. */
START_TEST(the_search_sees_how_games_end)
{
    static const struct {
        const char *fen, *move;
        score_t score;
    } cases[] = {
        /* The last square makes 31 pieces of 49. */
        {"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooox1 x 0 1", "g1", SCORE_MATE - 1},
        /* A move to the last square leaves too few pieces: a loss, but not as a mate score, since
         * the loser moves last. */
        {"ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooox1 x 0 1", "g1", 1 - 20000},
        /* The last piece of the other side is captured. */
        {"o6/2x4/7/7/7/7/7 x 0 1", NULL, SCORE_MATE - 1},
        /* Any jump reaches the limit of the counter, and only jumps are left. */
        {"xx--o2/----o2/----o2/7/7/7/7 x 99 90", "0000", SCORE_DRAW},
    };
    struct support_search *support = support_search_create(game, 1);
    for (int i = 0; i < LENGTH(cases); i++) {
        max_align_t place[16];
        support_position(game, cases[i].fen, place);
        support_search_clear(support);
        support_search_limits(support)->depth = 3;
        const struct search_line *line = support_search_run(support, place);
        ck_assert_msg(line->score == cases[i].score, "%s: %d", cases[i].fen, line->score);
        if (cases[i].move) {
            ck_assert_str_eq(support_move_text(game, place, line->pv[0]), cases[i].move);
        }
    }
    support_search_destroy(support);
}
END_TEST

/* With a thousand nodes per move, the engine wins every game against random moves. */
START_TEST(the_search_beats_chance)
{
    struct support_search *support = support_search_create(game, 1);
    struct rng rng = {5};
    for (int number = 0; number < SUITE_TIMES(8); number++) {
        max_align_t place[16];
        struct move_list list;
        support_position(game, starts[number % 2], place);
        for (;;) {
            list.count = 0;
            game->legal_moves(place, &list);
            if (list.count == 0) {
                break;
            }
            move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            if (game->player(place) == 1 + number / 2 % 2) {
                support_search_limits(support)->nodes = 1000;
                move = support_search_run(support, place)->pv[0];
                ck_assert_int_ge(move_list_find(&list, move), 0);
            }
            game->play(place, move);
        }
        ck_assert_int_eq(game->result(place), number / 2 % 2 ? RESULT_P2_WINS : RESULT_P1_WINS);
    }
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    game = support_game("ataxx");
    Suite *suite = suite_create("ataxx");
    SUPPORT_ADD(suite, random_games_are_those_of_an_oracle_that_goes_by_squares);
    SUPPORT_ADD(suite, perft_gives_the_published_counts);
    SUPPORT_ADD(suite, keys_tell_positions_apart_and_know_them_again);
    SUPPORT_ADD(suite, counters_may_be_left_out);
    SUPPORT_ADD(suite, counters_that_are_none_are_repaired_and_told);
    SUPPORT_ADD(suite, wrong_positions_are_refused_with_the_reason);
    SUPPORT_ADD(suite, moves_are_read_or_refused_with_the_reason);
    SUPPORT_ADD(suite, the_search_sees_how_games_end);
    SUPPORT_ADD(suite, the_search_beats_chance);
    return support_run(suite);
}
