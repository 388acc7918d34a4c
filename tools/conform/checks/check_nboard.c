/* SPDX-License-Identifier: MIT */
/* Checks of NBoard's protocol, as conversations about Othello. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "memory.h"
#include "script.h"
#include "words.h"

/* Games in GGF: GAME(CLOCK, MOVES) from the start; in PASSES White can only pass. */
#define GAME(clock, moves)                                                                         \
    "set game (;GM[Othello]PC[NBoard]PB[Black]PW[White]RE[?]TI[" clock "]TY[8]"                    \
    "BO[8 ---------------------------O*------*O--------------------------- *]" moves ";)"
#define PASSES                                                                                     \
    "set game (;GM[Othello]PC[NBoard]PB[Black]PW[White]RE[?]TI[15:00]TY[8]"                        \
    "BO[8 -O******-------------------**------**--------------------------- O];)"

#define OPENING  "B[F5]W[F6]B[D3]"
#define POSITION "startpos moves f5 f6 d3"

/* A line of thinking. */
#define SEARCH "{search|book} {rest}"

/* How long a hint may think, in seconds. */
#define HINT_S 1.0

/* Takes the first move of a word, which may be a line of play, and a legal one. */
static bool is_legal(struct checker *checker, const char *position, char *word)
{
    for (char *at = word; *at; at++) {
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20) : *at;
    }
    if (strlen(word) > 2) {
        word[2] = '\0';
    }
    return checker_is_legal(checker, position, word);
}

static bool converse(struct checker *checker, const char *lines)
{
    static const struct manner manner = {
        .question = "ping", .answer = "pong", .is_numbered = true, .is_legal = is_legal};
    return script_run(checker, &manner, lines);
}

static bool begin(struct checker *checker)
{
    REQUIRE(checker_start(checker));
    session_send(checker->session, "nboard 2\nset depth 4\n%s\nping 1000", GAME("15:00", ""));
    return session_read_until(checker->session, "pong 1000", GREETING_S) ||
           checker_fail(checker, "no pong after nboard, set depth, set game and ping");
}

static bool check_greeting(struct checker *checker)
{
    REQUIRE(begin(checker) &&
            converse(checker, "> ping 7\n> ping 8\n! pong 8\n< pong 7\n< pong 8"));
    checker_expect(checker, LEVEL_MAY, "NBoard: set myname; without it a game shows no name");
    REQUIRE(checker_start(checker));
    return converse(checker, "> nboard 2\n> set depth 4\n< set myname {rest}");
}

static bool check_go(struct checker *checker)
{
    return converse(
        checker,
        "> " GAME("15:00", OPENING) "\n> go\n< === {rest}\n& " POSITION "\n"
                                    "> go\n< === {rest}\n& " POSITION "\n"
                                    "> " GAME("15:00", "") "\n> go\n< === {rest}\n& startpos");
}

static bool check_moves(struct checker *checker)
{
    return converse(checker, "> move F5/0.50/1.25\n> move D6\n> move C3//0.1\n> go\n"
                             "< === {rest}\n& startpos moves f5 d6 c3\n"
                             "> " PASSES "\n> go\n< === PA{rest}\n> move PA\n> go\n"
                             "< === {A1|a1}{rest}");
}

/* Takes a line of thinking about a position: its move is legal, its score and depth are numbers. */
static bool take_search(struct checker *checker, const char *position, const char *line)
{
    struct dialect_state state = {0};
    struct event event;
    char word[3] = "", move[3];
    FREED char *copy = memory_text(line);
    sscanf(line, "%*s %2s", word);
    memcpy(move, word, sizeof move);
    checker->dialect->parse_event(&state, copy, &event, NULL);
    EXPECT(checker, is_legal(checker, position, move), "%s is not legal in %s", word, position);
    return (event.info.has_score && event.info.depth > 0) ||
           checker_fail(checker, "expected MOVES SCORE NUMBER DEPTH, found '%.80s'", line);
}

/* Asks for a hint, and reads until nothing more comes. Counts the lines, and the different moves.
 */
static bool read_hint(struct checker *checker, const char *hint, int *lines, int *moves)
{
    char seen[64][3];
    *lines = *moves = 0;
    session_send(checker->session, "%s", hint);
    for (char *line; (line = session_read(checker->session, HINT_S));) {
        if (!words_begin(line, "search") && !words_begin(line, "book")) {
            continue;
        }
        char word[3] = "";
        int i = 0;
        REQUIRE(take_search(checker, POSITION, line));
        sscanf(line, "%*s %2s", word);
        for (; i < *moves && strcmp(seen[i], word) != 0; i++) {
        }
        if (i == *moves && i < LENGTH(seen)) {
            memcpy(seen[(*moves)++], word, sizeof word);
        }
        ++*lines;
    }
    return *lines > 0 || checker_fail(checker, "no line of a search comes after hint");
}

static bool check_hint(struct checker *checker)
{
    int lines, moves;
    session_send(checker->session, "%s", GAME("15:00", OPENING));
    REQUIRE(read_hint(checker, "hint 2", &lines, &moves) && converse(checker, "ping"));
    checker_expect(checker, LEVEL_MAY, "NBoard: hint n shows approximately the top n moves");
    REQUIRE(read_hint(checker, "set depth 1\nhint 1", &lines, &moves));
    EXPECT(checker, moves == 1, "hint 1 shows %d moves", moves);
    REQUIRE(read_hint(checker, "hint 3", &lines, &moves));
    return moves == 3 || checker_fail(checker, "hint 3 shows %d moves", moves);
}

static bool check_ping(struct checker *checker)
{
    return converse(
        checker,
        "> set depth 40\n> " GAME(
            "15:00", OPENING) "\n"
                              "> hint 1\nwait 300\nping\n! {search|book|===} {rest}\nwait 300\n"
                              "ping\n"
                              "> go\nwait 300\nping\n! {search|book|===} {rest}\nwait 300\nping");
}

static bool check_clock(struct checker *checker)
{
    REQUIRE(converse(checker,
                     "> set depth 40\n> " GAME("00:02", OPENING) "\n> go\nwithin 2000\n"
                                                                 "< === {rest}\n& " POSITION));
    checker_expect(checker, LEVEL_SHOULD, "NBoard: move MOVE/EVAL/TIME; the time is used up");
    return converse(checker,
                    "> " GAME("00:05", "") "\n> move F5//4\n> move D6//1\n> go\n"
                                           "within 1000\n< === {rest}\n& startpos moves f5 d6");
}

static bool check_others(struct checker *checker)
{
    return converse(
        checker,
        "> " GAME("15:00",
                  OPENING) "\n> xyzzy 3\n> set xyzzy 3\n>\n"
                           "! {===|search|book} {rest}\nping\n> go\n< === {rest}\n& " POSITION "\n"
                           "> learn\n< learned");
}

static bool check_quit(struct checker *checker)
{
    REQUIRE(converse(checker, "> quit\nends"));
    checker_expect(checker, LEVEL_MAY, "NBoard, sample code: quit; a search is ended by ping");
    return begin(checker) && converse(checker, "> set depth 40\n> hint 1\nwait 200\n> quit\nends");
}

const struct check checks_of_nboard[] = {
    {65, FOR_NBOARD, LEVEL_MUST, "NBoard: nboard, ping",
     "Every ping is answered by its pong, in order.", NULL, check_greeting, 0},
    {66, FOR_NBOARD, LEVEL_MUST, "NBoard: set game, go",
     "go is answered by a legal move after the game, which is not played.", begin, check_go, 0},
    {67, FOR_NBOARD, LEVEL_MUST, "NBoard: move", "A move changes the position, and so does a pass.",
     begin, check_moves, 0},
    {68, FOR_NBOARD, LEVEL_MUST, "NBoard: hint, search, book",
     "hint shows legal moves with their scores and depths.", begin, check_hint, CHECK_SLOW},
    {69, FOR_NBOARD, LEVEL_MUST, "NBoard: ping in a search",
     "ping ends a search, and nothing of it comes after pong.", begin, check_ping, CHECK_SLOW},
    {70, FOR_NBOARD, LEVEL_MUST, "NBoard: go, the time remaining since version 2",
     "go keeps the time of the game.", begin, check_clock, CHECK_SLOW | CHECK_ALONE},
    {71, FOR_NBOARD, LEVEL_MUST, "NBoard: commands that are not understood; learn",
     "An unknown line is ignored, and learn is answered.", begin, check_others, 0},
    {72, FOR_NBOARD, LEVEL_SHOULD, "NBoard, sample code: quit", "quit ends the program.", begin,
     check_quit, 0},
    {0},
};
