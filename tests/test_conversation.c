/* SPDX-License-Identifier: MIT */
/* Tests conversations with the program that a transcript cannot express: they count, measure, or
 * disconnect. Argument: the program. */
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "dialect.h"
#include "peer.h"
#include "rng.h"
#include "suite.h"
#include "words.h"

static const char *program;

static void expect_ready(struct peer *peer)
{
    ck_assert(peer_say(peer, "isready\n"));
    ck_assert_ptr_nonnull(peer_read_until(peer, "readyok"));
}

/* Starts a server, connects `count` clients, and returns its process. */
static pid_t serve(char path[64], struct peer *peers, int count)
{
    char arguments[100];
    peer_make_path(path);
    snprintf(arguments, sizeof arguments, "--game connect4 --listen unix:%s", path);
    pid_t server = peer_serve(program, arguments);
    for (int i = 0; i < count; i++) {
        peer_connect(&peers[i], path);
    }
    return server;
}

START_TEST(a_peer_that_vanishes_ends_its_own_conversation_alone)
{
    COVERS(7);
    struct peer peers[4];
    char path[64];
    pid_t server = serve(path, peers, 4);
    for (int i = 0; i < 4; i++) {
        expect_ready(&peers[i]);
        peer_say(&peers[i], "go infinite\n");
    }
    /* One client disconnects with all its output unread, one in the middle of a line. */
    peer_say(&peers[0], "games\nhelp\nuci\n");
    peer_finish(&peers[0]);
    peer_say(&peers[1], "stop\nposition startp");
    peer_finish(&peers[1]);
    /* One closes its sending side and still receives the answer. */
    peer_hang_up(&peers[2]);
    ck_assert_ptr_nonnull(peer_read_until(&peers[2], "bestmove"));
    ck_assert_ptr_null(peer_read(&peers[2], PEER_PATIENCE_MS));
    ck_assert(peers[2].ended);
    peer_finish(&peers[2]);
    expect_ready(&peers[3]);
    peer_say(&peers[3], "stop\n");
    ck_assert_ptr_nonnull(peer_read_until(&peers[3], "bestmove"));
    peer_finish(&peers[3]);
    kill(server, SIGTERM);
    ck_assert_int_eq(peer_wait(server), 0);
    peer_remove_path(path);
}
END_TEST

START_TEST(the_engine_ends_when_nobody_reads_it)
{
    COVERS(7);
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game connect4");
    expect_ready(&peer);
    close(peer.out);
    peer_say(&peer, "go infinite\nisready\n");
    ck_assert_int_eq(peer_wait(process), 0);
    close(peer.in);
    line_reader_finish(&peer.reader);
}
END_TEST

START_TEST(a_signal_ends_the_server_with_every_answer_given)
{
    COVERS(6);
    struct peer peers[3];
    char path[64];
    pid_t server = serve(path, peers, 3);
    for (int i = 0; i < 3; i++) {
        expect_ready(&peers[i]);
        peer_say(&peers[i], "go infinite\n");
        expect_ready(&peers[i]);
    }
    kill(server, SIGTERM);
    for (int i = 0; i < 3; i++) {
        ck_assert_ptr_nonnull(peer_read_until(&peers[i], "bestmove"));
        ck_assert_ptr_null(peer_read(&peers[i], PEER_PATIENCE_MS));
        ck_assert(peers[i].ended);
        peer_finish(&peers[i]);
    }
    ck_assert_int_eq(peer_wait(server), 0);
    ck_assert_int_ne(access(path, F_OK), 0);
    peer_remove_path(path);
}
END_TEST

/* Requests far more output than may wait to be read: first without reading, as long as the engine
 * accepts input, then reading it. */
static void ask_too_much(struct peer *peer, int count)
{
    struct buffer text = {0};
    for (int i = 0; i < count; i++) {
        buffer_puts(&text, "uci\n");
    }
    int64_t patience = clock_ns() + 300 * NS_PER_MS;
    while (clock_ns() < patience && buffer_length(&text) > 4) {
        ssize_t written = write(peer->in, buffer_text(&text), buffer_length(&text) - 4);
        buffer_consume(&text, written > 0 ? (size_t)written : 0);
    }
    buffer_puts(&text, "isready\n");
    ck_assert(peer_write(peer, buffer_text(&text), buffer_length(&text)));
    buffer_finish(&text);
}

START_TEST(a_flood_of_commands_is_answered_to_the_last)
{
    COVERS(3, 14);
    struct peer peer;
    const int count = SUITE_TIMES(20000);
    int answers = 0;
    char *line;
    pid_t process = peer_spawn(&peer, program, "");
    ask_too_much(&peer, count);
    while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && strcmp(line, "readyok") != 0) {
        answers += strcmp(line, "uciok") == 0;
    }
    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(answers, count);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* CECP without its first line, and its errors. */
START_TEST(the_dialect_of_standard_input_can_be_named)
{
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--dialect cecp");
    peer_say(&peer, "new\nusermove e2e5\nuci\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "Illegal move ("));
    ck_assert_ptr_nonnull(peer_read_until(&peer, "Error (unknown command; it belongs to uci"));
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(a_search_that_waits_for_stop_rests)
{
    COVERS(26);
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game tictactoe");
    peer_say(&peer, "go infinite\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "info depth 9 "));
    peer_await_rest(process);
    const long before = peer_worked_ms(process);
    ck_assert_ptr_null(peer_read(&peer, 200)); /* and no further output */
    const long used = peer_worked_ms(process) - before;
    ck_assert_msg(used <= 50, "%ld ms of work in 200 ms of waiting", used);
    peer_say(&peer, "stop\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "bestmove"));
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* How late an answer may be: far more than usual, far less than a person would notice. On a busy
 * machine one answer may be late, but not every one of so many. */
#define LATE_MS    100
#define LATE_TRIES 20

START_TEST(a_stop_is_answered_at_once)
{
    COVERS(27);
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game chess");
    int64_t took_ms = LATE_MS;
    for (int i = 0; i < LATE_TRIES && took_ms >= LATE_MS; i++) {
        peer_say(&peer, "go infinite\n");
        ck_assert_ptr_nonnull(peer_read_until(&peer, "info depth 5 "));
        const int64_t begin = clock_ns();
        peer_say(&peer, "stop\n");
        ck_assert_ptr_nonnull(peer_read_until(&peer, "bestmove"));
        took_ms = (clock_ns() - begin) / NS_PER_MS;
    }
    ck_assert_msg(took_ms < LATE_MS, "%d ms, %d times", (int)took_ms, LATE_TRIES);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* Returns the number after a word of an info. */
static int64_t figure(const char *line, const char *word)
{
    char text[40];
    snprintf(text, sizeof text, " %s ", word);
    const char *found = strstr(line, text);
    ck_assert_msg(found != NULL, "no%sin '%s'", text, line);
    return atoll(found + strlen(text));
}

/* The answer arrives in time, and its numbers agree with the time that has passed here. */
START_TEST(a_movetime_ends_in_time_and_its_infos_say_so)
{
    enum { MOVETIME_MS = 120 };
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game chess");
    int64_t took_ms = MOVETIME_MS + LATE_MS;
    for (int i = 0; i < LATE_TRIES && took_ms >= MOVETIME_MS + LATE_MS; i++) {
        char *line, last[2000] = "";
        const int64_t begin = clock_ns();
        peer_say(&peer, "go movetime 120\n");
        while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && !words_begin(line, "bestmove")) {
            snprintf(last, sizeof last, "%s", line);
        }
        ck_assert_ptr_nonnull(line);
        took_ms = (clock_ns() - begin) / NS_PER_MS;
        const int64_t time = figure(last, "time"), nodes = figure(last, "nodes");
        const int64_t nps = figure(last, "nps");
        ck_assert_msg(time <= took_ms + 1, "%lld ms took: %s", (long long)took_ms, last);
        ck_assert_msg(nps * (time + 1) / 1000 >= nodes * 9 / 10 &&
                          nps * time / 1000 <= nodes * 11 / 10,
                      "%s", last);
        /* The last info is that of the last complete iteration. */
        ck_assert_msg(took_ms < MOVETIME_MS || time >= MOVETIME_MS / 4, "%s", last);
    }
    ck_assert_msg(took_ms < MOVETIME_MS + LATE_MS, "%d ms, %d times", (int)took_ms, LATE_TRIES);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(hashfull_rises_as_the_table_fills)
{
    static const char *const searches[] = {"go nodes 3000\n", "go nodes 400000\n"};
    struct peer peer;
    int64_t full[2] = {-1, -1};
    pid_t process = peer_spawn(&peer, program, "--game chess");
    peer_say(&peer, "setoption name Hash value 1\n");
    for (int i = 0; i < LENGTH(searches); i++) {
        char *line;
        peer_say(&peer, "ucinewgame\n");
        peer_say(&peer, searches[i]);
        while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && !words_begin(line, "bestmove")) {
            /* After a second without output, a search reports only its nodes. */
            full[i] = strstr(line, " hashfull ") ? figure(line, "hashfull") : full[i];
        }
        ck_assert_ptr_nonnull(line);
        ck_assert_int_ge(full[i], 0);
        ck_assert_int_le(full[i], 1000);
    }
    /* The table has 65,536 entries. */
    ck_assert_int_lt(full[0], 100);
    ck_assert_int_gt(full[1], 500);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* The burst of infos and the infos per second that the specification allows. */
#define INFO_BURST       128
#define INFOS_PER_SECOND 32

START_TEST(infos_do_not_flood)
{
    COVERS(33);
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "--game chess");
    int infos = 0;
    bool deep = false;
    char *line;
    int64_t start = clock_ns();
    /* A draw after any move: hundreds of iterations end immediately, with three lines each. */
    peer_say(&peer, "setoption name MultiPV value 3\n"
                    "position fen k7/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 250\n");
    while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && !words_begin(line, "bestmove")) {
        infos += words_begin(line, "info");
        deep |= strncmp(line, "info depth 250 ", strlen("info depth 250 ")) == 0;
    }
    int seconds = (int)((clock_ns() - start) / NS_PER_SECOND) + 1;
    ck_assert_ptr_nonnull(line);
    ck_assert_msg(deep, "the last iteration was not said");
    ck_assert_int_le(infos, INFO_BURST + 2 * 3 + INFOS_PER_SECOND * seconds);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(gomocups_end_has_no_answer_in_a_search)
{
    COVERS(37);
    struct peer peer;
    char *line;
    pid_t process = peer_spawn(&peer, program, "");
    peer_say(&peer, "START 15\nINFO timeout_turn 60000\nBOARD\n7,7,2\nDONE\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "MESSAGE"));
    peer_say(&peer, "END\n");
    while ((line = peer_read(&peer, PEER_PATIENCE_MS))) {
        ck_assert_msg(words_begin(line, "MESSAGE"), "%s", line);
    }
    ck_assert(peer.ended);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* A solver that has no line for several seconds reports its progress. */
START_TEST(a_silent_search_tells_how_far_it_is)
{
    COVERS(33);
    struct peer peer;
    int64_t nodes = 0;
    pid_t process = peer_spawn(&peer, program, "--game connect4");
    peer_say(&peer, "go infinite\n");
    for (int told = 0; told < 3;) {
        char *line = peer_read(&peer, PEER_PATIENCE_MS);
        ck_assert_ptr_nonnull(line);
        if (strncmp(line, "info nodes ", 11) == 0) {
            int64_t now = atoll(line + 11);
            ck_assert_msg(now > nodes && strstr(line, " nps ") && strstr(line, " time "), "%s",
                          line);
            nodes = now;
            told++;
        }
    }
    peer_say(&peer, "stop\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "bestmove "));
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(a_person_at_a_terminal_is_greeted)
{
    int terminal;
    pid_t process = forkpty(&terminal, NULL, NULL, NULL);
    if (process == 0) {
        setenv("TERM", "dumb", 1); /* disables line editing, which tests/terminal.py tests */
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    struct peer peer;
    peer_adopt(&peer, terminal);
    ck_assert_ptr_nonnull(peer_read_until(&peer, "Myosu"));
    peer_say(&peer, "isready\nquit\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "readyok"));
    ck_assert_int_eq(peer_wait(process), 0);
    peer_finish(&peer);
}
END_TEST

/* An argument that does not begin a command belongs to the one before, as in Stockfish. */
START_TEST(arguments_are_joined_to_commands)
{
    static const struct {
        const char *arguments, *answer;
        int status;
    } cases[] = {
        {"go depth 3", "bestmove", 0},
        {"position startpos moves e2e4 go depth 2", "bestmove", 0},
        {"newgame connect4 position startpos moves 4 4 query fen", "response 7/", 0},
        {"bench tictactoe 4", "tictactoe   5/5  depth  4", 0},
        {"d isready", "readyok", 0},
        {"position startpos moves e2e5", "info string error", 1},
        {"go depth 1 position fen x go depth 1", "info string error", 1},
        {"nonsense", "info string error", 1},
        {"go depth x", "info string error", 1},
        {"go deptth 3", "info string error", 1},
        {"go movetime", "info string error", 1},
        {"go depth 2 searchmoves", "info string error", 1},
        {"bench nonsense 4", "info string error", 1},
        {"go deptth 3 perft 1", "info string error: go perft: 'deptth' is one word", 1},
        {"go perft 1 x", "info string error: go perft: 'x' is one word too many", 1},
        {"isready now", "info string error: isready: 'now' is one word too many", 1},
        {"d \"og depth 3\"", "info string error: d: 'og' is one word too many", 1},
        /* After an error, the following commands are still executed. */
        {"\"position startpos moves e2e9\" \"go depth 3\"", "bestmove (none)", 1},
        {"\"position startpos moves e2e9\" newgame \"go depth 1\"", "bestmove", 1},
        {"\"setoption name Nonsense value 3\" \"go depth 1\"", "bestmove", 1},
        {"eval nonsense isready", "readyok", 1},
        {"\"newgame ludo\" isready", "readyok", 1},
        {"\"debug on\" isready", "readyok", 0},
        /* In Gomocup's dialect every argument is a line. */
        {"\"INFO timeout_turn 20\" \"START 5\" BEGIN", "2,2", 0},
        {"\"INFO timeout_turn 20\" \"START 5\" \"TURN 9,9\" \"TURN 2,2\" ABOUT", "name=", 1},
        {"\"INFO timeout_turn 20\" \"START 5\" BOARD \"2,2,2\" \"1,1,1\" \"3,3,2\" DONE ABOUT",
         "name=", 0},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct peer peer;
        pid_t process = peer_spawn(&peer, program, cases[i].arguments);
        ck_assert_msg(peer_read_until(&peer, cases[i].answer), "%s", cases[i].arguments);
        while (peer_read(&peer, PEER_PATIENCE_MS)) {
        }
        ck_assert_msg(peer.ended, "%s", cases[i].arguments);
        peer_finish(&peer);
        int status = peer_wait(process);
        ck_assert_msg(status == cases[i].status, "%s: status %d", cases[i].arguments, status);
    }
}
END_TEST

START_TEST(every_option_is_well_formed)
{
    COVERS(11);
    static const char *const keywords[] = {"name", "type", "default", "min", "max", "var", "value"};
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "");
    struct dialect_state state = {0};
    struct event event;
    struct error error;
    char *line;
    char names[64][64];
    int options = 0;
    peer_say(&peer, "uci\n");
    while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && strcmp(line, "uciok") != 0) {
        ck_assert_msg(dialect_uci.parse_event(&state, line, &event, &error), "%s", error.text);
        if (event.kind != EVENT_OPTION) {
            continue;
        }
        ck_assert_int_lt(options, LENGTH(names));
        snprintf(names[options++], sizeof names[0], "%s", event.option.name);
        for (int i = 0; i < options - 1; i++) { /* shared options are listed once */
            ck_assert_str_ne(names[i], names[options - 1]);
        }
        for (int i = 0; i < LENGTH(keywords); i++) {
            ck_assert_str_ne(event.option.name, keywords[i]);
        }
        int64_t initial;
        if (event.option.kind == OPTION_SPIN) {
            ck_assert(words_number(event.option.initial, &initial));
            ck_assert_int_le(event.option.min, initial);
            ck_assert_int_le(initial, event.option.max);
        }
    }
    ck_assert_ptr_nonnull(line);
    ck_assert_int_ge(options, 10);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

START_TEST(the_limit_on_memory_holds_from_the_first_move)
{
    COVERS(39, 41);
    const int64_t limit = INT64_C(83886080);
    struct peer peer;
    pid_t process = peer_spawn(&peer, program, "");
    peer_say(&peer, "START 15\n");
    ck_assert_ptr_nonnull(peer_read_until(&peer, "OK"));
    peer_say(&peer, "INFO max_memory 83886080\nINFO timeout_turn 500\nBEGIN\n");
    char *line;
    while ((line = peer_read(&peer, PEER_PATIENCE_MS)) && words_begin(line, "MESSAGE")) {
    }
    ck_assert_msg(line && strchr(line, ','), "no move: %s", line);
    ck_assert(SUITE_SANITIZED || (int64_t)peer_status(process, "VmHWM") * 1024 <= limit);
    peer_say(&peer, "END\n");
    ck_assert_ptr_null(peer_read(&peer, PEER_PATIENCE_MS));
    ck_assert(peer.ended);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* Sends a position of `moves` and `more`. Fails if the engine rejects it. */
static void expect_legal(struct peer *peer, const char *moves, const char *more)
{
    struct buffer text = {0};
    buffer_printf(&text, "position startpos moves %s %s\nisready\n", moves, more);
    peer_say(peer, buffer_text(&text));
    const char *line = peer_read(peer, PEER_PATIENCE_MS);
    ck_assert_msg(line && strcmp(line, "readyok") == 0, "%s%s", buffer_text(&text), line);
    buffer_finish(&text);
}

/* Searches after `moves`. Collects the lines of the search, and its bestmove with the ponder move,
 * each as moves to continue with; line feeds separate them. */
static void search(struct peer *peer, const char *moves, struct buffer *lines, char best[16])
{
    struct dialect_state state = {0};
    struct buffer text = {0};
    struct event event = {.kind = EVENT_NOTHING};
    buffer_printf(&text, "position startpos moves %s\ngo nodes 3000\n", moves);
    peer_say(peer, buffer_text(&text));
    buffer_finish(&text);
    buffer_clear(lines);
    while (event.kind != EVENT_BESTMOVE) {
        char *line = peer_read(peer, PEER_PATIENCE_MS);
        ck_assert_ptr_nonnull(line);
        ck_assert(dialect_uci.parse_event(&state, line, &event, NULL));
        if (event.kind == EVENT_INFO && event.info.pv) {
            buffer_printf(lines, "%s\n", event.info.pv);
        }
    }
    best[0] = '\0';
    if (event.bestmove.move) {
        ck_assert_uint_lt(strlen(event.bestmove.move), 16);
        strcpy(best, event.bestmove.move);
        const char *ponder = event.bestmove.ponder;
        buffer_printf(lines, "%s %s\n", best, ponder ? ponder : "");
    }
}

/* Continues the game with the first moves of one of the last `count` lines. */
static void play_on(struct rng *rng, const struct buffer *lines, struct buffer *moves)
{
    char *copy = strdup(buffer_text(lines)), *save, *chosen = NULL;
    uint64_t seen = 0;
    for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if (rng_below(rng, ++seen) == 0) {
            chosen = line;
        }
    }
    if (chosen) {
        buffer_printf(moves, "%.*s ", (int)strcspn(chosen, " "), chosen);
    }
    free(copy);
}

static const char *const games[] = {"tictactoe", "connect4", "chess", "gomoku", "othello"};

START_TEST(lines_and_ponder_moves_are_legal_to_their_end)
{
    COVERS(32, 34);
    struct peer peer;
    char arguments[100], best[16];
    struct rng rng = {7};
    snprintf(arguments, sizeof arguments, "--game %s", games[_i]);
    pid_t process = peer_spawn(&peer, program, arguments);
    struct buffer moves = {0}, lines = {0};
    peer_say(&peer, "setoption name MultiPV value 3\n");
    for (int game = 0; game < (SUITE_SANITIZED ? 1 : 3); game++) {
        buffer_clear(&moves);
        for (int ply = 0; ply < SUITE_TIMES(60); ply++) {
            search(&peer, buffer_text(&moves), &lines, best);
            if (best[0] == '\0') {
                break;
            }
            char *copy = strdup(buffer_text(&lines)), *save;
            for (char *line = strtok_r(copy, "\n", &save); line;
                 line = strtok_r(NULL, "\n", &save)) {
                expect_legal(&peer, buffer_text(&moves), line);
            }
            free(copy);
            play_on(&rng, &lines, &moves);
        }
    }
    buffer_finish(&moves);
    buffer_finish(&lines);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
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
    Suite *suite = suite_create("conversation");
    SUPPORT_ADD(suite, a_peer_that_vanishes_ends_its_own_conversation_alone);
    SUPPORT_ADD(suite, the_engine_ends_when_nobody_reads_it);
    SUPPORT_ADD(suite, a_signal_ends_the_server_with_every_answer_given);
    SUPPORT_ADD(suite, a_flood_of_commands_is_answered_to_the_last);
    SUPPORT_ADD(suite, the_dialect_of_standard_input_can_be_named);
    SUPPORT_ADD(suite, a_search_that_waits_for_stop_rests);
    SUPPORT_ADD(suite, a_stop_is_answered_at_once);
    SUPPORT_ADD(suite, a_movetime_ends_in_time_and_its_infos_say_so);
    SUPPORT_ADD(suite, hashfull_rises_as_the_table_fills);
    SUPPORT_ADD(suite, infos_do_not_flood);
    SUPPORT_ADD(suite, a_silent_search_tells_how_far_it_is);
    SUPPORT_ADD(suite, a_person_at_a_terminal_is_greeted);
    SUPPORT_ADD(suite, arguments_are_joined_to_commands);
    SUPPORT_ADD(suite, gomocups_end_has_no_answer_in_a_search);
    SUPPORT_ADD(suite, every_option_is_well_formed);
    SUPPORT_ADD(suite, the_limit_on_memory_holds_from_the_first_move);
    TCase *legal = tcase_create("legal");
    tcase_set_timeout(legal, 120);
    tcase_add_loop_test(legal, lines_and_ponder_moves_are_legal_to_their_end, 0, LENGTH(games));
    suite_add_tcase(suite, legal);
    return support_run(suite);
}
