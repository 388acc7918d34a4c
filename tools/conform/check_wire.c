/* The wire, and how conversations end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* Moves of a very long game, and bytes of a line that no engine needs to understand. */
#define LONG_GAME_PLIES 2000
#define ENDLESS_BYTES   1000000

enum outcome check_greeting(struct trial *trial)
{
    bool name = false, author = false, bare = false;
    char *line, bare_end[16];
    if (!trial_start(trial)) {
        return OUTCOME_FAIL;
    }
    snprintf(bare_end, sizeof bare_end, "%sok", trial->dialect->name);
    talk_say(trial->talk, "%s", trial->dialect->name);
    while (!bare && (line = talk_hear(trial->talk, GREETING_S))) {
        name |= strncmp(line, "id name ", 8) == 0 && line[8];
        author |= strncmp(line, "id author ", 10) == 0 && line[10];
        bare = strcmp(line, bare_end) == 0;
    }
    if (!bare) {
        return trial_fail(trial, "no line that is just %s", bare_end);
    }
    if (!name || !author) {
        return trial_fail(trial, "no id %s before %s", name ? "author" : "name", bare_end);
    }
    if (!talk_is_silent(trial->talk, SILENCE_S)) {
        return trial_fail(trial, "something is said after %s", bare_end);
    }
    return OUTCOME_PASS;
}

enum outcome check_unasked(struct trial *trial)
{
    if (!trial_start(trial)) {
        return OUTCOME_FAIL;
    }
    char *line = talk_hear(trial->talk, 0.5);
    if (line) {
        return trial_fail(trial, "said before any command: '%.100s'", line);
    }
    if (strcmp(trial->dialect->name, "gomocup") == 0) {
        talk_say(trial->talk, "ABOUT");
        talk_hear(trial->talk, PROMPT_S);
    } else if (!trial_greet(trial) || !trial_search(trial, "startpos", "depth 4", SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    int byte = talk_foul_byte(trial->talk);
    /* Managers of Gomocup write CRLF themselves, and read it. */
    bool excused = byte == '\r' && strcmp(trial->dialect->name, "gomocup") == 0;
    return byte < 0 || excused
               ? OUTCOME_PASS
               : trial_fail(trial, "a byte %d came that is no printable ASCII and no LF", byte);
}

static void say_text(struct trial *trial, const char *text)
{
    talk_say_bytes(trial->talk, text, strlen(text));
}

enum outcome check_blanks(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    struct buffer text = {0};
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    say_text(trial, "\n\r\n  \t\n isready \t\r\n");
    if (!talk_hear_until(trial->talk, "readyok", PROMPT_S)) {
        return trial_fail(trial, "isready with blanks, a tab and CRLF is not answered");
    }
    say_text(trial, "isre");
    if (!talk_is_silent(trial->talk, SILENCE_S)) {
        return trial_fail(trial, "half a command is answered");
    }
    say_text(trial, "ady\nisready\n");
    for (int i = 0; i < 2; i++) {
        if (!talk_hear_until(trial->talk, "readyok", PROMPT_S)) {
            return trial_fail(trial, "a line split in two, or two in one write, are lost");
        }
    }
    const char *moves = strstr(samples->after, "moves ") + 6;
    buffer_printf(&text, "position \t startpos  moves\t%s \r\ngo  depth\t1\r\n", moves);
    int64_t began_ns = clock_ns();
    say_text(trial, buffer_text(&text));
    buffer_finish(&text);
    return trial_hear_search(trial, samples->after, began_ns, SEARCH_S, NULL) ? OUTCOME_PASS
                                                                              : OUTCOME_FAIL;
}

/* Says a line of `count` times the byte, and its end. */
static void say_endless(struct trial *trial, char byte, size_t count)
{
    char *line = malloc(count + 1);
    if (line) {
        memset(line, byte, count);
        line[count] = '\n';
        talk_say_bytes(trial->talk, line, count + 1);
    }
    free(line);
}

enum outcome check_long_lines(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    if (samples->cycle) {
        struct buffer position = {0};
        buffer_puts(&position, "startpos moves");
        for (int ply = 0; ply < LONG_GAME_PLIES; ply += 4) {
            buffer_printf(&position, " %s", samples->cycle);
        }
        /* By count it is a draw; an engine may still search it, or say that it is over. */
        struct seen seen;
        int64_t began_ns = clock_ns();
        buffer_puts(&position, "\n");
        say_text(trial, "position ");
        say_text(trial, buffer_text(&position));
        say_text(trial, "go depth 1\n");
        buffer_finish(&position);
        if (!trial_hear_search(trial, NULL, began_ns, SEARCH_S, &seen)) {
            return OUTCOME_FAIL;
        }
        if (strcmp(seen.best, "(none)") != 0 && !trial_is_legal(trial, "startpos", seen.best)) {
            return trial_fail(trial, "after %d plies: bestmove %s", LONG_GAME_PLIES, seen.best);
        }
    }
    say_endless(trial, 'x', ENDLESS_BYTES);
    if (!trial_is_alive(trial)) {
        return trial_fail(trial, "a line of %d bytes is not survived", ENDLESS_BYTES);
    }
    return trial_search(trial, samples->after, "depth 1", SEARCH_S, NULL) ? OUTCOME_PASS
                                                                          : OUTCOME_FAIL;
}

enum outcome check_foul_bytes(struct trial *trial)
{
    static const char bytes[] =
        "\0\0\n\xff\xfe\x80\xc3\xa9 caf\xe9\n\x01\x02\x7f\x1b[2J\nis\0ready\n";
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say_bytes(trial->talk, bytes, sizeof bytes - 1);
    return trial_is_alive(trial) && trial_search(trial, "startpos", "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

/* Begins a conversation without a search. */
static bool begin_idle(struct trial *trial)
{
    if (!trial_start(trial)) {
        return false;
    }
    if (strcmp(trial->dialect->name, "gomocup") == 0) {
        talk_say(trial->talk, "START 15");
        talk_hear(trial->talk, PROMPT_S);
    }
    return true;
}

/* Begins a search that ends only when told. */
static bool begin_endless_search(struct trial *trial)
{
    if (strcmp(trial->dialect->name, "gomocup") == 0) {
        if (!begin_idle(trial)) {
            return false;
        }
        talk_say(trial->talk, "INFO timeout_turn 30000");
        talk_say(trial->talk, "BEGIN");
        return true;
    }
    if (!trial_greet(trial)) {
        return false;
    }
    talk_say(trial->talk, "position %s", trial_samples(trial)->after);
    talk_say(trial->talk, "go infinite");
    return true;
}

enum outcome check_ends(struct trial *trial)
{
    const char *quit = strcmp(trial->dialect->name, "gomocup") == 0 ? "END" : "quit";
    for (int way = 0; way < 4; way++) {
        bool searching = way % 2 == 1, by_word = way / 2 == 1;
        if (!(searching ? begin_endless_search(trial) : begin_idle(trial))) {
            return OUTCOME_FAIL;
        }
        if (searching) {
            talk_is_silent(trial->talk, SILENCE_S);
        }
        if (by_word) {
            talk_say(trial->talk, "%s", quit);
        } else {
            talk_hang_up(trial->talk);
        }
        if (!talk_ends(trial->talk, PROMPT_S)) {
            return trial_fail(trial, "it runs on %g s after %s%s", PROMPT_S,
                              by_word ? quit : "the end of input", searching ? " in a search" : "");
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_vanishing(struct trial *trial)
{
    if (!begin_endless_search(trial)) {
        return OUTCOME_FAIL;
    }
    talk_is_silent(trial->talk, SILENCE_S);
    talk_vanish(trial->talk);
    if (trial->target->arguments) {
        return talk_ends(trial->talk, PROMPT_S)
                   ? OUTCOME_PASS
                   : trial_fail(trial, "it runs on %g s after its client has vanished", PROMPT_S);
    }
    return trial_greet(trial) && trial_search(trial, "startpos", "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
