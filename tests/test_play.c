/* Playing at a terminal: pictures and marks, and whole games typed into the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "game_record.h"
#include "marks.h"
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

/* Draws a game after these moves and compares. */
static void check_picture(const char *name, const char *fen, const char *moves, bool ascii,
                          bool flipped, const char *expected)
{
    const struct game *game = registry_find(registry_games(), name);
    struct game_settings settings;
    struct game_record record;
    struct error error = {""};
    struct buffer text = {0};
    uint8_t marks[LOOK_MAX_SQUARES];
    static struct picture picture;
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    ck_assert_msg(game_record_begin(&record, fen, moves, &error), "%s", error.text);
    struct picture_view view = {.look = game->look, .ascii = ascii, .flipped = flipped};
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

START_TEST(boxes_show_the_last_move_and_both_threats)
{
    /* X threatens c3, O threatens c1; the last move was a1. */
    check_picture("tictactoe", NULL, "a3 b1 b3 a1", true, false,
                  "   +---+---+---+\n"
                  " 3 | X | X | ! |\n"
                  "   +---+---+---+\n"
                  " 2 |   |   |   |\n"
                  "   +---+---+---+\n"
                  " 1 |[O]| O | ! |\n"
                  "   +---+---+---+\n"
                  "     a   b   c\n");
    check_picture("tictactoe", NULL, "a3", true, true,
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
    check_picture("connect4", NULL, "1 2 1 2 1 3", true, false,
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
    check_picture("chess", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1", NULL, true, false,
                  " 8     .     .  k  .     .\n"
                  " 7  .     .     .     .\n"
                  " 6     .     .     .     .\n"
                  " 5  .     .     .     .\n"
                  " 4     .     .     .     .\n"
                  " 3  .     .     .     .\n"
                  " 2     .     .     .     .\n"
                  " 1  R     .    !K!    .  r\n"
                  "    a  b  c  d  e  f  g  h\n");
    check_picture("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", false, false,
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
    check_picture("gomoku", NULL, "h8 o1 h9 o2 h10 o3 h11", false, false,
                  "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐\n"
                  "14 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  "13 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  "12 ├─┼─┼─┼─┼─┼─┼─!─┼─┼─┼─┼─┼─┼─┤\n"
                  "11 ├─┼─┼─┼─┼─┼─┼─◉─┼─┼─┼─┼─┼─┼─┤\n"
                  "10 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 9 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 8 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤\n"
                  " 7 ├─┼─┼─┼─┼─┼─┼─!─┼─┼─┼─┼─┼─┼─┤\n"
                  " 6 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  " 5 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  " 4 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤\n"
                  " 3 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─○\n"
                  " 2 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─○\n"
                  " 1 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─○\n"
                  "   a b c d e f g h i j k l m n o\n");
}
END_TEST

/* Runs the program on what is typed, and returns all it prints. */
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

START_TEST(two_persons_play_to_the_end)
{
    check_says("tictactoe --side both" FAKE, "a1\\na2\\nb1\\nb2\\nc1\\n", 0,
               "The first player wins.\n");
    check_says("chess --side both" FAKE, "f3\\ne5\\ng2g4\\nQh4\\nmoves\\n", 0,
               "The second player wins.\n");
    check_says("connect4 --side both" FAKE, "1\\n2\\n1\\n2\\n1\\n2\\n1\\n", 0,
               "The first player wins.\n");
}
END_TEST

/* Leap: a pass, and a side that moves twice in a row. */
START_TEST(a_side_may_pass_and_move_again)
{
    static const char typed[] = "b1b2\\npass\\nb2b3\\npass\\nb3c3\\nmoves\\n";
    static const char *const expected[] = {
        "You play pass",
        "First player to move: You play b3c3",
        "First player to move: b1b2 pass b2b3 pass b3c3\nFirst player to move: ",
    };
    struct buffer output =
        type_to(LEAP_PLAY, "leap --side both --depth 1 --engine " FAKE_ENGINE, typed, 0);
    for (int i = 0; i < LENGTH(expected); i++) {
        ck_assert_msg(strstr(buffer_text(&output), expected[i]), "expected: %s\nfound: %s",
                      expected[i], buffer_text(&output));
    }
    buffer_finish(&output);
    /* Undo goes back to the person's turn, which may be after two moves of the engine. */
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
    check_says("tictactoe" FAKE, "help\\n", 0, "undo        takes back");
    check_says("tictactoe --side none" FAKE, "", 0, "fake engine plays ");
    check_says("tictactoe" FAKE, "hint\\n", 0, "Hint: ");
    check_says("tictactoe" FAKE, "undo\\n", 0, "no move to take back");
    check_says("tictactoe" FAKE, "new draughts\\n", 0, "There is no game 'draughts'.");
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
    check_says("tictactoe" FAKE, "load saved.game\\n", 0, "saved.game: Expected ");
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
               "myosu-play: /bin/false: before any greeting it ended with status 1\n");
    check_says("tictactoe --second ./no-such-engine" FAKE, "", 1,
               "myosu-play: ./no-such-engine: No such file");
    check_says("tictactoe --connect nowhere:1", "", 1,
               "myosu-play: nowhere:1: expected unix:PATH or tcp:HOST:PORT");
    check_says("tictactoe --side none --depth 1 --engine '" FAKE_ENGINE " fault=illegal'", "", 0,
               "move is refused");
    check_says("tictactoe --depth 1 --engine '" FAKE_ENGINE " fault=crash'", "b2\\n", 0,
               "The engine is gone: ended by signal 11");
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
    check_says("gomoku sise=9", "", 2, "no parameter 'sise'; it has size, rule");
    check_says("tictactoe size=3", "", 2, "no parameter 'size'; it has none");
    check_says("--side left", "", 2, "expected first, second");
    check_says("--depth x", "", 2, "--depth");
    check_says("--nonsense", "", 2, "no option");
    check_says("tictactoe --option =3", "", 2, "--option: expected NAME=VALUE, found '=3'");
    check_says("tictactoe --fen 4/4 --depth 1", "", 2, "FEN");
    check_says("tictactoe --load no-such-file", "", 1, "no-such-file: No such file");
}
END_TEST

/* The engine scores its own move; what is shown is the first player's side, whoever moves. */
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
        {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O", "the king is in check"},
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
    /* A rook may pass an attacked square, and a move that is legal is played. */
    check_says("chess --side both --fen '4k3/8/8/8/8/8/1r6/R3K2R w KQ - 0 1'" FAKE, "O-O-O\\n", 0,
               "You play ");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("play");
    SUPPORT_ADD(suite, boxes_show_the_last_move_and_both_threats);
    SUPPORT_ADD(suite, columns_are_numbered_and_stones_fall);
    SUPPORT_ADD(suite, chess_shows_both_squares_of_a_move_and_check);
    SUPPORT_ADD(suite, gomoku_stands_on_crossings);
    SUPPORT_ADD(suite, two_persons_play_to_the_end);
    SUPPORT_ADD(suite, a_side_may_pass_and_move_again);
    SUPPORT_ADD(suite, the_engine_answers_and_errors_help);
    SUPPORT_ADD(suite, undo_goes_back_to_the_persons_turn);
    SUPPORT_ADD(suite, games_are_saved_and_loaded);
    SUPPORT_ADD(suite, time_is_lost_by_persons_and_by_engines);
    SUPPORT_ADD(suite, an_engine_that_fails_is_told);
    SUPPORT_ADD(suite, an_option_that_an_engine_refuses_is_an_error_before_the_game);
    SUPPORT_ADD(suite, bad_command_lines_are_refused);
    SUPPORT_ADD(suite, scores_are_the_first_players_and_say_so);
    SUPPORT_ADD(suite, a_castling_that_cannot_be_is_explained);
    return support_run(suite);
}
