/* SPDX-License-Identifier: MIT */
/* Tests the match runner as a program: verdicts on faulty engines, and watching a match. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "peer.h"
#include "shell.h"
#include "suite.h"

/* The build defines the paths of the programs under test. */
#ifndef MATCH_PROGRAM
#error "MATCH_PROGRAM must be the path of the match runner"
#endif
#ifndef FAKE_ENGINE
#error "FAKE_ENGINE must be the path of the engine that misbehaves"
#endif
#if !defined LEAP_MATCH || !defined LEAP_ENGINE
#error "LEAP_MATCH and LEAP_ENGINE must be the programs that know leap"
#endif

/* Faults that only a clock reveals. Only for these a clock runs. The engine fails with its first
 * move of every game, so that none of its moves has to arrive in time, which a busy machine could
 * prevent. */
static bool needs_clock(const char *fault)
{
    static const char *const faults[] = {"silent", "slow", "flood", "endless-line"};
    for (int i = 0; i < LENGTH(faults); i++) {
        if (strcmp(fault, faults[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays a match of two games in which the second engine has the fault and the arguments `more`.
 * Appends all output. */
static void play_against(const char *fault, const char *more, struct buffer *output)
{
    struct buffer command = {0};
    buffer_printf(
        &command,
        MATCH_PROGRAM " -quiet -game tictactoe -rounds 1"
                      " -engine cmd=" FAKE_ENGINE " name=good arg=seed=1 depth=1"
                      " -engine cmd=" FAKE_ENGINE " name=bad arg=seed=2"
                      " arg=fault=%s %s %s 2>&1",
        fault, needs_clock(fault) ? "st=0.05 timemargin=0" : "arg=at=2 arg=games=1 depth=1", more);
    int status = shell_run(buffer_text(&command), output);
    ck_assert_msg(status == 0, "status %d: %s\n%s", status, buffer_text(&command),
                  buffer_text(output));
    buffer_finish(&command);
}

/* Every fault and its verdict. If the engine has to be restarted, it counts its games from the
 * first again, and so fails in each. */
static const struct {
    const char *fault, *verdict;
} verdicts[] = {
    {"silent", "Forfeits of bad: 2 by hang\n"},
    {"slow", "Forfeits of bad: 2 by time\n"},
    {"crash", "Forfeits of bad: 2 by crash\n"},
    {"leave", "Forfeits of bad: 2 by crash\n"},
    {"answer-and-leave", "Forfeits of bad: 2 by crash\n"},
    {"illegal", "Forfeits of bad: 1 by illegal move\n"},
    {"pass", "Forfeits of bad: 1 by illegal move\n"},
    {"bare", "Forfeits of bad: 1 by illegal move\n"},
    {"reject", "Forfeits of bad: 1 by illegal move\n"},
    {"flood", "Forfeits of bad: 2 by hang\n"},
    {"endless-line", "Forfeits of bad: 2 by hang\n"},
    {"unready", "Forfeits of bad: 2 by hang\n"},
    {"garbage", NULL},
    {"flood-and-answer", NULL},
    {"crlf", NULL},
    {"none", NULL},
};

START_TEST(each_fault_gets_its_verdict_and_the_match_goes_on)
{
    struct buffer output = {0};
    /* An engine that exits must do so with its first move: otherwise the game could be over before
     * its exit is noticed. */
    bool leaves = strcmp(verdicts[_i].fault, "answer-and-leave") == 0;
    bool deaf = strcmp(verdicts[_i].fault, "unready") == 0;
    play_against(verdicts[_i].fault, leaves ? "arg=at=1" : deaf ? "hang=2" : "", &output);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "good - bad: 2 games"), "%s: %s", verdicts[_i].fault, text);
    ck_assert_msg(!strstr(text, "Forfeits of good"), "%s: %s", verdicts[_i].fault, text);
    if (verdicts[_i].verdict) {
        ck_assert_msg(strstr(text, verdicts[_i].verdict), "%s: %s", verdicts[_i].fault, text);
    } else {
        ck_assert_msg(!strstr(text, "Forfeits"), "%s: %s", verdicts[_i].fault, text);
    }
    buffer_finish(&output);
}
END_TEST

START_TEST(verdicts_say_what_happened)
{
    struct buffer output = {0};
    play_against("illegal", "", &output);
    play_against("crash", "", &output);
    play_against("slow", "", &output);
    play_against("reject", "", &output);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "bad plays 'z9'"), "%s", text);
    ck_assert_msg(strstr(text, "ended by signal 11"), "%s", text);
    ck_assert_msg(strstr(text, "ms too late"), "%s", text);
    ck_assert_msg(strstr(text, "bad says that it has no move: position: move 1: not on this board"),
                  "%s", text);
    buffer_finish(&output);
}
END_TEST

/* An engine that fails in the first game after its start fails in every game if it is restarted for
 * each. */
START_TEST(engines_can_be_restarted_for_every_game)
{
    struct buffer output = {0};
    static const struct {
        const char *words;
        int forfeits;
    } cases[] = {{"restart=on", 2},   {"restart=yes", 2}, {"restart=true", 2},
                 {"restart=auto", 1}, {"restart=off", 1}, {"restart=on restart=no", 1}};
    for (int i = 0; i < LENGTH(cases); i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "Forfeits of bad: %d by illegal move\n",
                 cases[i].forfeits);
        buffer_clear(&output);
        play_against("illegal", cases[i].words, &output);
        ck_assert_msg(strstr(buffer_text(&output), expected), "%s: %s", cases[i].words,
                      buffer_text(&output));
    }
    buffer_finish(&output);
}
END_TEST

/* Every answer takes longer than the clock allows, but less than the clock and the margin. */
START_TEST(a_margin_forgives)
{
    struct buffer output = {0};
    play_against("none", "arg=think=40 st=0.02 timemargin=60000", &output);
    ck_assert_msg(!strstr(buffer_text(&output), "Forfeits"), "%s", buffer_text(&output));
    buffer_clear(&output);
    play_against("none", "arg=think=40 st=0.02 timemargin=0", &output);
    ck_assert_msg(strstr(buffer_text(&output), "Forfeits of bad: 2 by time\n"), "%s",
                  buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(ugi_engines_are_asked_how_the_game_ended)
{
    struct buffer output = {0};
    play_against("claims", "arg=dialect=ugi", &output);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "bad answers 'none' where 'true' is right"), "%s", text);
    ck_assert_msg(!strstr(text, "good answers"), "%s", text);
    ck_assert_msg(!strstr(text, "Forfeits"), "%s", text);
    buffer_finish(&output);
}
END_TEST

/* A dialect that is not given is detected: this one is the third that is tried. */
START_TEST(uai_engines_are_found_out)
{
    struct buffer output = {0};
    const char *command =
        MATCH_PROGRAM " -quiet -game tictactoe -rounds 1 -openings random=2"
                      " -engine cmd=" FAKE_ENGINE " name=one depth=1 arg=dialect=uai"
                      " -engine cmd=" FAKE_ENGINE " name=other depth=1";
    ck_assert_int_eq(shell_run(command, &output), 0);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "one - other: 2 games"), "%s", text);
    ck_assert_msg(!strstr(text, "Forfeits"), "%s", text);
    buffer_finish(&output);
}
END_TEST

#define BAD_OPTION                                                                                 \
    "-strict -engine cmd=" FAKE_ENGINE " name=good depth=1 -engine cmd=" FAKE_ENGINE               \
    " name=bad depth=1 "

/* Wrong arguments, and a word of the error. */
static const struct {
    const char *words, *reason;
    int status;
} refusals[] = {
    {"-engine cmd=./no-such-program depth=1 -engine cmd=" FAKE_ENGINE " depth=1", "No such file",
     1},
    {"-engine cmd=/bin/true name=mute depth=1 -engine cmd=" FAKE_ENGINE " depth=1", "greeting", 1},
    {"-engine cmd=/bin/false name=left depth=1 -engine cmd=" FAKE_ENGINE " depth=1",
     "left cannot play: it ended with status 1 before any greeting", 1},
    /* The exit of an engine is reported, even if later greetings found no answer. */
    {"-engine cmd=/bin/sh arg=-c name=left depth=1"
     " arg='read word; [ $word = uci ] && exit 3; sleep 60' -engine cmd=" FAKE_ENGINE " depth=1",
     "left cannot play: it ended with status 3 before any greeting", 1},
    {BAD_OPTION "option.Nonsense=3", "bad: it has no option 'Nonsense' (value '3'); it has UCI_Va",
     1},
    {BAD_OPTION "option.Delay=zero", "bad: option 'Delay': found 'zero', expected a whole number",
     1},
    {BAD_OPTION "option.Delay=1001", "found '1001', expected a whole number from 0 to 1000", 1},
    {BAD_OPTION "option.UCI_Variant=draughts",
     "bad: option 'UCI_Variant': found 'draughts', expected one of chess, ", 1},
    {BAD_OPTION "option.Polite=maybe", "found 'maybe', expected true or false", 1},
    {BAD_OPTION "option.Polite", "option 'Polite': found no value, expected one", 1},
    {BAD_OPTION "'option.Clear All=1'", "found '1', expected true: it is a button", 1},
    {BAD_OPTION "'option.Book File=none'", "bad: option 'Book File': there is no file 'none'", 1},
    {BAD_OPTION "option.Delay=13", "bad cannot play: it ended with status 13 when its options were",
     1},
    {"-game draughts", "no game 'draughts'", 2},
    {"-game tictactoe size=4", "no parameter 'size'", 2},
    {"-engine cmd=x -engine cmd=y name=z depth=1", "no limit", 2},
    {"-engine cmd=x depth=1 -engine cmd=x depth=1", "two engines", 2},
    {"-engine cmd=x depth=1", "two engines", 2},
    {"-engine cmd=x depth=none", "depth: expected a number, 1 to 2147483647, found 'none'", 2},
    {"-engine cmd=x tc=5+", "tc", 2},
    {"-engine cmd=x colour=red", "'colour' is not known", 2},
    {"-bogus", "'-bogus' is no option", 2},
    {"-rounds 0", "-rounds", 2},
    {"-sprt elo0=5 elo1=0 -engine cmd=x depth=1 -engine cmd=y depth=1", "below", 2},
    {"-game tictactoe -openings file=no-such-file -engine cmd=x depth=1 -engine cmd=y depth=1",
     "no-such-file", 1},
    {"-game tictactoe -pgnout x -engine cmd=x depth=1 -engine cmd=y depth=1", "pgn", 1},
    {"-openings random=2 file=x", "not both", 2},
    {"-each restart=maybe -engine cmd=x depth=1 -engine cmd=y depth=1",
     "restart: expected on, off or auto, found 'maybe'", 2},
    {"-each stderr=/no/such/file -engine cmd=x depth=1 -engine cmd=y depth=1",
     "stderr: /no/such/file: No such file or directory", 2},
    {"-engine cmd=unix:x dir=y depth=1 -engine cmd=y depth=1", "takes no arg=", 2},
    {"-resign movecount=1 score=1 twosided=perhaps", "twosided: expected on or off", 2},
    {"-openings order=random -engine cmd=x depth=1 -engine cmd=y depth=1", "need file=FILE", 2},
    {"-openings random=2 format=epd -engine cmd=x depth=1 -engine cmd=y depth=1", "need file=FILE",
     2},
    {"-tournament roundrobin seeds=1 -engine cmd=x depth=1 -engine cmd=y depth=1", "gauntlet", 2},
    {"-publishname x -engine cmd=x depth=1 -engine cmd=y depth=1", "-publish is needed", 2},
    {"-repeat 3", "played twice, not 3 times", 2},
    {"-repeat -games 3 -engine cmd=x depth=1 -engine cmd=y depth=1", "must be even, not 3", 2},
    {"-recover x", "'x' is no option", 2},
    {"-variant nonsense", "-variant: there is no game 'nonsense'", 2},
    {"-publish here -engine cmd=x depth=1 -engine cmd=y depth=1", "found 'here'", 2},
    {"-openings file=x plies=0", "plies: expected a number, 1 to 2147483647, found '0'", 2},
    {"-each plies=3 -engine cmd=x -engine cmd=y", "plies: depth= limits a search", 2},
    {"-tournament swiss -rounds 3 -engine cmd=x depth=1 -engine cmd=y depth=1",
     "-tournament: a Swiss tournament needs 3 engines or more, not 2", 2},
    {"-pgnout same -movesout same", "same: expected a file of its own for -pgnout and -movesout",
     2},
    {"-log same -jsonout same", "same: expected a file of its own for -log and -jsonout", 2},
    {"-htmlout same -db same", "same: expected a file of its own for -htmlout and -db", 2},
    {"-htmlout /no/such/file " BAD_OPTION, "-htmlout /no/such/file: No such file or directory", 1},
    {"report", "expected report FILE or export FILE FORMAT PATH", 2},
    {"export games.db pgn", "expected report FILE or export FILE FORMAT PATH", 2},
};

START_TEST(what_cannot_be_played_is_refused_at_once)
{
    struct buffer command = {0}, output = {0};
    buffer_printf(&command, MATCH_PROGRAM " %s 2>&1", refusals[_i].words);
    ck_assert_int_eq(shell_run(buffer_text(&command), &output), refusals[_i].status);
    ck_assert_msg(strstr(buffer_text(&output), refusals[_i].reason), "%s: %s", refusals[_i].words,
                  buffer_text(&output));
    ck_assert_msg(!strstr(buffer_text(&output), "games,"), "%s", buffer_text(&output));
    buffer_finish(&command);
    buffer_finish(&output);
}
END_TEST

START_TEST(adjudications_follow_the_scores)
{
    struct buffer output = {0};
    const char *lost = MATCH_PROGRAM " -quiet -game gomoku -rounds 1 -movesout /dev/stdout"
                                     " -engine cmd=" FAKE_ENGINE " name=sad arg=score=-900 depth=1"
                                     " -engine cmd=" FAKE_ENGINE " name=glad arg=score=900 depth=1"
                                     " -resign movecount=3 score=500";
    ck_assert_int_eq(shell_run(lost, &output), 0);
    ck_assert_msg(strstr(buffer_text(&output), "sad - glad 0-1 (resignation)\n"), "%s",
                  buffer_text(&output));
    buffer_clear(&output);
    const char *level = MATCH_PROGRAM " -quiet -game gomoku -rounds 1 -movesout /dev/stdout"
                                      " -engine cmd=" FAKE_ENGINE " name=a arg=seed=1 depth=1"
                                      " -engine cmd=" FAKE_ENGINE " name=b arg=seed=2 depth=1"
                                      " -draw movenumber=4 movecount=2 score=10";
    ck_assert_int_eq(shell_run(level, &output), 0);
    ck_assert_msg(strstr(buffer_text(&output), "a - b 1/2-1/2 (draw)\n"), "%s",
                  buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

/* Leap has passes, consecutive moves of one side, and moves along a path. The clock of the side to
 * move runs. */
START_TEST(games_without_strict_turns_are_played_and_judged)
{
    struct buffer output = {0};
    const char *command = LEAP_MATCH " -quiet -game leap -rounds 10 -movesout /dev/stdout"
                                     " -engine cmd=" LEAP_ENGINE " name=good depth=4 tc=60"
                                     " -engine cmd=" FAKE_ENGINE " name=random tc=60"
                                     " arg=dialect=ugi";
    ck_assert_int_eq(shell_run(command, &output), 0);
    const char *text = buffer_text(&output);
    ck_assert_msg(strstr(text, "good - random: 20 games"), "%s", text);
    ck_assert_msg(!strstr(text, "Forfeits") && !strstr(text, "answers"), "%s", text);
    ck_assert_msg(strstr(text, " pass"), "%s", text);
    ck_assert_msg(strstr(text, "(rules)"), "%s", text);
    buffer_finish(&output);
}
END_TEST

/* The output that a watcher of the daemon receives while a match is played. */
START_TEST(a_match_can_be_watched)
{
    char path[64], arguments[200], command[1000];
    struct peer watcher;
    peer_make_path(path);
    snprintf(arguments, sizeof arguments, "--listen unix:%s", path);
    pid_t daemon = peer_serve(LEAP_ENGINE, arguments);
    while (access(path, F_OK) != 0) {
        usleep(2000);
    }
    peer_connect(&watcher, path);
    snprintf(command, sizeof command,
             "exec " MATCH_PROGRAM " -quiet -game tictactoe -rounds 100000 -publish unix:%s"
             " -publishname board -engine cmd=" FAKE_ENGINE " name=a arg=seed=1"
             " depth=1 -engine cmd=" FAKE_ENGINE " name=b arg=seed=2 depth=1",
             path);
    char *words[] = {"sh", "-c", command, NULL};
    pid_t match = fork();
    if (match == 0) {
        execv("/bin/sh", words);
        _exit(127);
    }
    char *line;
    do {
        usleep(2000);
        ck_assert(peer_say(&watcher, "watch\n"));
        line = peer_read_until(&watcher, "info string published");
        ck_assert_ptr_nonnull(line);
    } while (!strstr(line, " board"));
    ck_assert(peer_say(&watcher, "watch board\n"));
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch board newgame tictactoe"));
    for (int i = 0; i < 5; i++) {
        ck_assert_ptr_nonnull(
            peer_read_until(&watcher, "info string watch board position startpos moves "));
    }
    kill(match, SIGTERM);
    peer_wait(match);
    ck_assert_ptr_nonnull(peer_read_until(&watcher, "info string watch board end"));
    peer_finish(&watcher);
    kill(daemon, SIGTERM);
    ck_assert_int_eq(peer_wait(daemon), 0);
    peer_remove_path(path);
}
END_TEST

/* If the daemon that shows a match does not run, that is reported and the match is played. */
START_TEST(a_match_goes_on_when_nobody_can_watch)
{
    struct buffer output = {0};
    play_against("none", "-publish unix:none", &output);
    ck_assert_msg(strstr(buffer_text(&output), "-publish: ") != NULL, "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

START_TEST(a_sequential_test_ends_the_match)
{
    struct buffer output = {0};
    const char *command = MATCH_PROGRAM " -quiet -game tictactoe -rounds 5000"
                                        " -engine cmd=" FAKE_ENGINE " name=good depth=1"
                                        " -engine cmd=" FAKE_ENGINE " name=bad arg=fault=illegal"
                                        " depth=1 -sprt elo0=0 elo1=50";
    ck_assert_int_eq(shell_run(command, &output), 0);
    ck_assert_msg(strstr(buffer_text(&output), "H1 accepted"), "%s", buffer_text(&output));
    ck_assert_msg(!strstr(buffer_text(&output), ": 10000 games"), "%s", buffer_text(&output));
    buffer_finish(&output);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match");
    TCase *faults = tcase_create("faults");
    tcase_set_timeout(faults, 120);
    tcase_add_loop_test(faults, each_fault_gets_its_verdict_and_the_match_goes_on, 0,
                        LENGTH(verdicts));
    tcase_add_loop_test(faults, what_cannot_be_played_is_refused_at_once, 0, LENGTH(refusals));
    suite_add_tcase(suite, faults);
    SUPPORT_ADD(suite, verdicts_say_what_happened);
    SUPPORT_ADD(suite, engines_can_be_restarted_for_every_game);
    SUPPORT_ADD(suite, a_margin_forgives);
    SUPPORT_ADD(suite, ugi_engines_are_asked_how_the_game_ended);
    SUPPORT_ADD(suite, uai_engines_are_found_out);
    SUPPORT_ADD(suite, adjudications_follow_the_scores);
    SUPPORT_ADD(suite, games_without_strict_turns_are_played_and_judged);
    SUPPORT_ADD(suite, a_match_can_be_watched);
    SUPPORT_ADD(suite, a_match_goes_on_when_nobody_can_watch);
    SUPPORT_ADD(suite, a_sequential_test_ends_the_match);
    return support_run(suite);
}
