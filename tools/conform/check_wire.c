/* SPDX-License-Identifier: MIT */
/* Checks of lines, bytes, and the end of a session. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* The plies of a very long game, and the bytes of a line that an engine need not understand. */
#define LONG_GAME_PLIES 2000
#define ENDLESS_BYTES   1000000

/* How long a program must be silent after its start, in seconds, and how often this is repeated
 * while the program is still starting. */
#define UNASKED_S      0.5
#define START_ATTEMPTS 10

enum outcome check_greeting(struct checker *checker)
{
    bool name = false, author = false, bare = false;
    char *line, bare_end[16];
    if (!checker_start(checker)) {
        return OUTCOME_FAIL;
    }
    snprintf(bare_end, sizeof bare_end, "%sok", checker->dialect->name);
    session_send(checker->session, "%s", checker->dialect->name);
    while (!bare && (line = session_read(checker->session, GREETING_S))) {
        name |= strncmp(line, "id name ", 8) == 0 && line[8];
        author |= strncmp(line, "id author ", 10) == 0 && line[10];
        bare = strcmp(line, bare_end) == 0;
    }
    if (!bare) {
        return checker_fail(checker, "no line that is just %s", bare_end);
    }
    if (!name || !author) {
        return checker_fail(checker, "no id %s before %s", name ? "author" : "name", bare_end);
    }
    if (!session_is_silent(checker->session, SILENCE_S)) {
        return checker_fail(checker, "something is said after %s", bare_end);
    }
    return OUTCOME_PASS;
}

enum outcome check_unasked(struct checker *checker)
{
    if (!checker_start(checker)) {
        return OUTCOME_FAIL;
    }
    char *line = session_read(checker->session, UNASKED_S);
    /* On a busy machine the program may not have started yet. */
    double busy = 0, now;
    for (int i = 0; !line && i < START_ATTEMPTS &&
                    (now = session_busy_seconds(checker->session)) > busy + UNASKED_S / 10;
         i++) {
        busy = now;
        line = session_read(checker->session, UNASKED_S);
    }
    if (line) {
        return checker_fail(checker, "said before any command: '%.100s'", line);
    }
    if (strcmp(checker->dialect->name, "gomocup") == 0) {
        session_send(checker->session, "ABOUT");
        session_read(checker->session, PROMPT_S);
    } else if (!checker_greet(checker) ||
               !checker_search(checker, "startpos", "depth 4", SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    int byte = session_foul_byte(checker->session);
    /* Gomocup's managers write and accept CRLF. */
    bool excused = byte == '\r' && strcmp(checker->dialect->name, "gomocup") == 0;
    return byte < 0 || excused
               ? OUTCOME_PASS
               : checker_fail(checker, "a byte %d came that is no printable ASCII and no LF", byte);
}

static void say_text(struct checker *checker, const char *text)
{
    session_send_bytes(checker->session, text, strlen(text));
}

enum outcome check_blanks(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    struct buffer text = {0};
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    say_text(checker, "\n\r\n  \t\n isready \t\r\n");
    if (!session_read_until(checker->session, "readyok", PROMPT_S)) {
        return checker_fail(checker, "isready with blanks, a tab and CRLF is not answered");
    }
    say_text(checker, "isre");
    if (!session_is_silent(checker->session, SILENCE_S)) {
        return checker_fail(checker, "half a command is answered");
    }
    say_text(checker, "ady\nisready\n");
    for (int i = 0; i < 2; i++) {
        if (!session_read_until(checker->session, "readyok", PROMPT_S)) {
            return checker_fail(checker, "a line split in two, or two in one write, are lost");
        }
    }
    const char *moves = strstr(samples->after, "moves ") + 6;
    buffer_printf(&text, "position \t startpos  moves\t%s \r\ngo  depth\t1\r\n", moves);
    int64_t began_ns = clock_ns();
    say_text(checker, buffer_text(&text));
    buffer_finish(&text);
    return checker_read_search(checker, samples->after, began_ns, SEARCH_S, NULL) ? OUTCOME_PASS
                                                                                  : OUTCOME_FAIL;
}

/* Sends a line of `count` equal bytes. */
static void say_endless(struct checker *checker, char byte, size_t count)
{
    char *line = malloc(count + 1);
    if (line) {
        memset(line, byte, count);
        line[count] = '\n';
        session_send_bytes(checker->session, line, count + 1);
    }
    free(line);
}

enum outcome check_long_lines(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    if (samples->cycle) {
        struct buffer position = {0};
        buffer_puts(&position, "startpos moves");
        for (int ply = 0; ply < LONG_GAME_PLIES; ply += 4) {
            buffer_printf(&position, " %s", samples->cycle);
        }
        /* A draw by the fifty-move rule: an engine may search it or report that the game is
         * over. */
        struct search_output output;
        int64_t began_ns = clock_ns();
        buffer_puts(&position, "\n");
        say_text(checker, "position ");
        say_text(checker, buffer_text(&position));
        say_text(checker, "go depth 1\n");
        buffer_finish(&position);
        if (!checker_read_search(checker, NULL, began_ns, SEARCH_S, &output)) {
            return checker_fail_in(checker, "after %d plies", LONG_GAME_PLIES);
        }
        if (strcmp(output.best, "(none)") != 0 &&
            !checker_is_legal(checker, "startpos", output.best)) {
            return checker_fail(checker, "after %d plies: bestmove %s", LONG_GAME_PLIES,
                                output.best);
        }
    }
    say_endless(checker, 'x', ENDLESS_BYTES);
    if (!checker_is_alive(checker)) {
        return checker_fail_in(checker, "a line of %d bytes is not survived", ENDLESS_BYTES);
    }
    return checker_search(checker, samples->after, "depth 1", SEARCH_S, NULL) ? OUTCOME_PASS
                                                                              : OUTCOME_FAIL;
}

enum outcome check_foul_bytes(struct checker *checker)
{
    static const char bytes[] =
        "\0\0\n\xff\xfe\x80\xc3\xa9 caf\xe9\n\x01\x02\x7f\x1b[2J\nis\0ready\n";
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send_bytes(checker->session, bytes, sizeof bytes - 1);
    return checker_is_alive(checker) &&
                   checker_search(checker, "startpos", "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

/* Starts an engine that does not search. */
static bool begin_idle(struct checker *checker)
{
    if (!checker_start(checker)) {
        return false;
    }
    if (strcmp(checker->dialect->name, "gomocup") == 0) {
        session_send(checker->session, "START 15");
        session_read(checker->session, PROMPT_S);
    }
    return true;
}

/* Starts an engine and a search that only stop ends. */
static bool begin_endless_search(struct checker *checker)
{
    if (strcmp(checker->dialect->name, "gomocup") == 0) {
        if (!begin_idle(checker)) {
            return false;
        }
        session_send(checker->session, "INFO timeout_turn 30000");
        session_send(checker->session, "BEGIN");
        return true;
    }
    if (!checker_greet(checker)) {
        return false;
    }
    session_send(checker->session, "position %s", checker_samples(checker)->after);
    session_send(checker->session, "go infinite");
    return true;
}

enum outcome check_ends(struct checker *checker)
{
    const char *quit = strcmp(checker->dialect->name, "gomocup") == 0 ? "END" : "quit";
    for (int way = 0; way < 4; way++) {
        bool searching = way % 2 == 1, by_word = way / 2 == 1;
        if (!(searching ? begin_endless_search(checker) : begin_idle(checker))) {
            return OUTCOME_FAIL;
        }
        if (searching) {
            session_is_silent(checker->session, SILENCE_S);
        }
        if (by_word) {
            session_send(checker->session, "%s", quit);
        } else {
            session_end_input(checker->session);
        }
        if (!session_ends(checker->session, PROMPT_S)) {
            return checker_fail(checker, "it runs on %g s after %s%s", PROMPT_S,
                                by_word ? quit : "the end of input",
                                searching ? " in a search" : "");
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_vanishing(struct checker *checker)
{
    if (!begin_endless_search(checker)) {
        return OUTCOME_FAIL;
    }
    session_is_silent(checker->session, SILENCE_S);
    session_vanish(checker->session);
    if (checker->target->arguments) {
        return session_ends(checker->session, PROMPT_S)
                   ? OUTCOME_PASS
                   : checker_fail(checker, "it runs on %g s after its client has vanished",
                                  PROMPT_S);
    }
    return checker_greet(checker) && checker_search(checker, "startpos", "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
