/* SPDX-License-Identifier: MIT */
/* Tests the engine, driven as a session drives it: searches that end, are stopped, or ponder;
 * options; and what it keeps and what it clears. The game is made for the tests, from a list of its
 * own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_driver.h"
#include "nim/position.h"
#include "suite.h"

static void open_engine(void)
{
    open_engine_with(nim_games);
}

START_TEST(a_search_ends_with_the_line_that_it_reported_last)
{
    struct search_report last = search_to(6);
    const struct search_line *line = engine_line(engine);
    ck_assert_int_eq(last.line.depth, 6);
    ck_assert_uint_eq(last.line.pv[0], line->pv[0]);
    ck_assert_int_eq(last.line.score, line->score);
    ck_assert_int_eq(last.line.bound, BOUND_EXACT);
    ck_assert_uint_gt(last.nodes, 0);
}
END_TEST

START_TEST(a_search_is_stopped_at_any_moment)
{
    int searched = 0;
    ck_assert(engine_set_position(engine, "9 9 9 x", NULL, &error));
    for (int i = 0; i < 200; i++) {
        go((struct engine_limits){.infinite = true});
        for (volatile int spin = 0; spin < i * 50; spin++) {
        }
        engine_stop(engine);
        struct search_report last = finish();
        ck_assert_int_ge(last.line.length, 1);
        searched += last.line.depth >= 1;
    }
    /* The first iteration is ended after 5 ms, which is short under a sanitizer on a busy machine.
     */
    ck_assert_int_ge(searched, SUITE_SANITIZED ? 100 : 200);
}
END_TEST

/* A line of 64 KiB with only such words must not block the thread that owns the engine. */
START_TEST(searchmoves_are_read_as_far_as_a_position_has_moves)
{
    struct buffer words;
    struct move_list list = {.count = 0};
    buffer_init(&words);
    ck_assert(engine_set_position(engine, "9 9 9 x", NULL, &error));
    game_nim.legal_moves(engine_position(engine), &list);
    for (int nonsense = MAX_MOVES - 1; nonsense <= MAX_MOVES; nonsense++) {
        buffer_clear(&words);
        for (int i = 0; i < nonsense; i++) {
            buffer_puts(&words, "nonsense ");
        }
        game_nim.format_move(engine_position(engine), list.moves[1], &words);
        go((struct engine_limits){
            .has_depth = true, .depth = 2, .searchmoves = buffer_text(&words)});
        finish();
        const struct search_line *line = engine_line(engine);
        ck_assert_int_eq(line->length > 0, nonsense < MAX_MOVES);
        ck_assert(line->length == 0 || line->pv[0] == list.moves[1]);
    }
    buffer_finish(&words);
}
END_TEST

START_TEST(threads_share_a_search_and_agree_with_one)
{
    for (int threads = 1; threads <= 4; threads++) {
        char number[12];
        snprintf(number, sizeof number, "%d", threads);
        ck_assert_int_eq(engine_set_option(engine, "threads", number, &error), OPTION_DONE);
        for (int a = 0; a < 4; a++) {
            char fen[16];
            snprintf(fen, sizeof fen, "%d 6 7 x", a);
            ck_assert(engine_set_position(engine, fen, NULL, &error));
            go((struct engine_limits){0});
            struct search_report last = finish();
            bool lost = ((a % 4) ^ 2 ^ 3) == 0;
            ck_assert(score_is_mate(last.line.score));
            ck_assert_int_eq(last.line.score < 0, lost);
        }
    }
}
END_TEST

START_TEST(deadlines_follow_the_clock_and_ponderhit_starts_it)
{
    int64_t before = clock_ns();
    int64_t deadline =
        go((struct engine_limits){.clock = {.has_movetime = true, .movetime = 1000}});
    ck_assert_int_gt(deadline, before + 900 * NS_PER_MS);
    ck_assert_int_lt(deadline, clock_ns() + 1000 * NS_PER_MS);
    engine_stop(engine);
    finish();
    deadline = go(
        (struct engine_limits){.ponder = true, .clock = {.has_clock = true, .remaining = 60000}});
    ck_assert_int_eq(deadline, INT64_MAX);
    deadline = engine_ponderhit(engine);
    ck_assert_int_lt(deadline, clock_ns() + 60000 * NS_PER_MS);
    engine_stop(engine);
    finish();
}
END_TEST

START_TEST(a_position_is_taken_whole_or_not_at_all)
{
    ck_assert(engine_set_position(engine, "3 5 7 x", "a1 b2", &error));
    uint64_t key = game_nim.key(engine_position(engine));
    static const char *const wrong[][2] = {
        {"3 5 7 z", NULL},          {"3 5", NULL},
        {"3 5 7 x", "a1 a1 a1 a1"}, {NULL, "d1"},
        {NULL, "a1 b2 0000"},       {NULL, "a1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert(!engine_set_position(engine, wrong[i][0], wrong[i][1], &error));
        ck_assert_msg(strncmp(error.text, "position: ", 10) == 0, "%s", error.text);
        ck_assert_uint_eq(game_nim.key(engine_position(engine)), key);
    }
}
END_TEST

/* Receives the events of a search without a position and returns its error. */
static struct error fail_to_search(const struct engine_limits *limits)
{
    struct error reason = {""};
    struct engine_event event = {.kind = ENGINE_REPORT};
    ck_assert_int_eq(engine_go(engine, limits), INT64_MAX);
    ck_assert(engine_is_busy(engine));
    while (event.kind != ENGINE_END) {
        ck_assert(engine_next_event(engine, &event)); /* all events are available at once */
        ck_assert_int_ne(event.kind, ENGINE_REPORT);
        if (event.kind == ENGINE_FAILURE) {
            reason = event.failure;
        }
    }
    ck_assert(!engine_is_busy(engine));
    ck_assert_int_eq(engine_line(engine)->length, 0);
    return reason;
}

START_TEST(a_rejected_position_leaves_nothing_to_search)
{
    static const struct engine_limits limits[] = {
        {.has_depth = true, .depth = 3}, {.infinite = true}, {.ponder = true}, {.has_nodes = true}};
    ck_assert(engine_set_position(engine, "3 5 7 x", "a1 b2", &error));
    ck_assert(engine_has_position(engine, "go", &error));
    for (int i = 0; i < LENGTH(limits); i++) {
        ck_assert(!engine_set_position(engine, "3 5 7 x", "a1 a1 a1 a1", &error));
        ck_assert(!engine_has_position(engine, "d", &error));
        ck_assert_int_eq(strncmp(error.text, "d: the last position was rejected; ", 35), 0);
        struct error reason = fail_to_search(&limits[i]);
        ck_assert_ptr_nonnull(strstr(reason.text, "position: move 4: "));
        if (i % 2) {
            ck_assert(engine_new_game(engine, NULL, NULL, 0, &error));
        } else {
            ck_assert(engine_set_position(engine, "3 5 7 x", NULL, &error));
        }
        ck_assert(engine_has_position(engine, "go", &error));
        go((struct engine_limits){.has_depth = true, .depth = 2});
        finish();
        ck_assert_int_eq(engine_line(engine)->length > 0, 1);
    }
    engine_reject_position(engine, "position: lost");
    ck_assert(engine_set_option(engine, "Ponder", "true", &error) == OPTION_DONE);
    ck_assert(!engine_has_position(engine, "go", &error));
}
END_TEST

START_TEST(new_games_take_parameters_or_refuse_them_whole)
{
    struct engine_parameter parameter = {"first", "9"};
    ck_assert(engine_new_game(engine, "NIM", &parameter, 1, &error));
    ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 9);
    ck_assert(engine_new_game(engine, NULL, NULL, 0, &error));
    ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 9);
    static const struct {
        const char *game, *name, *value, *reason;
    } wrong[] = {
        {"go", NULL, NULL, "unknown game 'go'; 'games' lists them"},
        {"nim", "size", "3", "no parameter 'size'; it has: first"},
        {"nim", "first", "10", "out of range (0 to 9)"},
        {"nim", "first", "x", "not a whole number"},
        {"nim", "first", NULL, "has no value"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        parameter = (struct engine_parameter){wrong[i].name, wrong[i].value};
        ck_assert(
            !engine_new_game(engine, wrong[i].game, &parameter, wrong[i].name != NULL, &error));
        ck_assert_msg(strstr(error.text, wrong[i].reason), "%s", error.text);
        ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 9);
    }
    ck_assert(engine_new_game(engine, "nim", NULL, 0, &error));
    ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 3);
}
END_TEST

START_TEST(options_are_set_or_keep_their_value)
{
    ck_assert_int_eq(engine_set_option(engine, "First Pile", "8", &error), OPTION_DONE);
    ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 8);
    ck_assert_int_eq(engine_set_option(engine, "LABEL", "two words", &error), OPTION_DONE);
    ck_assert_str_eq(engine_settings(engine)->texts[1], "two words");
    static const char *const wrong[][3] = {
        {"Hash", "0", "out of range (1 to 1048576)"},
        {"Hash", "16 MB", "not a whole number"},
        {"Hash", NULL, "has no value"},
        {"Hash", "1048576", "cannot have"},
        {"Ponder", "perhaps", "neither true nor false"},
        {"Algorithm", "magic", "none of: alphabeta, textbook, minimax"},
        {"Evaluation", "guess", "none of: full, textbook"},
        {"Evaluation", "textbook", "no textbook states an evaluation for nim; expected full"},
        {"UCI_Variant", "go", "none of: nim"},
        {"First Pile", "99", "out of range (0 to 9)"},
        {"Contempt", "1", "there is no option 'Contempt'"},
    };
    for (int i = 0; i < LENGTH(wrong); i++) {
        ck_assert_int_eq(engine_set_option(engine, wrong[i][0], wrong[i][1], &error),
                         OPTION_REFUSED);
        ck_assert_msg(strstr(error.text, wrong[i][2]), "%s", error.text);
    }
    ck_assert_int_eq(((const struct nim_position *)engine_position(engine))->piles[0], 8);
}
END_TEST

START_TEST(both_algorithms_give_the_same_score)
{
    ck_assert(engine_set_position(engine, "5 6 7 x", NULL, &error));
    for (int depth = 1; depth <= 5; depth++) {
        ck_assert_int_eq(engine_set_option(engine, "Algorithm", "minimax", &error), OPTION_DONE);
        struct search_report full = search_to(depth);
        ck_assert_int_eq(engine_set_option(engine, "Algorithm", "alphabeta", &error), OPTION_DONE);
        struct search_report pruned = search_to(depth);
        ck_assert_int_eq(full.line.score, pruned.line.score);
        ck_assert(depth < 3 || pruned.nodes < full.nodes);
    }
}
END_TEST

/* Runs a search of this engine to its end. Returns its message about memory, or "". */
static const char *search_with(struct engine *one)
{
    static char said[sizeof error.text];
    struct engine *const fixture = engine;
    said[0] = '\0';
    engine = one;
    go((struct engine_limits){.has_depth = true, .depth = 2});
    struct engine_event event;
    while ((event = next_event()).kind != ENGINE_END) {
        if (event.kind == ENGINE_NOTICE || event.kind == ENGINE_FAILURE) {
            memcpy(said, event.failure.text, sizeof said);
        }
    }
    engine = fixture;
    return said;
}

START_TEST(a_budget_is_shared_and_given_back)
{
    const int64_t memory = (int64_t)60 << 20;
    struct budget server = {.threads = 4, .memory = memory};
    struct budget peer = {.threads = 3, .memory = INT64_MAX / 2, .above = &server};
    struct engine_config config = {
        .games = nim_games, .game = &game_nim, .wake = wake, .budget = &peer, .remote = true};
    struct engine *first = engine_create(&config, &error), *second = engine_create(&config, &error);
    ck_assert_int_eq(server.threads, 2);
    ck_assert_int_eq(peer.threads, 1);
    /* An engine that has not searched uses little memory. */
    ck_assert_int_gt(server.memory, memory - ((int64_t)1 << 20));
    ck_assert_int_eq(engine_set_option(first, "Threads", "8", &error), OPTION_ADJUSTED);
    ck_assert(strstr(error.text, "set to 2"));
    ck_assert_int_eq(peer.threads, 0);
    ck_assert_int_eq(engine_set_option(second, "Hash", "320", &error), OPTION_ADJUSTED);
    ck_assert_msg(strstr(error.text, "set to 59") != NULL, "%s", error.text);
    /* A search charges what it needs, and what it keeps stays charged. */
    search_with(first);
    int64_t left = server.memory;
    ck_assert_int_lt(left, memory - ((int64_t)16 << 20));
    ck_assert_int_gt(left, memory - ((int64_t)20 << 20));
    /* The second engine gets a smaller table than requested, and a message says so. */
    int megabytes = 0;
    ck_assert_int_eq(sscanf(search_with(second),
                            "Hash 59 is more than is left now: the table has %d", &megabytes),
                     1);
    ck_assert_int_ge(megabytes, 40);
    ck_assert_int_lt(server.memory, 1 << 20);
    ck_assert_int_ge(server.memory, 0);
    ck_assert(!engine_bench(second, NULL, 1, &error)); /* its table of 16 MiB does not fit */
    ck_assert(strstr(error.text, "more than the server has left"));
    /* If no memory is left, the new table keeps its old size, and a search fails: the first legal
     * move is the answer. */
    ck_assert_int_eq(engine_set_option(first, "Threads", "1", &error), OPTION_DONE);
    ck_assert_int_eq(engine_set_option(first, "Hash", "1", &error), OPTION_DONE);
    search_with(first);
    ck_assert_int_ge(server.memory, (int64_t)14 << 20);
    const int64_t taken = server.memory;
    budget_force_memory(&server, taken);
    struct engine *third = engine_create(&config, &error);
    ck_assert_ptr_null(third); /* not even its positions fit */
    ck_assert(strstr(error.text, "no memory left"));
    budget_force_memory(&server, -1000);
    third = engine_create(&config, &error);
    ck_assert_ptr_nonnull(third);
    const char *why = search_with(third);
    ck_assert_msg(strstr(why, "the search needs"), "%s", why);
    ck_assert_int_eq(engine_line(third)->length, 1);
    ck_assert_int_ne(engine_line(third)->pv[0], MOVE_NONE);
    engine_destroy(third);
    /* A remote client may not name files. */
    ck_assert_int_eq(engine_set_option(first, "Label", "x", &error), OPTION_REFUSED);
    engine_destroy(first);
    engine_destroy(second);
    budget_force_memory(&server, 1000 - taken);
    ck_assert_int_eq(server.threads, 4);
    ck_assert_int_eq(peer.threads, 3);
    ck_assert_int_eq(server.memory, memory);
}
END_TEST

START_TEST(an_engine_warms_up_once_for_a_table_that_is_its_own_and_not_large)
{
    ck_assert(engine_warm_up(engine));
    finish();
    ck_assert(!engine_warm_up(engine));
    search_to(3);
    ck_assert(!engine_warm_up(engine));
    ck_assert(engine_new_game(engine, NULL, NULL, 0, &error));
    ck_assert(engine_warm_up(engine));
    engine_stop(engine);
    finish();
    /* A large table is not warmed up. The small one before it is freed. */
    ck_assert_int_eq(engine_set_option(engine, "Hash", "512", &error), OPTION_DONE);
    ck_assert(engine_warm_up(engine));
    finish();
    ck_assert(!engine_warm_up(engine));
    ck_assert_int_eq(engine_set_option(engine, "Hash", "2", &error), OPTION_DONE);
    ck_assert_int_eq(engine_set_option(engine, "Threads", "3", &error), OPTION_DONE);
    ck_assert(engine_warm_up(engine));
    finish();
    struct engine_config config = {
        .games = nim_games, .game = &game_nim, .wake = wake, .remote = true};
    struct engine *guest = engine_create(&config, &error);
    ck_assert_ptr_nonnull(guest);
    ck_assert(!engine_warm_up(guest));
    engine_destroy(guest);
}
END_TEST

START_TEST(perft_counts_each_move_and_all_of_them)
{
    ck_assert(!engine_perft(engine, MAX_PLY, &error)); /* the recursion's stack is limited */
    ck_assert(!engine_is_busy(engine));
    const void *position = engine_position(engine);
    struct nim_position copy = *(const struct nim_position *)position;
    for (int depth = 0; depth <= 5; depth++) {
        ck_assert(engine_perft(engine, depth, &error));
        uint64_t sum = 0;
        for (struct engine_event event = next_event(); event.kind != ENGINE_END;
             event = next_event()) {
            if (event.kind == ENGINE_PERFT_MOVE) {
                sum += event.perft.nodes;
            } else {
                ck_assert_int_eq(event.kind, ENGINE_PERFT_TOTAL);
                ck_assert_uint_eq(event.perft.nodes,
                                  game_count_leaves(&game_nim, &copy, depth, NULL));
                ck_assert(depth == 0 || event.perft.nodes == sum);
                ck_assert(event.perft.complete);
            }
        }
    }
}
END_TEST

/* A game from piles of 3, 2 and 1, the last move of which takes the last stone. The position in
 * which the player to move has lost already counts as lost. */
#define REVIEWED_FEN   "3 2 1 x"
#define REVIEWED_MOVES "a1 b1 c1 a1 b1 a1"

START_TEST(a_review_tells_who_wins_at_each_ply)
{
    static const int piles[][NIM_PILES] = {{3, 2, 1}, {2, 2, 1}, {2, 1, 1}, {2, 1, 0},
                                           {1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
    ck_assert(engine_set_position(engine, REVIEWED_FEN, REVIEWED_MOVES, &error));
    for (const char *threads = "1"; threads; threads = *threads == '1' ? "3" : NULL) {
        int ply = LENGTH(piles);
        engine_set_option(engine, "Threads", threads, &error);
        ck_assert(engine_review(engine, REVIEWED_FEN, REVIEWED_MOVES, 12, &error));
        for (struct engine_event event = next_event(); event.kind != ENGINE_END;
             event = next_event()) {
            ck_assert_int_eq(event.kind, ENGINE_REVIEWED);
            ck_assert_int_eq(event.reviewed.plies, --ply);
            const int *left = piles[ply];
            const bool wins = ((left[0] % 4) ^ (left[1] % 4) ^ (left[2] % 4)) != 0;
            ck_assert_msg((event.reviewed.score > 0) == wins, "ply %d: %d", ply,
                          (int)event.reviewed.score);
        }
        ck_assert_int_eq(ply, 0);
    }
    ck_assert(!engine_review(engine, REVIEWED_FEN, "a1 z9", 4, &error));
    engine_reject_position(engine, "no board");
    ck_assert(!engine_review(engine, REVIEWED_FEN, NULL, 4, &error));
    ck_assert(!engine_is_busy(engine));
}
END_TEST

static uint64_t bench_nodes(void)
{
    uint64_t nodes = 0;
    ck_assert(engine_bench(engine, NULL, 0, &error));
    for (struct engine_event event = next_event(); event.kind != ENGINE_END; event = next_event()) {
        if (event.kind == ENGINE_BENCH_TOTAL) {
            ck_assert(event.bench.complete);
            nodes = event.bench.nodes;
        }
    }
    return nodes;
}

START_TEST(the_bench_counts_the_same_whatever_came_before)
{
    uint64_t nodes = bench_nodes();
    ck_assert_uint_gt(nodes, 0);
    engine_set_option(engine, "Threads", "3", &error);
    engine_set_option(engine, "Hash", "1", &error);
    search_to(8);
    ck_assert_uint_eq(bench_nodes(), nodes);
    search_to(8);
}
END_TEST

START_TEST(a_bench_a_perft_and_a_review_are_stopped)
{
    ck_assert(engine_set_position(engine, "9 9 9 x", NULL, &error));
    for (int i = 0; i < 20; i++) {
        ck_assert(engine_perft(engine, 40, &error));
        engine_stop(engine);
        finish();
        ck_assert(engine_bench(engine, "all", 200, &error));
        engine_stop(engine);
        finish();
        ck_assert(engine_review(engine, "9 9 9 x", "a1 b1 c1", MAX_PLY, &error));
        engine_stop(engine);
        finish();
    }
    ck_assert(!engine_bench(engine, "go", 0, &error));
}
END_TEST

/* Abandoned work ends like any other. If it had not started, it reports only its end, and the node
 * counts of the previous search are cleared. */
START_TEST(abandoned_work_ends)
{
    struct scheduler scheduler;
    struct scheduler_peer peer = {0};
    scheduler_init(&scheduler, 1);
    struct engine_config config = {.games = nim_games,
                                   .game = &game_nim,
                                   .wake = wake,
                                   .scheduler = &scheduler,
                                   .peer = &peer};
    struct engine *other = engine_create(&config, &error), *first = engine;
    ck_assert_ptr_nonnull(other);
    engine = engine_create(&config, &error);
    search_to(3);
    ck_assert_uint_gt(engine_nodes(engine), 0);
    const struct engine_limits endless = {.infinite = true};
    engine_go(other, &endless);
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 0) {
            engine_go(engine, &endless);
        } else if (kind == 1) {
            ck_assert(engine_perft(engine, 40, &error));
        } else {
            engine_make_openings(engine, 1, 10000);
        }
        ck_assert_int_eq(engine_queue_place(engine), 1);
        engine_abandon(engine);
        struct engine_event event;
        ck_assert(engine_next_event(engine, &event));
        ck_assert_int_eq(event.kind, ENGINE_END);
        ck_assert(!engine_is_busy(engine));
        ck_assert_uint_eq(engine_nodes(engine), 0);
    }
    struct engine *idle = engine;
    engine = other;
    engine_abandon(engine);
    finish();
    engine_abandon(engine); /* nothing is left to abandon */
    ck_assert(!engine_is_busy(engine));
    engine_destroy(idle);
    engine_destroy(other);
    engine = first;
}
END_TEST

/* The threads of a destroyed engine are used by the next one, or end after a while. */
START_TEST(threads_rest_between_engines)
{
    struct worker_reserve *reserve = worker_reserve_create(false, 2);
    struct engine_config config = {
        .games = nim_games, .game = &game_nim, .wake = wake, .reserve = reserve};
    struct engine *first = engine, *others[4];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            engine = others[i] = engine_create(&config, &error);
            ck_assert_ptr_nonnull(engine);
            ck_assert_int_eq(engine_set_option(engine, "Threads", "3", &error), OPTION_DONE);
            search_to(4);
        }
        ck_assert_int_eq(worker_reserve_count(reserve), 0);
        for (int i = 0; i < 4; i++) {
            engine_destroy(others[i]);
            ck_assert_int_eq(worker_reserve_count(reserve), i < 2 ? i + 1 : 2);
        }
    }
    engine = engine_create(&config, &error);
    ck_assert_int_eq(worker_reserve_count(reserve), 1);
    worker_reserve_expire(reserve); /* the count was 0 in between */
    ck_assert_int_eq(worker_reserve_count(reserve), 1);
    search_to(4);
    engine_destroy(engine);
    ck_assert_int_eq(worker_reserve_count(reserve), 2);
    worker_reserve_expire(reserve);
    ck_assert_int_eq(worker_reserve_count(reserve), 1);
    worker_reserve_expire(reserve);
    ck_assert_int_eq(worker_reserve_count(reserve), 0);
    engine = engine_create(&config, &error);
    engine_destroy(engine); /* without a thread there is nothing to keep */
    ck_assert_int_eq(worker_reserve_count(reserve), 0);
    worker_reserve_destroy(reserve);
    engine = first;
}
END_TEST

START_TEST(an_engine_at_work_can_be_destroyed)
{
    go((struct engine_limits){.infinite = true});
    engine_destroy(engine);
    open_engine();
    ck_assert(engine_perft(engine, 40, &error));
}
END_TEST

START_TEST(options_are_listed_once_each)
{
    struct setting option, other;
    int count = 0;
    while (engine_option(engine, count, &option)) {
        for (int i = 0; i < count; i++) {
            engine_option(engine, i, &other);
            ck_assert_str_ne(option.option, other.option);
        }
        count++;
    }
    ck_assert_int_ge(count, 11);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine");
    TCase *test_case = tcase_create("engine");
    tcase_add_checked_fixture(test_case, open_engine, close_engine);
    tcase_set_timeout(test_case, 120);
    tcase_add_test(test_case, a_search_ends_with_the_line_that_it_reported_last);
    tcase_add_test(test_case, a_search_is_stopped_at_any_moment);
    tcase_add_test(test_case, searchmoves_are_read_as_far_as_a_position_has_moves);
    tcase_add_test(test_case, threads_share_a_search_and_agree_with_one);
    tcase_add_test(test_case, deadlines_follow_the_clock_and_ponderhit_starts_it);
    tcase_add_test(test_case, a_position_is_taken_whole_or_not_at_all);
    tcase_add_test(test_case, a_rejected_position_leaves_nothing_to_search);
    tcase_add_test(test_case, new_games_take_parameters_or_refuse_them_whole);
    tcase_add_test(test_case, options_are_set_or_keep_their_value);
    tcase_add_test(test_case, both_algorithms_give_the_same_score);
    tcase_add_test(test_case, a_budget_is_shared_and_given_back);
    tcase_add_test(test_case, an_engine_warms_up_once_for_a_table_that_is_its_own_and_not_large);
    tcase_add_test(test_case, perft_counts_each_move_and_all_of_them);
    tcase_add_test(test_case, a_review_tells_who_wins_at_each_ply);
    tcase_add_test(test_case, the_bench_counts_the_same_whatever_came_before);
    tcase_add_test(test_case, a_bench_a_perft_and_a_review_are_stopped);
    tcase_add_test(test_case, abandoned_work_ends);
    tcase_add_test(test_case, threads_rest_between_engines);
    tcase_add_test(test_case, an_engine_at_work_can_be_destroyed);
    tcase_add_test(test_case, options_are_listed_once_each);
    suite_add_tcase(suite, test_case);
    return support_run(suite);
}
