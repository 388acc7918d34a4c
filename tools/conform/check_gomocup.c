/* SPDX-License-Identifier: MIT */
/* Checks of Gomocup's dialect. Squares are `x,y` from the top left, counted from 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "checks.h"
#include "clock.h"

#define SIZE 15

/* The time per turn, in milliseconds, unless the check is about time. */
#define TURN_MS 200

/* The least memory that a manager may grant: 70 MB, as in Gomocup's tournaments. */
#define MEMORY_BYTES (70 * 1024 * 1024)

/* Sends START. Returns false, with the reason, if the answer is not OK. */
static bool start(struct checker *checker, int size)
{
    if (!checker_start(checker)) {
        return false;
    }
    session_send(checker->session, "INFO timeout_turn %d", TURN_MS);
    session_send(checker->session, "START %d", size);
    char *line = session_read(checker->session, PROMPT_S);
    if (!line || strncasecmp(line, "OK", 2) != 0) {
        checker_fail(checker, "START %d is not answered by OK", size);
        return false;
    }
    return true;
}

/* Reads lines up to a move, which must be on the board. Skips MESSAGE and DEBUG lines. */
static bool hear_move(struct checker *checker, double seconds, int *x, int *y)
{
    char *line, tail;
    int64_t give_up = clock_ns() + (int64_t)(seconds * 1e9);
    do {
        int64_t left = give_up - clock_ns();
        line = session_read(checker->session, left > 0 ? (double)left / 1e9 : 0);
    } while (line && (strncmp(line, "MESSAGE", 7) == 0 || strncmp(line, "DEBUG", 5) == 0));
    if (!line) {
        checker_fail(checker, "no move within %g s", seconds);
        return false;
    }
    int count = sscanf(line, "%d,%d%c", x, y, &tail);
    if (count == 3 && tail == ' ') {
        count = 2;
    }
    if (count != 2 || *x < 0 || *y < 0 || *x >= SIZE || *y >= SIZE) {
        checker_fail(checker, "expected a move X,Y on the board");
        return false;
    }
    return true;
}

static bool hear_ok(struct checker *checker, const char *command)
{
    char *line = session_read(checker->session, PROMPT_S);
    if (!line || strncasecmp(line, "OK", 2) != 0) {
        checker_fail(checker, "%s is not answered by OK", command);
        return false;
    }
    return true;
}

/* Checks that ABOUT is answered by one line with four keys. */
static bool about_is_whole(struct checker *checker)
{
    static const char *const keys[] = {"name=\"", "version=\"", "author=\"", "country=\""};
    session_send(checker->session, "ABOUT");
    char *line = session_read(checker->session, PROMPT_S);
    for (int i = 0; i < LENGTH(keys); i++) {
        if (!line || !strstr(line, keys[i])) {
            checker_fail(checker, "ABOUT lacks %s...\"", keys[i]);
            return false;
        }
    }
    return true;
}

enum outcome check_gomocup_commands(struct checker *checker)
{
    int x, y;
    if (!start(checker, SIZE) || !about_is_whole(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "BEGIN");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    int own_x = x, own_y = y;
    session_send(checker->session, "TURN %d,%d", own_x == 0 ? 1 : 0, own_y == 0 ? 1 : 0);
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if ((x == own_x && y == own_y) || (x == (own_x == 0) && y == (own_y == 0))) {
        return checker_fail(checker, "%d,%d is taken", x, y);
    }
    session_send(checker->session, "TAKEBACK %d,%d", x, y);
    if (!hear_ok(checker, "TAKEBACK")) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "RESTART");
    if (!hear_ok(checker, "RESTART")) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "TURN 7,7");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "END");
    return session_ends(checker->session, 1.0)
               ? OUTCOME_PASS
               : checker_fail(checker, "END does not end it within a second");
}

enum outcome check_gomocup_errors(struct checker *checker)
{
    int x, y;
    if (!start(checker, SIZE)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "XYZZY 3");
    char *line = session_read(checker->session, PROMPT_S);
    if (!line || strncasecmp(line, "UNKNOWN", 7) != 0) {
        return checker_fail(checker, "an unknown command is not answered by UNKNOWN");
    }
    session_send(checker->session, "TURN 99,99");
    line = session_read(checker->session, PROMPT_S);
    if (!line || strncasecmp(line, "ERROR", 5) != 0) {
        return checker_fail(checker, "TURN off the board is not answered by ERROR");
    }
    session_send(checker->session, "START 1000");
    line = session_read(checker->session, PROMPT_S);
    if (!line || strncasecmp(line, "ERROR", 5) != 0) {
        return checker_fail(checker, "START 1000 is not answered by ERROR");
    }
    static const char crlf[] = "start 15\r\n";
    session_send_bytes(checker->session, crlf, sizeof crlf - 1);
    if (!hear_ok(checker, "start 15 with CRLF")) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "Turn 7,7");
    return hear_move(checker, PROMPT_S, &x, &y) ? OUTCOME_PASS : OUTCOME_FAIL;
}

enum outcome check_gomocup_info(struct checker *checker)
{
    static const char *const infos[] = {"timeout_match 100000",
                                        "time_left 2147483647",
                                        "time_left -5",
                                        "max_memory 83886080",
                                        "game_type 1",
                                        "rule 0",
                                        "rule 1",
                                        "folder .",
                                        "evaluate 3,3",
                                        "no_such_key 5",
                                        "timeout_turn 0"};
    int x, y;
    if (!start(checker, SIZE)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(infos); i++) {
        session_send(checker->session, "INFO %s", infos[i]);
    }
    char *line = session_read(checker->session, SILENCE_S);
    if (line && strncmp(line, "MESSAGE", 7) != 0 && strncmp(line, "DEBUG", 5) != 0) {
        return checker_fail(checker, "INFO is answered");
    }
    /* timeout_turn 0 means an immediate answer. */
    int64_t began_ns = clock_ns();
    session_send(checker->session, "BEGIN");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if (session_read_ns(checker->session) - began_ns > 500 * NS_PER_MS) {
        return checker_fail(checker, "with timeout_turn 0 it thinks for half a second and more");
    }
    session_send(checker->session, "INFO timeout_match 0");
    session_send(checker->session, "INFO timeout_turn 300");
    session_send(checker->session, "INFO time_left 2147483647");
    began_ns = clock_ns();
    session_send(checker->session, "TURN %d,%d", x == 0 ? 1 : 0, y == 0 ? 1 : 0);
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    double ms = (double)(session_read_ns(checker->session) - began_ns) / 1e6;
    return ms <= 300 + checker->margin_ms
               ? OUTCOME_PASS
               : checker_fail(checker, "timeout_turn 300 is overrun: %.1f ms", ms);
}

enum outcome check_gomocup_board(struct checker *checker)
{
    int x, y;
    if (!start(checker, SIZE)) {
        return OUTCOME_FAIL;
    }
    /* The engine has four in a row with one open end and must play the fifth. The list has all
     * stones of one colour before those of the other. */
    session_send(checker->session, "BOARD");
    session_send(checker->session, "4,7,1\n5,7,1\n6,7,1\n7,7,1\n3,7,2\n4,8,2\n5,9,2\n9,9,2");
    session_send(checker->session, "DONE");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if (x != 8 || y != 7) {
        return checker_fail(checker, "a four that wins at 8,7 is answered by %d,%d", x, y);
    }
    /* The engine must block the opponent's four. */
    session_send(checker->session, "BOARD");
    session_send(checker->session, "3,7,1\n4,7,2\n4,8,1\n5,7,2\n5,9,1\n6,7,2\n7,7,2");
    session_send(checker->session, "DONE");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    return x == 8 && y == 7
               ? OUTCOME_PASS
               : checker_fail(checker, "a four stopped only at 8,7 is answered by %d,%d", x, y);
}

enum outcome check_gomocup_memory(struct checker *checker)
{
    int x, y;
    if (!start(checker, SIZE)) {
        return OUTCOME_FAIL;
    }
    if (session_resident_bytes(checker->session) < 0) {
        return checker_skip(checker, "the memory of a socket's other side cannot be seen");
    }
    session_send(checker->session, "INFO max_memory %d", MEMORY_BYTES);
    session_send(checker->session, "INFO timeout_turn 1000");
    session_send(checker->session, "BEGIN");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "TURN %d,%d", x + (x < SIZE - 1 ? 1 : -1), y);
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    double used = session_resident_bytes(checker->session);
    return used <= MEMORY_BYTES ? OUTCOME_PASS
                                : checker_fail(checker, "max_memory is %d MB, and %.0f MB are used",
                                               MEMORY_BYTES >> 20, used / 1048576);
}

enum outcome check_gomocup_extensions(struct checker *checker)
{
    int x, y;
    if (!start(checker, SIZE)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "INFO max_depth 4");
    session_send(checker->session, "INFO max_node 10000");
    session_send(checker->session, "INFO thread_num 1");
    session_send(checker->session, "INFO timeout_turn 30000");
    session_send(checker->session, "TURN 7,7");
    session_is_silent(checker->session, 0.1);
    session_send(checker->session, "YXSTOP");
    if (!hear_move(checker, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "ABOUT");
    return session_read_until(checker->session, "name=", PROMPT_S)
               ? OUTCOME_PASS
               : checker_fail(checker, "no answer to ABOUT after YXSTOP");
}
