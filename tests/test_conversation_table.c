/* SPDX-License-Identifier: MIT */
/* Tests a conversation without a socket or an event loop: each line in each state, against
 * data/conversation.txt; deadlines of searches; waiting commands. The game is nim. Its search ends
 * when it is stopped, or immediately. Only events that the test passes to the conversation change
 * its state, so nothing depends on time. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversation.h"
#include "engine_driver.h"
#include "line.h"
#include "nim/position.h"
#include "suite.h"

/* STATE_BACKGROUND is that of other dialects than UCI. */
#define UCI_STATES STATE_BACKGROUND

static const char *const state_names[UCI_STATES] = {
    [STATE_IDLE] = "IDLE",
    [STATE_SEARCHING] = "SEARCHING",
    [STATE_UNLIMITED] = "UNLIMITED",
    [STATE_PONDERING] = "PONDERING",
    [STATE_HOLDING] = "HOLDING",
    [STATE_PONDERED] = "PONDERED",
    [STATE_STOPPING] = "STOPPING",
    [STATE_COUNTING] = "COUNTING",
    [STATE_WARMING_UP] = "WARMING_UP",
};

/* How to enter each state from a new conversation. If `ends`, the search ends immediately. */
static const struct {
    const char *lines[2];
    bool ends;
} ways[UCI_STATES] = {
    [STATE_SEARCHING] = {{"go depth 4"}, false},
    [STATE_UNLIMITED] = {{"go infinite"}, false},
    [STATE_PONDERING] = {{"go ponder"}, false},
    [STATE_HOLDING] = {{"go infinite"}, true},
    [STATE_PONDERED] = {{"go ponder"}, true},
    [STATE_STOPPING] = {{"go infinite", "stop"}, false},
    [STATE_COUNTING] = {{"go perft 2"}, false},
    [STATE_WARMING_UP] = {{"isready"}, false},
};

static atomic_bool search_ends;
static struct game game;
static struct conversation conversation;
static struct output output;
static struct buffer lines;
static struct publications publications;
static struct counters counters;
static struct charge memory;

static void run_search(struct search_worker *worker)
{
    worker->line_count = 1;
    worker->lines[0] =
        (struct search_line){.depth = 1, .bound = BOUND_EXACT, .length = 1, .pv = {nim_move(0, 1)}};
    while (!atomic_load(&search_ends) && !search_stopped(worker->search)) {
        sched_yield();
    }
    search_stop(worker->search);
}

static void on_update(void *owner, double after_s)
{
    (void)owner, (void)after_s;
}

static void begin(void)
{
    static const struct search_method method = {
        .worker_size = 64, .worker_alignment = 64, .run = run_search};
    static const struct game *games[] = {&game, NULL};
    game = game_nim;
    game.search = &method;
    publications = (struct publications){0};
    counters = (struct counters){0};
    memory = (struct charge){0};
    lines = (struct buffer){0};
    output = (struct output){.lines = &lines, .dialect = &dialect_uci};
    output.watchers.all = &publications;
    output.watchers.updated = on_update;
    atomic_store(&search_ends, false);
    conversation_init(&conversation, &output, &counters, &memory);
    open_engine_with(games);
    conversation.engine = engine;
}

static void end(void)
{
    atomic_store(&search_ends, true);
    conversation_finish(&conversation);
    watchers_finish(&output.watchers);
    close_engine();
    buffer_finish(&lines);
}

static void hand_in_event(void)
{
    const struct engine_event event = next_event();
    conversation_event(&conversation, &event);
}

/* Runs waiting commands and passes the engine's events to the conversation, until all work has
 * ended. */
static void finish_all(void)
{
    for (;;) {
        while (conversation_advance(&conversation)) {
        }
        if (conversation.state == STATE_IDLE) {
            return;
        }
        hand_in_event();
    }
}

static void enter(enum conversation_state state)
{
    atomic_store(&search_ends, ways[state].ends);
    for (int i = 0; i < 2 && ways[state].lines[i]; i++) {
        ck_assert_int_eq(conversation_line(&conversation, ways[state].lines[i]), CONVERSATION_DONE);
    }
    while (ways[state].ends && conversation.state != state) {
        hand_in_event();
    }
    atomic_store(&search_ends, false);
    ck_assert_int_eq(conversation.state, state);
}

/* Counts the lines of the output that begin with `prefix`. */
static int count_output(const char *prefix)
{
    int count = 0;
    for (const char *at = buffer_text(&lines); *at; at += strcspn(at, "\n") + 1) {
        count += strncmp(at, prefix, strlen(prefix)) == 0;
    }
    return count;
}

/* Sends the line in the state and compares the result with a cell such as "wait STOPPING 1". */
static void check_cell(const char *line, enum conversation_state state, const char *cell)
{
    char found[40];
    begin();
    enter(state);
    const enum conversation_status status = conversation_line(&conversation, line);
    ck_assert_int_eq(status, strcmp(line, "quit") == 0 ? CONVERSATION_QUIT : CONVERSATION_DONE);
    const char *found_effect = conversation.queue.count > 0 ? "wait" : "run";
    const char *found_after = state_names[conversation.state];
    conversation_line(&conversation, "stop");
    finish_all();
    snprintf(found, sizeof found, "%s %s %d", found_effect, found_after, count_output("bestmove"));
    ck_assert_msg(strcmp(found, cell) == 0, "'%s' in state %s: '%s', expected '%s'", line,
                  state_names[state], found, cell);
    end();
}

/* Splits the text at its first bar. Returns the part before it, without blanks around it. */
static char *cut(char **text)
{
    char *cell = strsep(text, "|\n");
    cell += strspn(cell, " ");
    for (size_t length = strlen(cell); length > 0 && cell[length - 1] == ' ';) {
        cell[--length] = '\0';
    }
    return cell;
}

START_TEST(each_line_has_its_effect_in_each_state)
{
    FILE *file = fopen(TESTS_DATA "/conversation.txt", "r");
    char row[1000];
    bool tried[COMMAND_KINDS] = {false};
    ck_assert_ptr_nonnull(file);
    while (fgets(row, sizeof row, file)) {
        char *rest = row, copy[100];
        if (row[0] == '#' || row[0] == '\n') {
            continue;
        }
        const char *line = cut(&rest);
        for (int state = 0; state < UCI_STATES; state++) {
            ck_assert_msg(rest != NULL, "'%s' has too few cells", line);
            check_cell(line, (enum conversation_state)state, cut(&rest));
        }
        struct dialect_state dialect_state = {0};
        struct command command;
        snprintf(copy, sizeof copy, "%s", line);
        if (dialect_uci.parse_command(&dialect_state, copy, &command, &(struct error){""})) {
            tried[command.kind] = true;
        }
    }
    fclose(file);
    for (int kind = 0; kind < COMMAND_KINDS; kind++) {
        /* Only other dialects have these. */
        const bool is_another = kind >= COMMAND_NOTE && kind <= COMMAND_PROGRESS;
        ck_assert_msg(tried[kind] || is_another, "command %d is not tried", kind);
    }
}
END_TEST

START_TEST(a_deadline_that_has_passed_ends_the_search)
{
    conversation_line(&conversation, "go movetime 100");
    const int64_t deadline = conversation_deadline(&conversation);
    ck_assert_int_ge(deadline, conversation.began_ns + 99 * NS_PER_MS);
    ck_assert(!conversation_expire(&conversation, deadline - 1, false));
    ck_assert_int_eq(conversation_deadline(&conversation), deadline);
    ck_assert(conversation_expire(&conversation, deadline, false));
    finish_all();
    ck_assert_int_eq(count_output("bestmove a1"), 1);
    ck_assert(conversation_deadline(&conversation) == INT64_MAX);
}
END_TEST

START_TEST(the_clock_of_a_ponder_search_runs_from_ponderhit_on)
{
    conversation_line(&conversation, "go ponder movetime 100");
    ck_assert(conversation.stop_ns == INT64_MAX);
    const int64_t before = clock_ns();
    conversation_line(&conversation, "ponderhit");
    ck_assert_int_ge(conversation.stop_ns, before + 99 * NS_PER_MS);
    ck_assert(conversation_expire(&conversation, conversation.stop_ns, true));
    finish_all();
    ck_assert_int_eq(count_output("bestmove a1"), 1);
}
END_TEST

/* A report is requested 450 ms after the previous one. */
START_TEST(a_silent_search_is_asked_for_its_progress)
{
    conversation_line(&conversation, "go infinite");
    int64_t now_ns = conversation_deadline(&conversation);
    ck_assert_int_eq(now_ns, conversation.began_ns + 450 * NS_PER_MS);
    for (int i = 1; i <= 3; i++) {
        /* The last output was 400 ms ago, which counts as silence. */
        conversation.report.said_ns = now_ns - 400 * NS_PER_MS;
        ck_assert(!conversation_expire(&conversation, now_ns, false));
        while (count_output("info nodes ") < i) {
            hand_in_event();
        }
        ck_assert_int_eq(conversation_deadline(&conversation), now_ns + 450 * NS_PER_MS);
        now_ns += 450 * NS_PER_MS;
    }
    conversation_line(&conversation, "stop");
    ck_assert(conversation_deadline(&conversation) == INT64_MAX);
    finish_all();
}
END_TEST

/* Otherwise it might show another board. */
START_TEST(a_command_that_looks_at_the_board_waits_for_those_before_it)
{
    enter(STATE_SEARCHING);
    conversation_line(&conversation, "setoption name MultiPV value 2");
    conversation_line(&conversation, "d");
    conversation_line(&conversation, "isready");
    ck_assert_int_eq(conversation.queue.count, 2);
    ck_assert_int_eq(count_output("FEN: "), 0);
    ck_assert_int_eq(count_output("readyok"), 1);
    conversation_line(&conversation, "stop");
    finish_all();
    ck_assert_int_eq(count_output("FEN: "), 1);
}
END_TEST

/* If the work ends by itself, the caller passes the line again later. If only a command ends it,
 * the line is dropped, so that such a command can be read. */
START_TEST(a_full_queue_takes_no_line)
{
    static const struct {
        enum conversation_state state;
        enum conversation_status status;
    } cases[] = {{STATE_SEARCHING, CONVERSATION_FULL}, {STATE_UNLIMITED, CONVERSATION_DONE}};
    for (int i = 0; i < LENGTH(cases); i++) {
        enter(cases[i].state);
        for (int k = 0; k < COMMAND_QUEUE_COUNT_LIMIT; k++) {
            ck_assert_int_eq(conversation_line(&conversation, "setoption name mark"),
                             CONVERSATION_DONE);
        }
        ck_assert_int_eq(conversation_line(&conversation, "setoption name mark"), cases[i].status);
        ck_assert_int_eq(count_output("info string error: too many commands wait"),
                         cases[i].status == CONVERSATION_DONE);
        conversation_stop(&conversation);
        finish_all();
        ck_assert_int_eq(conversation.queue.count, 0);
    }
}
END_TEST

START_TEST(a_position_that_is_lost_is_not_searched)
{
    conversation_lost_line(&conversation, "position startpos moves");
    conversation_line(&conversation, "go depth 4");
    finish_all();
    ck_assert_int_eq(count_output("bestmove (none)"), 1);
    conversation_lost_line(&conversation, "setoption name");
    conversation_line(&conversation, "position startpos");
    conversation_line(&conversation, "go depth 4");
    conversation_line(&conversation, "stop");
    finish_all();
    ck_assert_int_eq(count_output("bestmove a1"), 1);
}
END_TEST

START_TEST(a_client_that_has_gone_gets_no_bestmove)
{
    conversation_line(&conversation, "go infinite");
    conversation_abandon(&conversation);
    ck_assert_int_eq(conversation.state, STATE_STOPPING);
    finish_all();
    ck_assert_int_eq(count_output("bestmove"), 0);
}
END_TEST

/* A client that sends moves for ever would fill the memory. */
START_TEST(a_game_that_is_sent_move_by_move_has_no_more_moves_than_a_line)
{
    static char moves[LINE_LIMIT];
    struct error reason = {""};
    begin();
    memset(moves, 'x', LINE_LIMIT - 2);
    const uint64_t key = game.key(engine_position(engine));
    play_begin(&conversation.play, &(struct command_position){.moves = moves});
    ck_assert(!play_move(&conversation.play, engine, nim_move(0, 1), &reason));
    ck_assert_str_eq(reason.text, "the game has more than 65536 bytes of moves; begin a new one");
    ck_assert_uint_eq(game.key(engine_position(engine)), key);
    ck_assert_str_eq(play_position(&conversation.play).moves, moves);
    moves[LINE_LIMIT - 3] = '\0';
    play_begin(&conversation.play, &(struct command_position){.moves = moves});
    ck_assert(play_move(&conversation.play, engine, nim_move(0, 1), &reason));
    ck_assert_uint_ne(game.key(engine_position(engine)), key);
    ck_assert_uint_eq(strlen(play_position(&conversation.play).moves), LINE_LIMIT);
    end();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conversation_table");
    SUPPORT_ADD(suite, each_line_has_its_effect_in_each_state);
    SUPPORT_ADD(suite, a_game_that_is_sent_move_by_move_has_no_more_moves_than_a_line);
    TCase *deadlines = tcase_create("deadlines");
    tcase_add_checked_fixture(deadlines, begin, end);
    tcase_add_test(deadlines, a_deadline_that_has_passed_ends_the_search);
    tcase_add_test(deadlines, the_clock_of_a_ponder_search_runs_from_ponderhit_on);
    tcase_add_test(deadlines, a_silent_search_is_asked_for_its_progress);
    suite_add_tcase(suite, deadlines);
    TCase *queue = tcase_create("queue");
    tcase_set_timeout(queue, 60);
    tcase_add_checked_fixture(queue, begin, end);
    tcase_add_test(queue, a_command_that_looks_at_the_board_waits_for_those_before_it);
    tcase_add_test(queue, a_full_queue_takes_no_line);
    tcase_add_test(queue, a_position_that_is_lost_is_not_searched);
    tcase_add_test(queue, a_client_that_has_gone_gets_no_bestmove);
    suite_add_tcase(suite, queue);
    return support_run(suite);
}
