/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the analyser as a program. Each run has a folder of its own. */
#ifndef TESTS_ANALYSE_PROGRAM_H
#define TESTS_ANALYSE_PROGRAM_H

/* The build defines ANALYSE_PROGRAM, FAKE_ENGINE and ENGINE as the paths of the programs under
 * test. */
#define FAKE(arguments) " --quiet --engine '" FAKE_ENGINE " " arguments "' "

/* Enters a new folder; leaves and removes it. */
void analyse_enter(void);
void analyse_leave(void);

void analyse_write(const char *path, const char *text);

/* Writes games of chess. Game number `damaged` (from 1; 0: none) has an illegal move. */
void analyse_write_games(const char *path, int count, int damaged);

/* Runs the analyser and returns its exit status. Its output is written to the files `said` and
 * `errors`. */
int analyse_run(const char *arguments);
int analyse_run_program(const char *program, const char *arguments);
void analyse_assert_run(const char *arguments, int expected);

/* Counts how often a file contains a text; asserts that it contains it; asserts that two files are
 * equal. */
int analyse_count(const char *path, const char *text);
void analyse_assert_says(const char *path, const char *text);
void analyse_assert_same(const char *path, const char *other);

#endif
