/* SPDX-License-Identifier: MIT */
/* Checks of Gomocup's dialect. Squares are `x,y` from the top left, counted from 0. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "checks.h"
#include "clock.h"

#define SIZE 15

/* The time per turn, in milliseconds, unless the check is about time. */
#define TURN_MS 200

/* The least memory that a manager may grant: 70 MB, as in Gomocup's tournaments. */
#define MEMORY_BYTES (70 * 1024 * 1024)

/* Reads the next line that is not MESSAGE or DEBUG, which a program may send at any time. */
static const char *read_answer(struct checker *checker)
{
    const int64_t give_up = session_after(PROMPT_S);
    const char *line;
    do {
        line = session_read_by(checker->session, give_up);
    } while (session_begins(line, "MESSAGE") || session_begins(line, "DEBUG"));
    return line;
}

/* True if a line begins with `answer`, in any case. */
static bool is_answer(const char *line, const char *answer)
{
    return line && strncasecmp(line, answer, strlen(answer)) == 0;
}

/* Sends a command. Returns false, with the reason, if the next line does not begin with
 * `answer`. */
static bool is_answered(struct checker *checker, const char *command, const char *answer,
                        const char *reason)
{
    session_send(checker->session, "%s", command);
    return is_answer(read_answer(checker), answer) ||
           checker_fail(checker, "%s is not answered by %s", reason, answer);
}

/* The same for a command that a program may lack; *known: it is not UNKNOWN. */
static bool is_answered_or_unknown(struct checker *checker, const char *command, const char *answer,
                                   bool *known)
{
    session_send(checker->session, "%s", command);
    const char *line = read_answer(checker);
    *known = !is_answer(line, "UNKNOWN");
    return !*known || is_answer(line, answer) ||
           checker_fail(checker, "%s is not answered by %s", command, answer);
}

/* Starts the program and a game. */
static bool start(struct checker *checker)
{
    REQUIRE(checker_start(checker));
    session_send(checker->session, "INFO timeout_turn %d", TURN_MS);
    return is_answered(checker, "START 15", "OK", "START 15");
}

/* Sends commands, and reads lines up to a move, which must be on the board. Skips MESSAGE and DEBUG
 * lines. */
static bool gets_move(struct checker *checker, int *x, int *y, const char *format, ...)
    PRINTF_LIKE(4, 5);
static bool gets_move(struct checker *checker, int *x, int *y, const char *format, ...)
{
    char tail = ' ';
    va_list values;
    va_start(values, format);
    session_send_values(checker->session, format, values);
    va_end(values);
    const char *line = read_answer(checker);
    EXPECT(checker, line, "no move within %g s", PROMPT_S);
    int count = sscanf(line, "%d,%d%c", x, y, &tail);
    if (count == 3 && tail == ' ') {
        count = 2;
    }
    EXPECT(checker, count == 2 && *x >= 0 && *y >= 0 && *x < SIZE && *y < SIZE,
           "expected a move X,Y on the board, found '%.80s'", line);
    return true;
}

/* Checks that ABOUT is answered by one line with four keys. */
static bool about_is_whole(struct checker *checker)
{
    static const char *const keys[] = {"name=\"", "version=\"", "author=\"", "country=\""};
    session_send(checker->session, "ABOUT");
    char *line = session_read(checker->session, PROMPT_S);
    for (int i = 0; i < LENGTH(keys); i++) {
        EXPECT(checker, line && strstr(line, keys[i]), "ABOUT lacks %s...\"", keys[i]);
    }
    return true;
}

static bool check_commands(struct checker *checker)
{
    int x, y, own_x, own_y;
    char takeback[32];
    bool known;
    REQUIRE(about_is_whole(checker) && gets_move(checker, &own_x, &own_y, "BEGIN") &&
            gets_move(checker, &x, &y, "TURN %d,%d", own_x == 0, own_y == 0));
    EXPECT(checker, (x != own_x || y != own_y) && (x != (own_x == 0) || y != (own_y == 0)),
           "%d,%d is taken", x, y);
    snprintf(takeback, sizeof takeback, "TAKEBACK %d,%d", x, y);
    REQUIRE(is_answered_or_unknown(checker, takeback, "OK", &known) &&
            is_answered_or_unknown(checker, "RESTART", "OK", &known) &&
            (known || is_answered(checker, "START 15", "OK", "START 15")) &&
            gets_move(checker, &x, &y, "TURN 7,7"));
    session_send(checker->session, "END");
    return session_ends(checker->session, 1.0) ||
           checker_fail(checker, "END does not end it within a second");
}

static bool check_errors(struct checker *checker)
{
    int x, y;
    REQUIRE(is_answered(checker, "XYZZY 3", "UNKNOWN", "an unknown command") &&
            is_answered(checker, "START 1000", "ERROR", "START 1000") &&
            is_answered(checker, "START 15\r", "OK", "START 15 with CRLF") &&
            gets_move(checker, &x, &y, "TURN 7,7\r"));
    checker_expect(checker, LEVEL_MAY, "managers write capitals, and moves on the board");
    return is_answered(checker, "TURN 99,99", "ERROR", "TURN off the board") &&
           is_answered(checker, "start 15\r", "OK", "start 15") &&
           gets_move(checker, &x, &y, "Turn 7,7");
}

/* Returns the time from `began_ns` to the answer last read, in ms. */
static double answer_ms(const struct checker *checker, int64_t began_ns)
{
    return (double)(session_read_ns(checker->session) - began_ns) / 1e6;
}

static bool check_info(struct checker *checker)
{
    int x, y;
    session_send(checker->session,
                 "INFO timeout_match 100000\nINFO time_left 2147483647\nINFO time_left -5\n"
                 "INFO max_memory 83886080\nINFO game_type 1\nINFO rule 0\nINFO rule 1\n"
                 "INFO folder .\nINFO timeout_turn 0");
    char *line = session_read(checker->session, SILENCE_S);
    EXPECT(checker, !line || session_begins(line, "MESSAGE") || session_begins(line, "DEBUG"),
           "INFO is answered");
    /* timeout_turn 0 means an immediate answer. */
    int64_t began_ns = clock_ns();
    REQUIRE(gets_move(checker, &x, &y, "BEGIN"));
    EXPECT(checker, answer_ms(checker, began_ns) <= 500,
           "with timeout_turn 0 it thinks for half a second and more");
    session_send(checker->session, "INFO timeout_match 0\nINFO timeout_turn 300\n"
                                   "INFO time_left 2147483647");
    began_ns = clock_ns();
    REQUIRE(gets_move(checker, &x, &y, "TURN %d,%d", x == 0, y == 0));
    const double ms = answer_ms(checker, began_ns);
    EXPECT(checker, ms <= 300 + checker->margin_ms, "timeout_turn 300 is overrun: %.1f ms", ms);
    checker_expect(checker, LEVEL_SHOULD, "Gomocup: INFO evaluate and unknown keys are ignored");
    session_send(checker->session, "INFO evaluate 3,3\nINFO no_such_key 5");
    line = session_read(checker->session, SILENCE_S);
    return !line || session_begins(line, "MESSAGE") || session_begins(line, "DEBUG") ||
           checker_fail(checker, "INFO evaluate or an unknown key is answered: '%.80s'", line);
}

static bool check_board(struct checker *checker)
{
    int x, y;
    /* The engine has four in a row with one open end and must play the fifth. The list has all
     * stones of one colour before those of the other. */
    REQUIRE(gets_move(checker, &x, &y,
                      "BOARD\n4,7,1\n5,7,1\n6,7,1\n7,7,1\n3,7,2\n4,8,2\n5,9,2\n9,9,2\nDONE"));
    EXPECT(checker, x == 8 && y == 7, "a four that wins at 8,7 is answered by %d,%d", x, y);
    /* The engine must block the opponent's four. Managers begin a game before each BOARD. */
    return is_answered(checker, "START 15", "OK", "START 15") &&
           gets_move(checker, &x, &y,
                     "BOARD\n3,7,1\n4,7,2\n4,8,1\n5,7,2\n5,9,1\n6,7,2\n7,7,2\nDONE") &&
           ((x == 8 && y == 7) ||
            checker_fail(checker, "a four stopped only at 8,7 is answered by %d,%d", x, y));
}

static bool check_memory(struct checker *checker)
{
    int x, y;
    if (session_resident_bytes(checker->session) < 0) {
        return checker_skip(checker, "the memory of a socket's other side cannot be seen");
    }
    REQUIRE(gets_move(checker, &x, &y, "INFO max_memory %d\nINFO timeout_turn 1000\nBEGIN",
                      MEMORY_BYTES) &&
            gets_move(checker, &x, &y, "TURN %d,%d", x + (x < SIZE - 1 ? 1 : -1), y));
    double used = session_resident_bytes(checker->session);
    return used <= MEMORY_BYTES ||
           checker_fail(checker, "max_memory is %d MB, and %.0f MB are used", MEMORY_BYTES >> 20,
                        used / 1048576);
}

static bool check_extensions(struct checker *checker)
{
    int x, y;
    session_send(checker->session, "INFO max_depth 4\nINFO max_node 10000\nINFO thread_num 1\n"
                                   "INFO timeout_turn 30000\nTURN 7,7");
    session_is_silent(checker->session, 0.1);
    REQUIRE(gets_move(checker, &x, &y, "YXSTOP"));
    session_send(checker->session, "ABOUT");
    return session_read_until(checker->session, "name=", PROMPT_S) ||
           checker_fail(checker, "no answer to ABOUT after YXSTOP");
}

const struct check checks_of_gomocup[] = {
    {37, FOR_GOMOCUP, LEVEL_MUST, "Gomocup: mandatory commands; RESTART, TAKEBACK if known",
     "The manager's commands are answered in the manager's format.", start, check_commands, 0},
    {38, FOR_GOMOCUP, LEVEL_MUST, "Gomocup: UNKNOWN, ERROR, START",
     "CRLF, any case; UNKNOWN for what is unknown, ERROR for what is wrong.", start, check_errors,
     0},
    {39, FOR_GOMOCUP, LEVEL_MUST, "Gomocup: INFO", "INFO is silent, and its time limits are kept.",
     start, check_info, CHECK_ALONE},
    {40, FOR_GOMOCUP, LEVEL_SHOULD,
     "Gomocup: BOARD, fields 1 and 2; a four is completed or stopped",
     "BOARD is read in any order, with the stones of both sides.", start, check_board, 0},
    {41, FOR_GOMOCUP, LEVEL_MUST, "Gomocup: INFO max_memory",
     "The limit on memory holds from the first move.", start, check_memory, 0},
    {42, FOR_GOMOCUP, LEVEL_MAY, "Yixin's protocol: INFO max_depth, max_node, thread_num, YXSTOP",
     "The common extensions do no harm.", start, check_extensions, 0},
    {0},
};
