/* SPDX-License-Identifier: MIT */
/* Checks of positions: all forms that clients write, and positions that must be rejected. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* How often a cycle of moves is repeated in one game. In chess a cycle has four plies, so the game
 * has 1,200. */
#define CYCLES 300

enum outcome check_position_forms(struct checker *checker)
{
    if (!checker_greet(checker) ||
        !checker_search(checker, checker_samples(checker)->after, "depth 1", SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    /* A position may end with the word `moves`. */
    session_send(checker->session, "position startpos moves");
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 1");
    if (!checker_read_search(checker, "startpos", began_ns, SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    const char *const *forms = checker_samples(checker)->forms;
    for (int i = 0; forms && forms[i]; i++) {
        const char *form = forms[i];
        session_send(checker->session, "position %s", form);
        began_ns = clock_ns();
        session_send(checker->session, "go depth 1");
        if (!checker_read_search(checker, form, began_ns, SEARCH_S, NULL)) {
            return OUTCOME_FAIL;
        }
    }
    return OUTCOME_PASS;
}

/* True if a search of a rejected position is answered with a reason and without a score or a
 * move. */
static bool is_not_searched(struct checker *checker, const char *wrong)
{
    bool told = false;
    char *line;
    session_send(checker->session, "go depth 1");
    while ((line = session_read(checker->session, PROMPT_S)) && strncmp(line, "bestmove", 8) != 0) {
        told |= strncmp(line, "info string ", 12) == 0;
        if (strncmp(line, "info ", 5) == 0 && strstr(line, " score ")) {
            checker_fail(checker, "another board is searched after 'position %.100s'", wrong);
            return false;
        }
    }
    if (!line || strcmp(line, "bestmove (none)") != 0) {
        checker_fail(checker, "go after 'position %.100s' has '%.40s', not 'bestmove (none)'",
                     wrong, line ? line : "no answer");
        return false;
    }
    if (!told) {
        checker_fail(checker, "nothing says why go after 'position %.100s' has no move", wrong);
    }
    return told;
}

/* True if the engine reports that it rejects `wrong`, does not search another position instead, and
 * accepts the next position. */
static bool is_refused(struct checker *checker, const char *wrong)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *before = samples->elsewhere ? samples->elsewhere : samples->after;
    bool told = false;
    char *line;
    session_send(checker->session, "position %s", before);
    session_send(checker->session, "position %s", wrong);
    session_send(checker->session, "isready");
    while ((line = session_read(checker->session, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        told |= strncmp(line, "info string ", 12) == 0;
    }
    if (!line) {
        checker_fail(checker, "no readyok after 'position %.100s'", wrong);
        return false;
    }
    if (!told) {
        checker_fail(checker, "nothing is said of 'position %.100s'", wrong);
    }
    return told && is_not_searched(checker, wrong) &&
           checker_search(checker, before, "depth 1", SEARCH_S, NULL);
}

enum outcome check_position_refused(struct checker *checker)
{
    const char *const *refused = checker_samples(checker)->refused;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; refused && refused[i]; i++) {
        if (!is_refused(checker, refused[i])) {
            return OUTCOME_FAIL;
        }
    }
    return OUTCOME_PASS;
}

/* True if a search restricted to one move answers with exactly that text. */
static bool answers_only(struct checker *checker, const char *position, const char *move)
{
    struct search_output output;
    char go[64];
    snprintf(go, sizeof go, "depth 1 searchmoves %s", move);
    if (!checker_search(checker, position, go, SEARCH_S, &output)) {
        return false;
    }
    if (strcmp(output.best, move) != 0) {
        checker_fail(checker, "searchmoves %s is answered by %s", move, output.best);
        return false;
    }
    return true;
}

/* True if the engine understands `written` as the move whose standard form is `move`. */
static bool understands(struct checker *checker, const char *position, const char *written,
                        const char *move)
{
    struct buffer meant = {0};
    buffer_printf(&meant, "%s moves %s", position, move);
    session_send(checker->session, "position %s moves %s", position, written);
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 1");
    bool good = checker_read_search(checker, buffer_text(&meant), began_ns, SEARCH_S, NULL);
    buffer_finish(&meant);
    return good;
}

/* True if an option changes how a move is written, as UCI_Chess960 does for castling. */
static bool obeys_option(struct checker *checker, const struct look_sample_option *sample)
{
    struct search_output output;
    if (!sample || !checker_option(checker, sample->option)) {
        return true;
    }
    session_send(checker->session, "setoption name %s value %s", sample->option, sample->value);
    session_send(checker->session, "position %s", sample->position);
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 1 searchmoves %s", sample->move);
    if (!checker_read_search(checker, NULL, began_ns, SEARCH_S, &output)) {
        return false;
    }
    if (strcmp(output.best, sample->move) != 0) {
        checker_fail(checker, "under %s a move is %s, not %s", sample->option, sample->move,
                     output.best);
        return false;
    }
    return understands(checker, sample->position, sample->move, sample->plain);
}

/* True if the engine follows a long game: a cycle of moves, repeated many times, and then the move
 * of `after`. */
static bool follows_cycles(struct checker *checker, const struct look_samples *samples)
{
    static const char before[] = "startpos moves ";
    struct buffer position = {0};
    buffer_puts(&position, "position startpos moves");
    for (int i = 0; i < CYCLES; i++) {
        buffer_printf(&position, " %s", samples->cycle);
    }
    buffer_printf(&position, " %s\ngo depth 1\n", samples->after + sizeof before - 1);
    int64_t began_ns = clock_ns();
    session_send_bytes(checker->session, buffer_text(&position), buffer_length(&position));
    buffer_finish(&position);
    return checker_read_search(checker, samples->after, began_ns, SEARCH_S, NULL);
}

enum outcome check_moves(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const struct look_sample_move *moves = samples->moves;
    if (!moves) {
        return checker_skip(checker, "this game has no moves of special kinds");
    }
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; moves[i].position; i++) {
        if (!answers_only(checker, moves[i].position, moves[i].move) ||
            (moves[i].also &&
             !understands(checker, moves[i].position, moves[i].also, moves[i].move))) {
            return OUTCOME_FAIL;
        }
    }
    if (samples->cycle && !follows_cycles(checker, samples)) {
        return OUTCOME_FAIL;
    }
    return obeys_option(checker, samples->option) ? OUTCOME_PASS : OUTCOME_FAIL;
}

enum outcome check_position_in_search(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 1");
    if (!checker_read_search(checker, "startpos", began_ns, SEARCH_S, NULL)) {
        return checker_fail_in(checker, "go before any position");
    }
    began_ns = clock_ns();
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.05);
    session_send(checker->session, "position %s", samples->after);
    session_send(checker->session, "stop");
    if (!checker_read_search(checker, "startpos", began_ns, PROMPT_S, NULL)) {
        return OUTCOME_FAIL;
    }
    return checker_is_alive(checker) &&
                   checker_search(checker, samples->after, "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
