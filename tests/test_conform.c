/* SPDX-License-Identifier: MIT */
/* Tests the conformance runner as a program with our engine, which passes. Faults are in
 * test_conform_rows.c. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "buffer.h"
#include "suite.h"

#ifndef CONFORM_PROGRAM
#error "CONFORM_PROGRAM must be the path of the program"
#endif
#ifndef ENGINE
#error "ENGINE must be the path of our engine"
#endif
#if !defined LEAP_CONFORM || !defined LEAP_ENGINE
#error "LEAP_CONFORM and LEAP_ENGINE must be the programs that know leap"
#endif
#ifndef TRANSCRIPTS
#error "TRANSCRIPTS must be the folder of the golden exchanges"
#endif

/* Runs a program with these arguments and returns its exit status. */
static int run_program(const char *program, const char *arguments, struct buffer *output)
{
    struct buffer command = {0};
    char bytes[4096];
    size_t count;
    buffer_printf(&command, "%s %s 2>&1", program, arguments);
    FILE *pipe = popen(buffer_text(&command), "r");
    buffer_finish(&command);
    ck_assert_ptr_nonnull(pipe);
    while ((count = fread(bytes, 1, sizeof bytes, pipe)) > 0) {
        buffer_append(output, bytes, count);
    }
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run(const char *arguments, struct buffer *output)
{
    return run_program(CONFORM_PROGRAM, arguments, output);
}

/* All checks except those that measure milliseconds. Our engine passes those of every level. */
#define WITHOUT_CLOCKS                                                                             \
    "--fail-on may --only 1-12,14-19,22-32,34-38,40-42,44,48-50,52-60,63-69,"                      \
    "71-78,80,81 "

/* One of each dialect comes first. Each starts a hundred processes, so only those are tried under a
 * sanitizer. */
enum { DIALECTS = 7 };

static const char *const conversations[] = {
    "--dialect uci --game chess",
    "--dialect ugi --game connect4",
    "--dialect gomocup",
    "--dialect cecp",
    "--dialect ucci",
    "--dialect nboard",
    "--dialect gtp",
    "--dialect uci --game tictactoe",
    "--dialect ugi --game gomoku",
    "--dialect uci --game othello",
    "--dialect ugi --game tictactoe",
    "--dialect gtp --game othello",
    "--dialect gtp --game connect4",
};

static const int least_passes[] = {29, 29, 7, 8, 6, 7, 8, 29, 29, 29, 29, 8, 8};

START_TEST(our_engine_passes)
{
    struct buffer arguments = {0}, output = {0};
    buffer_printf(&arguments, "--quiet " WITHOUT_CLOCKS "%s " ENGINE, conversations[_i]);
    int status = run(buffer_text(&arguments), &output);
    ck_assert_msg(status == 0, "%s", buffer_text(&output));
    /* Require some passes: a table of checks that do not apply would prove nothing. */
    int pass = 0, fail = -1;
    sscanf(buffer_text(&output), "%d pass, %d fail", &pass, &fail);
    ck_assert_msg(fail == 0 && pass >= least_passes[_i], "%s", buffer_text(&output));
    buffer_finish(&arguments);
    buffer_finish(&output);
}
END_TEST

/* Our rules judge a game with passes, consecutive moves of one side and moves along a path like any
 * other. */
START_TEST(a_game_with_passes_and_paths_passes)
{
    struct buffer output = {0};
    ck_assert_msg(run_program(LEAP_CONFORM, "--dialect ugi --game leap " WITHOUT_CLOCKS LEAP_ENGINE,
                              &output) == 0,
                  "%s", buffer_text(&output));
    ck_assert_msg(strstr(buffer_text(&output), " 0 fail"), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(transcripts_are_replayed)
{
    struct buffer output = {0};
    ck_assert_msg(run("--quiet --transcripts " TRANSCRIPTS " " ENGINE, &output) == 0, "%s",
                  buffer_text(&output));
    buffer_clear(&output);
    ck_assert_int_eq(run("--brief --quiet --transcripts " TRANSCRIPTS " /bin/true", &output), 1);
    ck_assert_msg(strstr(buffer_text(&output), "FAIL"), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(bad_command_lines_are_refused)
{
    static const struct {
        const char *arguments, *reason;
    } refused[] = {
        {"--dialect esperanto " ENGINE, "no such dialect: esperanto"},
        {"--game ludo " ENGINE, "no such game: ludo"},
        {"--quiet", "a program or --connect is needed"},
        {"--only 0 " ENGINE, "--only: expected a number, 1 to 81, found '0'"},
        {"--nonsense", "'--nonsense' is no option; see --help"},
        {"--nonsense x " ENGINE, "'--nonsense' is no option; see --help"},
        {"--margin abc " ENGINE, "--margin: expected a number, 0 to 1000000, found 'abc'"},
        {"--margin -1 " ENGINE, "--margin: expected a number, 0 to 1000000, found '-1'"},
        {"--margin", "--margin: expected a value"},
        {"--transcripts /no/such/folder " ENGINE, "no transcripts"},
    };
    for (int i = 0; i < LENGTH(refused); i++) {
        struct buffer output = {0};
        ck_assert_int_eq(run(refused[i].arguments, &output), 2);
        ck_assert_msg(strstr(buffer_text(&output), refused[i].reason), "%s: %s",
                      refused[i].arguments, buffer_text(&output));
        buffer_finish(&output);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conform");
    TCase *engines = tcase_create("engines");
    tcase_set_timeout(engines, 120);
    tcase_add_loop_test(engines, our_engine_passes, 0,
                        SUITE_SANITIZED ? DIALECTS : LENGTH(conversations));
    tcase_add_test(engines, a_game_with_passes_and_paths_passes);
    suite_add_tcase(suite, engines);
    SUPPORT_ADD(suite, transcripts_are_replayed);
    SUPPORT_ADD(suite, bad_command_lines_are_refused);
    return support_run(suite);
}
