/* SPDX-License-Identifier: MIT */
/* The words among the moves of Portable Game Notation that are no moves. */
#ifndef FILES_PGN_WORDS_H
#define FILES_PGN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"

/* Whether a word says how the game ended, and how: "1-0", "1/2", "*" (RESULT_NONE). */
bool pgn_read_result(const char *word, size_t length, enum game_result *result);

/* The result as a word: "1-0", "0-1", "1/2-1/2", "*". */
const char *pgn_result_name(enum game_result result);

/* Whether a word is an annotation: "!?", "+-", "e.p.". Two hyphens are none: they are a null move.
 */
bool pgn_is_annotation(const char *word, size_t length);

/* The number of a move at the front of a word. */
struct pgn_number {
    size_t length; /* of its digits and dots; 0: there is none */
    bool is_first; /* it is 1, of the first player's move */
    bool is_later; /* it is more than 1 */
};

/* "12.", "12", "12...": a word that begins with 0 has no number, as "0000" is a pass. */
struct pgn_number pgn_read_number(const char *word, size_t length);

#endif
