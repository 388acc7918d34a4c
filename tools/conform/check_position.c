/* Positions: every form that clients write, and what must be refused. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* How often a cycle of moves is repeated in one game: four plies each at chess, 1,200 in all. */
#define CYCLES 300

enum outcome check_position_forms(struct trial *trial)
{
    if (!trial_greet(trial) ||
        !trial_search(trial, trial_samples(trial)->after, "depth 1", SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    /* `moves` with nothing behind it. */
    talk_say(trial->talk, "position startpos moves");
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    if (!trial_hear_search(trial, "startpos", began_ns, SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    const char *const *forms = trial_samples(trial)->forms;
    for (int i = 0; forms && forms[i]; i++) {
        const char *form = forms[i];
        talk_say(trial->talk, "position %s", form);
        began_ns = clock_ns();
        talk_say(trial->talk, "go depth 1");
        if (!trial_hear_search(trial, form, began_ns, SEARCH_S, NULL)) {
            return OUTCOME_FAIL;
        }
    }
    return OUTCOME_PASS;
}

/* Whether a refused position is told, and the one before is still searched. */
static bool is_refused(struct trial *trial, const char *wrong)
{
    const struct look_samples *samples = trial_samples(trial);
    const char *before = samples->elsewhere ? samples->elsewhere : samples->after;
    bool told = false;
    char *line;
    talk_say(trial->talk, "position %s", before);
    talk_say(trial->talk, "position %s", wrong);
    talk_say(trial->talk, "isready");
    while ((line = talk_hear(trial->talk, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        told |= strncmp(line, "info string ", 12) == 0;
    }
    if (!line) {
        trial_fail(trial, "no readyok after 'position %.100s'", wrong);
        return false;
    }
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    if (!trial_hear_search(trial, before, began_ns, SEARCH_S, NULL)) {
        return false;
    }
    if (!told) {
        trial_fail(trial, "nothing is said of 'position %.100s'", wrong);
    }
    return told;
}

enum outcome check_position_refused(struct trial *trial)
{
    const char *const *refused = trial_samples(trial)->refused;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; refused && refused[i]; i++) {
        if (!is_refused(trial, refused[i])) {
            return OUTCOME_FAIL;
        }
    }
    return OUTCOME_PASS;
}

/* Searches with one move allowed, which must be the answer, letter by letter. */
static bool answers_only(struct trial *trial, const char *position, const char *move)
{
    struct seen seen;
    char go[64];
    snprintf(go, sizeof go, "depth 1 searchmoves %s", move);
    if (!trial_search(trial, position, go, SEARCH_S, &seen)) {
        return false;
    }
    if (strcmp(seen.best, move) != 0) {
        trial_fail(trial, "searchmoves %s is answered by %s", move, seen.best);
        return false;
    }
    return true;
}

/* Searches after a move written as `written`, which means `move`. */
static bool understands(struct trial *trial, const char *position, const char *written,
                        const char *move)
{
    struct buffer meant = {0};
    buffer_printf(&meant, "%s moves %s", position, move);
    talk_say(trial->talk, "position %s moves %s", position, written);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    bool good = trial_hear_search(trial, buffer_text(&meant), began_ns, SEARCH_S, NULL);
    buffer_finish(&meant);
    return good;
}

/* A move that an option makes to be written in another way, as castling at Chess960. */
static bool obeys_option(struct trial *trial, const struct look_sample_option *sample)
{
    struct seen seen;
    if (!sample || !trial_option(trial, sample->option)) {
        return true;
    }
    talk_say(trial->talk, "setoption name %s value %s", sample->option, sample->value);
    talk_say(trial->talk, "position %s", sample->position);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1 searchmoves %s", sample->move);
    if (!trial_hear_search(trial, NULL, began_ns, SEARCH_S, &seen)) {
        return false;
    }
    if (strcmp(seen.best, sample->move) != 0) {
        trial_fail(trial, "under %s a move is %s, not %s", sample->option, sample->move, seen.best);
        return false;
    }
    return understands(trial, sample->position, sample->move, sample->plain);
}

/* Searches after a cycle of moves played over and over, and the first move of `after`. */
static bool follows_cycles(struct trial *trial, const struct look_samples *samples)
{
    static const char before[] = "startpos moves ";
    struct buffer position = {0};
    buffer_puts(&position, "position startpos moves");
    for (int i = 0; i < CYCLES; i++) {
        buffer_printf(&position, " %s", samples->cycle);
    }
    buffer_printf(&position, " %s\ngo depth 1\n", samples->after + sizeof before - 1);
    int64_t began_ns = clock_ns();
    talk_say_bytes(trial->talk, buffer_text(&position), buffer_length(&position));
    buffer_finish(&position);
    return trial_hear_search(trial, samples->after, began_ns, SEARCH_S, NULL);
}

enum outcome check_moves(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    const struct look_sample_move *moves = samples->moves;
    if (!moves) {
        return trial_skip(trial, "this game has no moves of special kinds");
    }
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; moves[i].position; i++) {
        if (!answers_only(trial, moves[i].position, moves[i].move) ||
            (moves[i].also &&
             !understands(trial, moves[i].position, moves[i].also, moves[i].move))) {
            return OUTCOME_FAIL;
        }
    }
    if (samples->cycle && !follows_cycles(trial, samples)) {
        return OUTCOME_FAIL;
    }
    return obeys_option(trial, samples->option) ? OUTCOME_PASS : OUTCOME_FAIL;
}

enum outcome check_position_in_search(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    if (!trial_hear_search(trial, "startpos", began_ns, SEARCH_S, NULL)) {
        return trial_fail(trial, "go before any position does not search the start");
    }
    began_ns = clock_ns();
    talk_say(trial->talk, "go infinite");
    talk_is_silent(trial->talk, 0.05);
    talk_say(trial->talk, "position %s", samples->after);
    talk_say(trial->talk, "stop");
    if (!trial_hear_search(trial, "startpos", began_ns, PROMPT_S, NULL)) {
        return OUTCOME_FAIL;
    }
    return trial_is_alive(trial) && trial_search(trial, samples->after, "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
