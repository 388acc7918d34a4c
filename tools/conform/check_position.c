/* Positions: every form that clients write, and what must be refused. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

#define REPEATED_PLIES 1200

static const char *const chess_forms[] = {
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "fen 4k3/8/8/8/8/8/8/4K2R w K - 12 34 moves e1g1",
};

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
    for (int i = 0; trial_is_chess(trial) && i < LENGTH(chess_forms); i++) {
        const char *form = chess_forms[i];
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
    const struct samples *samples = trial_samples(trial);
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
    static const char *const chess_wrong[] = {
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "startpos moves e2e4 0000",
        "startpos moves e2e5",
    };
    const struct samples *samples = trial_samples(trial);
    if (!trial_greet(trial) || !is_refused(trial, samples->bad_move) ||
        !is_refused(trial, samples->bad_fen)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; trial_is_chess(trial) && i < LENGTH(chess_wrong); i++) {
        if (!is_refused(trial, chess_wrong[i])) {
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

/* Castling as the king takes its own rook. */
static bool castles_as_960(struct trial *trial)
{
    const char *position = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    if (!trial_option(trial, "UCI_Chess960")) {
        return true;
    }
    talk_say(trial->talk, "setoption name UCI_Chess960 value true");
    talk_say(trial->talk, "position %s", position);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1 searchmoves e1h1");
    struct seen seen;
    if (!trial_hear_search(trial, NULL, began_ns, SEARCH_S, &seen)) {
        return false;
    }
    if (strcmp(seen.best, "e1h1") != 0) {
        trial_fail(trial, "castling under UCI_Chess960 is e1h1, not %s", seen.best);
        return false;
    }
    talk_say(trial->talk, "position %s moves e1h1", position);
    began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    return trial_hear_search(trial, "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", began_ns,
                             SEARCH_S, NULL);
}

enum outcome check_moves(struct trial *trial)
{
    const char *promotion = "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1";
    if (!trial_is_chess(trial)) {
        return trial_skip(trial, "only chess has such moves");
    }
    if (!trial_greet(trial) || !answers_only(trial, promotion, "a7a8q") ||
        !answers_only(trial, promotion, "a7a8n") ||
        !answers_only(trial, "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1")) {
        return OUTCOME_FAIL;
    }
    /* A capital letter is understood as well. */
    talk_say(trial->talk, "position %s moves a7a8Q", promotion);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 1");
    if (!trial_hear_search(trial, "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q", began_ns,
                           SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    struct buffer position = {0};
    buffer_puts(&position, "position startpos moves");
    for (int ply = 0; ply < REPEATED_PLIES; ply += 4) {
        buffer_printf(&position, " %s", trial_samples(trial)->cycle);
    }
    buffer_puts(&position, " e2e4\ngo depth 1\n");
    began_ns = clock_ns();
    talk_say_bytes(trial->talk, buffer_text(&position), buffer_length(&position));
    buffer_finish(&position);
    if (!trial_hear_search(trial, "startpos moves e2e4", began_ns, SEARCH_S, NULL)) {
        return OUTCOME_FAIL;
    }
    return castles_as_960(trial) ? OUTCOME_PASS : OUTCOME_FAIL;
}

enum outcome check_position_in_search(struct trial *trial)
{
    const struct samples *samples = trial_samples(trial);
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
