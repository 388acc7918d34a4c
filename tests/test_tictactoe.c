/* SPDX-License-Identifier: MIT */
/* Tests tic-tac-toe: the rules against known counts, the search against minimax in every
 * position. */
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "support.h"
#include "tictactoe/rules.h"

static const struct game *const game = &game_tictactoe;

/* The number of reachable positions, including the start and final ones: as the books say, and not
 * taken from this program. */
#define REACHABLE 5478
#define CODES     19683 /* 3 to the 9th */

static int code_of(const struct tictactoe_position *position)
{
    int code = 0;
    for (int square = 0; square < TICTACTOE_SQUARES; square++) {
        code = code * 3 + (position->stones[0] >> square & 1) +
               2 * (position->stones[1] >> square & 1);
    }
    return code;
}

/* Calls `visit` once for each reachable position. */
static void walk(struct tictactoe_position position, bool *seen,
                 void (*visit)(const struct tictactoe_position *, void *), void *context)
{
    int code = code_of(&position);
    if (seen[code]) {
        return;
    }
    seen[code] = true;
    visit(&position, context);
    struct move_list list = {.count = 0};
    game->legal_moves(&position, &list);
    for (int i = 0; i < list.count; i++) {
        struct tictactoe_position child = position;
        game->play(&child, list.moves[i]);
        walk(child, seen, visit, context);
    }
}

static void for_all_positions(void (*visit)(const struct tictactoe_position *, void *),
                              void *context)
{
    bool *seen = calloc(CODES, sizeof *seen);
    struct tictactoe_position start;
    game->start(NULL, &start);
    walk(start, seen, visit, context);
    free(seen);
}

static void count_one(const struct tictactoe_position *position, void *count)
{
    (void)position;
    ++*(int *)count;
}

START_TEST(as_many_positions_are_reachable_as_the_books_say)
{
    int count = 0;
    for_all_positions(count_one, &count);
    ck_assert_int_eq(count, REACHABLE);
}
END_TEST

START_TEST(perft_is_exact)
{
    static const uint64_t leaves[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    struct tictactoe_position start;
    game->start(NULL, &start);
    for (int depth = 0; depth < LENGTH(leaves); depth++) {
        ck_assert_uint_eq(game->perft(&start, depth, NULL), leaves[depth]);
        ck_assert_uint_eq(game_count_leaves(game, &start, depth, NULL), leaves[depth]);
    }
}
END_TEST

/* An independent implementation of the rules, square by square. */
static int winner_by_looking(const struct tictactoe_position *position)
{
    char board[3][3];
    for (int square = 0; square < 9; square++) {
        board[square / 3][square % 3] = position->stones[0] >> square & 1   ? 'x'
                                        : position->stones[1] >> square & 1 ? 'o'
                                                                            : ' ';
    }
    for (int player = 0; player < 2; player++) {
        char c = "xo"[player];
        bool diagonal = true, other = true;
        for (int i = 0; i < 3; i++) {
            bool rank = true, file = true;
            for (int k = 0; k < 3; k++) {
                rank &= board[i][k] == c;
                file &= board[k][i] == c;
            }
            if (rank || file) {
                return player + 1;
            }
            diagonal &= board[i][i] == c;
            other &= board[i][2 - i] == c;
        }
        if (diagonal || other) {
            return player + 1;
        }
    }
    return 0;
}

static void check_result(const struct tictactoe_position *position, void *unused)
{
    (void)unused;
    int winner = winner_by_looking(position);
    enum game_result expected = winner == 1                      ? RESULT_P1_WINS
                                : winner == 2                    ? RESULT_P2_WINS
                                : tictactoe_empty(position) == 0 ? RESULT_DRAW
                                                                 : RESULT_NONE;
    ck_assert_int_eq(game->result(position), expected);
}

static bool is_legal(const void *position, move_t move)
{
    return tictactoe_is_legal(position, move);
}

static void check_any_bits(const struct tictactoe_position *position, void *count)
{
    if (++*(int *)count % 50 == 0 && game->result(position) == RESULT_NONE) {
        support_check_any_bits(game, position, is_legal);
    }
}

START_TEST(legal_moves_are_told_from_any_others)
{
    int count = 0;
    for_all_positions(check_any_bits, &count);
}
END_TEST

START_TEST(results_are_those_of_looking_at_the_board)
{
    for_all_positions(check_result, NULL);
}
END_TEST

static void check_text(const struct tictactoe_position *position, void *unused)
{
    (void)unused;
    struct buffer fen, again;
    buffer_init(&fen);
    buffer_init(&again);
    game->format_fen(position, &fen);
    struct tictactoe_position read;
    struct error error = {""};
    ck_assert_msg(game->parse_fen(NULL, buffer_text(&fen), &read, &error), "%s: %s",
                  buffer_text(&fen), error.text);
    game->format_fen(&read, &again);
    ck_assert_str_eq(buffer_text(&fen), buffer_text(&again));
    ck_assert_uint_eq(game->key(position), game->key(&read));
    buffer_finish(&fen);
    buffer_finish(&again);
}

/* For every set of squares, compares the shifts with a list of lines. */
START_TEST(lines_are_seen_by_shifts)
{
    for (int stones = 0; stones <= TICTACTOE_FULL; stones++) {
        bool line = false;
        for (int i = 0; i < LENGTH(tictactoe_lines); i++) {
            line |= (stones & tictactoe_lines[i]) == tictactoe_lines[i];
        }
        ck_assert_int_eq(tictactoe_has_line(stones), line);
    }
}
END_TEST

static void check_code(const struct tictactoe_position *position, void *unused)
{
    (void)unused;
    int code = 0;
    for (int square = TICTACTOE_SQUARES - 1; square >= 0; square--) {
        code = code * 3 + (position->stones[0] >> square & 1) +
               2 * (position->stones[1] >> square & 1);
    }
    ck_assert_int_eq(position->code, code);
}

START_TEST(the_code_is_kept_by_moves)
{
    for_all_positions(check_code, NULL);
}
END_TEST

START_TEST(every_position_survives_its_text)
{
    for_all_positions(check_text, NULL);
}
END_TEST

START_TEST(wrong_texts_are_refused_with_the_reason)
{
    static const char *const wrong[][2] = {
        {"", "rank 3"},
        {"3/3/3", "blank"},
        {"3/3/3 z", "side to move"},
        {"3/3/3 x ", "side to move"},
        {"3/3 x", "after rank 2"},
        {"3/3/3/3 x", "after rank 1"},
        {"4/3/3 x", "'4'"},
        {"12/3/3 x", "'2'"},
        {"xxxo/3/3 x", "4 squares"},
        {"2/3/3 x", "2 squares"},
        {"3/3/X2 o", "'X'"},
        {"3/3/x2 x", "1 x and 0 o"},
        {"xxx/oo1/o2 x", "x has three"},
        {"xx1/ooo/xx1 o", "o has three"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        struct tictactoe_position position;
        struct error error = {""};
        ck_assert_msg(!game->parse_fen(NULL, wrong[i][0], &position, &error), "%s", wrong[i][0]);
        ck_assert_msg(strstr(error.text, wrong[i][1]), "%s: %s", wrong[i][0], error.text);
    }
}
END_TEST

START_TEST(moves_are_read_or_refused)
{
    struct tictactoe_position position;
    support_position(game, "3/1x1/3 o", &position);
    move_t move;
    struct error error;
    ck_assert(game->parse_move(&position, "a1", &move, &error));
    ck_assert_str_eq(support_move_text(game, &position, move), "a1");
    ck_assert(game->parse_move(&position, "C3", &move, &error));
    ck_assert_str_eq(support_move_text(game, &position, move), "c3");
    static const char *const wrong[][2] = {
        {"b2", "taken"},       {"d1", "not a square"}, {"a4", "not a square"},
        {"a", "not a square"}, {"", "not a square"},   {"a11", "not a square"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert(!game->parse_move(&position, wrong[i][0], &move, &error));
        ck_assert_msg(strstr(error.text, wrong[i][1]), "%s", error.text);
    }
    support_position(game, "xxx/oo1/3 o", &position);
    ck_assert(!game->parse_move(&position, "a1", &move, &error));
    ck_assert(strstr(error.text, "over"));
}
END_TEST

static bool is_won(const struct tictactoe_position *position)
{
    return tictactoe_has_line(position->stones[position->side ^ 1]);
}

/* Plain minimax using only the rules, counting plies to the end: the oracle for every score. */
static score_t oracle(const struct tictactoe_position *position, int ply)
{
    if (is_won(position)) {
        return score_mated_in(ply);
    }
    score_t best = tictactoe_empty(position) ? -SCORE_INFINITE : SCORE_DRAW;
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct tictactoe_position child = *position;
        game->play(&child, list.moves[i]);
        score_t score = -oracle(&child, ply + 1);
        best = score > best ? score : best;
    }
    return best;
}

/* Plays the line: it must be legal and, for a mate score, have the length of the score. */
static void check_line(const struct tictactoe_position *position, const struct search_line *line)
{
    struct tictactoe_position child = *position;
    for (int i = 0; i < line->length; i++) {
        struct move_list list = {.count = 0};
        game->legal_moves(&child, &list);
        ck_assert_int_ge(move_list_find(&list, line->pv[i]), 0);
        game->play(&child, line->pv[i]);
    }
    if (score_is_mate(line->score)) {
        ck_assert_int_eq(line->length, abs(score_mate_plies(line->score)));
        ck_assert(is_won(&child));
    }
}

static void check_searches(const struct tictactoe_position *position, void *context)
{
    struct support_search *support = context;
    if (game->result(position) != RESULT_NONE) {
        return;
    }
    int left = bit_count((uint64_t)tictactoe_empty(position));
    for (int depth = 1; depth <= left; depth++) {
        support_search_clear(support);
        struct search_limits *limits = support_search_limits(support);
        limits->depth = depth;
        limits->algorithm = ALGORITHM_MINIMAX;
        score_t minimax = support_search_run(support, position)->score;
        support_search_clear(support);
        limits->algorithm = ALGORITHM_ALPHABETA;
        const struct search_line *line = support_search_run(support, position);
        ck_assert_int_eq(line->score, minimax);
        check_line(position, line);
        if (depth == left) {
            ck_assert_int_eq(line->score, oracle(position, 0));
        }
    }
}

START_TEST(alphabeta_equals_minimax_at_every_depth_of_every_position)
{
    struct support_search *support = support_search_create(game, 1);
    for_all_positions(check_searches, support);
    support_search_destroy(support);
}
END_TEST

START_TEST(the_start_is_a_draw)
{
    struct support_search *support = support_search_create(game, 1);
    struct tictactoe_position start;
    game->start(NULL, &start);
    support_search_limits(support);
    const struct search_line *line = support_search_run(support, &start);
    ck_assert_int_eq(line->score, SCORE_DRAW);
    ck_assert_int_eq(line->depth, 9);
    support_search_destroy(support);
}
END_TEST

/* Plays every move that the engine may answer with. The table is kept between moves. */
static void never_lose(struct support_search *support, const struct tictactoe_position *position,
                       int engine)
{
    enum game_result result = game->result(position);
    if (result != RESULT_NONE) {
        ck_assert_int_ne(result, engine == 0 ? RESULT_P2_WINS : RESULT_P1_WINS);
        return;
    }
    struct tictactoe_position child = *position;
    if (position->side == engine) {
        support_search_limits(support);
        game->play(&child, support_search_run(support, position)->pv[0]);
        never_lose(support, &child, engine);
        return;
    }
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        child = *position;
        game->play(&child, list.moves[i]);
        never_lose(support, &child, engine);
    }
}

static void check_never_loses_from_draws(const struct tictactoe_position *position, void *context)
{
    if (game->result(position) == RESULT_NONE && oracle(position, 0) == SCORE_DRAW) {
        never_lose(context, position, 0);
        never_lose(context, position, 1);
    }
}

START_TEST(neither_side_loses_from_a_drawn_position)
{
    struct support_search *support = support_search_create(game, 1);
    for_all_positions(check_never_loses_from_draws, support);
    support_search_destroy(support);
}
END_TEST

/* Three well-known teaching positions, with the answers in this board's notation. */
START_TEST(the_teaching_positions_get_their_answers_at_every_depth_that_suffices)
{
    static const struct {
        const char *fen;
        int first_depth;
        const char *answer; /* "": any move with the score of an exhaustive search */
    } cases[] = {
        {"xox/x1o/2o x", 1, "a1"},
        {"x2/2o/1xo x", 2, "c3"},
        {"x2/2o/ox1 x", 7, ""},
    };
    struct support_search *support = support_search_create(game, 1);
    for (int i = 0; i < LENGTH(cases); i++) {
        struct tictactoe_position position;
        support_position(game, cases[i].fen, &position);
        for (int depth = cases[i].first_depth; depth <= 9; depth++) {
            support_search_clear(support);
            support_search_limits(support)->depth = depth;
            const struct search_line *line = support_search_run(support, &position);
            if (*cases[i].answer) {
                ck_assert_str_eq(support_move_text(game, &position, line->pv[0]), cases[i].answer);
            } else {
                struct tictactoe_position child = position;
                game->play(&child, line->pv[0]);
                ck_assert_int_eq(-oracle(&child, 1), oracle(&position, 0));
            }
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(a_game_that_is_over_has_its_result_as_score)
{
    const struct {
        const char *fen;
        score_t score;
    } cases[] = {
        {"3/oo1/xxx o", score_mated_in(0)},
        {"oox/xxo/oxx o", SCORE_DRAW},
        {"xxx/oox/xoo o", score_mated_in(0)},
    };
    struct support_search *support = support_search_create(game, 1);
    for (int i = 0; i < LENGTH(cases); i++) {
        struct tictactoe_position position;
        support_position(game, cases[i].fen, &position);
        support_search_limits(support);
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_int_eq(line->length, 0);
        ck_assert_msg(line->score == cases[i].score, "%s: %d", cases[i].fen, line->score);
    }
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tictactoe");
    SUPPORT_ADD(suite, a_game_that_is_over_has_its_result_as_score);
    SUPPORT_ADD(suite, as_many_positions_are_reachable_as_the_books_say);
    SUPPORT_ADD(suite, perft_is_exact);
    SUPPORT_ADD(suite, legal_moves_are_told_from_any_others);
    SUPPORT_ADD(suite, results_are_those_of_looking_at_the_board);
    SUPPORT_ADD(suite, lines_are_seen_by_shifts);
    SUPPORT_ADD(suite, the_code_is_kept_by_moves);
    SUPPORT_ADD(suite, every_position_survives_its_text);
    SUPPORT_ADD(suite, wrong_texts_are_refused_with_the_reason);
    SUPPORT_ADD(suite, moves_are_read_or_refused);
    SUPPORT_ADD(suite, alphabeta_equals_minimax_at_every_depth_of_every_position);
    SUPPORT_ADD(suite, the_start_is_a_draw);
    SUPPORT_ADD(suite, neither_side_loses_from_a_drawn_position);
    SUPPORT_ADD(suite, the_teaching_positions_get_their_answers_at_every_depth_that_suffices);
    return support_run(suite);
}
