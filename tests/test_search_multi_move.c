/* SPDX-License-Identifier: MIT */
/* Tests the shared search on a game in which a side may pass, may move twice in a row, and may move
 * along a path: against minimax, and against an oracle that was written from the text of the game's
 * rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leap/position.h"
#include "rng.h"
#include "support.h"
#include "tt.h"

static const struct game *const game = &game_leap;

static struct leap_position position_of(const char *fen)
{
    struct leap_position position;
    support_position(game, fen, &position);
    return position;
}

/* Returns a FEN in a static buffer. */
static const char *fen_of(const struct leap_position *position)
{
    static char text[64];
    struct buffer buffer;
    buffer_init(&buffer);
    game->format_fen(position, &buffer);
    ck_assert_uint_lt(buffer_length(&buffer), sizeof text);
    strcpy(text, buffer_text(&buffer));
    buffer_finish(&buffer);
    return text;
}

/* Makes a position by random moves, with few plies left. Returns false if the game ended
 * before. */
static bool random_position(struct rng *rng, struct leap_position *position)
{
    game->start(NULL, position);
    for (int i = (int)rng_below(rng, 24); i > 0; i--) {
        struct move_list list = {.count = 0};
        game->legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        game->play(position, list.moves[rng_below(rng, (uint64_t)list.count)]);
    }
    position->plies_left = (uint8_t)(1 + rng_below(rng, 12));
    return game->result(position) == RESULT_NONE;
}

/* The oracle: a board of letters, moves as text, and scores from the view of the first player (x),
 * which x maximises and o minimises. */
struct oracle {
    char board[7][7]; /* [rank][file] from 1 on; '#' around the board */
    char side;
    int passes, plies_left;
};

struct oracle_moves {
    int count;
    char moves[128][12];
};

static struct oracle oracle_of(const struct leap_position *position)
{
    struct oracle oracle;
    memset(oracle.board, '#', sizeof oracle.board);
    const char *text = fen_of(position);
    for (int rank = 5; rank >= 1; rank--) {
        for (int file = 1; file <= 5;) {
            int empty = *text >= '1' && *text <= '5' ? *text - '0' : 0;
            for (int i = 0; i < empty; i++) {
                oracle.board[rank][file++] = '.';
            }
            if (!empty) {
                oracle.board[rank][file++] = *text;
            }
            text++;
        }
        text++;
    }
    ck_assert_int_eq(sscanf(text, "%c %d %d", &oracle.side, &oracle.passes, &oracle.plies_left), 3);
    return oracle;
}

static void oracle_leaps(const struct oracle *oracle, int rank, int file, const char *path,
                         struct oracle_moves *moves)
{
    const char enemy = oracle->side == 'x' ? 'o' : 'x';
    for (int i = 0; i < 4; i++) {
        int up = (i == 0) - (i == 1), right = (i == 2) - (i == 3);
        if (oracle->board[rank + up][file + right] != enemy ||
            oracle->board[rank + 2 * up][file + 2 * right] != '.') {
            continue;
        }
        struct oracle after = *oracle;
        after.board[rank + up][file + right] = '.';
        char *text = moves->moves[moves->count++];
        char longer[12];
        snprintf(longer, sizeof longer, "%.8s%c%c", path, 'a' - 1 + file + 2 * right,
                 '0' + rank + 2 * up);
        memcpy(text, longer, sizeof longer);
        oracle_leaps(&after, rank + 2 * up, file + 2 * right, longer, moves);
    }
}

static void oracle_moves(const struct oracle *oracle, struct oracle_moves *moves)
{
    moves->count = 0;
    for (int rank = 1; rank <= 5; rank++) {
        for (int file = 1; file <= 5; file++) {
            if (oracle->board[rank][file] != oracle->side) {
                continue;
            }
            for (int i = 0; i < 4; i++) {
                int up = (i == 0) - (i == 1), right = (i == 2) - (i == 3);
                if (oracle->board[rank + up][file + right] == '.') {
                    snprintf(moves->moves[moves->count++], 12, "%c%d%c%d", 'a' - 1 + file, rank,
                             'a' - 1 + file + right, rank + up);
                }
            }
            struct oracle without = *oracle;
            without.board[rank][file] = '.';
            char from[12];
            snprintf(from, sizeof from, "%c%d", 'a' - 1 + file, rank);
            oracle_leaps(&without, rank, file, from, moves);
        }
    }
    strcpy(moves->moves[moves->count++], "pass");
    ck_assert_int_lt(moves->count, 128);
}

static void oracle_play(struct oracle *oracle, const char *move)
{
    const char next = oracle->side == 'x' ? 'o' : 'x';
    oracle->plies_left--;
    if (strcmp(move, "pass") == 0) {
        oracle->passes++;
        oracle->side = next;
        return;
    }
    oracle->passes = 0;
    int file = move[0] - 'a' + 1, rank = move[1] - '0';
    oracle->board[rank][file] = '.';
    for (move += 2; *move; move += 2) {
        int to_file = move[0] - 'a' + 1, to_rank = move[1] - '0';
        if (abs(to_file - file) + abs(to_rank - rank) == 2) {
            oracle->board[(rank + to_rank) / 2][(file + to_file) / 2] = '.';
        }
        file = to_file;
        rank = to_rank;
    }
    oracle->board[rank][file] = oracle->side;
    if (file != 3 || rank != 3) {
        oracle->side = next;
    }
}

/* Returns the score for x at `ply`, with `depth` plies left. At depth 0 it is the static evaluation
 * or, if `quiesce`, the result of a search of leaps only. */
static score_t oracle_score(const struct oracle *oracle, int depth, int ply, bool quiesce)
{
    int stones = 0, most[2] = {0, 0};
    score_t looks = 0;
    for (int square = 0; square < 25; square++) {
        char letter = oracle->board[square / 5 + 1][square % 5 + 1];
        if (letter != '.') {
            stones += letter == 'x' ? 1 : -1;
            most[letter == 'o']++;
            looks += (letter == 'x' ? 1 : -1) * (100 + square * 37 % 23);
        }
    }
    if (oracle->passes == 2 || oracle->plies_left == 0 || most[0] == 0 || most[1] == 0) {
        return stones > 0 ? SCORE_MATE - ply : stones < 0 ? ply - SCORE_MATE : 0;
    }
    if (depth == 0 && !quiesce) {
        return looks;
    }
    struct oracle_moves moves;
    oracle_moves(oracle, &moves);
    score_t best = looks;
    for (int i = 0; i < moves.count; i++) {
        const char *move = moves.moves[i];
        bool leaps = strlen(move) > 4 || abs(move[0] - move[2]) + abs(move[1] - move[3]) == 2;
        if (depth == 0 && (strcmp(move, "pass") == 0 || !leaps)) {
            continue;
        }
        struct oracle child = *oracle;
        oracle_play(&child, move);
        score_t score = oracle_score(&child, depth > 0 ? depth - 1 : 0, ply + 1, quiesce);
        if ((i == 0 && depth > 0) || (oracle->side == 'x' ? score > best : score < best)) {
            best = score;
        }
    }
    return best;
}

static uint64_t oracle_perft(const struct oracle *oracle, int depth)
{
    int stones[2] = {0, 0};
    for (int square = 0; square < 25; square++) {
        stones[0] += oracle->board[square / 5 + 1][square % 5 + 1] == 'x';
        stones[1] += oracle->board[square / 5 + 1][square % 5 + 1] == 'o';
    }
    if (depth == 0) {
        return 1;
    }
    if (oracle->passes == 2 || oracle->plies_left == 0 || stones[0] == 0 || stones[1] == 0) {
        return 0;
    }
    struct oracle_moves moves;
    oracle_moves(oracle, &moves);
    uint64_t count = 0;
    for (int i = 0; i < moves.count; i++) {
        struct oracle child = *oracle;
        oracle_play(&child, moves.moves[i]);
        count += oracle_perft(&child, depth - 1);
    }
    return count;
}

/* Plays a line: it must be legal and, for a mate score, have the length of the score. */
static void check_line(const struct leap_position *position, const struct search_line *line)
{
    struct leap_position child = *position;
    for (int i = 0; i < line->length; i++) {
        struct move_list list = {.count = 0};
        game->legal_moves(&child, &list);
        ck_assert_msg(move_list_find(&list, line->pv[i]) >= 0, "move %d of the line after %s", i,
                      fen_of(position));
        game->play(&child, line->pv[i]);
    }
    if (score_is_mate(line->score)) {
        ck_assert_int_eq(line->length, abs(score_mate_plies(line->score)));
        enum game_result expected =
            (line->score > 0) == (position->side == 0) ? RESULT_P1_WINS : RESULT_P2_WINS;
        ck_assert_int_eq(game->result(&child), expected);
    }
}

START_TEST(a_pass_two_moves_in_a_row_and_a_long_path_are_played_as_written)
{
    static const struct {
        const char *fen, *move, *after;
    } cases[] = {
        {"oo1oo/5/5/5/xx1xx x 0 40", "pass", "oo1oo/5/5/5/xx1xx o 1 39"},
        {"oo1oo/5/5/5/xx1xx x 0 40", "a1a2", "oo1oo/5/5/x4/1x1xx o 0 39"},
        {"oo1oo/5/5/2x2/x2xx x 0 40", "c2c3", "oo1oo/5/2x2/5/x2xx x 0 39"},
        {"oo1oo/5/2x2/5/x2xx x 0 39", "c3d3", "oo1oo/5/3x1/5/x2xx o 0 38"},
        {"5/1o3/5/o1o2/x4 x 0 9", "a1a3", "5/1o3/x4/2o2/5 o 0 8"},
        {"5/1o3/5/oo3/x4 x 0 9", "a1a3", "5/1o3/x4/1o3/5 o 0 8"},
        {"2x2/3o1/o2o1/1o3/x4 x 1 9", "a1a2", "2x2/3o1/o2o1/xo3/5 o 0 8"},
        {"5/1o1o1/5/o2o1/x4 x 0 9", "a1a3", "5/1o1o1/x4/3o1/5 o 0 8"},
        {"1o1o1/o4/5/o4/x4 x 0 9", "a1a3a5c5e5", "4x/5/5/5/5 o 0 8"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct leap_position position = position_of(cases[i].fen);
        move_t move;
        struct error error = {""};
        ck_assert_msg(game->parse_move(&position, cases[i].move, &move, &error), "%s", error.text);
        ck_assert_str_eq(support_move_text(game, &position, move), cases[i].move);
        game->play(&position, move);
        ck_assert_str_eq(fen_of(&position), cases[i].after);
    }
    struct leap_position position = position_of("1o1o1/o4/5/o4/x4 x 0 9");
    move_t move;
    struct error error;
    ck_assert(game->parse_move(&position, "0000", &move, &error) && move == MOVE_PASS);
    ck_assert(!game->parse_move(&position, "a1a3a5c5e5e3", &move, &error));
    ck_assert(!game->parse_move(&position, "a1a2", &move, &error));
}
END_TEST

START_TEST(the_legal_moves_are_those_of_the_oracle)
{
    struct rng rng = {1};
    for (int round = 0; round < 400; round++) {
        struct leap_position position;
        if (!random_position(&rng, &position)) {
            continue;
        }
        struct oracle oracle = oracle_of(&position);
        for (int depth = 0; depth <= 3; depth++) {
            ck_assert_msg(game->perft(&position, depth, NULL) == oracle_perft(&oracle, depth),
                          "%s at depth %d", fen_of(&position), depth);
        }
        struct move_list list = {.count = 0};
        game->legal_moves(&position, &list);
        int followed = 0;
        for (unsigned code = 1; code <= UINT16_MAX; code++) {
            struct leap_path path;
            if (leap_follow(&position, (move_t)code, &path)) {
                ck_assert_int_ge(move_list_find(&list, (move_t)code), 0);
                followed++;
            }
        }
        ck_assert_int_eq(followed, list.count);
    }
}
END_TEST

START_TEST(alphabeta_and_minimax_equal_the_oracle_at_every_depth)
{
    struct support_search *support = support_search_create(game, 1);
    struct rng rng = {2};
    for (int round = 0; round < SUITE_TIMES(150); round++) {
        struct leap_position position;
        if (!random_position(&rng, &position)) {
            continue;
        }
        struct oracle oracle = oracle_of(&position);
        for (int depth = 1; depth <= 4; depth++) {
            score_t expected = oracle_score(&oracle, depth, 0, false);
            expected = position.side == 0 ? expected : -expected;
            for (int minimax = 0; minimax < 2; minimax++) {
                support_search_clear(support);
                struct search_limits *limits = support_search_limits(support);
                limits->depth = depth;
                limits->algorithm = minimax ? ALGORITHM_MINIMAX : ALGORITHM_ALPHABETA;
                const struct search_line *line = support_search_run(support, &position);
                ck_assert_msg(line->score == expected, "%s at depth %d: %d, the oracle %d",
                              fen_of(&position), depth, line->score, expected);
                check_line(&position, line);
            }
        }
    }
    support_search_destroy(support);
}
END_TEST

/* Deeper than the oracle, so that aspiration windows are used: compared with minimax. */
START_TEST(alphabeta_equals_minimax_behind_aspiration_windows)
{
    struct support_search *support = support_search_create(game, 1);
    struct rng rng = {3};
    for (int round = 0; round < 12; round++) {
        struct leap_position position;
        if (!random_position(&rng, &position) || position.plies_left < 7 ||
            bit_count(position.stones[0] | position.stones[1]) > 5) {
            round--;
            continue;
        }
        score_t scores[2];
        for (int minimax = 0; minimax < 2; minimax++) {
            support_search_clear(support);
            struct search_limits *limits = support_search_limits(support);
            limits->depth = 6;
            limits->algorithm = minimax ? ALGORITHM_MINIMAX : ALGORITHM_ALPHABETA;
            const struct search_line *line = support_search_run(support, &position);
            scores[minimax] = line->score;
            check_line(&position, line);
        }
        ck_assert_msg(scores[0] == scores[1], "%s: %d, minimax %d", fen_of(&position), scores[0],
                      scores[1]);
    }
    support_search_destroy(support);
}
END_TEST

/* Returns leap with another search method. */
static struct game leap_with(const struct search_method *method)
{
    struct game other = game_leap;
    other.search = method;
    return other;
}

START_TEST(quiescence_search_equals_the_oracle)
{
    const struct game other = leap_with(&leap_quiescent_search);
    struct support_search *support = support_search_create(&other, 1);
    struct rng rng = {4};
    for (int round = 0; round < SUITE_TIMES(300); round++) {
        struct leap_position position;
        if (!random_position(&rng, &position)) {
            continue;
        }
        struct oracle oracle = oracle_of(&position);
        for (int depth = 1; depth <= 3; depth++) {
            score_t expected = oracle_score(&oracle, depth, 0, true);
            expected = position.side == 0 ? expected : -expected;
            support_search_clear(support);
            support_search_limits(support)->depth = depth;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_msg(line->score == expected || line->depth < depth,
                          "%s at depth %d: %d, the oracle %d", fen_of(&position), depth,
                          line->score, expected);
            check_line(&position, line);
        }
    }
    support_search_destroy(support);
}
END_TEST

/* Null move, probcut and the other steps may overlook a win, but a win that they report is real,
 * and they find most wins. */
START_TEST(the_selective_node_claims_no_win_that_is_none)
{
    const struct game other = leap_with(&leap_selective_search);
    struct support_search *selective = support_search_create(&other, 1);
    struct support_search *exact = support_search_create(game, 4);
    struct rng rng = {5};
    int decided = 0, found = 0;
    for (int round = 0; round < SUITE_TIMES(400); round++) {
        struct leap_position position;
        if (!random_position(&rng, &position) || position.plies_left > 8) {
            continue;
        }
        support_search_clear(selective);
        support_search_limits(selective)->depth = 12;
        const struct search_line *line = support_search_run(selective, &position);
        check_line(&position, line);
        support_search_clear(exact);
        support_search_limits(exact)->depth = position.plies_left;
        score_t score = support_search_run(exact, &position)->score;
        if (score_is_mate(line->score)) {
            ck_assert_msg(score_is_mate(score) && (score > 0) == (line->score > 0),
                          "%s: %d, exactly %d", fen_of(&position), line->score, score);
        }
        decided += score_is_mate(score);
        found += score_is_mate(score) && score_is_mate(line->score);
    }
    ck_assert_int_gt(decided, SUITE_TIMES(50));
    ck_assert_int_gt(found, decided * 9 / 10);
    support_search_destroy(selective);
    support_search_destroy(exact);
}
END_TEST

START_TEST(a_line_may_hold_two_moves_of_one_side_and_passes)
{
    struct support_search *support = support_search_create(game, 1);
    /* Two consecutive moves through the centre reach the last enemy stone, one move does not. */
    struct leap_position position = position_of("5/2o2/5/2x2/5 x 0 9");
    support_search_limits(support)->depth = 5;
    const struct search_line *line = support_search_run(support, &position);
    ck_assert_int_eq(line->score, score_mate_in(2));
    check_line(&position, line);
    /* One stone ahead and after a pass: another pass ends the game and wins. */
    position = position_of("o4/5/5/5/x3x x 1 9");
    support_search_limits(support)->depth = 5;
    line = support_search_run(support, &position);
    ck_assert_int_eq(line->score, score_mate_in(1));
    ck_assert_uint_eq(line->pv[0], MOVE_PASS);
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("search_multi_move");
    SUPPORT_ADD(suite, a_pass_two_moves_in_a_row_and_a_long_path_are_played_as_written);
    SUPPORT_ADD(suite, the_legal_moves_are_those_of_the_oracle);
    SUPPORT_ADD(suite, alphabeta_and_minimax_equal_the_oracle_at_every_depth);
    SUPPORT_ADD(suite, alphabeta_equals_minimax_behind_aspiration_windows);
    SUPPORT_ADD(suite, quiescence_search_equals_the_oracle);
    SUPPORT_ADD(suite, the_selective_node_claims_no_win_that_is_none);
    SUPPORT_ADD(suite, a_line_may_hold_two_moves_of_one_side_and_passes);
    return support_run(suite);
}
