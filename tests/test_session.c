/* SPDX-License-Identifier: MIT */
/* Tests every command of the dialect's table in every state of a session, against PROTOCOL.md. Also
 * tests waiting commands: kept in order, up to a limit. Argument: the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conversation.h"
#include "dialect.h"
#include "peer.h"
#include "suite.h"

/* A command that is answered only after all commands before it. */
#define MARK       "setoption name mark"
#define MARK_REPLY "info string error: setoption: there is no option 'mark'"

#define TEXT_ROOM 20000

static const char *program;

/* How to enter each state from a new conversation. Two states end by themselves: the test can only
 * try to meet them. */
static const struct {
    enum conversation_state state;
    const char *lines;
    bool passes;
} states[] = {
    {STATE_IDLE, "newgame chess\n", false},
    {STATE_SEARCHING, "newgame chess\ngo nodes 1000000000000\n", false},
    {STATE_UNLIMITED, "newgame chess\ngo infinite\n", false},
    {STATE_PONDERING, "newgame chess\ngo ponder nodes 1000000000000\n", false},
    {STATE_HOLDING, "newgame tictactoe\nposition startpos moves a1 a2 a3 b2\ngo infinite\n", false},
    {STATE_PONDERED, "newgame tictactoe\nposition startpos moves a1 a2 a3 b2\ngo ponder\n", false},
    {STATE_STOPPING, "newgame chess\ngo infinite\nstop\n", true},
    {STATE_COUNTING, "newgame chess\ngo perft 30\n", false},
    {STATE_WARMING_UP, "newgame chess\nsetoption name Hash value 64\nisready\n", true},
};

/* A test of one line in one state, and its output. */
struct trial {
    struct peer peer;
    enum conversation_state state;
    const char *line;
    struct command command;
    int bestmoves, readies;
    char heard[TEXT_ROOM]; /* all lines except infos, in order */
};

static void hear(struct trial *trial, const char *line)
{
    trial->bestmoves += strncmp(line, "bestmove", 8) == 0;
    trial->readies += strcmp(line, "readyok") == 0;
    if (strncmp(line, "info depth", 10) != 0) {
        size_t length = strlen(trial->heard);
        snprintf(trial->heard + length, sizeof trial->heard - length, "%s\n", line);
    }
}

static void fail_trial(const struct trial *trial, const char *why)
{
    ck_abort_msg("state %d, '%s': %s; heard:\n%s", (int)trial->state, trial->line, why,
                 trial->heard);
}

/* Reads up to a line that begins with `last`, or to the end of the output (NULL). */
static void hear_until(struct trial *trial, const char *last)
{
    char *line;
    while ((line = peer_read(&trial->peer, PEER_PATIENCE_MS))) {
        hear(trial, line);
        if (last && strncmp(line, last, strlen(last)) == 0) {
            return;
        }
    }
    if (last || !trial->peer.ended) {
        fail_trial(trial, last ? last : "the conversation does not end");
    }
}

static void say(struct trial *trial, const char *text)
{
    ck_assert(peer_say(&trial->peer, text));
}

static bool is_search(enum conversation_state state)
{
    return state >= STATE_SEARCHING && state <= STATE_STOPPING;
}

/* The rules of PROTOCOL.md under 'What happens when', written from its text and not from the
 * session's table. */
static enum conversation_effect rule(enum conversation_state state, enum command_kind kind)
{
    const bool unlimited = state == STATE_UNLIMITED || state == STATE_PONDERING ||
                           state == STATE_HOLDING || state == STATE_PONDERED;
    switch (kind) {
    case COMMAND_NOTHING:
    case COMMAND_STOP:
    case COMMAND_PONDERHIT:
    case COMMAND_QUIT:
        return EFFECT_RUN;
    case COMMAND_UNKNOWN:
    case COMMAND_HELLO:
    case COMMAND_ISREADY:
    case COMMAND_GAMES:
    case COMMAND_HELP:
    case COMMAND_PUBLISH:
    case COMMAND_WATCH:
        return state == STATE_WARMING_UP ? EFFECT_WAIT : EFFECT_RUN;
    case COMMAND_PROGRESS:
        return state == STATE_WARMING_UP ? EFFECT_WAIT : EFFECT_RUN;
    case COMMAND_SYNC:
        return state == STATE_IDLE         ? EFFECT_RUN
               : state == STATE_BACKGROUND ? EFFECT_LOOK
                                           : EFFECT_WAIT;
    case COMMAND_ASIDE:
    case COMMAND_QUERY:
    case COMMAND_DISPLAY:
    case COMMAND_EVAL:
        return state == STATE_IDLE         ? EFFECT_RUN
               : state == STATE_WARMING_UP ? EFFECT_WAIT
                                           : EFFECT_LOOK;
    case COMMAND_POSITION:
    case COMMAND_GO:
        return state == STATE_IDLE                      ? EFFECT_RUN
               : unlimited || state == STATE_BACKGROUND ? EFFECT_END
                                                        : EFFECT_WAIT;
    case COMMAND_CANCEL:
        if (state == STATE_COUNTING) {
            return EFFECT_END;
        }
        /* fallthrough */
    case COMMAND_NEWGAME:
        return state == STATE_IDLE                     ? EFFECT_RUN
               : state == STATE_BACKGROUND             ? EFFECT_END
               : unlimited || state == STATE_SEARCHING ? EFFECT_DROP
                                                       : EFFECT_WAIT;
    case COMMAND_NOTE:
    case COMMAND_SETOPTION:
    case COMMAND_PERFT:
    case COMMAND_BENCH:
    case COMMAND_COMPARE:
    case COMMAND_TRACE:
    case COMMAND_REVIEW:
    case COMMAND_GENFENS:
        return state == STATE_IDLE         ? EFFECT_RUN
               : state == STATE_BACKGROUND ? EFFECT_END
                                           : EFFECT_WAIT;
    }
    ck_abort_msg("command %d has no rule", (int)kind);
}

START_TEST(the_table_of_states_is_what_the_protocol_says)
{
    for (int state = 0; state < CONVERSATION_STATES; state++) {
        for (int kind = 0; kind < COMMAND_KINDS; kind++) {
            const enum conversation_effect found =
                conversation_effect((enum conversation_state)state, (enum command_kind)kind);
            ck_assert_msg(found == rule((enum conversation_state)state, (enum command_kind)kind),
                          "state %d, command %d: %d", state, kind, (int)found);
        }
    }
}
END_TEST

/* Returns a part of the answer to a command; NULL: there is no immediate answer. */
static const char *answer_of(const struct command *command)
{
    switch (command->kind) {
    case COMMAND_HELLO:
        return "uciok";
    case COMMAND_QUERY:
        return "response ";
    case COMMAND_DISPLAY:
        return "FEN: ";
    case COMMAND_EVAL:
        return "\n";
    case COMMAND_GAMES:
        return "connect4";
    case COMMAND_HELP:
        return command->topic ? "newgame gomoku" : "ponderhit";
    case COMMAND_WATCH:
        return !command->name                       ? "info string published"
               : strcmp(command->name, "none") != 0 ? "watch: no game is offered as"
                                                    : NULL;
    case COMMAND_BENCH:
        return " nps";
    case COMMAND_COMPARE:
        return "minimax";
    case COMMAND_TRACE:
        return "root MAX";
    case COMMAND_GENFENS:
        return "genfens";
    case COMMAND_PERFT:
        return "Nodes searched";
    default:
        return NULL;
    }
}

/* Checks the output before anything else is done: the command's answer, or nothing yet. */
static void check_at_once(const struct trial *trial, enum conversation_effect effect)
{
    const char *answer = answer_of(&trial->command);
    bool runs = effect == EFFECT_RUN || effect == EFFECT_LOOK;
    bool ends = trial->command.kind == COMMAND_STOP || trial->command.kind == COMMAND_PONDERHIT ||
                effect == EFFECT_END || effect == EFFECT_DROP;
    if (trial->state == STATE_IDLE) {
        return; /* it may have started something */
    }
    if (trial->bestmoves > 0 && !ends) {
        fail_trial(trial, "a bestmove before it was asked for");
    }
    if (answer && (strstr(trial->heard, answer) != NULL) != runs) {
        fail_trial(trial, runs ? "not answered at once" : "answered before its turn");
    }
}

static int expected_bestmoves(const struct trial *trial, enum conversation_effect effect)
{
    return (is_search(trial->state) && effect != EFFECT_DROP) + (trial->command.kind == COMMAND_GO);
}

static void try_line(enum conversation_state state, const char *setup, bool passes,
                     const char *text)
{
    static struct trial trial;
    char line[200], copy[200], message[1000];
    struct dialect_state dialect_state = {0};
    trial = (struct trial){.state = state, .line = text};
    snprintf(line, sizeof line, "%s\n", text);
    snprintf(copy, sizeof copy, "%s", text);
    ck_assert(dialect_uci.parse_command(&dialect_state, copy, &trial.command, NULL));
    const enum conversation_effect effect = rule(state, trial.command.kind);
    pid_t process = peer_spawn(&trial.peer, program, "");
    snprintf(message, sizeof message, "uci\n%s", setup);
    say(&trial, message);
    hear_until(&trial, "uciok");
    if (state == STATE_HOLDING || state == STATE_PONDERED) {
        hear_until(&trial, "info depth");
        peer_await_rest(process); /* the search has ended */
    }
    trial.heard[0] = '\0';
    say(&trial, line);
    if (!passes && trial.command.kind != COMMAND_QUIT) {
        int asked = trial.readies + 1 + (trial.command.kind == COMMAND_ISREADY);
        say(&trial, "isready\n");
        while (trial.readies < asked) {
            hear_until(&trial, "readyok");
        }
        check_at_once(&trial, effect);
    }
    if (trial.command.kind == COMMAND_QUIT) {
        hear_until(&trial, NULL);
    } else {
        /* A command that ends a search needs no stop: the mark waits only for the end. */
        bool ends =
            (effect == EFFECT_END || effect == EFFECT_DROP) && trial.command.kind != COMMAND_GO;
        say(&trial, ends ? MARK "\n" : "stop\n" MARK "\n");
        hear_until(&trial, MARK_REPLY);
        say(&trial, "quit\n");
        hear_until(&trial, NULL);
    }
    if (trial.bestmoves != expected_bestmoves(&trial, effect)) {
        fail_trial(&trial, "not one bestmove for each go");
    }
    const char *answer = answer_of(&trial.command);
    bool cut_short = trial.command.kind == COMMAND_PERFT || trial.command.kind == COMMAND_BENCH ||
                     trial.command.kind == COMMAND_COMPARE || trial.command.kind == COMMAND_TRACE ||
                     trial.command.kind == COMMAND_GENFENS;
    if (answer && !cut_short && !strstr(trial.heard, answer)) {
        fail_trial(&trial, "never answered");
    }
    ck_assert_int_eq(peer_wait(process), 0);
    peer_finish(&trial.peer);
}

/* Every line of the table in the state with this index: under a sanitizer one line of four, each in
 * two states or more. */
START_TEST(each_command_does_what_the_table_says)
{
    const char *samples;
    int number = _i;
    for (int i = 0; (samples = dialect_uci.samples(i)); i++) {
        while (*samples) {
            char line[200];
            size_t length = strcspn(samples, "\n");
            snprintf(line, sizeof line, "%.*s", (int)length, samples);
            samples += length + (samples[length] == '\n');
            if (SUITE_SKIPS(number++)) {
                continue;
            }
            try_line(states[_i].state, states[_i].lines, states[_i].passes, line);
        }
    }
}
END_TEST

/* None of them waits for the end of the running work. */
START_TEST(games_help_publish_and_watch_are_answered_in_a_search_and_in_a_count)
{
    static const char *const lines[][2] = {
        {"games\n", "gomoku     Gomoku"},
        {"help\n", "uci | ugi | uai"},
        {"help chess\n", "Chess: newgame chess"},
        {"publish board-1\nwatch\n", "info string published board-1"},
        {"watch other\n", "info string error: watch: no game is offered as 'other'"},
        {"uci\n", "uciok"},
        {"isready\n", "readyok"},
        {"query p1turn\n", "response "},
        {"d\n", "FEN: "},
    };
    for (int i = 0; i < LENGTH(states); i++) {
        static struct trial trial;
        if (states[i].passes) {
            continue;
        }
        trial = (struct trial){.state = states[i].state, .line = "publish, watch and others"};
        const pid_t process = peer_spawn(&trial.peer, program, "");
        say(&trial, states[i].lines);
        for (int k = 0; k < LENGTH(lines); k++) {
            say(&trial, lines[k][0]);
            hear_until(&trial, lines[k][1]);
            if (trial.bestmoves > 0) {
                fail_trial(&trial, lines[k][0]);
            }
        }
        say(&trial, "stop\nquit\n");
        hear_until(&trial, NULL);
        ck_assert_int_eq(trial.bestmoves, is_search(states[i].state));
        ck_assert_int_eq(peer_wait(process), 0);
        peer_finish(&trial.peer);
    }
}
END_TEST

START_TEST(every_state_is_tried)
{
    bool tried[CONVERSATION_STATES] = {false};
    for (int i = 0; i < LENGTH(states); i++) {
        tried[states[i].state] = true;
    }
    for (int i = 0; i < STATE_BACKGROUND; i++) {
        ck_assert(tried[i]);
    }
}
END_TEST

/* `quit` and the end of the input come last: earlier commands are answered. */
START_TEST(all_that_came_before_the_end_is_answered)
{
    static const char *const ends[] = {"quit\n", ""};
    for (int i = 0; i < LENGTH(ends); i++) {
        static struct trial trial;
        trial = (struct trial){.line = "the end"};
        pid_t process = peer_spawn(&trial.peer, program, "");
        char lines[500];
        snprintf(lines, sizeof lines,
                 "ucinewgame\nposition startpos\ngo depth 2\ngo infinite\nisready\nd\n"
                 "go ponder wtime 1000\nponderhit\nquery fen\ngo perft 1\ngenfens 1 seed 2\n%s",
                 ends[i]);
        say(&trial, lines);
        peer_hang_up(&trial.peer);
        hear_until(&trial, NULL);
        ck_assert_int_eq(trial.bestmoves, 3);
        ck_assert_int_eq(trial.readies, 1);
        ck_assert_ptr_nonnull(strstr(trial.heard, "FEN: "));
        ck_assert_ptr_nonnull(strstr(trial.heard, "response "));
        ck_assert_int_eq(peer_wait(process), 0);
        peer_finish(&trial.peer);
    }
}
END_TEST

/* A count checks `stop` often enough even in a position with nine queens and 200 moves per
 * side. */
START_TEST(a_count_is_stopped_in_every_position)
{
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game chess");
    peer_say(&peer, "position fen q6k/5q2/5K1q/Q1q2n2/7R/3Q4/1Q4Q1/2q4q w - - 0 1\n"
                    "go perft 12\nisready\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "readyok"));
    peer_await_work(process, 50);
    peer_say(&peer, "stop\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "stopped after"));
    peer_say(&peer, "quit\n");
    ck_assert_int_eq(peer_wait(process), 0);
    peer_finish(&peer);
}
END_TEST

START_TEST(the_queue_keeps_order_and_bounds)
{
    struct command_queue queue = {0};
    char line[32];
    for (int i = 0; i < COMMAND_QUEUE_COUNT_LIMIT; i++) {
        snprintf(line, sizeof line, "go depth %d", i);
        ck_assert(command_queue_add(&queue, i % 2 ? COMMAND_GO : COMMAND_STOP, line));
    }
    ck_assert(!command_queue_add(&queue, COMMAND_GO, "go"));
    ck_assert_int_eq(queue.counts[COMMAND_GO], COMMAND_QUEUE_COUNT_LIMIT / 2);
    for (int i = 0; i < COMMAND_QUEUE_COUNT_LIMIT; i++) {
        struct queued_command *command = command_queue_remove(&queue, NULL);
        snprintf(line, sizeof line, "go depth %d", i);
        ck_assert_str_eq(command->line, line);
        free(command);
    }
    ck_assert_ptr_null(command_queue_remove(&queue, NULL));
    ck_assert_uint_eq(queue.bytes, 0);
    const size_t most = COMMAND_QUEUE_BYTE_LIMIT - command_queue_cost("");
    char *long_line = malloc(most + 2);
    memset(long_line, 'x', most + 1);
    long_line[most + 1] = '\0';
    ck_assert(!command_queue_add(&queue, COMMAND_GO, long_line));
    long_line[most] = '\0';
    ck_assert(command_queue_add(&queue, COMMAND_GO, long_line));
    ck_assert(!command_queue_add(&queue, COMMAND_GO, ""));
    command_queue_clear(&queue);
    ck_assert_int_eq(queue.count, 0);
    free(long_line);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
        return EXIT_FAILURE;
    }
    program = argv[1];
    peer_share_patience();
    /* With a wrong table the conversations would wait forever. */
    Suite *table = suite_create("table");
    SUPPORT_ADD(table, the_table_of_states_is_what_the_protocol_says);
    if (support_run(table) != EXIT_SUCCESS) {
        return EXIT_FAILURE;
    }
    Suite *suite = suite_create("session");
    TCase *walk = tcase_create("walk");
    tcase_set_timeout(walk, 120);
    tcase_add_loop_test(walk, each_command_does_what_the_table_says, 0, LENGTH(states));
    suite_add_tcase(suite, walk);
    SUPPORT_ADD(suite, games_help_publish_and_watch_are_answered_in_a_search_and_in_a_count);
    SUPPORT_ADD(suite, every_state_is_tried);
    SUPPORT_ADD(suite, all_that_came_before_the_end_is_answered);
    SUPPORT_ADD(suite, a_count_is_stopped_in_every_position);
    SUPPORT_ADD(suite, the_queue_keeps_order_and_bounds);
    return support_run(suite);
}
