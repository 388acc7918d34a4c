/* The dialect of Gomocup's managers; squares are `x,y` from the top left, counted from 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "checks.h"
#include "clock.h"

#define SIZE 15

/* Milliseconds a turn while nothing else is under test. */
#define TURN_MS 200

/* The least memory that managers give: 70 MB, as Gomocup does. */
#define MEMORY_BYTES (70 * 1024 * 1024)

/* Starts a board; false, with the reason, if it is not OK. */
static bool start(struct trial *trial, int size)
{
    if (!trial_start(trial)) {
        return false;
    }
    talk_say(trial->talk, "INFO timeout_turn %d", TURN_MS);
    talk_say(trial->talk, "START %d", size);
    char *line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncasecmp(line, "OK", 2) != 0) {
        trial_fail(trial, "START %d is not answered by OK", size);
        return false;
    }
    return true;
}

/* Hears a move, past MESSAGE and DEBUG lines; it must lie on the board. */
static bool hear_move(struct trial *trial, double seconds, int *x, int *y)
{
    char *line, tail;
    int64_t give_up = clock_ns() + (int64_t)(seconds * 1e9);
    do {
        int64_t left = give_up - clock_ns();
        line = talk_hear(trial->talk, left > 0 ? (double)left / 1e9 : 0);
    } while (line && (strncmp(line, "MESSAGE", 7) == 0 || strncmp(line, "DEBUG", 5) == 0));
    if (!line) {
        trial_fail(trial, "no move within %g s", seconds);
        return false;
    }
    int count = sscanf(line, "%d,%d%c", x, y, &tail);
    if (count == 3 && tail == ' ') {
        count = 2;
    }
    if (count != 2 || *x < 0 || *y < 0 || *x >= SIZE || *y >= SIZE) {
        trial_fail(trial, "expected a move X,Y on the board");
        return false;
    }
    return true;
}

static bool hear_ok(struct trial *trial, const char *command)
{
    char *line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncasecmp(line, "OK", 2) != 0) {
        trial_fail(trial, "%s is not answered by OK", command);
        return false;
    }
    return true;
}

/* ABOUT: one line with four keys. */
static bool about_is_whole(struct trial *trial)
{
    static const char *const keys[] = {"name=\"", "version=\"", "author=\"", "country=\""};
    talk_say(trial->talk, "ABOUT");
    char *line = talk_hear(trial->talk, PROMPT_S);
    for (int i = 0; i < LENGTH(keys); i++) {
        if (!line || !strstr(line, keys[i])) {
            trial_fail(trial, "ABOUT lacks %s...\"", keys[i]);
            return false;
        }
    }
    return true;
}

enum outcome check_gomocup_commands(struct trial *trial)
{
    int x, y;
    if (!start(trial, SIZE) || !about_is_whole(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "BEGIN");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    int own_x = x, own_y = y;
    talk_say(trial->talk, "TURN %d,%d", own_x == 0 ? 1 : 0, own_y == 0 ? 1 : 0);
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if ((x == own_x && y == own_y) || (x == (own_x == 0) && y == (own_y == 0))) {
        return trial_fail(trial, "%d,%d is taken", x, y);
    }
    talk_say(trial->talk, "TAKEBACK %d,%d", x, y);
    if (!hear_ok(trial, "TAKEBACK")) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "RESTART");
    if (!hear_ok(trial, "RESTART")) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "TURN 7,7");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "END");
    return talk_ends(trial->talk, 1.0) ? OUTCOME_PASS
                                       : trial_fail(trial, "END does not end it within a second");
}

enum outcome check_gomocup_errors(struct trial *trial)
{
    int x, y;
    if (!start(trial, SIZE)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "XYZZY 3");
    char *line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncasecmp(line, "UNKNOWN", 7) != 0) {
        return trial_fail(trial, "an unknown command is not answered by UNKNOWN");
    }
    talk_say(trial->talk, "TURN 99,99");
    line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncasecmp(line, "ERROR", 5) != 0) {
        return trial_fail(trial, "TURN off the board is not answered by ERROR");
    }
    talk_say(trial->talk, "START 1000");
    line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncasecmp(line, "ERROR", 5) != 0) {
        return trial_fail(trial, "START 1000 is not answered by ERROR");
    }
    static const char crlf[] = "start 15\r\n";
    talk_say_bytes(trial->talk, crlf, sizeof crlf - 1);
    if (!hear_ok(trial, "start 15 with CRLF")) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "Turn 7,7");
    return hear_move(trial, PROMPT_S, &x, &y) ? OUTCOME_PASS : OUTCOME_FAIL;
}

enum outcome check_gomocup_info(struct trial *trial)
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
    if (!start(trial, SIZE)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(infos); i++) {
        talk_say(trial->talk, "INFO %s", infos[i]);
    }
    char *line = talk_hear(trial->talk, SILENCE_S);
    if (line && strncmp(line, "MESSAGE", 7) != 0 && strncmp(line, "DEBUG", 5) != 0) {
        return trial_fail(trial, "INFO is answered");
    }
    /* timeout_turn 0: at once. */
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "BEGIN");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if (talk_heard_ns(trial->talk) - began_ns > 500 * NS_PER_MS) {
        return trial_fail(trial, "with timeout_turn 0 it thinks for half a second and more");
    }
    talk_say(trial->talk, "INFO timeout_match 0");
    talk_say(trial->talk, "INFO timeout_turn 300");
    talk_say(trial->talk, "INFO time_left 2147483647");
    began_ns = clock_ns();
    talk_say(trial->talk, "TURN %d,%d", x == 0 ? 1 : 0, y == 0 ? 1 : 0);
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    double ms = (double)(talk_heard_ns(trial->talk) - began_ns) / 1e6;
    return ms <= 300 + trial->margin_ms
               ? OUTCOME_PASS
               : trial_fail(trial, "timeout_turn 300 is overrun: %.1f ms", ms);
}

enum outcome check_gomocup_board(struct trial *trial)
{
    int x, y;
    if (!start(trial, SIZE)) {
        return OUTCOME_FAIL;
    }
    /* Four of its own in a row with one end open: it must see the fifth. Stones of one colour
     * first. */
    talk_say(trial->talk, "BOARD");
    talk_say(trial->talk, "4,7,1\n5,7,1\n6,7,1\n7,7,1\n3,7,2\n4,8,2\n5,9,2\n9,9,2");
    talk_say(trial->talk, "DONE");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    if (x != 8 || y != 7) {
        return trial_fail(trial, "a four that wins at 8,7 is answered by %d,%d", x, y);
    }
    /* The opponent's four must be stopped. */
    talk_say(trial->talk, "BOARD");
    talk_say(trial->talk, "3,7,1\n4,7,2\n4,8,1\n5,7,2\n5,9,1\n6,7,2\n7,7,2");
    talk_say(trial->talk, "DONE");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    return x == 8 && y == 7
               ? OUTCOME_PASS
               : trial_fail(trial, "a four stopped only at 8,7 is answered by %d,%d", x, y);
}

enum outcome check_gomocup_memory(struct trial *trial)
{
    int x, y;
    if (!start(trial, SIZE)) {
        return OUTCOME_FAIL;
    }
    if (talk_resident_bytes(trial->talk) < 0) {
        return trial_skip(trial, "the memory of a socket's other side cannot be seen");
    }
    talk_say(trial->talk, "INFO max_memory %d", MEMORY_BYTES);
    talk_say(trial->talk, "INFO timeout_turn 1000");
    talk_say(trial->talk, "BEGIN");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "TURN %d,%d", x + (x < SIZE - 1 ? 1 : -1), y);
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    double used = talk_resident_bytes(trial->talk);
    return used <= MEMORY_BYTES ? OUTCOME_PASS
                                : trial_fail(trial, "max_memory is %d MB, and %.0f MB are used",
                                             MEMORY_BYTES >> 20, used / 1048576);
}

enum outcome check_gomocup_extensions(struct trial *trial)
{
    int x, y;
    if (!start(trial, SIZE)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "INFO max_depth 4");
    talk_say(trial->talk, "INFO max_node 10000");
    talk_say(trial->talk, "INFO thread_num 1");
    talk_say(trial->talk, "INFO timeout_turn 30000");
    talk_say(trial->talk, "TURN 7,7");
    talk_is_silent(trial->talk, 0.1);
    talk_say(trial->talk, "YXSTOP");
    if (!hear_move(trial, PROMPT_S, &x, &y)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "ABOUT");
    return talk_hear_until(trial->talk, "name=", PROMPT_S)
               ? OUTCOME_PASS
               : trial_fail(trial, "no answer to ABOUT after YXSTOP");
}
