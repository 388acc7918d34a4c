/* SPDX-License-Identifier: MIT */
/* What tests of games and searches share: a search run to its end on this thread. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "game.h"
#include "suite.h"

/* A game by its name, at the level that the environment variable MYOSU_LEVEL names. Ends the
 * program as meson's skipped tests do where this processor lacks it. */
const struct game *support_game(const char *name);

/* One worker, a table of its own, kept from search to search. */
struct support_search {
    const struct game *game;
    struct game_settings settings;
    struct tt *tt;
    struct search search;
    struct search_worker *worker;
};

struct support_search *support_search_create(const struct game *game, int megabytes);
void support_search_destroy(struct support_search *support);

/* Forgets everything learned. */
void support_search_clear(struct support_search *support);

/* Sets the limits to their widest, to be narrowed by the caller before support_search_run. */
struct search_limits *support_search_limits(struct support_search *support);

/* Searches `position` under the limits; the best line. What is left to chance is another in each
 * search, and the same in each run of the test. */
const struct search_line *support_search_run(struct support_search *support, const void *position);

/* Reads a FEN that must be right. */
void support_position(const struct game *game, const char *fen, void *position);

/* A move as text, in a static buffer. */
const char *support_move_text(const struct game *game, const void *position, move_t move);

#endif
