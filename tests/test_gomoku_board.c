/* SPDX-License-Identifier: MIT */
/* Tests gomoku's board: after any moves its threats equal those of a board that is built from the
 * position. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku/board.h"
#include "gomoku/rules.h"
#include "gomoku_oracle.h"
#include "suite.h"

static struct gomoku_board board, fresh;

/* Plays a random move or, with probability 1/4, unmakes the last one of `made`. */
static void walk(struct rng *rng, move_t *made, int *count)
{
    struct move_list list;
    list.count = 0;
    gomoku_legal_moves(&board.position, &list);
    if (*count && (!list.count || rng_below(rng, 4) == 0)) {
        gomoku_board_unmake(&board, made[--*count]);
    } else if (list.count) {
        made[*count] = list.moves[rng_below(rng, (uint64_t)list.count)];
        gomoku_board_make(&board, made[(*count)++]);
    }
}

START_TEST(incremental_threats_equal_recomputed_ones)
{
    struct rng rng = {(uint64_t)_i + 3};
    for (int game = 0; game < SUITE_TIMES(100); game++) {
        struct gomoku_position position;
        gomoku_clear(&position, 5 + (int)rng_below(&rng, 18), (enum gomoku_rule)_i);
        gomoku_board_set(&board, &position);
        move_t made[GOMOKU_MAX_LINE];
        int count = 0;
        for (int i = 0; i < 150; i++) {
            walk(&rng, made, &count);
            gomoku_board_set(&fresh, &board.position);
            ck_assert_mem_eq(&board, &fresh, offsetof(struct gomoku_board, line));
        }
    }
}
END_TEST

/* Computes the accumulators as network.h defines them. */
static void sum_features(int sums[GOMOKU_COLOURS][NETWORK_FEATURES])
{
    const struct gomoku_network *network = &gomoku_network;
    memset(sums, 0, GOMOKU_COLOURS * sizeof *sums);
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            for (int k = 0; k < NETWORK_FEATURES; k++) {
                int both = network->own[gomoku_board_code(&board, perspective, square)][k] +
                           network->other[gomoku_board_code(&board, 1 - perspective, square)][k];
                sums[perspective][k] += both < 0                     ? 0
                                        : both > NETWORK_ONE_FEATURE ? NETWORK_ONE_FEATURE
                                                                     : both;
            }
        }
    }
}

/* The network's accumulators, updated after one or several moves, agree with the definition. */
START_TEST(updated_accumulators_equal_their_definition)
{
    struct rng rng = {(uint64_t)_i + 7};
    for (int game = 0; game < SUITE_TIMES(60); game++) {
        struct gomoku_position position;
        gomoku_clear(&position, 5 + (int)rng_below(&rng, 18), (enum gomoku_rule)_i);
        gomoku_board_set(&board, &position);
        move_t made[GOMOKU_MAX_LINE];
        int count = 0;
        for (int i = 0; i < 150; i++) {
            walk(&rng, made, &count);
            if (rng_below(&rng, 4) > 0) {
                continue;
            }
            int sums[GOMOKU_COLOURS][NETWORK_FEATURES];
            sum_features(sums);
            const struct gomoku_accumulator *accumulator = gomoku_board_accumulator(&board);
            for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
                for (int k = 0; k < NETWORK_FEATURES; k++) {
                    ck_assert_int_eq(accumulator->sums[perspective][k], sums[perspective][k]);
                }
            }
        }
    }
}
END_TEST

/* Computes the layers as network.h defines them, in integers that cannot overflow. */
static int64_t network_by_definition(void)
{
    const struct gomoku_network *network = &gomoku_network;
    const int mover = board.position.to_move, rule = board.position.rule;
    int sums[GOMOKU_COLOURS][NETWORK_FEATURES];
    sum_features(sums);
    enum gomoku_stage stage = STAGE_CALM;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        enum gomoku_threat threat = gomoku_board_threat(&board, 1 - mover, square);
        stage = threat == THREAT_OPEN_FOUR || threat == THREAT_FOURS ? STAGE_THREATENED : stage;
    }
    int64_t output = network->output_bias[stage][rule];
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        int64_t active = network->hidden_bias[stage][rule][unit];
        for (int k = 0; k < NETWORK_FEATURES; k++) {
            active += (int64_t)sums[mover][k] * network->hidden[stage][unit][0][k] +
                      (int64_t)sums[1 - mover][k] * network->hidden[stage][unit][1][k];
        }
        active /= NETWORK_ONE_FEATURE;
        active = active < 0 ? 0 : active > NETWORK_ONE_HIDDEN ? NETWORK_ONE_HIDDEN : active;
        output += active * network->output[stage][unit];
    }
    return output * NETWORK_UNIT / NETWORK_ONE_HIDDEN / NETWORK_ONE_OUTPUT;
}

static int classical_by_definition(void)
{
    const int mover = board.position.to_move;
    int sum = 0;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        sum += gomoku_weights[gomoku_board_code(&board, mover, square)].moving -
               gomoku_weights[gomoku_board_code(&board, 1 - mover, square)].waiting;
    }
    return sum / 8;
}

START_TEST(evaluations_equal_their_definition)
{
    struct rng rng = {(uint64_t)_i + 8};
    for (int game = 0; game < SUITE_TIMES(60); game++) {
        struct gomoku_position position;
        gomoku_clear(&position, 5 + (int)rng_below(&rng, 18), (enum gomoku_rule)_i);
        gomoku_board_set(&board, &position);
        move_t made[GOMOKU_MAX_LINE];
        int count = 0;
        for (int i = 0; i < 150; i++) {
            walk(&rng, made, &count);
            int64_t score = classical_by_definition() + network_by_definition();
            ck_assert_int_eq(gomoku_board_evaluate(&board), score);
        }
    }
}
END_TEST

static void check_colour(const struct gomoku_board *left, const struct gomoku_board *right, int c)
{
    ck_assert_mem_eq(left->cells[c], right->cells[c], sizeof(left->cells[c]));
    ck_assert_mem_eq(left->count[c], right->count[c], sizeof(left->count[c]));
    ck_assert_mem_eq(left->squares[c], right->squares[c], sizeof(left->squares[c]));
}

/* Moves for one colour only: its data is as if all moves had been made, and after unmaking them the
 * data of both colours is as before. */
START_TEST(a_move_for_one_colour_updates_that_colour)
{
    static struct gomoku_board before, whole;
    struct rng rng = {(uint64_t)_i + 31};
    for (int game = 0; game < SUITE_TIMES(300); game++) {
        struct gomoku_position position;
        move_t made[8];
        int count = 0, c = game % 2;
        gomoku_clear(&position, 9, (enum gomoku_rule)_i);
        for (int ply = 0; ply < 20 + LENGTH(made) && !position.winner; ply++) {
            struct move_list list;
            list.count = 0;
            gomoku_legal_moves(&position, &list);
            if (list.count == 0) {
                break;
            }
            move_t move = list.moves[rng_below(&rng, (uint64_t)list.count)];
            gomoku_play(&position, move);
            if (ply < 20) {
                gomoku_board_set(&board, &position);
                gomoku_board_set(&before, &position);
            } else {
                gomoku_board_make_for(&board, move, (enum gomoku_colour)c);
                made[count++] = move;
                gomoku_board_set(&whole, &position);
                check_colour(&board, &whole, c);
            }
        }
        while (count > 0) {
            gomoku_board_unmake(&board, made[--count]);
        }
        check_colour(&board, &before, BLACK);
        check_colour(&board, &before, WHITE);
        ck_assert_uint_eq(board.position.key, before.position.key);
    }
}
END_TEST

/* Compares the threats on all squares with the oracle. */
START_TEST(threats_are_what_the_oracle_sees)
{
    struct rng rng = {(uint64_t)_i + 11};
    for (int game = 0; game < SUITE_TIMES(60); game++) {
        struct gomoku_position position;
        gomoku_clear(&position, 9, (enum gomoku_rule)_i);
        for (int ply = 0; ply < 30 && !position.winner; ply++) {
            struct move_list list;
            list.count = 0;
            gomoku_legal_moves(&position, &list);
            if (list.count) {
                gomoku_play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
            }
        }
        gomoku_board_set(&board, &position);
        struct oracle_board oracle = oracle_board_of(&position);
        for (int square = 0; square < GOMOKU_SQUARES; square++) {
            bool on_board = gomoku_file(square) <= GOMOKU_MAX_SIZE;
            for (int c = BLACK; c <= WHITE && on_board && gomoku_is_empty(&position, square); c++) {
                int file = gomoku_file(square) - 1, rank = gomoku_rank(square) - 1, threes = 0;
                enum gomoku_threat threat = gomoku_board_threat(&board, c, square);
                enum gomoku_forbidden why = oracle_forbidden(oracle, file, rank, "xo"[c]);
                ck_assert_int_eq(gomoku_board_allows(&board, (enum gomoku_colour)c, square),
                                 why == FORBIDDEN_NOT);
                ck_assert_int_eq(threat == THREAT_FIVE, oracle_wins(oracle, file, rank, "xo"[c]));
                bool open_four = false;
                for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
                    enum gomoku_shape shape = oracle_shape(
                        oracle.rule, oracle_line_of(&oracle, file, rank, (enum gomoku_direction)d),
                        "xo"[c]);
                    open_four |= shape == SHAPE_OPEN_FOUR;
                    threes += shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE;
                }
                if (threat != THREAT_FORBIDDEN && threat != THREAT_SUSPECT &&
                    threat != THREAT_FIVE) {
                    ck_assert_int_eq(threat == THREAT_OPEN_FOUR, open_four);
                    ck_assert(threat != THREAT_THREES || threes >= 2);
                    ck_assert(threat != THREAT_FOUR_THREE || threes >= 1);
                }
            }
        }
    }
}
END_TEST

START_TEST(the_last_move_is_explained_by_the_eight_criteria)
{
    static const struct {
        const char *moves, *says;
    } cases[] = {
        {"h8 a1 i8", "makes an open two                  1 x   10"},
        {"h8 a1 i8 c1 j8", "makes an open three                1 x   50"},
        {"h8 a1 i8 c1 j8 e1 k8", "makes an open four                 1 x 1000"},
        {"h8 a1 i8 c1 j8 e1 k8 g1 l8", "makes a five: wins                 1 x    0"},
        {"h8 a1 i8 c1 j8 k8", "blocks an open three               1 x  300"},
        {"h8 k8 i8 c1 j8 g8", "blocks a closed three              1 x  100"},
        {"h8 g8 i8 c1 j8 a1 k8 l8", "blocks a four closed on one side   1 x 5000"},
        {"h8 a1 i8 c1 j8 e1 k8 l8", "blocks an open four                1 x  500"},
        {"b1 h8 c1 j8 d1 l8 e1 a1", "blocks an open four                1 x  500"},
        {"b1 f1 c1 j8 d1 l8 e1 a1", "blocks a four closed on one side   1 x 5000"},
    };
    struct gomoku_position position;
    char copy[256], *rest = NULL;
    gomoku_clear(&position, 15, RULE_FREESTYLE);
    snprintf(copy, sizeof(copy), "%s", cases[_i].moves);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int square = 0;
        ck_assert(gomoku_parse_square(&position, word, &square, NULL));
        gomoku_play(&position, (move_t)square);
    }
    struct buffer text = {0};
    gomoku_board_set(&board, &position);
    gomoku_explain(&board.position, &text);
    ck_assert_msg(strstr(buffer_text(&text), cases[_i].says), "%s not in\n%s", cases[_i].says,
                  buffer_text(&text));
    buffer_finish(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_board");
    TCase *tests = tcase_create("threats");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, incremental_threats_equal_recomputed_ones, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, a_move_for_one_colour_updates_that_colour, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, updated_accumulators_equal_their_definition, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, evaluations_equal_their_definition, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, threats_are_what_the_oracle_sees, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, the_last_move_is_explained_by_the_eight_criteria, 0, 10);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
