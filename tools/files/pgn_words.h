/* SPDX-License-Identifier: MIT */
/* The words of Portable Game Notation that stand among the moves and are not moves. */
#ifndef FILES_PGN_WORDS_H
#define FILES_PGN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "game.h"

/* Reads a word that gives the result: "1-0", "1/2", "*" (RESULT_NONE). False if it is another
 * word. */
bool pgn_read_result(const char *word, size_t length, enum game_result *result);

/* Returns the result as a word: "1-0", "0-1", "1/2-1/2", "*". */
const char *pgn_result_name(enum game_result result);

/* True if a word is an annotation: "!?", "+-", "e.p.". Two hyphens are not an annotation but a null
 * move. */
bool pgn_is_annotation(const char *word, size_t length);

/* A move number at the beginning of a word. */
struct pgn_number {
    size_t length; /* of its digits and dots; 0: no number */
    bool is_first; /* move 1 of the first player */
    bool is_later; /* above 1 */
};

/* Reads "12.", "12" or "12...". A word that begins with 0 has no number: "0000" is a pass. */
struct pgn_number pgn_read_number(const char *word, size_t length);

#endif
