/* SPDX-License-Identifier: MIT */
/* Tests options of the match runner as a program, in particular those of other runners. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "shell.h"
#include "suite.h"

/* The build defines the paths of the programs under test. */
#if !defined MATCH_PROGRAM || !defined FAKE_ENGINE
#error "MATCH_PROGRAM and FAKE_ENGINE must be the paths of the match runner and of an engine"
#endif

/* The engine writes a line to standard error when it starts: once for the probe and once for each
 * game. The file keeps its earlier lines. */
START_TEST(standard_error_of_an_engine_is_appended_to_its_file)
{
    struct buffer output = {0};
    const char *command =
        "d=$(mktemp -d) && cd $d && echo before >errors && " MATCH_PROGRAM
        " -quiet -game tictactoe -rounds 1"
        " -engine cmd=" FAKE_ENGINE " name=a arg=seed=1 depth=1"
        " -engine cmd=" FAKE_ENGINE " name=b arg=errors=oops depth=1 restart=on"
        " stderr=errors >printed 2>&1; cat errors; grep -c oops printed; rm -r $d";
    shell_run(command, &output);
    ck_assert_str_eq(buffer_text(&output), "before\noops\noops\noops\n0\n");
    buffer_finish(&output);
}
END_TEST

/* Engines need longer to start and to prepare a game than they have for a move. */
START_TEST(clocks_run_only_while_an_engine_has_to_move)
{
    struct buffer output = {0};
    const char *command = MATCH_PROGRAM " -quiet -game tictactoe -rounds 1 -engine cmd=" FAKE_ENGINE
                                        " name=a depth=1 -engine cmd=" FAKE_ENGINE
                                        " name=b arg=ready=1500 restart=on st=0.1 timemargin=900";
    ck_assert_int_eq(shell_run(command, &output), 0);
    ck_assert_msg(strstr(buffer_text(&output), "a - b: 2 games"), "%s", buffer_text(&output));
    ck_assert_msg(!strstr(buffer_text(&output), "Forfeits"), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

/* Plays two games of connect4 against an engine with these arguments. Returns the exit status. */
static int play_connect4(const char *arguments, struct buffer *output)
{
    struct buffer command = {0};
    buffer_printf(&command,
                  MATCH_PROGRAM " -quiet -game connect4 -rounds 1 -engine cmd=" FAKE_ENGINE
                                " name=a depth=1 -engine cmd=" FAKE_ENGINE
                                " name=single depth=1 %s 2>&1",
                  arguments);
    buffer_clear(output);
    int status = shell_run(buffer_text(&command), output);
    buffer_finish(&command);
    return status;
}

START_TEST(an_engine_of_one_game_is_trusted_if_its_first_move_is_legal)
{
    struct buffer output = {0};
    ck_assert_int_eq(play_connect4("arg=game=connect4", &output), 0);
    ck_assert_msg(strstr(buffer_text(&output), "a - single: 2 games"), "%s", buffer_text(&output));
    ck_assert_msg(!strstr(buffer_text(&output), "Forfeits"), "%s", buffer_text(&output));
    ck_assert_int_eq(play_connect4("arg=game=tictactoe", &output), 1);
    ck_assert_msg(strstr(buffer_text(&output), "single does not play connect4: it has no option "
                                               "UCI_Variant, and its first move is '"),
                  "%s", buffer_text(&output));
    ck_assert_int_eq(play_connect4("arg=game=connect4 arg=fault=leave", &output), 1);
    ck_assert_msg(strstr(buffer_text(&output), "single cannot play: it ended with status 3"), "%s",
                  buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

/* Runs a match of two engines in a new folder. Appends all output of `command`, in which MATCH
 * stands for a match of one round of the first moves of chess. */
static void expect_output(const char *options, const char *then, const char *expected)
{
    struct buffer command = {0}, output = {0};
    buffer_printf(&command,
                  "d=$(mktemp -d) && cd $d && " MATCH_PROGRAM
                  " -rounds 1 -maxmoves 2 -engine cmd=" FAKE_ENGINE " name=a arg=seed=1 depth=1"
                  " -engine cmd=" FAKE_ENGINE " name=b arg=seed=2 depth=1 %s >printed 2>&1;"
                  " %s; rm -r $d",
                  options, then);
    shell_run(buffer_text(&command), &output);
    ck_assert_msg(strcmp(buffer_text(&output), expected) == 0, "%s; %s: %s", options, then,
                  buffer_text(&output));
    buffer_finish(&command);
    buffer_finish(&output);
}

START_TEST(names_and_zeros_of_other_runners_are_understood)
{
    expect_output("-variant fischerandom -log log", "grep -c 'setoption.*UCI_Chess960.*true' log",
                  "4\n");
    expect_output("-variant fischerandom -db db",
                  MATCH_PROGRAM " export db pgn out; grep Variant out",
                  "[Variant \"Chess960\"]\n[Variant \"Chess960\"]\n");
    expect_output("-ratinginterval 1", "grep -c '^[12]/2' printed", "2\n");
    expect_output("-ratinginterval 0", "grep -c '^[12]/2' printed", "0\n");
    expect_output("-maxmoves 0 -game tictactoe -movesout m", "grep -c '(rules)' m", "2\n");
    /* A resumed match and its export have the same terms. */
    expect_output("-noswap -reverse -site 'A place' -db db",
                  MATCH_PROGRAM " export db pgn out; grep -e Site -e White out",
                  "[Site \"A place\"]\n[White \"b\"]\n[Site \"A place\"]\n[White \"b\"]\n");
    expect_output("-site Here -pgnout out", "grep Site out", "[Site \"Here\"]\n[Site \"Here\"]\n");
    /* Between the last answer in a game and the next game, the pause has passed. */
    expect_output("-wait 700 -log log",
                  "awk '$5 == \"ucinewgame\" && at && !seen { seen = 1; print ($1 - at >= 0.7) }"
                  " $5 == \"bestmove\" { at = $1 }' log",
                  "1\n");
    expect_output("-repeat -recover", "grep -c '^a - b: 2 games' printed", "1\n");
}
END_TEST

/* As other match runners do: what an engine cannot set is a warning, and the match is played. */
START_TEST(options_that_an_engine_lacks_are_warned_of)
{
    static const char says[] = "myosu-match: warning: %s: not set: ";
    struct buffer expected = {0};
    for (const char *name = "a\0b\0"; *name; name += 2) {
        buffer_printf(&expected, says, name);
        buffer_puts(&expected, "it has no option 'Dealy' (value '1'); did you mean 'Delay'?\n");
        buffer_printf(&expected, says, name);
        buffer_puts(&expected,
                    "option 'Delay': found '1001', expected a whole number from 0 to 1000\n");
    }
    buffer_puts(&expected, "0\n2\n2\n");
    expect_output("-each option.Dealy=1 option.Delay=1001 'option.Clear All=true' -log l",
                  "grep warning printed; grep -c 'value 1001$\\|name Dealy ' l;"
                  " grep -c '< setoption name Clear All$' l;"
                  " grep -c ' - warn: [ab]: not set: .*Dealy.*; .*1001' l",
                  buffer_text(&expected));
    buffer_finish(&expected);
    expect_output("-strict -each option.Dealy=1", "cat printed",
                  "myosu-match: a: it has no option 'Dealy' (value '1'); did you mean 'Delay'?\n");
}
END_TEST

/* The programs do not exist, so nothing is played. No machine has so many processors. */
START_TEST(more_threads_than_processors_are_warned_of)
{
    static const struct {
        const char *words, *warning; /* NULL: none */
    } cases[] = {
        {"-concurrency 500 -rounds 250 -each option.Threads=5000",
         "500 games at the same time, 5000 "},
        {"-concurrency 500 -rounds 1 -engine cmd=/z depth=1 option.Threads=5000",
         "6 games at the same time, 5000 threads each"},
        {"-force-concurrency -concurrency 500 -rounds 250 -each option.Threads=5000", NULL},
        {"-concurrency 1", NULL},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct buffer command = {0}, output = {0};
        buffer_printf(&command,
                      MATCH_PROGRAM " -engine cmd=/x depth=1 -engine cmd=/y depth=1 %s 2>&1",
                      cases[i].words);
        ck_assert_int_eq(shell_run(buffer_text(&command), &output), 1);
        const char *found = strstr(buffer_text(&output), "warning: ");
        ck_assert_msg(!found == !cases[i].warning, "%s: %s", cases[i].words, buffer_text(&output));
        ck_assert_msg(!found || strstr(found, cases[i].warning), "%s: %s", cases[i].words, found);
        buffer_finish(&command);
        buffer_finish(&output);
    }
}
END_TEST

START_TEST(a_format_that_cannot_hold_the_game_is_refused_with_those_that_can)
{
    struct buffer output = {0};
    const char *command = MATCH_PROGRAM " -game othello -engine cmd=" FAKE_ENGINE
                                        " name=a depth=1 -engine cmd=" FAKE_ENGINE
                                        " name=b depth=1 -pgnout none.pgn 2>&1";
    ck_assert_int_eq(shell_run(command, &output), 1);
    ck_assert_str_eq(
        buffer_text(&output),
        "myosu-match: othello cannot be written as pgn; it can be as sgf, ggf, moves or epd\n");
    buffer_finish(&output);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_options");
    SUPPORT_ADD(suite, standard_error_of_an_engine_is_appended_to_its_file);
    SUPPORT_ADD(suite, clocks_run_only_while_an_engine_has_to_move);
    SUPPORT_ADD(suite, an_engine_of_one_game_is_trusted_if_its_first_move_is_legal);
    SUPPORT_ADD(suite, names_and_zeros_of_other_runners_are_understood);
    SUPPORT_ADD(suite, options_that_an_engine_lacks_are_warned_of);
    SUPPORT_ADD(suite, more_threads_than_processors_are_warned_of);
    SUPPORT_ADD(suite, a_format_that_cannot_hold_the_game_is_refused_with_those_that_can);
    return support_run(suite);
}
