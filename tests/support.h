/* SPDX-License-Identifier: MIT */
/* Shared by the tests of games and searches: runs a search to its end in this thread. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "game.h"
#include "suite.h"

/* Finds a game by its name, at the level that the environment variable MYOSU_LEVEL names. If this
 * processor does not have that level, exits as a skipped test. */
const struct game *support_game(const char *name);

/* A search with one worker and its own table, which is kept between searches. */
struct support_search {
    const struct game *game;
    struct game_settings settings;
    struct tt *tt;
    struct search search;
    struct search_worker *worker;
};

struct support_search *support_search_create(const struct game *game, int megabytes);
void support_search_destroy(struct support_search *support);

/* Clears the table and the histories. */
void support_search_clear(struct support_search *support);

/* Resets the limits to their widest values. The caller narrows them before support_search_run. */
struct search_limits *support_search_limits(struct support_search *support);

/* Searches `position` within the limits and returns the best line. Random choices differ between
 * searches but not between runs of the test. */
const struct search_line *support_search_run(struct support_search *support, const void *position);

/* Reads a valid FEN. */
void support_position(const struct game *game, const char *fen, void *position);

/* Returns a move as text, in a static buffer. */
const char *support_move_text(const struct game *game, const void *position, move_t move);

/* Checks for each of 65536 moves that `is_legal` agrees with the list of legal moves: a move from
 * the transposition table may be any 16 bits. The game is not over. */
void support_check_any_bits(const struct game *game, const void *position,
                            bool (*is_legal)(const void *position, move_t move));

#endif
