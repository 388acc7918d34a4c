/* SPDX-License-Identifier: MIT */
/* Checks of positions: all forms that clients write, and positions that must be rejected. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"

/* How often a cycle of moves is repeated in one game. In chess a cycle has four plies, so the game
 * has 1,200. */
#define CYCLES 300

/* Returns the number of fields of a position's FEN. */
static int count_fields(const char *position)
{
    int count = 0;
    while (*position && !session_begins(position, "moves")) {
        position += strcspn(position, " ");
        position += strspn(position, " ");
        count++;
    }
    return count - 1;
}

/* True if the engine reads the forms with `fields` fields, or with fewer. */
static bool reads_forms(struct checker *checker, int fields, bool fewer)
{
    const char *const *forms = checker_samples(checker)->forms;
    for (int i = 0; forms && forms[i]; i++) {
        REQUIRE((count_fields(forms[i]) < fields) != fewer ||
                checker_search(checker, forms[i], "depth 1", SEARCH_S));
    }
    return true;
}

static bool check_position_forms(struct checker *checker)
{
    int most = 0;
    /* A position may end with the word `moves`. */
    REQUIRE(checker_search(checker, checker_samples(checker)->after, "depth 1", SEARCH_S) &&
            checker_ask(checker, "startpos", SEARCH_S, "position startpos moves\ngo depth 1"));
    const char *const *forms = checker_samples(checker)->forms;
    for (int i = 0; forms && forms[i]; i++) {
        const int fields = count_fields(forms[i]);
        most = fields > most ? fields : most;
    }
    REQUIRE(reads_forms(checker, most, false));
    checker_expect(checker, LEVEL_MAY, "UCI: position, a FEN is complete");
    return reads_forms(checker, most, true);
}

/* True if a search of a rejected position is answered with a reason and without a score or a
 * move. */
static bool is_not_searched(struct checker *checker, const char *wrong)
{
    bool told = false;
    char *line;
    session_send(checker->session, "go depth 1");
    while ((line = session_read(checker->session, PROMPT_S)) && !session_begins(line, "bestmove")) {
        told |= session_begins(line, "info string ");
        EXPECT(checker, !session_begins(line, "info ") || !strstr(line, " score "),
               "another board is searched after 'position %.100s'", wrong);
    }
    EXPECT(checker, line && strcmp(line, "bestmove (none)") == 0,
           "go after 'position %.100s' has '%.40s', not 'bestmove (none)'", wrong,
           line ? line : "no answer");
    return told ||
           checker_fail(checker, "nothing says why go after 'position %.100s' has no move", wrong);
}

/* True if the engine reports that it rejects `wrong`, does not search another position instead, and
 * accepts the next position. */
static bool is_refused(struct checker *checker, const char *wrong)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *before = samples->elsewhere ? samples->elsewhere : samples->after;
    bool told = false;
    char *line;
    session_send(checker->session, "position %s\nposition %s\nisready", before, wrong);
    while ((line = session_read(checker->session, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        told |= session_begins(line, "info string ");
    }
    EXPECT(checker, line, "no readyok after 'position %.100s'", wrong);
    EXPECT(checker, told, "nothing is said of 'position %.100s'", wrong);
    return is_not_searched(checker, wrong) && checker_search(checker, before, "depth 1", SEARCH_S);
}

static bool check_position_refused(struct checker *checker)
{
    const char *const *refused = checker_samples(checker)->refused;
    for (int i = 0; refused && refused[i]; i++) {
        REQUIRE(is_refused(checker, refused[i]));
    }
    return true;
}

/* True if the engine understands `written` as the move whose standard form is `move`. */
static bool understands(struct checker *checker, const char *position, const char *written,
                        const char *move)
{
    LOCAL_BUFFER meant = {0};
    buffer_printf(&meant, "%s moves %s", position, move);
    return checker_ask(checker, buffer_text(&meant), SEARCH_S, "position %s moves %s\ngo depth 1",
                       position, written);
}

/* True if an option changes how a move is written, as UCI_Chess960 does for castling. */
static bool obeys_option(struct checker *checker, const struct look_sample_option *sample)
{
    if (!sample || !checker_option(checker, sample->option)) {
        return true;
    }
    REQUIRE(checker_ask(checker, NULL, SEARCH_S,
                        "setoption name %s value %s\nposition %s\ngo depth 1 searchmoves %s",
                        sample->option, sample->value, sample->position, sample->move));
    EXPECT(checker, strcmp(checker->output.best, sample->move) == 0,
           "under %s a move is %s, not %s", sample->option, sample->move, checker->output.best);
    return understands(checker, sample->position, sample->move, sample->plain);
}

/* True if the engine follows a long game: a cycle of moves, repeated many times, and then the move
 * of `after`. */
static bool follows_cycles(struct checker *checker, const struct look_samples *samples)
{
    static const char before[] = "startpos moves ";
    LOCAL_BUFFER moves = {0};
    for (int i = 0; i < CYCLES; i++) {
        buffer_printf(&moves, "%s ", samples->cycle);
    }
    return checker_ask(checker, samples->after, SEARCH_S,
                       "position startpos moves %s%s\ngo depth 1", buffer_text(&moves),
                       samples->after + sizeof before - 1);
}

static bool check_moves(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const struct look_sample_move *moves = samples->moves;
    if (!moves) {
        return checker_skip(checker, "this game has no moves of special kinds");
    }
    REQUIRE(checker_greet(checker));
    if (checker_speaks(checker, "ugi")) {
        checker_expect(checker, LEVEL_MAY, "UGI: go has no searchmoves, which shows the move");
    }
    for (int i = 0; moves[i].position; i++) {
        REQUIRE(checker_plays(checker, moves[i].position, 1, moves[i].move, moves[i].move));
    }
    REQUIRE(obeys_option(checker, samples->option) &&
            (!samples->cycle || follows_cycles(checker, samples)));
    checker_expect(checker, LEVEL_MAY, "UCI: move format; clients write no other");
    REQUIRE(checker_greet(checker));
    for (int i = 0; moves[i].position; i++) {
        if (moves[i].also &&
            !understands(checker, moves[i].position, moves[i].also, moves[i].move)) {
            return false;
        }
    }
    return true;
}

static bool check_position_in_search(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    if (!checker_ask(checker, "startpos", SEARCH_S, "go depth 1")) {
        return checker_fail_in(checker, "go before any position");
    }
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.05);
    return checker_ask(checker, "startpos", PROMPT_S, "position %s\nstop", samples->after) &&
           checker_is_alive(checker) &&
           checker_search(checker, samples->after, "depth 1", SEARCH_S);
}

const struct check checks_of_positions[] = {
    {16, FOR_UNIVERSAL, LEVEL_MUST, "UCI: position", "Positions are read in every usual form.",
     checker_greet, check_position_forms, 0},
    {17, FOR_UNIVERSAL, LEVEL_MAY, "no specification; clients send legal positions",
     "A wrong position is rejected aloud, and no other board is searched for it.", checker_greet,
     check_position_refused, 0},
    {18, FOR_UNIVERSAL, LEVEL_MUST, "UCI: move format, searchmoves, UCI_Chess960",
     "Promotions, castlings and long repetitions are understood.", NULL, check_moves, 0},
    {19, FOR_UNIVERSAL, LEVEL_MAY, "UCI: position is sent while the engine waits, before each go",
     "position in a search does no harm; go needs no position.", checker_greet,
     check_position_in_search, 0},
    {0},
};
