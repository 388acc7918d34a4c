/* SPDX-License-Identifier: MIT */
/* Tests gomoku's search: its wins are real, have the length of their scores, and obey the rules.
 *
 * GOMOKU_GAMES=1000 in the environment plays that many games under omok. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku/board.h"
#include "gomoku/candidates.h"
#include "gomoku/rules.h"
#include "gomoku/vcf.h"
#include "gomoku_brute.h"
#include "support.h"

#define DEFAULT_GAMES 3

static const struct game *game;

static const char *const rule_names[] = {"freestyle", "standard", "renju", "caro", "omok"};

static enum gomoku_rule rule_of(const char *name)
{
    for (int rule = 0; rule < GOMOKU_RULES; rule++) {
        if (strcmp(name, rule_names[rule]) == 0) {
            return (enum gomoku_rule)rule;
        }
    }
    ck_abort_msg("no such rule: %s", name);
}

static void set_position(struct gomoku_position *position, enum gomoku_rule rule, int size,
                         const char *fen)
{
    struct error error = {""};
    struct game_settings settings = {.values = {[GOMOKU_SIZE] = size, [GOMOKU_RULE] = (int)rule}};
    ck_assert_msg(gomoku_parse_fen(&settings, fen, position, &error), "%s: %s", fen, error.text);
}

/* Plays random stones near the centre, after which nobody has won. */
static void random_opening(struct rng *rng, struct gomoku_position *position, int size,
                           enum gomoku_rule rule, int stones)
{
    do {
        gomoku_clear(position, size, rule);
        while (position->stone_count < stones && !position->winner) {
            int span = size < 7 ? size : 7;
            int file = 1 + (size - span) / 2 + (int)rng_below(rng, (uint64_t)span);
            int rank = 1 + (size - span) / 2 + (int)rng_below(rng, (uint64_t)span);
            struct error error;
            if (gomoku_check_move(position, gomoku_square(file, rank), &error)) {
                gomoku_play(position, (move_t)gomoku_square(file, rank));
            }
        }
    } while (position->winner);
}

/* Checks that the line is legal and, if its score is a mate, ends with that mate. */
static void check_line(const struct gomoku_position *root, const struct search_line *line)
{
    struct gomoku_position position = *root;
    struct buffer fen = {0};
    gomoku_format_fen(root, &fen);
    for (int i = 0; i < line->length; i++) {
        struct error error = {""};
        ck_assert_msg(gomoku_check_move(&position, line->pv[i], &error),
                      "%s: ply %d of the line: %s", buffer_text(&fen), i, error.text);
        gomoku_play(&position, line->pv[i]);
    }
    if (score_is_mate(line->score) && line->bound == BOUND_EXACT && line->depth > 0) {
        int plies = score_mate_plies(line->score);
        ck_assert_msg(line->length == (plies < 0 ? -plies : plies),
                      "%s: mate in %d plies, %d moves", buffer_text(&fen), plies, line->length);
        ck_assert_msg(position.winner != 0, "%s: the mate is none", buffer_text(&fen));
        ck_assert_int_eq(position.winner == 1 + root->to_move, plies > 0);
    }
    buffer_finish(&fen);
}

START_TEST(lines_are_legal_and_mates_as_long_as_they_say)
{
    struct support_search *support = support_search_create(game, 4);
    struct rng rng = {(uint64_t)_i + 20};
    int mates = 0;
    for (int round = 0; round < SUITE_TIMES(12); round++) {
        struct gomoku_position position;
        random_opening(&rng, &position, 9 + round % 6, (enum gomoku_rule)_i, 7);
        support_search_clear(support);
        while (gomoku_result(&position) == RESULT_NONE) {
            support_search_limits(support)->nodes = 2000;
            const struct search_line *line = support_search_run(support, &position);
            ck_assert_int_ge(line->length, 1);
            check_line(&position, line);
            mates += score_is_mate(line->score);
            gomoku_play(&position, line->pv[0]);
        }
    }
    ck_assert(mates > 0 || SUITE_SANITIZED);
    support_search_destroy(support);
}
END_TEST

/* Returns the value of a nearly full board by exhaustive search: +1, 0, -1 for the side to
 * move. */
static int solve(struct gomoku_position *position)
{
    if (position->winner) {
        return -1;
    }
    struct move_list list;
    list.count = 0;
    gomoku_legal_moves(position, &list);
    int best = list.count ? -1 : 0;
    for (int i = 0; i < list.count && best < 1; i++) {
        struct gomoku_undo undo;
        gomoku_make(position, list.moves[i], &undo);
        int value = -solve(position);
        gomoku_unmake(position, list.moves[i], &undo);
        best = value > best ? value : best;
    }
    return best;
}

START_TEST(endings_have_the_value_of_playing_everything)
{
    struct support_search *support = support_search_create(game, 4);
    struct rng rng = {(uint64_t)_i + 40};
    for (int i = 0; i < SUITE_TIMES(40); i++) {
        struct gomoku_position position;
        do {
            gomoku_clear(&position, 6, (enum gomoku_rule)_i);
            struct move_list list;
            for (;;) {
                list.count = 0;
                gomoku_legal_moves(&position, &list);
                if (list.count == 0 || position.stone_count >= 28) {
                    break;
                }
                gomoku_play(&position, list.moves[rng_below(&rng, (uint64_t)list.count)]);
            }
        } while (gomoku_result(&position) != RESULT_NONE);
        support_search_clear(support);
        support_search_limits(support)->depth = 20;
        const struct search_line *line = support_search_run(support, &position);
        int value = solve(&position);
        int found = line->score >= SCORE_MATE_FOUND ? 1 : line->score <= -SCORE_MATE_FOUND ? -1 : 0;
        struct buffer fen = {0};
        gomoku_format_fen(&position, &fen);
        ck_assert_msg(found == value, "%s under %s: %d, by playing everything %d",
                      buffer_text(&fen), rule_names[_i], found, value);
        check_line(&position, line);
        buffer_finish(&fen);
    }
    support_search_destroy(support);
}
END_TEST

/* Lines "RULE SIZE PLIES FEN": positions whose shortest VCF has PLIES plies. */
START_TEST(known_wins_by_fours_are_found)
{
    static struct gomoku_board board;
    FILE *file = fopen(TESTS_DATA "/gomoku/fours.txt", "r");
    ck_assert_ptr_nonnull(file);
    struct support_search *support = support_search_create(game, 16);
    char text[1024], name[16];
    int size, plies, offset, total = 0, short_total = 0, short_found = 0, long_total = 0,
                             long_found = 0;
    while (fgets(text, sizeof text, file)) {
        if (text[0] == '#' || sscanf(text, "%15s %d %d %n", name, &size, &plies, &offset) != 3) {
            continue;
        }
        text[strcspn(text, "\n")] = '\0';
        struct gomoku_position position;
        set_position(&position, rule_of(name), size, text + offset);
        total++;
        if (SUITE_SKIPS(total)) {
            continue;
        }
        if (total % 10 == 0 && plies <= 9) {
            struct oracle_board oracle = oracle_board_of(&position);
            ck_assert_int_eq(brute_fours(&oracle, "xo"[position.to_move], plies), plies);
        }
        gomoku_board_set(&board, &position);
        support_search_clear(support);
        support_search_limits(support)->nodes = 100000;
        support->search.limits.mate_plies = plies;
        const struct search_line *line = support_search_run(support, &position);
        check_line(&position, line);
        bool found = line->score >= SCORE_MATE_FOUND;
        ck_assert_msg(found || plies > 9, "not found: %s", text);
        short_total += plies <= 9;
        short_found += plies <= 9 && found;
        long_total += plies > 9 && plies <= 21;
        long_found += plies > 9 && plies <= 21 && found;
    }
    fclose(file);
    support_search_destroy(support);
    ck_assert_int_ge(total, 200);
    ck_assert_int_eq(short_found, short_total);
    ck_assert_msg(long_found * 10 >= long_total * 9, "%d of %d", long_found, long_total);
}
END_TEST

/* Lines "RULE SIZE PLIES MOVE FEN": wins that need threes, too. A third of a sample must be found.
 * `build/tests/bench_gomoku_mates` counts all. */
START_TEST(wins_by_threes_are_found)
{
    FILE *file = fopen(TESTS_DATA "/gomoku/mates.txt", "r");
    ck_assert_ptr_nonnull(file);
    struct support_search *support = support_search_create(game, 16);
    char text[1024], name[16], move[8];
    int size, plies, offset, total = 0, tried = 0, found = 0;
    while (fgets(text, sizeof text, file)) {
        if (text[0] == '#') {
            continue;
        }
        ck_assert_msg(sscanf(text, "%15s %d %d %7s %n", name, &size, &plies, move, &offset) == 4,
                      "not RULE SIZE PLIES MOVE FEN: %s", text);
        text[strcspn(text, "\n")] = '\0';
        struct gomoku_position position;
        set_position(&position, rule_of(name), size, text + offset);
        ck_assert_msg(gomoku_result(&position) == RESULT_NONE && plies % 2 == 1, "%s", text);
        if (total++ % 4 > 0 || SUITE_SKIPS(total / 4)) {
            continue;
        }
        support_search_clear(support);
        support_search_limits(support)->nodes = SUITE_SANITIZED ? 50000 : 200000;
        const struct search_line *line = support_search_run(support, &position);
        check_line(&position, line);
        tried++;
        found += line->score >= SCORE_MATE_FOUND;
    }
    fclose(file);
    support_search_destroy(support);
    ck_assert_int_ge(total, 50);
    ck_assert_msg(found * 4 >= tried || SUITE_SANITIZED, "%d of %d", found, tried);
}
END_TEST

/* The VCF search agrees with an exhaustive search for short wins. */
START_TEST(wins_by_fours_are_those_of_looking_at_everything)
{
    static struct gomoku_board board;
    static struct gomoku_vcf_table table;
    struct rng rng = {(uint64_t)_i + 60};
    int wins = 0;
    for (int i = 0; i < SUITE_TIMES(150); i++) {
        struct gomoku_position position;
        random_opening(&rng, &position, 9, (enum gomoku_rule)_i, 14 + i % 12);
        struct oracle_board oracle = oracle_board_of(&position);
        gomoku_board_set(&board, &position);
        int want = brute_fours(&oracle, "xo"[position.to_move], 7);
        for (int plies = 1; plies <= 7; plies += 2) {
            struct gomoku_vcf search = {.board = &board, .table = &table, .limit = 1000000};
            bool found = gomoku_vcf_search(&search, plies);
            struct buffer fen = {0};
            gomoku_format_fen(&position, &fen);
            ck_assert_msg(found == (want && want <= plies), "%s %s: %d within %d plies, really %d",
                          rule_names[_i], buffer_text(&fen), found, plies, want);
            buffer_finish(&fen);
            wins += found;
        }
    }
    ck_assert_int_gt(wins, 0);
}
END_TEST

/* The nodes of the nested search for fours count, too. */
START_TEST(no_more_nodes_are_searched_than_the_limit_says)
{
    struct support_search *support = support_search_create(game, 4);
    struct rng rng = {5};
    for (int i = 0; i < SUITE_TIMES(200); i++) {
        struct gomoku_position position;
        random_opening(&rng, &position, 15, RULE_FREESTYLE, 12 + i % 12);
        uint64_t limit = 1 + rng_below(&rng, 3000);
        support_search_clear(support);
        support_search_limits(support)->nodes = limit;
        support_search_run(support, &position);
        struct buffer fen = {0};
        gomoku_format_fen(&position, &fen);
        uint64_t nodes = atomic_load(&support->worker->nodes);
        ck_assert_msg(nodes <= limit, "%s: %llu nodes of %llu", buffer_text(&fen),
                      (unsigned long long)nodes, (unsigned long long)limit);
        buffer_finish(&fen);
    }
    support_search_destroy(support);
}
END_TEST

/* The engine plays a game against itself, and the oracle checks every move. */
START_TEST(nobody_plays_a_forbidden_move_under_omok)
{
    const char *text = getenv("GOMOKU_GAMES");
    long games = text ? strtol(text, NULL, 10) : DEFAULT_GAMES;
    struct support_search *support = support_search_create(game, 4);
    struct rng rng = {9};
    for (long round = 0; round < games; round++) {
        struct gomoku_position position;
        random_opening(&rng, &position, 19, RULE_OMOK, 4 + (int)(round % 8));
        support_search_clear(support);
        while (gomoku_result(&position) == RESULT_NONE) {
            support_search_limits(support)->nodes = 300;
            const struct search_line *line = support_search_run(support, &position);
            struct oracle_board oracle = oracle_board_of(&position);
            move_t move = line->pv[0];
            ck_assert_int_eq(oracle_forbidden(oracle, gomoku_file(move) - 1, gomoku_rank(move) - 1,
                                              "xo"[position.to_move]),
                             FORBIDDEN_NOT);
            gomoku_play(&position, move);
        }
    }
    support_search_destroy(support);
}
END_TEST

/* The defences that the search tries are exactly those that work. */
START_TEST(defences_are_all_that_stop_an_open_four)
{
    static struct gomoku_board board;
    struct rng rng = {(uint64_t)_i + 80};
    int seen = 0;
    for (int i = 0; i < 3000 && seen < 100; i++) {
        struct gomoku_position position;
        random_opening(&rng, &position, 11, (enum gomoku_rule)_i, 8 + i % 8);
        gomoku_board_set(&board, &position);
        int mover = position.to_move;
        if (gomoku_vcf_static_win(&board) || gomoku_urgency(&board) != URGENCY_THREE) {
            continue;
        }
        seen++;
        struct move_list list = {.count = 0}, legal;
        gomoku_candidates(&board, &list);
        legal.count = 0;
        gomoku_legal_moves(&position, &legal);
        for (int k = 0; k < legal.count; k++) {
            move_t move = legal.moves[k];
            bool is_candidate = move_list_find(&list, move) >= 0;
            gomoku_board_make(&board, move);
            bool lost = board.count[mover][THREAT_FIVE] == 0 && gomoku_vcf_static_win(&board) > 0;
            gomoku_board_unmake(&board, move);
            struct buffer fen = {0};
            gomoku_format_fen(&position, &fen);
            gomoku_format_square(move, &fen);
            ck_assert_msg(lost || is_candidate, "a defence is left out: %s", buffer_text(&fen));
            buffer_finish(&fen);
        }
    }
    ck_assert_int_gt(seen, _i == RULE_CARO ? -1 : 20);
}
END_TEST

int main(void)
{
    game = support_game("gomoku");
    Suite *suite = suite_create("gomoku_search");
    TCase *tests = tcase_create("search");
    tcase_set_timeout(tests, getenv("GOMOKU_GAMES") ? 0 : 120);
    tcase_add_loop_test(tests, lines_are_legal_and_mates_as_long_as_they_say, 0, GOMOKU_RULES);
    tcase_add_loop_test(tests, endings_have_the_value_of_playing_everything, 0, GOMOKU_RULES);
    tcase_add_test(tests, known_wins_by_fours_are_found);
    tcase_add_test(tests, wins_by_threes_are_found);
    tcase_add_loop_test(tests, wins_by_fours_are_those_of_looking_at_everything, 0, RULE_CARO);
    tcase_add_loop_test(tests, defences_are_all_that_stop_an_open_four, 0, RULE_CARO);
    tcase_add_test(tests, no_more_nodes_are_searched_than_the_limit_says);
    tcase_add_test(tests, nobody_plays_a_forbidden_move_under_omok);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
