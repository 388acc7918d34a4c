/* SPDX-License-Identifier: MIT */
/* Tests how searches use endgame tables: the scores, the options, the root, and that a damaged file
 * is refused. The tables are KQvK, with distances, and KNvKN, without. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/evaluate.h"
#include "chess/rules.h"
#include "chess/tablebase.h"
#include "registry.h"
#include "support.h"
#include "tt.h"

#define TABLES TESTS_DATA "/syzygy"

/* White wins with the queen: in 12 plies at least, and in at most 20. */
#define QUEEN "8/8/4k3/8/8/8/7Q/K7 w - - %d 60"

/* White can take the queen. The table of two queens is missing. */
#define QUEENS "7q/8/8/4k3/8/8/8/1K5Q w - - 0 1"

static const struct game *game;
static struct support_search *search;
static const void *resource;
static struct error error;

static void set_up(void)
{
    ck_assert_msg(chess_tablebase_open_setting(TABLES, &resource, &error), "%s", error.text);
    search = support_search_create(game, 1);
}

static void tear_down(void)
{
    support_search_destroy(search);
    chess_tablebase_close_setting(resource);
}

static void set_option(const char *name, int value)
{
    search->settings.values[game_find_option(game, name)] = value;
}

/* Searches to a depth, without what an earlier search has learned. */
static const struct search_line *search_to(const char *fen, int depth)
{
    static struct chess_position position;
    support_position(game, fen, &position);
    support_search_clear(search);
    atomic_store(&search->worker->tb_hits, 0);
    support_search_limits(search)->depth = depth;
    return support_search_run(search, &position);
}

static const char *queen_after(int clock)
{
    static char fen[80];
    snprintf(fen, sizeof fen, QUEEN, clock);
    return fen;
}

START_TEST(a_win_at_the_root_has_the_highest_score_below_the_mates)
{
    const struct search_line *line = search_to(queen_after(0), 3);
    ck_assert_int_eq(line->score, SCORE_TABLES);
    ck_assert_int_eq(line->bound, BOUND_EXACT);
    ck_assert(!score_is_mate(line->score));
    ck_assert_uint_gt(atomic_load(&search->worker->tb_hits), 10); /* each move of the root */
    ck_assert_int_eq(search_to("8/8/4K3/8/8/8/7q/k7 w - - 0 1", 3)->score, -SCORE_TABLES);
    ck_assert_int_eq(search_to("8/7N/4k3/8/8/7n/8/K7 w - - 0 1", 3)->score, SCORE_DRAW);
}
END_TEST

START_TEST(a_mate_that_is_found_is_reported)
{
    const struct search_line *line = search_to("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", 4);
    ck_assert_int_eq(line->score, score_mate_in(1));
}
END_TEST

/* The score that the transposition table has for the position after a move. */
static score_t stored_after(const struct chess_position *position, const char *text)
{
    struct chess_position after = *position;
    move_t move;
    ck_assert_msg(game->parse_move(position, text, &move, &error), "%s", error.text);
    game->play(&after, move);
    return tt_probe(search->tt, game->key(&after)).score;
}

/* The score is counted from the root, and in the transposition table from the known position. */
START_TEST(a_win_below_the_root_is_counted_from_where_it_is_known)
{
    struct chess_position position;
    support_position(game, QUEENS, &position);
    for (int depth = 2; depth <= 7; depth++) {
        support_search_limits(search)->depth = depth;
        const struct search_line *line = support_search_run(search, &position);
        ck_assert_str_eq(support_move_text(game, &position, line->pv[0]), "h1h8");
        ck_assert_int_eq(line->score, SCORE_TABLES - 1);
    }
    ck_assert_int_eq(stored_after(&position, "h1h8"), -SCORE_TABLES);
    ck_assert_uint_gt(atomic_load(&search->worker->tb_hits), 0);
}
END_TEST

/* The king may take the bishop, which loses to the queen. The table of both pieces is missing. */
START_TEST(a_loss_below_the_root_is_counted_from_where_it_is_known)
{
    struct chess_position position;
    support_position(game, "7k/8/8/8/8/7q/8/Kb6 w - - 0 1", &position);
    support_search_limits(search)->depth = 3;
    ck_assert_int_gt(support_search_run(search, &position)->score, -SCORE_TABLES_FOUND);
    ck_assert_int_eq(stored_after(&position, "a1b1"), SCORE_TABLES);
    search->search.limits.multipv = 2;
    support_search_run(search, &position);
    const struct search_line *line = &search->worker->lines[1];
    ck_assert_str_eq(support_move_text(game, &position, line->pv[0]), "a1b1");
    ck_assert_int_eq(line->score, 1 - SCORE_TABLES);
}
END_TEST

START_TEST(evaluations_stay_below_the_wins_of_the_tables)
{
    struct chess_position position;
    support_position(game, queen_after(0), &position);
    ck_assert_int_lt(chess_scale_by_clock(&position, 1000000), SCORE_TABLES_FOUND);
    support_position(game, "QQQQQQQQ/QQQQQQQ1/8/8/8/8/4k3/K7 b - - 0 1", &position);
    ck_assert_int_gt(game->evaluate(&position), -SCORE_TABLES_FOUND);
    ck_assert_int_lt(SCORE_TABLES, SCORE_MATE_FOUND);
}
END_TEST

/* White mates in 9 moves, which are 17 plies. A game is drawn when the clock of the fifty-move rule
 * reaches 100 plies: that is in time from a clock of 70, and too late from 92. */
START_TEST(the_rule_of_fifty_moves_counts_if_it_is_asked_for)
{
    ck_assert_int_eq(search_to(queen_after(70), 2)->score, SCORE_TABLES);
    ck_assert_int_eq(search_to(queen_after(92), 2)->score, CHESS_CURSED_WIN);
    set_option("Syzygy50MoveRule", 0);
    ck_assert_int_eq(search_to(queen_after(92), 2)->score, SCORE_TABLES);
}
END_TEST

START_TEST(limits_decide_what_is_looked_up)
{
    set_option("SyzygyProbeLimit", 2);
    const struct search_line *line = search_to(queen_after(0), 3);
    ck_assert_int_lt(line->score, SCORE_TABLES_FOUND);
    ck_assert_uint_eq(atomic_load(&search->worker->tb_hits), 0);
    /* Three pieces after the capture, one ply below the root. */
    set_option("SyzygyProbeLimit", 3);
    set_option("SyzygyProbeDepth", 3);
    search_to(QUEENS, 3);
    ck_assert_uint_eq(atomic_load(&search->worker->tb_hits), 0);
    set_option("SyzygyProbeDepth", 1);
    search_to(QUEENS, 3);
    ck_assert_uint_gt(atomic_load(&search->worker->tb_hits), 0);
}
END_TEST

START_TEST(a_weakened_search_does_not_look_anything_up)
{
    set_option("Skill Level", 3);
    search_to(queen_after(0), 3);
    ck_assert_uint_eq(atomic_load(&search->worker->tb_hits), 0);
}
END_TEST

START_TEST(positions_beyond_the_tables_are_searched_as_before)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", /* never so few pieces */
        "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",                           /* a missing table */
    };
    for (int i = 0; i < LENGTH(fens); i++) {
        const struct search_line with = *search_to(fens[i], 8);
        const uint64_t nodes = atomic_load(&search->worker->nodes);
        set_option("SyzygyProbeLimit", 0);
        const struct search_line *without = search_to(fens[i], 8);
        set_option("SyzygyProbeLimit", 7);
        ck_assert_uint_eq(nodes, atomic_load(&search->worker->nodes));
        ck_assert_int_eq(with.score, without->score);
    }
}
END_TEST

START_TEST(several_lines_are_ranked_by_their_results)
{
    struct chess_position position;
    support_position(game, "8/8/8/8/8/4k3/7Q/K7 w - - 0 1", &position);
    support_search_limits(search)->depth = 3;
    search->search.limits.multipv = 30;
    support_search_run(search, &position);
    const struct search_worker *worker = search->worker;
    int drawn = 0;
    for (int i = 0; i < worker->line_count; i++) {
        const score_t score = worker->lines[i].score;
        ck_assert(score == SCORE_TABLES || score == SCORE_DRAW || score_is_mate(score));
        ck_assert(i == 0 || score <= worker->lines[i - 1].score);
        drawn += score == SCORE_DRAW;
    }
    ck_assert_int_eq(drawn, 4); /* the queen is lost on d2, e2, f2 and f4 */
    ck_assert_int_gt(worker->line_count, 20);
}
END_TEST

/* Plays moves, and ranks those of the position after them. Returns how many share the highest
 * rank. */
static int count_best(const char *const moves[], int count)
{
    static struct chess_position position;
    static struct chess_ranking ranking;
    struct move_list list = {.count = 0};
    support_position(game, queen_after(0), &position);
    for (int i = 0; i < count; i++) {
        move_t move;
        ck_assert_msg(game->parse_move(&position, moves[i], &move, &error), "%s", error.text);
        game->play(&position, move);
    }
    game->legal_moves(&position, &list);
    ck_assert(chess_tablebase_rank(&position, &list, true, &ranking));
    ck_assert(ranking.by_distance);
    int best = ranking.ranks[0], same = 0;
    for (int i = 1; i < list.count; i++) {
        best = ranking.ranks[i] > best ? ranking.ranks[i] : best;
    }
    for (int i = 0; i < list.count; i++) {
        same += ranking.ranks[i] == best;
    }
    return same;
}

START_TEST(after_a_repetition_only_the_fastest_moves_are_best)
{
    static const char *const moves[] = {"h2h1", "e6e5", "h1h2", "e5e6"};
    ck_assert_int_gt(count_best(moves, 3), 1);
    ck_assert_int_gt(count_best(NULL, 0), 20);
    const int left = count_best(moves, 4);
    ck_assert_int_ge(left, 1);
    ck_assert_int_lt(left, 6);
}
END_TEST

static void write_bytes(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static size_t read_bytes(const char *path, char *bytes, size_t most)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    const size_t count = fread(bytes, 1, most, file);
    fclose(file);
    return count;
}

/* Checks a folder with only this file. Returns whether it is accepted. */
static bool accepts(const char *folder, const char *name, const char *bytes, size_t count)
{
    char path[200];
    int found;
    LOCAL_BUFFER paths = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_bytes(path, bytes, count);
    const bool good = chess_tablebase_check(folder, &paths, &found, &error);
    ck_assert_msg(good || strstr(error.text, name), "%s", error.text);
    unlink(path);
    return good;
}

START_TEST(damaged_files_are_refused_by_their_names)
{
    static const char *const names[] = {"KQvK.rtbw", "KQvK.rtbz", "KNvKN.rtbw"};
    static char bytes[10000];
    char folder[] = "tables.XXXXXX", path[200];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < LENGTH(names); i++) {
        snprintf(path, sizeof path, TABLES "/%s", names[i]);
        const size_t count = read_bytes(path, bytes, sizeof bytes);
        ck_assert_msg(accepts(folder, names[i], bytes, count), "%s", error.text);
        for (size_t left = 0; left < count; left++) {
            ck_assert(!accepts(folder, names[i], bytes, left));
        }
        ck_assert(!accepts(folder, names[i], bytes, count + 64));
        ck_assert(!accepts(folder, "KRvK.rtbw", bytes, count));
        ck_assert(!accepts(folder, "KQvKQ.rtbw", bytes, count));
        ck_assert(accepts(folder, "KQvK.txt", bytes, 10)); /* not a table */
        for (int at = 0; at < 4; at++) {
            bytes[at] ^= 1;
            ck_assert(!accepts(folder, names[i], bytes, count));
            bytes[at] ^= 1;
        }
        for (size_t at = 4; at < count && at < 300; at++) { /* any head is read safely */
            bytes[at] = (char)~bytes[at];
            accepts(folder, names[i], bytes, count);
            bytes[at] = (char)~bytes[at];
        }
    }
    memset(bytes, 0, sizeof bytes);
    ck_assert(!accepts(folder, "KQvK.rtbw", bytes, 1024));
    rmdir(folder);
}
END_TEST

START_TEST(tables_are_not_exchanged_under_a_search)
{
    char folder[] = "tables.XXXXXX", path[200];
    const void *other;
    static char bytes[10000];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/KQvK.rtbw", folder);
    write_bytes(path, bytes, read_bytes(TABLES "/KQvK.rtbw", bytes, sizeof bytes));
    ck_assert_int_eq(chess_tablebase_enter(), 4);
    ck_assert(!chess_tablebase_open_setting(folder, &other, &error));
    ck_assert_msg(strstr(error.text, "in use by searches (1)"), "%s", error.text);
    ck_assert(chess_tablebase_open_setting(TABLES, &other, &error)); /* the same ones */
    chess_tablebase_close_setting(other);
    chess_tablebase_leave();
    ck_assert(chess_tablebase_open_setting(folder, &other, &error));
    ck_assert_int_eq(chess_tablebase_enter(), 3);
    chess_tablebase_leave();
    /* Without distances the search still wins by results. A result in the tree means nothing after
     * a quiet move, so only the moves of the root are looked up. */
    struct chess_position position;
    struct move_list list = {.count = 0};
    ck_assert_int_eq(search_to(queen_after(0), 3)->score, SCORE_TABLES);
    support_position(game, queen_after(0), &position);
    game->legal_moves(&position, &list);
    ck_assert_uint_eq(atomic_load(&search->worker->tb_hits), (uint64_t)list.count);
    chess_tablebase_close_setting(other);
    ck_assert_int_eq(chess_tablebase_enter(), 0);
    unlink(path);
    rmdir(folder);
}
END_TEST

#define THREADS 200

/* A search's use of the tables, from its beginning to its end. */
static void *use_tables(void *opaque)
{
    static struct chess_ranking rankings[THREADS];
    const int index = *(const int *)opaque;
    struct chess_position position;
    char fen[80];
    snprintf(fen, sizeof fen, "8/8/4k3/8/8/8/7Q/%d%s%d w - - 0 1", index % 6 + 1, "K",
             6 - index % 6);
    support_position(game, fen, &position);
    struct move_list list = {.count = 0};
    game->legal_moves(&position, &list);
    for (int i = 0; i < 20; i++) {
        enum chess_wdl wdl;
        ck_assert_int_eq(chess_tablebase_enter(), 4);
        ck_assert(chess_tablebase_probe(&position, &wdl));
        ck_assert_int_eq(wdl, WDL_WIN);
        ck_assert(chess_tablebase_rank(&position, &list, true, &rankings[index]));
        chess_tablebase_leave();
    }
    return NULL;
}

/* Sessions search, and one of them tries to exchange the tables. */
START_TEST(many_threads_use_the_same_tables)
{
    static pthread_t threads[THREADS];
    static int indices[THREADS];
    static const void *others[THREADS];
    int exchanged = 0;
    for (int i = 0; i < THREADS; i++) {
        indices[i] = i;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, use_tables, &indices[i]), 0);
        exchanged +=
            chess_tablebase_open_setting(i % 2 ? TABLES : TABLES "/", &others[exchanged], &error);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < exchanged; i++) {
        chess_tablebase_close_setting(others[i]);
    }
    ck_assert_int_gt(exchanged, 0);
}
END_TEST

/* The threads that probe a table for the first time, all at once, and how often. */
enum { FIRST_THREADS = 4, FIRST_TIMES = 100 };

static pthread_barrier_t start_of_all;

static void *probe_first(void *unused UNUSED)
{
    struct chess_position position;
    enum chess_wdl wdl = WDL_DRAW;
    support_position(game, "8/8/4k3/8/8/8/7Q/K7 w - - 0 60", &position);
    pthread_barrier_wait(&start_of_all);
    ck_assert(chess_tablebase_probe(&position, &wdl));
    ck_assert_int_eq(wdl, WDL_WIN);
    return NULL;
}

/* The library reads a table when it is first probed. If two threads do that at the same time, the
 * memory of one is lost, which LeakSanitizer reports, or is used before it is complete. */
START_TEST(threads_may_probe_a_table_first_at_the_same_time)
{
    for (int i = 0; i < FIRST_TIMES; i++) {
        pthread_t threads[FIRST_THREADS];
        const void *other;
        pthread_barrier_init(&start_of_all, NULL, FIRST_THREADS);
        ck_assert(chess_tablebase_open_setting(i % 2 ? TABLES : TABLES "/", &other, &error));
        for (int k = 0; k < FIRST_THREADS; k++) {
            ck_assert_int_eq(pthread_create(&threads[k], NULL, probe_first, NULL), 0);
        }
        for (int k = 0; k < FIRST_THREADS; k++) {
            pthread_join(threads[k], NULL);
        }
        pthread_barrier_destroy(&start_of_all);
        chess_tablebase_close_setting(other);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_tables");
    TCase *test_case = tcase_create("tables");
    game = support_game("chess");
    tcase_set_timeout(test_case, 120);
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_test(test_case, a_win_at_the_root_has_the_highest_score_below_the_mates);
    tcase_add_test(test_case, a_mate_that_is_found_is_reported);
    tcase_add_test(test_case, a_win_below_the_root_is_counted_from_where_it_is_known);
    tcase_add_test(test_case, a_loss_below_the_root_is_counted_from_where_it_is_known);
    tcase_add_test(test_case, evaluations_stay_below_the_wins_of_the_tables);
    tcase_add_test(test_case, the_rule_of_fifty_moves_counts_if_it_is_asked_for);
    tcase_add_test(test_case, limits_decide_what_is_looked_up);
    tcase_add_test(test_case, a_weakened_search_does_not_look_anything_up);
    tcase_add_test(test_case, positions_beyond_the_tables_are_searched_as_before);
    tcase_add_test(test_case, several_lines_are_ranked_by_their_results);
    tcase_add_test(test_case, after_a_repetition_only_the_fastest_moves_are_best);
    tcase_add_test(test_case, damaged_files_are_refused_by_their_names);
    tcase_add_test(test_case, tables_are_not_exchanged_under_a_search);
    tcase_add_test(test_case, many_threads_use_the_same_tables);
    tcase_add_test(test_case, threads_may_probe_a_table_first_at_the_same_time);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
