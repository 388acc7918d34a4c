/* SPDX-License-Identifier: MIT */
/* Tests Connect Four's search: known answers, minimax, and positions with known exact scores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect4/rules.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

/* Returns the position after moves in these columns, '1' to '7'. */
static struct connect4_position after_columns(const char *columns)
{
    struct connect4_position position;
    game->start(NULL, &position);
    for (; *columns >= '1' && *columns <= '7'; columns++) {
        game->play(&position, connect4_column_move(*columns - '1'));
    }
    return position;
}

/* Converts a score of the data sets (connect4/solver/children.h) to a score of the search. */
static score_t score_of_number(const struct connect4_position *position, int number)
{
    if (number == 0) {
        return SCORE_DRAW;
    }
    int size = number < 0 ? -number : number;
    bool first_wins = (number > 0) == (position->ply % 2 == 0);
    int last_ply = 2 * (22 - size) - first_wins;
    int plies = last_ply - position->ply;
    return number > 0 ? score_mate_in(plies) : score_mated_in(plies);
}

/* Checks that the line of a mate is legal, has the length of its score, and ends with a four of the
 * winner. */
static void check_line(const struct connect4_position *root, const struct search_line *line,
                       const char *name)
{
    struct connect4_position position = *root;
    for (int i = 0; i < line->length; i++) {
        struct move_list moves = {.count = 0};
        game->legal_moves(&position, &moves);
        ck_assert_msg(move_list_find(&moves, line->pv[i]) >= 0, "%s: move %d of the line", name, i);
        game->play(&position, line->pv[i]);
    }
    int plies =
        score_is_mate(line->score) ? score_mate_plies(line->score) : CONNECT4_SQUARES - root->ply;
    ck_assert_msg(line->length == abs(plies), "%s: %d moves, %d expected", name, line->length,
                  abs(plies));
    ck_assert_msg(game->result(&position) != RESULT_NONE, "%s: the line stops short", name);
}

static const struct {
    const char *columns, *answer;
    int first_depth; /* the smallest depth that finds it */
} seeds[] = {
    {"121212", "1", 1},
    {"121232", "2", 2},
};

START_TEST(the_teaching_positions_get_their_answers_at_every_depth_that_suffices)
{
    struct support_search *support = support_search_create(game, 16);
    for (int i = 0; i < LENGTH(seeds); i++) {
        struct connect4_position position = after_columns(seeds[i].columns);
        for (int depth = seeds[i].first_depth; depth <= 12; depth++) {
            support_search_clear(support);
            support_search_limits(support)->depth = depth;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_msg(!strcmp(support_move_text(game, &position, line->pv[0]), seeds[i].answer),
                          "%s at depth %d", seeds[i].columns, depth);
        }
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(alpha_beta_has_the_score_of_minimax_at_every_small_depth)
{
    struct support_search *support = support_search_create(game, 16);
    struct rng rng = {7};
    for (int i = 0; i < SUITE_TIMES(60); i++) {
        struct connect4_position position;
        game->start(NULL, &position);
        int plies = (int)rng_below(&rng, 40);
        for (int ply = 0; ply < plies; ply++) {
            struct move_list moves = {.count = 0};
            game->legal_moves(&position, &moves);
            if (moves.count == 0) {
                break;
            }
            game->play(&position, moves.moves[rng_below(&rng, (uint64_t)moves.count)]);
        }
        for (int depth = 1; depth <= 6; depth++) {
            support_search_clear(support);
            struct search_limits *limits = support_search_limits(support);
            limits->depth = depth;
            score_t pruned = support_search_run(support, &position)->score;
            limits->algorithm = ALGORITHM_MINIMAX;
            score_t full = support_search_run(support, &position)->score;
            ck_assert_msg(pruned == full, "game %d, depth %d: %d, not %d", i, depth, (int)pruned,
                          (int)full);
        }
    }
    support_search_destroy(support);
}
END_TEST

static const char *const sets[] = {
    "any", "plies-8", "plies-10", "plies-12", "plies-14", "plies-18", "plies-24", "plies-30",
};

START_TEST(known_scores_are_found)
{
    char path[512], columns[64];
    snprintf(path, sizeof path, "%s/connect4/%s.txt", TESTS_DATA, sets[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    struct support_search *support = support_search_create(game, 64);
    int number, count = 0;
    while (fscanf(file, "%63s %d", columns, &number) == 2) {
        count++;
        if (SUITE_SKIPS(count)) {
            continue;
        }
        struct connect4_position position = after_columns(columns);
        support_search_limits(support)->depth = CONNECT4_SQUARES;
        const struct search_line *line = support_search_run(support, &position);
        score_t expected = score_of_number(&position, number);
        ck_assert_msg(line->score == expected, "%s: %d, not %d", columns, (int)line->score,
                      (int)expected);
        check_line(&position, line, columns);
    }
    ck_assert_int_ge(count, 60);
    fclose(file);
    support_search_destroy(support);
}
END_TEST

int main(void)
{
    game = support_game("connect4");
    Suite *suite = suite_create("connect4_search");
    SUPPORT_ADD(suite, the_teaching_positions_get_their_answers_at_every_depth_that_suffices);
    SUPPORT_ADD(suite, alpha_beta_has_the_score_of_minimax_at_every_small_depth);
    TCase *known = tcase_create("known scores");
    tcase_set_timeout(known, 300);
    tcase_add_loop_test(known, known_scores_are_found, 0, LENGTH(sets));
    suite_add_tcase(suite, known);
    return support_run(suite);
}
