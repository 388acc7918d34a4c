/* SPDX-License-Identifier: MIT */
/* Checks of lines, bytes, and the end of a session. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"
#include "memory.h"

/* The plies of a very long game, and the bytes of a line that an engine need not understand. */
#define LONG_GAME_PLIES 2000
#define ENDLESS_BYTES   1000000

/* How long a program must be silent after its start, in seconds, and how often this is repeated
 * while the program is still starting. */
#define UNASKED_S      0.5
#define START_ATTEMPTS 10

/* True if an engine may send this line after uciok: the results of a protection against copies and
 * of a registration, and remarks. */
static bool may_follow_greeting(const char *line)
{
    return session_begins(line, "copyprotection ") || session_begins(line, "registration ") ||
           session_begins(line, "info string ");
}

static bool check_greeting(struct checker *checker)
{
    bool name = false, author = false, bare = false;
    char *line, bare_end[16];
    snprintf(bare_end, sizeof bare_end, "%sok", checker->dialect->name);
    session_send(checker->session, "%s", checker->dialect->name);
    while (!bare && (line = session_read(checker->session, GREETING_S))) {
        name |= session_begins(line, "id name ") && line[8];
        author |= session_begins(line, "id author ") && line[10];
        bare = strcmp(line, bare_end) == 0;
    }
    EXPECT(checker, bare, "no line that is just %s", bare_end);
    EXPECT(checker, name && author, "no id %s before %s", name ? "author" : "name", bare_end);
    while ((line = session_read(checker->session, SILENCE_S))) {
        EXPECT(checker, may_follow_greeting(line), "something is said after %s", bare_end);
    }
    return !session_ends(checker->session, 0) ||
           checker_fail(checker, "it ends after %s", bare_end);
}

static bool check_unasked(struct checker *checker)
{
    const bool is_gomocup = checker_speaks(checker, "gomocup");
    char *line = session_read(checker->session, UNASKED_S);
    /* On a busy machine the program may not have started yet. */
    double busy = 0, now;
    for (int i = 0; !line && i < START_ATTEMPTS &&
                    (now = session_busy_seconds(checker->session)) > busy + UNASKED_S / 10;
         i++) {
        busy = now;
        line = session_read(checker->session, UNASKED_S);
    }
    EXPECT(checker, !line, "said before any command: '%.100s'", line);
    if (is_gomocup) {
        session_send(checker->session, "ABOUT");
        session_read(checker->session, PROMPT_S);
    } else if (!checker_greet(checker) ||
               !checker_search(checker, "startpos", "depth 4", SEARCH_S)) {
        return false;
    }
    int byte = session_foul_byte(checker->session);
    /* UCI and Gomocup's protocol allow CRLF in both directions. */
    return byte < 0 || byte == '\r' ||
           checker_fail(checker, "a byte %d came that is neither printable UTF-8 nor a line end",
                        byte);
}

static void say_text(struct checker *checker, const char *text)
{
    session_send_bytes(checker->session, text, strlen(text));
}

static bool hears_ready(struct checker *checker)
{
    return session_read_until(checker->session, "readyok", PROMPT_S);
}

static bool check_blanks(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    LOCAL_BUFFER text = {0};
    say_text(checker, "\n\r\n  \t\n isready \t\r\n");
    EXPECT(checker, hears_ready(checker), "isready with blanks, a tab and CRLF is not answered");
    EXPECT(checker, session_is_silent(checker->session, SILENCE_S), "an empty line is answered");
    say_text(checker, "isre");
    EXPECT(checker, session_is_silent(checker->session, SILENCE_S), "half a command is answered");
    say_text(checker, "ady\nisready\n");
    EXPECT(checker, hears_ready(checker) && hears_ready(checker),
           "a line split in two, or two in one write, are lost");
    const char *moves = strstr(samples->after, "moves ") + 6;
    buffer_printf(&text, "position \t startpos  moves\t%s \r\ngo  depth\t1\r\n", moves);
    int64_t began_ns = clock_ns();
    say_text(checker, buffer_text(&text));
    return checker_read_search(checker, samples->after, began_ns, SEARCH_S);
}

/* Searches a very long game. It is a draw by the fifty-move rule: an engine may search it or report
 * that the game is over. */
static bool searches_long_game(struct checker *checker, const char *cycle)
{
    LOCAL_BUFFER moves = {0};
    for (int ply = 0; ply < LONG_GAME_PLIES; ply += 4) {
        buffer_printf(&moves, " %s", cycle);
    }
    const bool answered = checker_ask(checker, NULL, SEARCH_S,
                                      "position startpos moves%s\ngo depth 1", buffer_text(&moves));
    if (!answered) {
        return checker_fail_in(checker, "after %d plies", LONG_GAME_PLIES);
    }
    return strcmp(checker->output.best, "(none)") == 0 ||
           checker_is_legal(checker, "startpos", checker->output.best) ||
           checker_fail(checker, "after %d plies: bestmove %s", LONG_GAME_PLIES,
                        checker->output.best);
}

static bool check_long_lines(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    REQUIRE(!samples->cycle || searches_long_game(checker, samples->cycle));
    checker_expect(checker, LEVEL_MAY, "no client sends such a line");
    FREED char *endless = memory_zeroed(ENDLESS_BYTES + 1, 1);
    memset(endless, 'x', ENDLESS_BYTES);
    endless[ENDLESS_BYTES] = '\n';
    session_send_bytes(checker->session, endless, ENDLESS_BYTES + 1);
    if (!checker_is_alive(checker)) {
        return checker_fail_in(checker, "a line of %d bytes is not survived", ENDLESS_BYTES);
    }
    return checker_search(checker, samples->after, "depth 1", SEARCH_S);
}

static bool check_foul_bytes(struct checker *checker)
{
    static const char bytes[] =
        "\0\0\n\xff\xfe\x80\xc3\xa9 caf\xe9\n\x01\x02\x7f\x1b[2J\nis\0ready\n";
    session_send_bytes(checker->session, bytes, sizeof bytes - 1);
    return checker_is_alive(checker) && checker_search(checker, "startpos", "depth 1", SEARCH_S);
}

/* Starts an engine that does not search. */
static bool begin_idle(struct checker *checker)
{
    REQUIRE(checker_start(checker));
    if (checker_speaks(checker, "gomocup")) {
        session_send(checker->session, "START 15");
        session_read(checker->session, PROMPT_S);
    }
    return true;
}

/* Starts an engine and a search that only stop ends. */
static bool begin_endless_search(struct checker *checker)
{
    const bool is_gomocup = checker_speaks(checker, "gomocup");
    if (!(is_gomocup ? begin_idle(checker) : checker_greet(checker))) {
        return false;
    }
    if (is_gomocup) {
        session_send(checker->session, "INFO timeout_turn 30000\nBEGIN");
    } else {
        session_send(checker->session, "position %s\ngo infinite", checker_samples(checker)->after);
    }
    session_is_silent(checker->session, SILENCE_S);
    return true;
}

static bool check_ends(struct checker *checker)
{
    const char *quit = checker_speaks(checker, "gomocup") ? "END" : "quit";
    for (int way = 0; way < 4; way++) {
        bool searching = way % 2 == 1, by_word = way / 2 == 0;
        if (!by_word) {
            checker_expect(checker, LEVEL_MAY,
                           "no specification; an engine that runs on uses a processor");
        }
        if (!(searching ? begin_endless_search(checker) : begin_idle(checker))) {
            return false;
        }
        if (by_word) {
            session_send(checker->session, "%s", quit);
        } else {
            session_end_input(checker->session);
        }
        /* An idle program may still be starting, so it has twice the time. */
        EXPECT(checker,
               session_ends(checker->session, PROMPT_S) ||
                   (!searching && session_ends(checker->session, PROMPT_S)),
               "it runs on %g s after %s%s", PROMPT_S, by_word ? quit : "the end of input",
               searching ? " in a search" : "");
    }
    return true;
}

static bool check_vanishing(struct checker *checker)
{
    REQUIRE(begin_endless_search(checker));
    session_vanish(checker->session);
    if (checker->target->arguments) {
        return session_ends(checker->session, PROMPT_S) ||
               checker_fail(checker, "it runs on %g s after its client has vanished", PROMPT_S);
    }
    return checker_greet(checker) && checker_search(checker, "startpos", "depth 1", SEARCH_S);
}

const struct check checks_of_wire[] = {
    {1, FOR_UNIVERSAL, LEVEL_MUST, "UCI: id, option, uciok",
     "The greeting names engine and author, lists the options, and ends bare.", checker_start,
     check_greeting, 0},
    {2, FOR_ALL, LEVEL_MAY, "no specification; clients ignore it",
     "Nothing is said unasked, and only printable text in UTF-8.", checker_start, check_unasked,
     CHECK_SLOW},
    {3, FOR_UNIVERSAL, LEVEL_MUST, "UCI: white space between tokens, line ends",
     "CRLF, tabs, empty lines, lines split and joined are all understood.", checker_greet,
     check_blanks, 0},
    {4, FOR_UNIVERSAL, LEVEL_SHOULD, "fastchess, cutechess-cli: a game has one line, however long",
     "A very long game is searched, and an endless line is survived.", checker_greet,
     check_long_lines, 0},
    {5, FOR_UNIVERSAL, LEVEL_MAY, "no client sends such bytes",
     "NUL and bytes beyond ASCII do no harm.", checker_greet, check_foul_bytes, 0},
    {6, FOR_ALL, LEVEL_MUST, "UCI: quit; Gomocup: END",
     "quit, or the end of input, ends the program at once, in a search too.", NULL, check_ends,
     CHECK_SLOW},
    {7, FOR_UNIVERSAL, LEVEL_MAY, "no specification; an engine that runs on uses a processor",
     "A client that vanishes leaves nothing behind and disturbs nobody.", NULL, check_vanishing, 0},
    {0},
};
