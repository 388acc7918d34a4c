/* SPDX-License-Identifier: MIT */
/* Tests playing at a terminal: pictures and marks, and whole games typed into the program. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "game_record.h"
#include "marks.h"
#include "messages.h"
#include "picture.h"
#include "registry.h"
#include "suite.h"

#ifndef PLAY_PROGRAM
#error "PLAY_PROGRAM must be the path of the program"
#endif
#ifndef FAKE_ENGINE
#error "FAKE_ENGINE must be the path of an engine"
#endif
#ifndef LEAP_PLAY
#error "LEAP_PLAY must be the path of the program that knows leap"
#endif

/* Options for drawing a board. */
enum { UNICODE = 0, ASCII = 1, FLIPPED = 2, FRAMED = 4 };

/* Draws a game with a rule (NULL: the default) after these moves and compares the picture. */
static void check_ruled_picture(const char *name, const char *rule, const char *fen,
                                const char *moves, unsigned how, const char *expected)
{
    const struct game *game = registry_find(registry_games(), name);
    struct game_settings settings;
    struct game_record record;
    struct error error = {""};
    struct buffer text = {0};
    uint8_t marks[LOOK_MAX_SQUARES];
    static struct picture picture;
    game_default_settings(game, &settings);
    if (rule) {
        int index = game_find_parameter(game, "rule");
        ck_assert(game_read_setting(&game->settings[index], rule, &settings.values[index], NULL));
    }
    game_record_init(&record, game, &settings);
    ck_assert_msg(game_record_begin(&record, fen, moves, &error), "%s", error.text);
    struct picture_view view = {
        .look = game->look, .ascii = how & ASCII, .flipped = how & FLIPPED, .framed = how & FRAMED};
    struct look_board board;
    game->look->board(record.position, &board);
    marks_find(&record, "", &board, marks);
    picture_draw(&picture, &view, &board, marks);
    picture_format(&picture, &text);
    ck_assert_msg(strcmp(buffer_text(&text), expected) == 0, "expected:\n%s\nfound:\n%s", expected,
                  buffer_text(&text));
    buffer_finish(&text);
    game_record_finish(&record);
}

static void check_picture(const char *name, const char *fen, const char *moves, unsigned how,
                          const char *expected)
{
    check_ruled_picture(name, NULL, fen, moves, how, expected);
}

START_TEST(boxes_show_the_last_move_and_both_threats)
{
    /* X threatens c3, O threatens c1; the last move was a1. */
    check_picture("tictactoe", NULL, "a3 b1 b3 a1", ASCII,
                  "   +---+---+---+\n"
                  " 3 | X | X | ! |\n"
                  "   +---+---+---+\n"
                  " 2 |   |   |   |\n"
                  "   +---+---+---+\n"
                  " 1 |[O]| O | ! |\n"
                  "   +---+---+---+\n"
                  "     a   b   c\n");
    check_picture("tictactoe", NULL, "a3", ASCII | FLIPPED,
                  "   +---+---+---+\n"
                  " 1 |   |   |   |\n"
                  "   +---+---+---+\n"
                  " 2 |   |   |   |\n"
                  "   +---+---+---+\n"
                  " 3 |   |   |[X]|\n"
                  "   +---+---+---+\n"
                  "     c   b   a\n");
}
END_TEST

START_TEST(columns_are_numbered_and_stones_fall)
{
    check_picture("connect4", NULL, "1 2 1 2 1 3", ASCII,
                  "   +---+---+---+---+---+---+---+\n"
                  "   |   |   |   |   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "   |   |   |   |   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "   | ! |   |   |   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "   | x |   |   |   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "   | x | o |   |   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "   | x | o |[o]|   |   |   |   |\n"
                  "   +---+---+---+---+---+---+---+\n"
                  "     1   2   3   4   5   6   7\n");
}
END_TEST

START_TEST(chess_shows_both_squares_of_a_move_and_check)
{
    check_picture("chess", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", NULL, ASCII,
                  " 8     .     .  k  .     .\n"
                  " 7  .     .     .     .\n"
                  " 6     .     .     .     .\n"
                  " 5  .     .     .     .\n"
                  " 4     .     .     .     .\n"
                  " 3  .     .     .     .\n"
                  " 2     .     .     .     .\n"
                  " 1  R     .    !K!    .  r\n"
                  "    a  b  c  d  e  f  g  h\n");
    check_picture("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", UNICODE,
                  " 8     ·     ·  ♚  ·     ·\n"
                  " 7  ·     ·     ·     ·\n"
                  " 6     ·     ·     ·     ·\n"
                  " 5  ·     ·     ·     ·\n"
                  " 4     ·     · [♙] ·     ·\n"
                  " 3  ·     ·     ·     ·\n"
                  " 2     ·     · [ ] ·     ·\n"
                  " 1  ·     ·     ♔     ·\n"
                  "    a  b  c  d  e  f  g  h\n");
}
END_TEST

START_TEST(gomoku_stands_on_crossings)
{
    check_picture("gomoku", NULL, "h8 o1 h9 o2 h10 o3 h11", UNICODE,
                  "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐\n"
                  "14 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  "13 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  "12 ├─┼─┼─╋─┼─┼─┼─!─┼─┼─┼─╋─┼─┼─┤\n"
                  "11 ├─┼─┼─┼─┼─┼─┼─◉─┼─┼─┼─┼─┼─┼─┤\n"
                  "10 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 9 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 8 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 7 ├─┼─┼─┼─┼─┼─┼─!─┼─┼─┼─┼─┼─┼─┤\n"
                  " 6 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  " 5 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  " 4 ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤\n"
                  " 3 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─○\n"
                  " 2 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─○\n"
                  " 1 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─○\n"
                  "   a b c d e f g h i j k l m n o\n");
}
END_TEST

/* For Black j8 is a double three: forbidden in renju and omok, allowed otherwise. */
START_TEST(forbidden_squares_are_marked_before_the_try)
{
    static const char moves[] = "h8 a1 i8 a3 j10 a5 j11 a7";
    static const char lines[] = "   a b c d e f g h i j k l m n o\n"
                                "15 . . . . . . . . . . . . . . . 15\n"
                                "14 . . . . . . . . . . . . . . . 14\n"
                                "13 . . . . . . . . . . . . . . . 13\n"
                                "12 . . . + . . . . . . . + . . . 12\n"
                                "11 . . . . . . . . . x . . . . . 11\n"
                                "10 . . . . . . . . . x . . . . . 10\n"
                                " 9 . . . . . . . . . . . . . . . 9\n"
                                " 8 . . . . . . . x x %c . . . . . 8\n"
                                " 7 O . . . . . . . . . . . . . . 7\n"
                                " 6 . . . . . . . . . . . . . . . 6\n"
                                " 5 o . . . . . . . . . . . . . . 5\n"
                                " 4 . . . + . . . . . . . + . . . 4\n"
                                " 3 o . . . . . . . . . . . . . . 3\n"
                                " 2 . . . . . . . . . . . . . . . 2\n"
                                " 1 o . . . . . . . . . . . . . . 1\n"
                                "   a b c d e f g h i j k l m n o\n";
    static const struct {
        const char *rule;
        char mark;
    } rules[] = {{"renju", '#'}, {"omok", '#'}, {"freestyle", '.'}, {"standard", '.'}};
    for (int i = 0; i < LENGTH(rules); i++) {
        char expected[sizeof lines];
        snprintf(expected, sizeof expected, lines, rules[i].mark);
        check_ruled_picture("gomoku", rules[i].rule, NULL, moves, ASCII | FRAMED, expected);
    }
    /* Only the side to move has forbidden squares: here it is White. */
    const struct game *game = registry_find(registry_games(), "gomoku");
    struct game_settings settings;
    struct game_record record;
    struct look_squares squares = {.count = 0};
    game_default_settings(game, &settings);
    int rule = game_find_parameter(game, "rule");
    ck_assert(game_read_setting(&game->settings[rule], "renju", &settings.values[rule], NULL));
    game_record_init(&record, game, &settings);
    ck_assert(game_record_begin(&record, NULL, "h8 a1 i8 a3 j10 a5 j11", NULL));
    game->look->forbidden_squares(record.position, &squares);
    ck_assert_int_eq(squares.count, 0);
    game_record_finish(&record);
}
END_TEST

/* Runs the program with typed input and returns all its output. */
static struct buffer type_to(const char *program, const char *arguments, const char *typed,
                             int expected_status)
{
    struct buffer command = {0}, output = {0};
    char bytes[4096];
    size_t count;
    buffer_printf(&command, "(printf '%s') | %s --plain --ascii %s 2>&1", typed, program,
                  arguments);
    FILE *pipe = popen(buffer_text(&command), "r");
    ck_assert_ptr_nonnull(pipe);
    while ((count = fread(bytes, 1, sizeof bytes, pipe)) > 0) {
        buffer_append(&output, bytes, count);
    }
    int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == expected_status, "status %d: %s\n%s",
                  status, buffer_text(&command), buffer_text(&output));
    buffer_finish(&command);
    return output;
}

static struct buffer type(const char *arguments, const char *typed, int expected_status)
{
    return type_to(PLAY_PROGRAM, arguments, typed, expected_status);
}

static void check_says(const char *arguments, const char *typed, int status, const char *expected)
{
    struct buffer output = type(arguments, typed, status);
    ck_assert_msg(strstr(buffer_text(&output), expected), "expected: %s\nfound: %s", expected,
                  buffer_text(&output));
    buffer_finish(&output);
}

#define FAKE " --depth 1 --engine " FAKE_ENGINE " "

/* A person who only watches can leave at once, but other lines of a script wait. */
START_TEST(a_watcher_may_leave_at_once)
{
    static const char watched[] =
        "tictactoe --side none --depth 1 --engine '" FAKE_ENGINE " think=100'";
    struct buffer output = type(watched, " QUIT \n", 0);
    ck_assert_msg(!strstr(buffer_text(&output), "wins") && !strstr(buffer_text(&output), "Draw"),
                  "%s", buffer_text(&output));
    buffer_finish(&output);
    check_says(watched, "moves\nquit\n", 0, "wins");
}
END_TEST

/* The tree is that of the chapter's example; a line of input is one step. */
START_TEST(a_tree_is_walked_through_node_by_node)
{
    static const char tree[] = "tictactoe --fen 'xox/x1o/2o x' --option Evaluation=textbook "
                               "--option Algorithm=textbook --trace 2";
    static const char third[] = "node 3 of 7: b2 a1\n"
                                "    a1 leaf alpha -inf beta +inf value 0\n"
                                "\n"
                                " 3  X O X\n"
                                " 2  X X O\n"
                                " 1  O . O\n"
                                "    a b c\n";
    check_says(tree, "\\n\\n\\n\\n\\n\\n", 0, third);
    check_says(tree, "\\n\\n\\n\\n\\n\\n", 0, "node 7 of 7: b1 b2\n");
    struct buffer output = type(tree, "\\n\\n", 0);
    ck_assert_msg(strstr(buffer_text(&output), "node 3 of 7") &&
                      !strstr(buffer_text(&output), "node 4 of 7"),
                  "%s", buffer_text(&output));
    buffer_finish(&output);
    check_says("tictactoe --trace 9", "", 1, "expected at most depth");
    check_says("tictactoe --trace 0", "", 2, "--trace: expected a number, 1 to 64, found '0'");
    check_says("tictactoe --fen 'xxx/oo1/3 o' --trace 2", "", 1, "trace: the game is over");
}
END_TEST

START_TEST(two_persons_play_to_the_end)
{
    check_says("tictactoe --side both" FAKE, "a1\\na2\\nb1\\nb2\\nc1\\n", 0, "X wins.\n");
    check_says("chess --side both" FAKE, "f3\\ne5\\ng2g4\\nQh4\\nmoves\\n", 0, "Black wins.\n");
    check_says("connect4 --side both" FAKE, "1\\n2\\n1\\n2\\n1\\n2\\n1\\n", 0, "Red wins.\n");
}
END_TEST

/* Leap: a pass, and a side that moves twice in a row. */
START_TEST(a_side_may_pass_and_move_again)
{
    static const char typed[] = "b1b2\\npass\\nb2b3\\npass\\nb3c3\\nmoves\\n";
    static const char *const expected[] = {
        "You play pass",
        "Leap: you play both first and second.",
        "The first player to move: You play b3c3",
        "The first player to move: b1b2 pass b2b3 pass b3c3\nThe first player to move: ",
    };
    struct buffer output =
        type_to(LEAP_PLAY, "leap --side both --depth 1 --engine " FAKE_ENGINE, typed, 0);
    for (int i = 0; i < LENGTH(expected); i++) {
        ck_assert_msg(strstr(buffer_text(&output), expected[i]), "expected: %s\nfound: %s",
                      expected[i], buffer_text(&output));
    }
    buffer_finish(&output);
    /* Undo returns to the person's turn, which may take back two moves of the engine. */
    output = type_to(LEAP_PLAY, "leap --depth 1 --engine " FAKE_ENGINE,
                     "a1a2\\nundo\\nb1b2\\nmoves\\n", 0);
    ck_assert_msg(strstr(buffer_text(&output), "to move: b1b2 "), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(the_engine_answers_and_errors_help)
{
    check_says("tictactoe" FAKE, "b2\\n", 0, "fake engine plays ");
    check_says("tictactoe --side second" FAKE, "", 0, "fake engine plays ");
    check_says("tictactoe" FAKE, "z9\\n", 0, "'z9'");
    check_says("tictactoe" FAKE, "z9\\n", 0, "see 'help'");
    check_says("tictactoe" FAKE, "help\\n", 0, "undo, redo  takes your turn back");
    check_says("tictactoe --side none" FAKE, "", 0, "fake engine plays ");
    check_says("tictactoe" FAKE, "hint\\n", 0, "Hint: ");
    check_says("tictactoe" FAKE, "undo\\n", 0, "no move to take back");
    check_says("tictactoe" FAKE, "new draughts\\n", 0,
               "there is no game 'draughts'; expected one of chess, ");
    check_says("tictactoe" FAKE, "new gomoku sise=9\\n", 0,
               "gomoku has no parameter 'sise'; did you mean 'size'? It has size, rule\n");
    check_says("tictactoe" FAKE, "new gomoku size=four\\n", 0,
               "size: 'four' is not a whole number");
    check_says("tictactoe" FAKE, "new =\\n", 0, "expected the name of a game");
    check_says("tictactoe" FAKE, "new gomoku size 9 rule renju\\nside both\\ne5\\nmoves\\n", 0,
               "e5\n");
    check_says("tictactoe" FAKE, "new gomoku size=9 rule=renju\\nside both\\nj1\\n", 0,
               "expected a1 to i9");
    check_says("tictactoe" FAKE, "side nowhere\\n", 0, "expected first, second, both or none");
}
END_TEST

START_TEST(undo_goes_back_to_the_persons_turn)
{
    check_says("tictactoe" FAKE, "b2\\nundo\\na1\\nundo\\nc3\\nmoves\\n", 0, "to move: c3 ");
}
END_TEST

START_TEST(moves_taken_back_are_played_again)
{
    static const char both[] = "tictactoe --side both" FAKE;
    check_says(both, "a1\\na2\\nundo\\nundo\\nredo\\nredo\\nmoves\\n", 0, "to move: a1 a2\n");
    check_says(both, "a1\\na2\\nundo\\nb2\\nredo\\n", 0, "There is no move to play again.");
    check_says(both, "redo\\n", 0, "There is no move to play again.");
    /* With an engine, its answer is taken back, too. */
    check_says("tictactoe" FAKE, "b2\\nundo\\nredo\\nundo\\na1\\nundo\\nc3\\nmoves\\n", 0,
               "to move: c3 ");
    /* A repeated move that ended the game ends it again. */
    check_says(both, "a1\\na2\\nb1\\nb2\\nc1\\nundo\\nundo\\nredo\\nredo\\nredo\\n", 0,
               "There is no move to play again.");
    struct buffer output = type(both, "a1\\na2\\nb1\\nb2\\nc1\\nundo\\nredo\\n", 0);
    const char *first = strstr(buffer_text(&output), "X wins.");
    ck_assert_msg(first && strstr(first + 1, "X wins."), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(games_are_resigned_and_drawn)
{
    check_says("chess" FAKE, "e4\\nresign\\n", 0, "Black wins: White resigns.\n");
    check_says("chess --side second" FAKE, "resign\\n", 0, "White wins: Black resigns.\n");
    check_says("chess --side both" FAKE, "e4\\nresign\\n", 0, "White wins: Black resigns.\n");
    check_says("chess --side both" FAKE, "e4\\ndraw\\n", 0, "Draw: agreed.\n");
    check_says("chess --side both" FAKE, "draw\\nresign\\n", 0, "The game is over.\n");
    check_says("chess" FAKE, "draw\\n", 0, "fake engine declines: it has not moved yet.");
    check_says("chess --depth 1 --engine '" FAKE_ENGINE " score=20'", "e4\\ndraw\\n", 0,
               "fake engine declines: it sees itself ahead.");
    check_says("chess --depth 1 --engine '" FAKE_ENGINE " score=-20'", "e4\\ndraw\\n", 0,
               "Draw: agreed.");
    check_says("tictactoe --side none" FAKE, "resign\\n", 0, "The game is over.");
}
END_TEST

START_TEST(the_position_is_told_as_fen)
{
    check_says("chess --side both" FAKE, "e4\\nfen\\n", 0,
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
}
END_TEST

START_TEST(engines_play_at_levels_that_they_offer)
{
    static const char skill[] = "gomoku --depth 1 --engine '" FAKE_ENGINE " levels=skill' ";
    static const char elo[] = " --depth 1 --engine '" FAKE_ENGINE " levels=elo' ";
    static const struct {
        const char *level, *score;
    } skills[] = {{"1", "Black +0.00,"}, {"5", "Black -0.08,"}, {"10", "Black -0.20,"}},
      elos[] = {{"1", "White -10.00,"},
                {"5", "White -18.00,"},
                {"9", "White -26.00,"},
                {"10", "White +0.00,"}};
    char arguments[512], typed[64];
    for (int i = 0; i < LENGTH(skills); i++) {
        snprintf(arguments, sizeof arguments, "%s --level %s", skill, skills[i].level);
        check_says(arguments, "h8\\n", 0, skills[i].score);
        snprintf(typed, sizeof typed, "level %s\\nh8\\n", skills[i].level);
        check_says(skill, typed, 0, skills[i].score);
    }
    for (int i = 0; i < LENGTH(elos); i++) {
        snprintf(arguments, sizeof arguments, "chess %s --level %s", elo, elos[i].level);
        check_says(arguments, "e4\\n", 0, elos[i].score);
    }
    /* A hint uses the engine's full strength; then the engine plays at its level again. */
    check_says(skill, "level 5\\nhint\\nh8\\n", 0, "Black -0.08,");
    /* This engine offers UCI_Elo for another game. */
    snprintf(arguments, sizeof arguments, "gomoku %s --level 3", elo);
    check_says(arguments, "", 1, "fake engine offers no levels at Gomoku: neither Skill Level nor");
    check_says("chess --level 3" FAKE, "", 1, "fake engine offers no levels at Chess");
    check_says("chess --level 11" FAKE, "", 2, "expected a number from 1 to 10 (full strength), ");
    check_says("chess" FAKE, "level best\\n", 0, "found 'best'");
}
END_TEST

START_TEST(players_and_moves_have_their_games_names)
{
    check_says("chess" FAKE, "moves\\n", 0,
               "Chess: you play White, fake engine plays Black. 'help' lists");
    check_says("chess --side second" FAKE, "", 0,
               "Chess: you play Black, fake engine plays White.");
    check_says("chess --side none --fen '7k/5KQ1/8/8/8/8/8/8 b - - 0 1'" FAKE, "", 0,
               "Chess: fake engine plays White, fake engine plays Black.");
    check_says("chess --side both" FAKE, "side second\\n", 0, "Chess: you play Black, fake ");
    check_says("chess --side both" FAKE, "g1f3\\n", 0, "White to move: You play Nf3\n");
    check_says("chess --side both" FAKE, "e2e4\\nd7d5\\ne4d5\\nmoves\\n", 0, ": e4 d5 exd5\n");
    check_says("chess" FAKE, "new connect4\\n", 0,
               "Connect Four: you play Red, fake engine plays ");
    check_says("chess --fen '7k/6R1/5K2/8/8/8/8/8 w - - 0 1' --side both" FAKE, "Nd2\\n", 0,
               "illegal move 'Nd2': no knight can go to d2");
    check_says("chess --fen '7k/8/8/8/8/5N2/8/1N2K3 w - - 0 1' --side both" FAKE, "Nd2\\n", 0,
               "illegal move 'Nd2': expected N");
}
END_TEST

START_TEST(colours_are_chosen)
{
    static const char escape[] = "\033[";
    struct buffer always = type("tictactoe --side both --color always" FAKE, "a1\\n", 0);
    struct buffer never = type("tictactoe --side both --color never" FAKE, "a1\\n", 0);
    struct buffer piped = type("tictactoe --side both" FAKE, "a1\\n", 0);
    ck_assert_ptr_nonnull(strstr(buffer_text(&always), escape));
    ck_assert_ptr_null(strstr(buffer_text(&never), escape));
    ck_assert_str_eq(buffer_text(&never), buffer_text(&piped));
    buffer_finish(&always);
    buffer_finish(&never);
    buffer_finish(&piped);
    check_says("tictactoe --color red", "", 2,
               "--color: expected auto, always or never, found 're");
}
END_TEST

/* Writes a file in the working folder. */
static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void check_file_holds(const char *name, const char *expected)
{
    static char text[8192];
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strstr(text, expected), "expected: %s\nfound: %s", expected, text);
}

#define LOADED "tictactoe --side both" FAKE " --load read."

START_TEST(pgn_is_read_and_written)
{
    write_file("read.pgn",
               "[Event \"a \\\"b\\\" (c)\"]\n[Result \"1-0\"]\n\n"
               "1.e4 e5 {a (comment} 2. Nf3 $1 (2. f4 exf4 (2... d5) {x)}) 2... Nc6 ; r\n"
               "3.Bb5 a6\n% escaped\n4. O-O?! Nf6 5. d4 exd4 *\n\n"
               "[Event \"another\"]\n\n1. d4 *\n");
    check_says(LOADED "pgn", "moves\\nsave written.pgn\\n", 0,
               ": e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 d4 exd4\n");
    check_file_holds("written.pgn", "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. d4 exd4 *\n");
    check_says("--load written.pgn --side both" FAKE, "resign\\nreplace written.pgn\\n", 0,
               "Replaced.");
    check_file_holds("written.pgn", "[Result \"0-1\"]\n");
    check_file_holds("written.pgn", "[White \"Person\"]\n");
    /* A resigned game stays over; undo resumes it. */
    check_says("--load written.pgn" FAKE, "", 0, "Black wins: as the file says.\n");
    check_says("--load written.pgn --side both" FAKE, "undo\\nexd4\\nmoves\\n", 0,
               "Nf6 d4 exd4\nWhite to move: ");
    /* A position, and a variant given by a tag. */
    write_file("read.pgn", "[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 0 1\"]\n[Variant \"chess960\"]\n\n"
                           "1. O-O 1/2-1/2\n");
    check_says(LOADED "pgn", "replace written.pgn\\nreplace written.game\\nmoves\\n", 0, "\nO-O\n");
    check_file_holds("written.pgn", "[Variant \"Chess960\"]\n");
    check_file_holds("written.game", "chess960 true\nposition fen 4k3/8/8/8/8/8/8/4K2R w ");
    /* Another game given by a tag, with a pass among its moves. */
    write_file("read.pgn",
               "[Variant \"ataxx\"]\n[FEN \"7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 9\"]\n\n"
               "9. 0000 a4 10. 0000 *\n");
    check_says(LOADED "pgn", "replace written.pgn\\nreplace written.game\\nmoves\\n", 0,
               "\n0000 a4 0000\n");
    check_file_holds("written.pgn", "\n9. 0000 a4 10. 0000 *\n");
    check_file_holds("written.game", "newgame ataxx blocked none\n");
    /* Standard chess, whatever game is on the board. */
    write_file("read.pgn", "[Variant \"Standard\"]\n\n1. e4 *\n");
    check_says("ataxx --side both" FAKE " --load read.pgn", "moves\\n", 0, ": e4\n");
    check_says("gomoku --side both" FAKE, "save written.pgn\\n", 0,
               "written.pgn: Gomoku is not written as PGN");
    remove("read.pgn");
    remove("written.pgn");
    remove("written.game");
}
END_TEST

START_TEST(sgf_is_read_and_written)
{
    check_says("gomoku size=19 rule=omok --side both" FAKE,
               "h8\\na1\\nh9\\nresign\\nsave written.sgf\\n", 0, "Saved.");
    check_file_holds("written.sgf", "SZ[19]PB[Person]PW[Person]RU[omok]");
    check_file_holds("written.sgf", "RE[B+R]\n;B[hl];W[as];B[hk])");
    check_says("tictactoe --side both --load written.sgf" FAKE, "moves\\nreplace written.game\\n",
               0, "\nh8 a1 h9\n");
    check_file_holds("written.game", "newgame gomoku size 19 rule omok\n");
    check_says("--side both --load written.sgf" FAKE, "", 0, "Black wins: as the file says.\n");
    write_file("read.sgf", "(;GM[4]SZ[15]RU[renju]AB[hh][ii]AW[aa]C[a \\] b]\n"
                           ";W[bb](;B[cc];W[dd])(;B[ee]))");
    check_says(LOADED "sgf", "moves\\n", 0, ": h8 a15 i7 b14 c13 d12\n");
    write_file("read.sgf", "(;GM[4]SZ[15]AB[hh:ih][aa]AW[bb:bd]AE[aa:bb]AW[cc]AB[ii]PL[B])");
    check_says(LOADED "sgf", "moves\\n", 0, ": h8 b13 i8 b12 i7 c13\n");
    remove("read.sgf");
    remove("written.sgf");
    remove("written.game");
}
END_TEST

START_TEST(ggf_is_read_and_written)
{
    check_says("othello --side both" FAKE, "f5\\nd6\\nc3\\nresign\\nsave written.ggf\\n", 0,
               "Saved.");
    check_file_holds("written.ggf", "(;GM[Othello]PC[myosu-play]DT[");
    check_file_holds(
        "written.ggf",
        "PB[Person]PW[Person]TY[8]RE[+64.00:r]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        "\nB[F5]W[D6]B[C3];)");
    check_says("tictactoe --side both --load written.ggf" FAKE, "moves\\nsave written.game\\n", 0,
               "\nf5 d6 c3\n");
    check_file_holds("written.game", "newgame othello");
    /* A game of GGS with times, clocks, evaluations, moves in either case and passes; another board
     * size. */
    write_file("read.ggf",
               "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]"
               "RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[-64.00]"
               "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- "
               "-------- *]B[d3//0.01]W[c3/-1.00/0.5]B[C4/];)");
    check_says(LOADED "ggf", "moves\\n", 0, "White wins: as the file says.\n");
    write_file("read.ggf", "(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]"
                           "B[e4];)");
    check_says(LOADED "ggf", "moves\\nreplace written.game\\n", 0, ": e4\n");
    check_file_holds("written.game", "newgame othello size 6");
    check_says("tictactoe --side both" FAKE, "save written.ggf\\n", 0,
               "written.ggf: Tic-tac-toe is not written as GGF");
    remove("read.ggf");
    remove("written.ggf");
    remove("written.game");
}
END_TEST

/* An error in a file names the file and, if possible, the line. */
START_TEST(bad_files_are_refused)
{
    static const struct {
        const char *name, *text, *reason;
    } files[] = {
        {"pgn", "1. e4 e5\n2. Nf9 *\n", "read.pgn: line 2: move 2: illegal move 'Nf9'"},
        {"pgn", "\xef\xbb\xbf\n\n1. e5\n", "read.pgn: line 3: move 1: illegal move 'e5'"},
        {"sgf", "\n\n(;GM[4];B[zz])", "read.sgf: line 3: B[zz]: 'zz' is no square"},
        {"pgn", "[Event 3]\n", "read.pgn: line 1: expected a tag"},
        {"pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n", "no game here is written as PGN of the var"},
        {"pgn", "[FEN \"8/8\"]\n\n1. e4 *\n", "read.pgn: tag FEN: illegal FEN"},
        {"pgn", "1. e4 ]\n", "read.pgn: line 1: a ] without its ["},
        {"sgf", "(;GM[1]SZ[19];B[aa])", "read.sgf: GM: no game here has the number 1"},
        {"sgf", "(;GM[4]SZ[99];B[aa])", "read.sgf: SZ: gomoku has no board of 99"},
        {"sgf", "(;GM[4]RU[go];B[aa])", "read.sgf: RU: gomoku has no rules 'go'"},
        {"sgf", "(;GM[4]\n;B[zz])", "read.sgf: line 2: B[zz]: 'zz' is no square of the board"},
        {"sgf", "(;GM[4]\n;B[aa];B[bb])", "read.sgf: line 2: B[bb]: it is the turn of W"},
        {"sgf", "(;GM[4];B[aa];W[aa])", "W[aa]: illegal move 'a15': the square is taken"},
        {"sgf", "(;GM[4]AB[aa][bb][cc];W[dd])", "the stones cannot have been played in turn"},
        {"sgf", "(;GM[4];B", "read.sgf: line 1: the game tree is not closed; expected )"},
        {"sgf", "(;GM[4];B hh)", "read.sgf: line 1: expected a property and its value"},
        {"sgf", "(;GM[4];B[hh];W[ii]", "read.sgf: line 1: the game tree is not closed"},
        {"sgf", "(;GM[4];B[hh]AE[hh])", "AE[hh]: expected a square or the corners of a rectangle"},
        {"sgf", "(;GM[4]AB[cc:aa])", "AB[cc:aa]: expected a square or the corners of a rectangle"},
        {"sgf", "(;GM[4]AB[a])", "AB[a]: expected a square or the corners of a rectangle"},
        {"sgf", "(;GM[4]AB[ab]AW[bb]PL[W])", "PL[W]: after these stones it is the turn of B"},
        {"sgf", "(;GM[4]PL[x])", "PL[x]: expected B or W"},
        {"sgf", "(;GM[4]SZ[15:13])", "SZ: expected the size of a square board"},
        {"ggf", "(;GM[Checkers]BO[8 ---- *];)", "GM: no game here is called 'Checkers'"},
        {"ggf", "(;GM[Othello]BO[7 ------- *];)", "BO: othello has no board of 7"},
        {"ggf", "(;GM[Othello]BO[8 --- *]B[f5];)", "BO: illegal FEN"},
        {"ggf", "(;GM[Othello]BO[8];)",
         "BO: expected the size of the board, its ranks and who moves"},
        {"ggf", "(;GM[Othello]\n;B[a1])", "read.ggf: line 2: B[a1]: illegal move 'a1'"},
        {"ggf", "(;GM[Othello]W[f5];)", "W[f5]: it is the turn of B"},
        {"txt", "hello\n", "read.txt: expected PGN, SGF, GGF, or two lines"},
        {"txt", "newgame gomoku size 99\nposition startpos\n",
         "read.txt: line 1: size: 99 is out of range"},
        {"txt", "newgame draughts\nposition startpos\n",
         "read.txt: line 1: there is no game 'draughts'"},
        {"txt", "newgame gomoku\nposition startpos moves h8 z9\n",
         "read.txt: line 2: move 2: illegal move 'z9'"},
        {"txt", "", "read.txt: expected PGN, SGF, GGF, or two lines"},
    };
    char name[32], arguments[256];
    for (int i = 0; i < LENGTH(files); i++) {
        snprintf(name, sizeof name, "read.%s", files[i].name);
        snprintf(arguments, sizeof arguments, LOADED "%s", files[i].name);
        write_file(name, files[i].text);
        check_says(arguments, "", 1, files[i].reason);
        remove(name);
    }
}
END_TEST

/* If saving would lose the contents of a file, the file is left unchanged. */
START_TEST(saving_destroys_no_game_that_was_not_read)
{
    static const struct {
        const char *name, *text, *reason;
    } files[] = {
        {"a.pgn", "1. e4 e5 [pause] 2. Nf3 *\n",
         "a.pgn: what it holds would be lost (line 1: expected a move; only tags"},
        {"a.pgn", "1. e4 *\n\n1. d4 *\n",
         "a.pgn: it holds 2 games, and one would be left; expected 'append'"},
        {"a.sgf", "(;GM[4];B[hh];W[ii]", "a.sgf: what it holds would be lost (line 1: "},
        {"a.txt", "my notes\n", "a.txt: what it holds would be lost (expected PGN"},
        {"a.txt", "newgame chess\nposition startpos\nposition startpos moves e2e4\n",
         "a.txt: what it holds would be lost (line 3: expected 'newgame ...'"},
        {"a.pgn", "\xff\xfe[", "a.pgn: line 1: the text is UTF-16"},
    };
    char command[64], line[512];
    for (int i = 0; i < LENGTH(files); i++) {
        write_file(files[i].name, files[i].text);
        snprintf(command, sizeof command, "replace %s\\n", files[i].name);
        snprintf(line, sizeof line, "%s --side both" FAKE,
                 strstr(files[i].name, "sgf") ? "gomoku" : "chess");
        check_says(line, command, 0, files[i].reason);
        check_file_holds(files[i].name, files[i].text);
        remove(files[i].name);
    }
    /* An empty file, or a file with one game, is overwritten. */
    write_file("a.pgn", "\n");
    check_says("chess --side both" FAKE, "e4\\nsave a.pgn\\nundo\\nd4\\nreplace a.pgn\\n", 0,
               "Replaced.");
    check_file_holds("a.pgn", "\n1. d4 *\n");
    remove("a.pgn");
    write_file("a.pgn", "\xef\xbb\xbf; by x\n[Event \"x\"]\n\n1. e4 *\n\n1. d4 *\n");
    check_says("--side both --load a.pgn" FAKE, "moves\\n", 0, ": e4\n");
    check_says("--side both" FAKE, "load a.pgn\\n", 0, "Loaded game 1 of 2.");
    remove("a.pgn");
}
END_TEST

START_TEST(games_are_saved_and_loaded)
{
    char command[256];
    struct buffer output =
        type("gomoku size=9 rule=standard --side both" FAKE, "e5\\nd4\\nsave saved.game\\n", 0);
    ck_assert_ptr_nonnull(strstr(buffer_text(&output), "Saved."));
    buffer_finish(&output);
    check_says("tictactoe --side both --load saved.game" FAKE, "a1\\nmoves\\n", 0, "e5 d4 a1\n");
    check_says("tictactoe" FAKE, "load no-such-file\\n", 0, "no-such-file: No such file");
    snprintf(command, sizeof command, "echo newgame gomoku size 9 > saved.game");
    ck_assert_int_eq(system(command), 0);
    check_says("tictactoe" FAKE, "load saved.game\\n", 0,
               "saved.game: line 1: expected 'position ...' behind it");
    remove("saved.game");
}
END_TEST

START_TEST(time_is_lost_by_persons_and_by_engines)
{
    check_says("tictactoe --side both --st 0.2" FAKE, "a1\\n'; sleep 1; printf '", 0,
               "time is over");
    check_says("tictactoe --side none --tc 0.3 --engine '" FAKE_ENGINE " think=200'", "", 0,
               "time is over");
}
END_TEST

START_TEST(an_engine_that_fails_is_told)
{
    check_says("tictactoe --engine ./no-such-engine", "", 1,
               "myosu-play: ./no-such-engine: No such file");
    check_says("tictactoe --engine /bin/false", "a1\\n", 1,
               "myosu-play: /bin/false: ended with status 1 before any greeting\n");
    check_says("tictactoe --second ./no-such-engine" FAKE, "", 1,
               "myosu-play: ./no-such-engine: No such file");
    check_says("tictactoe --connect nowhere:1", "", 1,
               "myosu-play: nowhere:1: expected unix:PATH or tcp:HOST:PORT");
    check_says("tictactoe --side none --depth 1 --engine '" FAKE_ENGINE " fault=illegal'", "", 0,
               "move is refused");
    check_says("omok", "fen\n", 0, "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 x");
    check_says("tictactoe", "new omok size=6\nfen\n", 0, "6/6/6/6/6/6 x");
    check_says("tictactoe --side none --depth 1 --engine '" FAKE_ENGINE " fault=bare'", "", 0,
               "move is refused: it says that it has none");
    check_says("tictactoe --side none --depth 1 --engine '" FAKE_ENGINE " fault=reject'", "", 0,
               "The engine answers: position: move 1: not on this board");
    check_says("tictactoe --depth 1 --engine '" FAKE_ENGINE " fault=crash'", "b2\\n", 0,
               "The engine is gone: ended by signal 11");
}
END_TEST

/* Typed lines are read whole: file names may be in any language, and no line is split. */
START_TEST(typed_lines_are_read_whole)
{
    write_file("M\u00fcller.pgn", "1. e4 e5 *\n");
    check_says("chess --side both" FAKE, "load M\u00fcller.pgn\\nmoves\\n", 0, "\ne4 e5\n");
    check_says("chess --side both" FAKE, "load none-\u00fc\\n", 0, "none-ü: No such file");
    check_says("chess --side both" FAKE, "'; printf '%070000d\\n' 0; printf 'e4\\nmoves", 0,
               "A line of more than 65536 bytes is not read; expected a shorter one.\n");
    check_says("chess --side both" FAKE, "'; printf '%070000d\\n' 0; printf 'e4\\nmoves", 0,
               ": e4\n");
    remove("M\u00fcller.pgn");
}
END_TEST

/* No control character of an engine's name or output reaches the terminal. */
START_TEST(engines_do_not_reach_the_terminal)
{
    static const char *const faults[] = {"hostile-name", "garbage"};
    char arguments[256];
    for (int i = 0; i < LENGTH(faults); i++) {
        snprintf(arguments, sizeof arguments,
                 "tictactoe --side second --color never --depth 1 --engine '" FAKE_ENGINE
                 " fault=%s'",
                 faults[i]);
        struct buffer output = type(arguments, "hint\nmoves\n", 0);
        for (const char *at = buffer_text(&output); *at; at++) {
            ck_assert_msg((unsigned char)*at >= 0x20 || *at == '\n', "%s: byte %d in %s", faults[i],
                          *at, buffer_text(&output));
        }
        buffer_finish(&output);
    }
}
END_TEST

/* An engine that does not answer is stopped, and then given up: a person plays on. */
START_TEST(an_engine_that_never_answers_is_given_up)
{
    struct buffer output =
        type("tictactoe --movetime 10 --engine '" FAKE_ENGINE " fault=silent'", "a1\na2\nb1\n", 0);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "The engine is gone: it gives no answer\n"), "%s", text);
    ck_assert_msg(strstr(text, "X to move: You play b1\n"), "%s", text);
    buffer_finish(&output);
}
END_TEST

START_TEST(an_option_that_an_engine_refuses_is_an_error_before_the_game)
{
    check_says("tictactoe --option Nonsense=3" FAKE, "a1\\n", 1,
               "fake_engine: it has no option 'Nonsense' (value '3'); it has UCI_Variant, Delay");
    check_says("tictactoe --option Delay=zero" FAKE, "a1\\n", 1,
               "option 'Delay': found 'zero', expected a whole number from 0 to 1000");
    check_says("tictactoe --option Delay=5000" FAKE, "a1\\n", 1, "found '5000', expected a whole");
    check_says("tictactoe --option UCI_Variant=foo" FAKE, "a1\\n", 1,
               "option 'UCI_Variant': found 'foo', expected one of chess, ");
    check_says("tictactoe --option \"Clear All\" --option Delay=0" FAKE, "a1\\n", 0, "plays ");
}
END_TEST

START_TEST(bad_command_lines_are_refused)
{
    check_says("draughts", "", 2, "there is no game 'draughts'; expected one of chess, ");
    check_says("tictactoe connect4", "", 2, "two games, 'tictactoe' and 'connect4'; expected one");
    check_says("gomoku size=99", "", 2, "size: 99 is out of range (5 to 22)");
    check_says("gomoku sise=9", "", 2,
               "no parameter 'sise'; did you mean 'size'? It has size, rule");
    check_says("tictactoe size=3", "", 2, "no parameter 'size'; it has none");
    check_says("--side left", "", 2, "expected first, second");
    check_says("--depth x", "", 2, "--depth");
    check_says("--nonsense", "", 2, "no option");
    check_says("--st soon", "", 2, "--st: expected seconds");
    check_says("--tc 5+", "", 2, "--tc: expected a clock");
    check_says("tictactoe --option =3", "", 2, "--option: expected NAME=VALUE, found '=3'");
    check_says("tictactoe --fen 4/4 --depth 1", "", 2, "FEN");
    check_says("tictactoe --engine \" \"", "", 2, "--engine: expected a command, found none");
    check_says("--connect unix:x" FAKE, "", 2, "--engine and --connect: expected one of them");
    check_says("--fen x --load y" FAKE, "", 2, "--fen and --load: expected one of them");
    check_says("tictactoe --help", "", 0, "myosu-play [GAME [PARAMETER=VALUE...]] [OPTION...]");
    check_says("tictactoe --load no-such-file", "", 1, "no-such-file: No such file");
}
END_TEST

/* The engine scores its own move. The score is shown from the first player's view, whoever
 * moves. */
START_TEST(scores_are_the_first_players_and_say_so)
{
    static const char scored[] = " --depth 1 --engine '" FAKE_ENGINE " score=50'";
    char arguments[512];
    snprintf(arguments, sizeof arguments, "chess%s", scored);
    check_says(arguments, "e4\\n", 0, "(depth 1, White -0.50, line ");
    snprintf(arguments, sizeof arguments, "chess --side second%s", scored);
    check_says(arguments, "", 0, "(depth 1, White +0.50, line ");
}
END_TEST

START_TEST(a_castling_that_cannot_be_is_explained)
{
    static const struct {
        const char *fen, *move, *reason;
    } castlings[] = {
        {"r3k2r/8/8/8/8/8/8/R3KB1R w KQkq - 0 1", "O-O", "a piece stands between king and rook"},
        {"r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "0-0-0", "a piece stands between king and rook"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O", "the king or that rook has moved"},
        {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O+", "the king is in check"},
        {"4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O",
         "the king would pass or reach an attacked square"},
        {"4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1", "O-O-O",
         "the king would pass or reach an attacked square"},
    };
    for (int i = 0; i < LENGTH(castlings); i++) {
        char arguments[512], typed[32], expected[128];
        snprintf(arguments, sizeof arguments, "chess --side both --fen '%s'" FAKE,
                 castlings[i].fen);
        snprintf(typed, sizeof typed, "%s\\n", castlings[i].move);
        snprintf(expected, sizeof expected, "illegal move '%s': no castling here: %s",
                 castlings[i].move, castlings[i].reason);
        check_says(arguments, typed, 0, expected);
    }
    /* A rook may cross an attacked square, so the move is legal and is played. */
    check_says("chess --side both --fen '4k3/8/8/8/8/8/1r6/R3K2R w KQ - 0 1'" FAKE, "O-O-O\\n", 0,
               "You play ");
}
END_TEST

START_TEST(messages_end_when_the_game_has_moved_on)
{
    struct messages messages = {.list = {{.text = ""}}};
    messages_add(&messages, "one", 1, 4);
    messages_add(&messages, "two", 1, 5);
    messages_add(&messages, "three", 1, 4);
    messages_drop_old(&messages, 1, 4);
    ck_assert_str_eq(messages.list[0].text, "");
    ck_assert_str_eq(messages.list[1].text, "one");
    ck_assert_str_eq(messages.list[2].text, "three");
    messages_add(&messages, "four", 1, 4);
    messages_add(&messages, "five", 1, 4);
    ck_assert_str_eq(messages.list[0].text, "three");
    /* The same ply in another game is not the same position. */
    messages_drop_old(&messages, 2, 4);
    for (int i = 0; i < MESSAGES_KEPT; i++) {
        ck_assert_str_eq(messages.list[i].text, "");
    }
}
END_TEST

/* The time limit for any wait for the program on a terminal, in ms: never reached. */
#define PATIENCE_MS 60000

/* The program on a terminal of its own, as the foreground job of a session. */
struct terminal {
    int master;
    pid_t leader;         /* the session leader: waits for the job and exits with its status */
    struct buffer output; /* all output so far */
    size_t seen;          /* how much of it terminal_await has consumed */
};

/* Runs in the leader: starts the job, continues it when it stops, and reports both through
 * `report`. */
static void lead(int slave, int report, const char *arguments)
{
    char command[1024];
    int status;
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    signal(SIGTTOU, SIG_IGN);
    pid_t job = fork();
    if (job == 0) {
        setpgid(0, 0);
        tcsetpgrp(slave, getpid());
        signal(SIGTTOU, SIG_DFL);
        dup2(slave, STDIN_FILENO);
        dup2(slave, STDOUT_FILENO);
        snprintf(command, sizeof command, "exec " PLAY_PROGRAM " %s", arguments);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
        struct termios mode;
        tcgetattr(slave, &mode);
        char restored = mode.c_lflag & ECHO && mode.c_lflag & ICANON ? 's' : 'x';
        if (write(report, &restored, 1) != 1) {
            break;
        }
        kill(-job, SIGCONT);
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
}

/* Starts the program on a terminal of 80 by 30 characters. *report receives the leader's
 * reports. */
static struct terminal terminal_start(const char *arguments, int *report)
{
    struct terminal terminal = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    struct winsize size = {.ws_col = 80, .ws_row = 30};
    int reports[2];
    ck_assert_int_ge(terminal.master, 0);
    ck_assert_int_eq(grantpt(terminal.master) | unlockpt(terminal.master) | pipe(reports), 0);
    ioctl(terminal.master, TIOCSWINSZ, &size);
    setenv("TERM", "xterm-256color", 1);
    terminal.leader = fork();
    if (terminal.leader == 0) {
        int slave = open(ptsname(terminal.master), O_RDWR | O_NOCTTY);
        close(terminal.master);
        close(reports[0]);
        lead(slave, reports[1], arguments);
    }
    close(reports[1]);
    *report = reports[0];
    return terminal;
}

/* Reads until the program has written `text` after the text that was awaited before. */
static void terminal_await(struct terminal *terminal, const char *text)
{
    struct pollfd readable = {.fd = terminal->master, .events = POLLIN};
    char bytes[4096];
    for (;;) {
        const char *found = strstr(buffer_text(&terminal->output) + terminal->seen, text);
        if (found) {
            terminal->seen = (size_t)(found - buffer_text(&terminal->output)) + strlen(text);
            return;
        }
        ck_assert_msg(poll(&readable, 1, PATIENCE_MS) == 1, "no '%s' in: %s", text,
                      buffer_text(&terminal->output));
        ssize_t count = read(terminal->master, bytes, sizeof bytes);
        ck_assert_msg(count > 0, "no '%s' in: %s", text, buffer_text(&terminal->output));
        buffer_append(&terminal->output, bytes, (size_t)count);
    }
}

static void terminal_type(struct terminal *terminal, const char *keys)
{
    ck_assert_int_eq(write(terminal->master, keys, strlen(keys)), (int)strlen(keys));
}

/* Reads to the end of the program's output and returns its exit status. */
static int terminal_end(struct terminal *terminal)
{
    char bytes[4096];
    ssize_t count;
    int status;
    while ((count = read(terminal->master, bytes, sizeof bytes)) > 0) {
        buffer_append(&terminal->output, bytes, (size_t)count);
    }
    close(terminal->master);
    ck_assert_int_eq(waitpid(terminal->leader, &status, 0), terminal->leader);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define ON_SCREEN "tictactoe --side both --ascii" FAKE

START_TEST(the_screen_shows_how_the_game_ended)
{
    int report;
    struct terminal terminal = terminal_start(ON_SCREEN " --color never", &report);
    terminal_await(&terminal, "Arrow keys");
    ck_assert_ptr_null(strchr(buffer_text(&terminal.output), '*'));
    terminal_type(&terminal, "a1\ra2\rb1\rb2\rc1\r");
    terminal_await(&terminal, "X wins.");
    terminal_type(&terminal, "quit\r");
    ck_assert_int_eq(terminal_end(&terminal), 0);
    /* The marks of the winning line. */
    ck_assert_ptr_nonnull(strchr(buffer_text(&terminal.output), '*'));
    buffer_finish(&terminal.output);
    close(report);
}
END_TEST

/* Neither large numbers nor texts that are longer than a row of the terminal are cut. */
START_TEST(the_screen_shows_large_numbers_and_whole_texts)
{
    int report;
    struct terminal terminal =
        terminal_start("tictactoe --ascii --color never --depth 1 --engine '" FAKE_ENGINE
                       " info=depth_12_seldepth_20_score_cp_3_nodes_1234567890_nps_1234567'",
                       &report);
    terminal_await(&terminal, "Arrow keys");
    terminal_type(&terminal, "b2\r");
    terminal_await(&terminal, "1.23 G nodes  1.2 M/s");
    terminal_type(&terminal,
                  "load /no/such/folder/with/a/name/that/is/so/long/that/it/fills/a/row.pgn\r");
    terminal_await(&terminal, "or directory");
    terminal_type(&terminal, "quit\r");
    ck_assert_int_eq(terminal_end(&terminal), 0);
    buffer_finish(&terminal.output);
    close(report);
}
END_TEST

START_TEST(rows_of_a_text_are_whole_words_and_characters)
{
    static const struct {
        const char *text;
        int width, bytes;
    } cases[] = {
        {"", 5, 0},        {"abc", 5, 3},       {"abc def", 7, 7},    {"abc def", 6, 3},
        {"abc def", 3, 3}, {"abcdefgh", 4, 4},  {"a bcdefgh", 4, 1},  {"ab", 0, 1},
        {"ab", -7, 1},     {"", -7, 0},         {"馬馬馬", 4, 6},     {"馬馬馬", 6, 9},
        {"馬馬馬", 5, 6},  {"가나 다라", 7, 6}, {"가나 다라", 9, 13}, {"é́é", 2, 6},
        {"馬", 1, 3},      {"é", -1, 2},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        ck_assert_msg(messages_fit(cases[i].text, cases[i].width) == cases[i].bytes, "%d: %d", i,
                      messages_fit(cases[i].text, cases[i].width));
    }
}
END_TEST

START_TEST(a_syllable_has_two_columns)
{
    static const struct {
        const char *text;
        int columns, first_five;
    } cases[] = {
        {"", 0, 0},
        {"abcdefg", 7, 5},
        {"오목", 4, 6},
        {"오목판", 6, 6},
        {"a오목판", 7, 7},
        {"é─█", 3, 8},
        {"e\xcc\x81", 1, 3}, /* a letter and a combining accent */
        {"１２３", 6, 6},    /* fullwidth digits */
        {"\xec\x98", 2, 2},  /* bytes that are no character have a column each */
        {"\xf0\x9f\x98\x80x", 3, 5},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        ck_assert_int_eq(messages_columns(cases[i].text), cases[i].columns);
        ck_assert_int_eq(messages_clip(cases[i].text, 5), cases[i].first_five);
    }
}
END_TEST

START_TEST(control_d_ends_and_control_z_suspends)
{
    int report;
    char restored = 0;
    struct terminal terminal = terminal_start(ON_SCREEN, &report);
    terminal_await(&terminal, "Arrow keys");
    terminal_type(&terminal, "\032");
    ck_assert_int_eq(read(report, &restored, 1), 1);
    ck_assert_msg(restored == 's', "the terminal was not given back");
    terminal_await(&terminal, "Arrow keys"); /* the screen is drawn again */
    terminal_type(&terminal, "b2\r");
    terminal_await(&terminal, "1. ");
    terminal_type(&terminal, "\004");
    ck_assert_int_eq(terminal_end(&terminal), 0);
    buffer_finish(&terminal.output);
    close(report);
}
END_TEST

/* Colours are set by sequences such as ESC [38;5;203m and ESC [31m; no other sequence looks like
 * these. */
static bool is_coloured(const struct buffer *output)
{
    return strstr(buffer_text(output), "\033[38;5;") || strstr(buffer_text(output), "\033[31m");
}

START_TEST(the_screen_heeds_no_color)
{
    static const struct {
        const char *variable, *arguments;
        bool coloured;
    } cases[] = {
        {NULL, ON_SCREEN, true},
        {"", ON_SCREEN, true},
        {"1", ON_SCREEN, false},
        {"1", ON_SCREEN " --color always", true},
        {NULL, ON_SCREEN " --color never", false},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        int report;
        unsetenv("NO_COLOR");
        if (cases[i].variable) {
            setenv("NO_COLOR", cases[i].variable, 1);
        }
        struct terminal terminal = terminal_start(cases[i].arguments, &report);
        terminal_await(&terminal, "Arrow keys");
        terminal_type(&terminal, "b2\r");
        terminal_await(&terminal, "1. ");
        terminal_type(&terminal, "\003");
        ck_assert_int_eq(terminal_end(&terminal), 0);
        ck_assert_msg(is_coloured(&terminal.output) == cases[i].coloured, "case %d: %s", i,
                      buffer_text(&terminal.output));
        buffer_finish(&terminal.output);
        close(report);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("play");
    SUPPORT_ADD(suite, boxes_show_the_last_move_and_both_threats);
    SUPPORT_ADD(suite, columns_are_numbered_and_stones_fall);
    SUPPORT_ADD(suite, chess_shows_both_squares_of_a_move_and_check);
    SUPPORT_ADD(suite, gomoku_stands_on_crossings);
    SUPPORT_ADD(suite, forbidden_squares_are_marked_before_the_try);
    SUPPORT_ADD(suite, a_watcher_may_leave_at_once);
    SUPPORT_ADD(suite, a_tree_is_walked_through_node_by_node);
    SUPPORT_ADD(suite, two_persons_play_to_the_end);
    SUPPORT_ADD(suite, a_side_may_pass_and_move_again);
    SUPPORT_ADD(suite, the_engine_answers_and_errors_help);
    SUPPORT_ADD(suite, undo_goes_back_to_the_persons_turn);
    SUPPORT_ADD(suite, moves_taken_back_are_played_again);
    SUPPORT_ADD(suite, games_are_resigned_and_drawn);
    SUPPORT_ADD(suite, the_position_is_told_as_fen);
    SUPPORT_ADD(suite, engines_play_at_levels_that_they_offer);
    SUPPORT_ADD(suite, players_and_moves_have_their_games_names);
    SUPPORT_ADD(suite, colours_are_chosen);
    SUPPORT_ADD(suite, saving_destroys_no_game_that_was_not_read);
    SUPPORT_ADD(suite, games_are_saved_and_loaded);
    SUPPORT_ADD(suite, pgn_is_read_and_written);
    SUPPORT_ADD(suite, sgf_is_read_and_written);
    SUPPORT_ADD(suite, ggf_is_read_and_written);
    SUPPORT_ADD(suite, bad_files_are_refused);
    SUPPORT_ADD(suite, time_is_lost_by_persons_and_by_engines);
    SUPPORT_ADD(suite, an_engine_that_fails_is_told);
    SUPPORT_ADD(suite, typed_lines_are_read_whole);
    SUPPORT_ADD(suite, engines_do_not_reach_the_terminal);
    SUPPORT_ADD(suite, an_engine_that_never_answers_is_given_up);
    SUPPORT_ADD(suite, an_option_that_an_engine_refuses_is_an_error_before_the_game);
    SUPPORT_ADD(suite, bad_command_lines_are_refused);
    SUPPORT_ADD(suite, scores_are_the_first_players_and_say_so);
    SUPPORT_ADD(suite, a_castling_that_cannot_be_is_explained);
    SUPPORT_ADD(suite, messages_end_when_the_game_has_moved_on);
    SUPPORT_ADD(suite, rows_of_a_text_are_whole_words_and_characters);
    SUPPORT_ADD(suite, a_syllable_has_two_columns);
    SUPPORT_ADD(suite, the_screen_shows_how_the_game_ended);
    /* ThreadSanitizer would report ncurses, whose signal handler changes errno. */
    if (!SUITE_WATCHES_THREADS) {
        SUPPORT_ADD(suite, the_screen_shows_large_numbers_and_whole_texts);
        SUPPORT_ADD(suite, control_d_ends_and_control_z_suspends);
    }
    SUPPORT_ADD(suite, the_screen_heeds_no_color);
    return support_run(suite);
}
