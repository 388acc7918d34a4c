/* SPDX-License-Identifier: MIT */
/* What the tests of the analyser as a program share: its runs, each in a folder of its own. */
#ifndef TESTS_ANALYSE_PROGRAM_H
#define TESTS_ANALYSE_PROGRAM_H

/* ANALYSE_PROGRAM, FAKE_ENGINE and ENGINE are the programs under test; the build says where they
 * are. */
#define FAKE(arguments) " --quiet --engine '" FAKE_ENGINE " " arguments "' "

/* Enters a new folder, and leaves and removes it. */
void analyse_enter(void);
void analyse_leave(void);

void analyse_write(const char *path, const char *text);

/* Games of chess, `damaged` (from 1; 0: none) with an illegal move. */
void analyse_write_games(const char *path, int count, int damaged);

/* Runs the analyser; its status. What it says goes into the files `said` and `errors`. */
int analyse_run(const char *arguments);
int analyse_run_program(const char *program, const char *arguments);
void analyse_assert_run(const char *arguments, int expected);

/* How often a file has a text; that it has it; that two files are the same. */
int analyse_count(const char *path, const char *text);
void analyse_assert_says(const char *path, const char *text);
void analyse_assert_same(const char *path, const char *other);

#endif
