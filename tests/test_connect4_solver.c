/* SPDX-License-Identifier: MIT */
/* Tests Connect Four's solver: its static bounds, its table, its threads, its book. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "connect4/book.h"
#include "connect4/rules.h"
#include "connect4/solver/children.h"
#include "connect4/solver/exact.h"
#include "connect4/solver/solver.h"
#include "registry.h"
#include "rng.h"
#include "support.h"
#include "tt.h"

static const struct game *game;

/* ---- The oracle: alpha-beta to the end of the game, without a table or other knowledge. ---- */

static int plain_value(const struct connect4_position *position, int alpha, int beta)
{
    if (connect4_is_won(position)) {
        return connect4_loss_value(position->ply, 0);
    }
    bitboard_t landings = connect4_landings(position);
    if (!landings) {
        return 0;
    }
    int best = -SOLVER_VALUE_LIMIT;
    for (int i = 0; i < CONNECT4_COLUMNS && alpha < beta; i++) {
        bitboard_t move = landings & connect4_column(connect4_middle_first(i));
        if (move) {
            struct connect4_position child = *position;
            connect4_drop(&child, move);
            int value = -plain_value(&child, -beta, -alpha);
            best = value > best ? value : best;
            alpha = value > alpha ? value : alpha;
        }
    }
    return best;
}

static int true_value(const struct connect4_position *position)
{
    return plain_value(position, -SOLVER_VALUE_LIMIT, SOLVER_VALUE_LIMIT);
}

/* True if the side to move can force a win within this number of plies. */
static bool wins_in_plies(const struct connect4_position *position, int plies)
{
    struct move_list moves = {.count = 0};
    moves.count = 0;
    connect4_legal_moves(position, &moves);
    for (int i = 0; i < moves.count && plies > 0; i++) {
        struct connect4_position child = *position;
        connect4_play(&child, moves.moves[i]);
        bool wins = connect4_is_won(&child);
        struct move_list replies = {.count = 0};
        replies.count = 0;
        connect4_legal_moves(&child, &replies);
        bool all = replies.count > 0;
        for (int k = 0; k < replies.count && all; k++) {
            struct connect4_position grandchild = child;
            connect4_play(&grandchild, replies.moves[k]);
            all = !connect4_is_won(&grandchild) && wins_in_plies(&grandchild, plies - 2);
        }
        if (wins || all) {
            return true;
        }
    }
    return false;
}

/* Returns a random position after this number of plies, in which nobody has won. */
static struct connect4_position random_position(struct rng *rng, int plies)
{
    for (;;) {
        struct connect4_position position = {0};
        while (position.ply < plies && connect4_result(&position) == RESULT_NONE) {
            struct move_list moves = {.count = 0};
            moves.count = 0;
            connect4_legal_moves(&position, &moves);
            connect4_play(&position, moves.moves[rng_below(rng, (uint64_t)moves.count)]);
        }
        if (position.ply == plies && connect4_result(&position) == RESULT_NONE) {
            return position;
        }
    }
}

static const char *fen_of(const struct connect4_position *position)
{
    static char text[64];
    struct buffer buffer = {0};
    connect4_format_fen(position, &buffer);
    snprintf(text, sizeof text, "%s", buffer_text(&buffer));
    buffer_finish(&buffer);
    return text;
}

START_TEST(what_is_claimed_of_children_without_a_search_is_true)
{
    struct rng rng = {11};
    int claims = 0, draws = 0, wins = 0;
    for (int i = 0; i < 1500; i++) {
        struct connect4_position position = random_position(&rng, 29 + (int)rng_below(&rng, 11));
        struct connect4_solver_node node;
        int value;
        if (connect4_solver_static_value(&position, &node, &value)) {
            ck_assert_msg(value == true_value(&position), "%s", fen_of(&position));
            continue;
        }
        for (int alpha = -1; alpha <= 0; alpha++) {
            struct connect4_children children;
            connect4_children_expand(&children, node.own, node.other, node.safe, node.ply, alpha);
            for (int k = 0; k < CONNECT4_CHILDREN; k++) {
                if (!(children.live >> k & 1)) {
                    continue;
                }
                struct connect4_position child = position;
                connect4_drop(&child, children.moves[k]);
                int child_value = -true_value(&child);
                ck_assert_msg(children.lower[k] <= child_value && child_value <= children.upper[k],
                              "after the last move of %s: %d is not in %d .. %d", fen_of(&child),
                              child_value, (int)children.lower[k], (int)children.upper[k]);
                claims++;
                draws += children.upper[k] == 0 || children.lower[k] == 0;
                wins += children.upper[k] < 0 || children.lower[k] > 0;
            }
        }
    }
    /* Check that not all bounds were trivial. */
    ck_assert_int_gt(draws, claims / 10);
    ck_assert_int_gt(wins, claims / 10);
}
END_TEST

START_TEST(winning_in_two_is_what_a_search_of_three_plies_finds)
{
    struct rng rng = {12};
    int found = 0;
    for (int i = 0; i < 3000; i++) {
        struct connect4_position position = random_position(&rng, 8 + (int)rng_below(&rng, 30));
        struct connect4_solver_node node;
        int value;
        if (!connect4_solver_static_value(&position, &node, &value)) {
            bool wins = wins_in_plies(&position, 3);
            ck_assert_msg(connect4_children_wins_in_two(node.own, node.other, node.safe) == wins,
                          "%s", fen_of(&position));
            found += wins;
        }
    }
    ck_assert_int_gt(found, 20);
}
END_TEST

/* ---- The table. ---- */

#define TABLE_BYTES ((size_t)24 << 20)

START_TEST(the_table_never_takes_one_position_for_another_and_keeps_entries_as_it_grows)
{
    void *memory = aligned_alloc(CACHE_LINE, TABLE_BYTES);
    memset(memory, 0, TABLE_BYTES);
    struct connect4_solver_table table;
    connect4_solver_table_open(&table, memory, TABLE_BYTES);
    struct rng rng = {13};
    int first_part = table.part, kept = 0;
    ck_assert_int_eq(connect4_solver_table_hashfull(&table), 0);
    enum { COUNT = 100000 };
    for (int round = 0; round < 2; round++) {
        rng.state = 13;
        for (uint64_t i = 0; i < COUNT; i++) {
            uint64_t code = rng_next(&rng) >> (64 - SOLVER_CODE_BITS);
            uint64_t mixed = connect4_solver_mix(code);
            /* Bounds that are derived from the code. */
            int lower = (int)(code % 29) - 29, upper = (int)(code % 23);
            struct connect4_solver_bounds bounds = {-SOLVER_VALUE_LIMIT, SOLVER_VALUE_LIMIT,
                                                    SOLVER_NO_COLUMN};
            connect4_solver_table_probe(&table, mixed, &bounds);
            if (bounds.lower != -SOLVER_VALUE_LIMIT || bounds.upper != SOLVER_VALUE_LIMIT) {
                ck_assert_int_eq(bounds.lower, lower);
                ck_assert_int_eq(bounds.upper, upper);
                ck_assert_int_eq(bounds.column, (int)(code % 7));
                kept += round;
            }
            if (round == 0) {
                struct connect4_solver_bounds known = {lower, upper, (int)(code % 7)};
                connect4_solver_table_store(&table, mixed, known, 1 + i % 1000);
                connect4_solver_table_count(&table, 1, true);
            }
        }
    }
    ck_assert_int_eq(first_part, 0);
    ck_assert_int_gt(table.part, 0);
    ck_assert_int_gt(kept, COUNT * 7 / 10);
    /* The number of entries written determines about how full the table is; some were
     * overwritten. */
    int full = (int)(1000 * COUNT * sizeof(uint64_t) / TABLE_BYTES);
    ck_assert_int_gt(connect4_solver_table_hashfull(&table), full / 2);
    ck_assert_int_lt(connect4_solver_table_hashfull(&table), full * 3 / 2);
    free(memory);
}
END_TEST

/* ---- Searches. ---- */

struct known {
    struct connect4_position position;
    int value;
};

static struct connect4_position mirrored(const struct connect4_position *position)
{
    return (struct connect4_position){
        .own = connect4_mirror(position->own),
        .other = connect4_mirror(position->other),
        .ply = position->ply,
    };
}

/* Reads the first `most` positions of a data set. */
static int read_set(const char *name, struct known *known, int most)
{
    char path[512], columns[64];
    snprintf(path, sizeof path, "%s/connect4/%s.txt", TESTS_DATA, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    int count = 0;
    while (count < most && fscanf(file, "%63s %d", columns, &known[count].value) == 2) {
        known[count].position = (struct connect4_position){0};
        for (const char *at = columns; *at; at++) {
            connect4_play(&known[count].position, connect4_column_move(*at - '1'));
        }
        count++;
    }
    fclose(file);
    ck_assert_int_eq(count, most);
    return count;
}

START_TEST(a_search_stopped_and_begun_again_has_the_same_score)
{
    struct known known[40];
    int count = read_set("plies-14", known, LENGTH(known));
    struct support_search *support = support_search_create(game, 16);
    for (int i = 0; i < count; i++) {
        for (uint64_t nodes = 0; nodes < 3000; nodes += 700) {
            struct search_limits *limits = support_search_limits(support);
            limits->depth = CONNECT4_SQUARES;
            limits->nodes = nodes;
            const struct search_line *line = support_search_run(support, &known[i].position);
            ck_assert_uint_le(atomic_load(&support->worker->nodes), nodes);
            struct move_list moves = {.count = 0};
            moves.count = 0;
            connect4_legal_moves(&known[i].position, &moves);
            ck_assert_int_ge(line->length, 1);
            ck_assert_int_ge(move_list_find(&moves, line->pv[0]), 0);
        }
        support_search_limits(support)->depth = CONNECT4_SQUARES;
        ck_assert_msg(support_search_run(support, &known[i].position)->score ==
                          connect4_exact_score(known[i].value, known[i].position.ply),
                      "%s", fen_of(&known[i].position));
    }
    support_search_destroy(support);
}
END_TEST

static uint64_t solve_cold(struct support_search *support, const struct known *known)
{
    support_search_clear(support);
    support_search_limits(support)->depth = CONNECT4_SQUARES;
    ck_assert_int_eq(support_search_run(support, &known->position)->score,
                     connect4_exact_score(known->value, known->position.ply));
    return atomic_load(&support->worker->nodes);
}

START_TEST(one_thread_takes_the_same_nodes_every_time)
{
    struct known known[10];
    int count = read_set("plies-14", known, LENGTH(known));
    struct support_search *support = support_search_create(game, 16);
    for (int i = 0; i < count; i++) {
        uint64_t nodes = solve_cold(support, &known[i]);
        ck_assert_uint_eq(solve_cold(support, &known[i]), nodes);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(every_line_of_several_is_the_exact_score_of_its_column)
{
    struct known known[20];
    int count = read_set("plies-24", known, LENGTH(known));
    struct support_search *support = support_search_create(game, 16);
    for (int i = 0; i < count; i++) {
        if (SUITE_SKIPS(i)) {
            continue;
        }
        struct search_limits *limits = support_search_limits(support);
        limits->depth = CONNECT4_SQUARES;
        limits->multipv = CONNECT4_COLUMNS;
        support_search_run(support, &known[i].position);
        struct move_list moves = {.count = 0};
        moves.count = 0;
        connect4_legal_moves(&known[i].position, &moves);
        ck_assert_int_eq(support->worker->line_count, moves.count);
        for (int k = 0; k < moves.count; k++) {
            const struct search_line *line = &support->worker->lines[k];
            struct connect4_position child = known[i].position;
            connect4_play(&child, line->pv[0]);
            int value = -true_value(&child);
            ck_assert_msg(line->score == connect4_exact_score(value, known[i].position.ply),
                          "%s, line %d", fen_of(&known[i].position), k + 1);
            ck_assert(k == 0 || line->score <= support->worker->lines[k - 1].score);
            ck_assert_int_eq(line->bound, BOUND_EXACT);
        }
        ck_assert_int_eq(support->worker->lines[0].score,
                         connect4_exact_score(known[i].value, known[i].position.ply));
    }
    support_search_destroy(support);
}
END_TEST

/* ---- Two workers. ---- */

struct pair {
    struct support_search *support;
    struct search_worker *helper;
    struct search_worker *workers[2];
};

static struct pair *pair_create(int megabytes)
{
    struct pair *pair = malloc(sizeof *pair);
    pair->support = support_search_create(game, megabytes);
    struct search_worker *helper =
        search_worker_create(&pair->support->search, game->search, game->position_size, 1);
    ck_assert_ptr_nonnull(helper);
    pair->helper = helper;
    pair->workers[0] = pair->support->worker;
    pair->workers[1] = helper;
    struct search *search = &pair->support->search;
    search->settings = &pair->support->settings;
    search->tt = pair->support->tt;
    search->worker_count = 2;
    search->workers = pair->workers;
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    return pair;
}

static void pair_destroy(struct pair *pair)
{
    search_worker_destroy(pair->helper);
    support_search_destroy(pair->support);
    free(pair);
}

static void *run_worker(void *worker)
{
    game->search->run(worker);
    return NULL;
}

/* Lets both workers search the position: to the end, to a number of nodes, or until they are
 * stopped after `stop_after` microseconds (0: never). */
static const struct search_line *pair_run(struct pair *pair,
                                          const struct connect4_position *position, uint64_t nodes,
                                          useconds_t stop_after)
{
    struct search *search = &pair->support->search;
    struct search_limits *limits = support_search_limits(pair->support);
    limits->depth = CONNECT4_SQUARES;
    limits->nodes = nodes;
    search->start_ns++;
    search_rearm(search);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        memcpy(pair->workers[i]->position, position, sizeof *position);
        atomic_store(&pair->workers[i]->nodes, 0);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_worker, pair->workers[i]), 0);
    }
    if (stop_after) {
        usleep(stop_after);
        search_stop(search);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    return &pair->support->worker->lines[0];
}

/* ---- Positions whose scores two other solvers agree on. ---- */

/* Each of three tests takes every third position. */
enum { OTHERS = 600, OTHERS_STEP = SUITE_SANITIZED ? 12 : 3 };

static void check_score(const struct search_line *line, const struct known *known)
{
    ck_assert_msg(line->score == connect4_exact_score(known->value, known->position.ply),
                  "%s: %d, not %d", fen_of(&known->position), (int)line->score,
                  (int)connect4_exact_score(known->value, known->position.ply));
    ck_assert_int_eq(line->bound, BOUND_EXACT);
}

START_TEST(a_position_and_its_mirror_image_have_the_score_that_others_found)
{
    struct known known[OTHERS];
    int count = read_set("others", known, OTHERS);
    struct support_search *support = support_search_create(game, 16);
    for (int i = 0; i < count; i += OTHERS_STEP) {
        support_search_limits(support)->depth = CONNECT4_SQUARES;
        check_score(support_search_run(support, &known[i].position), &known[i]);
        support_search_clear(support);
        known[i].position = mirrored(&known[i].position);
        check_score(support_search_run(support, &known[i].position), &known[i]);
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(two_workers_find_the_same_scores)
{
    struct known known[OTHERS];
    int count = read_set("others", known, OTHERS);
    struct pair *pair = pair_create(16);
    for (int i = 1; i < count; i += OTHERS_STEP) {
        tt_clear(pair->support->tt);
        check_score(pair_run(pair, &known[i].position, UINT64_MAX, 0), &known[i]);
    }
    pair_destroy(pair);
}
END_TEST

/* Two workers that are stopped, at a node limit or at any time, leave no wrong bounds in the table:
 * later scores are correct. */
START_TEST(two_workers_stopped_and_begun_again_find_the_same_scores)
{
    struct known known[OTHERS];
    int count = read_set("others", known, OTHERS);
    struct pair *pair = pair_create(16);
    for (int i = 2; i < count; i += OTHERS_STEP) {
        struct move_list moves = {.count = 0};
        moves.count = 0;
        connect4_legal_moves(&known[i].position, &moves);
        for (useconds_t round = 0; round < 4; round++) {
            const struct search_line *line =
                pair_run(pair, &known[i].position, round % 2 ? UINT64_MAX : 300 + 900 * round,
                         round % 2 ? 150 * round : 0);
            ck_assert_int_ge(line->length, 1);
            ck_assert_int_ge(move_list_find(&moves, line->pv[0]), 0);
        }
        check_score(pair_run(pair, &known[i].position, UINT64_MAX, 0), &known[i]);
    }
    pair_destroy(pair);
}
END_TEST

/* ---- The book. ---- */

/* Computes the value from those after its moves. Returns SOLVER_VALUE_LIMIT if the book cannot
 * express one of them. */
static int value_by_children(const struct connect4_book *book,
                             const struct connect4_position *position)
{
    int best = -SOLVER_VALUE_LIMIT;
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        struct connect4_position child = *position;
        int value;
        if (!(connect4_landings(position) & connect4_column(column))) {
            continue;
        }
        connect4_play(&child, connect4_column_move(column));
        if (connect4_is_won(&child)) {
            return connect4_win_value(position->ply, 1);
        }
        if (!connect4_book_find(book, &child, &value)) {
            return SOLVER_VALUE_LIMIT;
        }
        best = -value > best ? -value : best;
    }
    return best;
}

START_TEST(the_book_holds_every_position_of_its_plies_and_agrees_with_itself)
{
    const struct connect4_book *book = connect4_book_built_in();
    struct error error;
    ck_assert_msg(connect4_book_check(book, connect4_book_bytes(book), &error) == book, "%s",
                  error.text);
    ck_assert_uint_ge(book->plies, 8);
    struct rng rng = {14};
    int far = 0;
    for (int i = 0; i < SUITE_TIMES(20000); i++) {
        const struct connect4_position position =
            random_position(&rng, (int)rng_below(&rng, book->plies));
        int value;
        bool found = connect4_book_find(book, &position, &value);
        const int by_children = value_by_children(book, &position);
        if (!found || by_children == SOLVER_VALUE_LIMIT) {
            far++;
            continue;
        }
        ck_assert_msg(value == by_children, "%s", fen_of(&position));
        const move_t move = connect4_book_move(book, &position, value);
        ck_assert(connect4_is_legal(&position, move));
        struct connect4_position child = position;
        int child_value = connect4_loss_value(position.ply + 1, 0);
        connect4_play(&child, move);
        ck_assert(connect4_is_won(&child) || connect4_book_find(book, &child, &child_value));
        ck_assert_int_eq(-child_value, value);
    }
    ck_assert_int_le(far, SUITE_TIMES(20000) / 5);
}
END_TEST

/* The number of plies of the boards below. */
#define FEW_PLIES 6

/* Adds each reachable board of `plies` stones to `boards` once. Returns their number. */
static int reach(struct connect4_position *boards, int count, int most,
                 const struct connect4_position *position, int plies)
{
    if (position->ply == plies) {
        for (int i = 0; i < count; i++) {
            if (boards[i].own == position->own && boards[i].other == position->other) {
                return count;
            }
        }
        ck_assert_int_lt(count, most);
        boards[count++] = *position;
        return count;
    }
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        struct connect4_position child = *position;
        connect4_play(&child, connect4_column_move(column));
        count = reach(boards, count, most, &child, plies);
    }
    return count;
}

/* Among the boards with few stones and legal counts and gravity, the book answers exactly for the
 * reachable ones: for others its value would be arbitrary. */
START_TEST(the_book_is_silent_about_boards_that_no_game_reaches)
{
    static struct connect4_position reached[10000];
    struct rng rng = {17};
    int known[] = {0, 0};
    const struct connect4_position empty = {0};
    int count = reach(reached, 0, LENGTH(reached), &empty, FEW_PLIES - 1);
    for (int i = 0; i < 20000; i++) {
        struct connect4_position board = {.ply = FEW_PLIES - 1};
        for (int stone = 0; stone < board.ply; stone++) {
            /* Use few columns, so that stones are stacked. */
            const bitboard_t square =
                connect4_landings(&board) & connect4_column((int)rng_below(&rng, 3));
            *(bit_count(board.own) < board.ply / 2 && rng_below(&rng, 2) ? &board.own
                                                                         : &board.other) |= square;
        }
        if (bit_count(board.own) != board.ply / 2 || connect4_has_four(board.own) ||
            connect4_has_four(board.other)) {
            continue;
        }
        bool is_reached = false;
        for (int j = 0; j < count && !is_reached; j++) {
            is_reached = reached[j].own == board.own && reached[j].other == board.other;
        }
        int value;
        bool found = connect4_book_find(connect4_book_built_in(), &board, &value);
        ck_assert_msg(is_reached || !found, "%s", fen_of(&board));
        known[is_reached]++;
    }
    ck_assert_int_gt(known[false], 100);
    ck_assert_int_gt(known[true], 100);
}
END_TEST

/* The published values of the first moves: the centre wins with the 41st stone, its neighbours
 * draw, and so on outwards to a loss by the 40th stone. */
START_TEST(the_book_knows_the_first_moves)
{
    static const int values[CONNECT4_COLUMNS] = {-2, -1, 0, 1, 0, -1, -2};
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        struct connect4_position position = {0};
        int value;
        connect4_play(&position, connect4_column_move(column));
        ck_assert(connect4_book_find(connect4_book_built_in(), &position, &value));
        ck_assert_int_eq(-value, values[column]);
    }
}
END_TEST

/* The book has the positions of 8 plies whose scores come from another source
 * (tests/data/connect4). */
START_TEST(the_book_has_the_known_scores)
{
    struct known known[60];
    int count = read_set("plies-8", known, LENGTH(known));
    for (int i = 0; i < count; i++) {
        int value;
        const bool found = connect4_book_find(connect4_book_built_in(), &known[i].position, &value);
        ck_assert_int_eq(found, connect4_book_number(known[i].value) != CONNECT4_BOOK_FAR);
        ck_assert(!found || value == known[i].value);
    }
}
END_TEST

/* Five bits: 0 to 30 encode values of -15 to 15, and 31 a value farther from a draw. */
START_TEST(values_have_numbers_as_far_as_five_bits_go)
{
    static const int numbers[][2] = {{-15, 0}, {-14, 1},  {0, 15},  {14, 29},  {15, 30},
                                     {16, 31}, {-16, 31}, {21, 31}, {-21, 31}, {-1000, 31}};
    for (int i = 0; i < LENGTH(numbers); i++) {
        ck_assert_int_eq((int)connect4_book_number(numbers[i][0]), numbers[i][1]);
    }
}
END_TEST

/* The solver agrees with the book on some positions of its last ply. Their values are far from a
 * draw, so they are solved fast. */
START_TEST(a_sample_of_the_book_is_what_a_search_finds)
{
    const struct connect4_book *book = connect4_book_built_in();
    struct support_search *support = support_search_create(game, 64);
    struct rng rng = {15};
    for (int found = 0; found < 2;) {
        struct connect4_position position = random_position(&rng, (int)book->plies);
        int value;
        if (!connect4_book_find(book, &position, &value) || (value > -4 && value < 4)) {
            continue;
        }
        found++;
        support_search_limits(support)->depth = CONNECT4_SQUARES;
        const struct search_line *line = support_search_run(support, &position);
        ck_assert_msg(line->score == connect4_exact_score(value, position.ply), "%s",
                      fen_of(&position));
    }
    support_search_destroy(support);
}
END_TEST

START_TEST(own_book_answers_at_once)
{
    struct support_search *support = support_search_create(game, 1);
    support->settings.values[CONNECT4_OWN_BOOK] = 1;
    struct connect4_position empty = {0};
    struct search_limits *limits = support_search_limits(support);
    limits->nodes = 0;
    const struct search_line *line = support_search_run(support, &empty);
    /* Under the node limit the line to the mate is not searched, so the score is not a mate
     * score. */
    ck_assert_int_eq(line->score, 10000 - 41);
    ck_assert_int_eq(line->length, (int)connect4_book_built_in()->plies);
    ck_assert_int_eq(line->pv[0], connect4_column_move(3));
    support_search_destroy(support);
}
END_TEST

/* True if the position after the move in that column has the opposite value. */
static bool keeps_value(const struct known *known, move_t move)
{
    struct support_search *support = support_search_create(game, 16);
    struct connect4_position child = known->position;
    connect4_play(&child, move);
    support_search_limits(support)->depth = CONNECT4_SQUARES;
    const bool keeps = support_search_run(support, &child)->score ==
                       connect4_exact_score(-known->value, child.ply);
    support_search_destroy(support);
    return keeps;
}

/* Searches with the book. The score must be exact, and the move and each score of several lines
 * must keep it. Returns the position after the move. */
static struct known search_with_book(const struct known *known)
{
    struct support_search *support = support_search_create(game, 16);
    support->settings.values[CONNECT4_OWN_BOOK] = 1;
    support_search_limits(support)->depth = CONNECT4_SQUARES;
    const struct search_line *line = support_search_run(support, &known->position);
    check_score(line, known);
    ck_assert_msg(keeps_value(known, line->pv[0]), "%s", fen_of(&known->position));
    struct known after = {.position = known->position, .value = -known->value};
    connect4_play(&after.position, line->pv[0]);
    support_search_limits(support)->multipv = CONNECT4_COLUMNS;
    check_score(support_search_run(support, &known->position), known);
    support_search_destroy(support);
    return after;
}

/* Positions inside the book, positions of its last ply, whose moves it does not have, and positions
 * beyond it. */
START_TEST(what_the_book_knows_changes_no_score)
{
    static const char *const sets[] = {"plies-10", "plies-12", "plies-14"};
    for (int set = 0; set < LENGTH(sets); set++) {
        struct known known[60];
        const int count = read_set(sets[set], known, LENGTH(known));
        for (int i = 0; i < count; i += suite_is_short() ? 20 : 4) {
            const struct known after = search_with_book(&known[i]);
            if (connect4_result(&after.position) == RESULT_NONE) {
                search_with_book(&after);
            }
        }
    }
}
END_TEST

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

START_TEST(a_book_that_is_missing_short_damaged_or_strange_is_refused_with_the_reason)
{
    const struct connect4_book *built_in = connect4_book_built_in();
    size_t bytes = connect4_book_bytes(built_in);
    char path[] = "book.XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    struct connect4_book *book = malloc(bytes);
    const void *opened;
    struct error error;

    memcpy(book, built_in, bytes);
    write_file(path, book, bytes);
    ck_assert_msg(connect4_book_open(path, &opened, &error), "%s", error.text);
    /* It stays complete even if its file is truncated while it is in use. */
    ck_assert_int_eq(truncate(path, 0), 0);
    ck_assert_int_eq(memcmp(opened, built_in, bytes), 0);
    connect4_book_close(opened);
    ck_assert_int_eq(truncate(path, CONNECT4_BOOK_BYTES_MOST + 1L), 0);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "at most"), "%s", error.text);

    write_file(path, book, bytes - 8);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "bytes, but"), "%s", error.text);
    write_file(path, book, 12);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "not a book"), "%s", error.text);
    write_file(path, book, 0);
    ck_assert(!connect4_book_open(path, &opened, &error));
    write_file(path, book, sizeof *book - 8);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "head"), "%s", error.text);
    book->values.segments = UINT64_MAX;
    write_file(path, book, bytes);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "head"), "%s", error.text);
    book->values.segments = built_in->values.segments;
    /* Any damage to the parameters must be detected, since they define the function. */
    for (size_t byte = 0; byte < sizeof *book; byte++) {
        ((unsigned char *)book)[byte] ^= 4;
        ck_assert_msg(!connect4_book_check(book, bytes, &error), "byte %zu of the head", byte);
        ((unsigned char *)book)[byte] ^= 4;
    }
    ck_assert(connect4_book_check(book, bytes, &error) == book);
    book->words[7] ^= 1;
    write_file(path, book, bytes);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "checksum"), "%s", error.text);
    book->version++;
    write_file(path, book, bytes);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "version"), "%s", error.text);
    unlink(path);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "cannot open"), "%s", error.text);
    ck_assert(!connect4_book_open("/", &opened, &error));
    /* Opening a pipe that nobody writes to does not block. */
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert(!connect4_book_open(path, &opened, &error));
    ck_assert_msg(strstr(error.text, "regular file"), "%s", error.text);
    unlink(path);
    free(book);
}
END_TEST

int main(void)
{
    game = support_game("connect4");
    Suite *suite = suite_create("connect4_solver");
    SUPPORT_ADD(suite, two_workers_find_the_same_scores);
    SUPPORT_ADD(suite, two_workers_stopped_and_begun_again_find_the_same_scores);
    if (SUITE_WATCHES_THREADS) {
        return support_run(suite); /* the other cases create no thread */
    }
    SUPPORT_ADD(suite, what_is_claimed_of_children_without_a_search_is_true);
    SUPPORT_ADD(suite, winning_in_two_is_what_a_search_of_three_plies_finds);
    SUPPORT_ADD(suite,
                the_table_never_takes_one_position_for_another_and_keeps_entries_as_it_grows);
    SUPPORT_ADD(suite, a_search_stopped_and_begun_again_has_the_same_score);
    SUPPORT_ADD(suite, one_thread_takes_the_same_nodes_every_time);
    SUPPORT_ADD(suite, every_line_of_several_is_the_exact_score_of_its_column);
    SUPPORT_ADD(suite, a_position_and_its_mirror_image_have_the_score_that_others_found);
    SUPPORT_ADD(suite, the_book_holds_every_position_of_its_plies_and_agrees_with_itself);
    SUPPORT_ADD(suite, the_book_knows_the_first_moves);
    SUPPORT_ADD(suite, values_have_numbers_as_far_as_five_bits_go);
    SUPPORT_ADD(suite, the_book_has_the_known_scores);
    SUPPORT_ADD(suite, a_sample_of_the_book_is_what_a_search_finds);
    SUPPORT_ADD(suite, own_book_answers_at_once);
    SUPPORT_ADD(suite, the_book_is_silent_about_boards_that_no_game_reaches);
    SUPPORT_ADD(suite, what_the_book_knows_changes_no_score);
    SUPPORT_ADD(suite, a_book_that_is_missing_short_damaged_or_strange_is_refused_with_the_reason);
    return support_run(suite);
}
