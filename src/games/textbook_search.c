/* SPDX-License-Identifier: MIT */
/* The shared search with the evaluation of a game's textbook: alpha-beta with the transposition
 * table and the order of moves, but without any selection. Its scores are those of the textbooks'
 * own algorithms (textbook_template.h).
 *
 * The build compiles this file for each game that has such an evaluation. It defines RULES, the
 * header with the position and its rules, and the name textbook_NAME of each function that is used
 * here as the game's own (meson.build). */
#include RULES
#include "params_plain.h"

#define GAME                 textbook
#define SEARCH_METHOD        textbook_search
#define SEARCH_NODE          "node_plain.h"
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_HISTORY_SIZE  4096
#define SEARCH_TERMINAL      1

/* The table stores 16 bits, so larger values count as this. Minimax of values that are limited in
 * this way is the minimax of the values, limited in the same way. */
#define TEXTBOOK_LIMIT (SCORE_MATE_FOUND - 1)

static score_t textbook_evaluate(const struct textbook_position *position)
{
    return score_clamp(textbook_value(position), TEXTBOOK_LIMIT);
}

/* The text values a finished game like any other position, without the distance to its end. */
INLINE bool textbook_is_terminal(const struct textbook_position *position, int ply UNUSED,
                                 score_t *score)
{
    *score = SCORE_DRAW;
    if (textbook_result(position) == RESULT_NONE) {
        return false;
    }
    *score = textbook_evaluate(position);
    return true;
}

/* Moves that share an index share their place in the order. */
INLINE int textbook_history_index(const struct textbook_position *position UNUSED, move_t move)
{
    return move % SEARCH_HISTORY_SIZE;
}

#include "search_template.h"
