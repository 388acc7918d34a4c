/* SPDX-License-Identifier: MIT */
/* Finds the known word that a misspelt word most likely means. */
#ifndef BASE_SPELLING_H
#define BASE_SPELLING_H

#include <stddef.h>

#include "buffer.h"

/* A search for the nearest word. Zeroed except for `word`; then pass each known word. */
struct spelling {
    const char *word;
    size_t length; /* of the word; 0: up to its end */
    char nearest[80];
    int distance; /* of the nearest word */
};

/* Compares a known word of this length (0: up to its end). It becomes the nearest one if it is
 * close to the word, and closer than those before it. Neither leading dashes nor letters' cases
 * count. */
void spelling_try(struct spelling *spelling, const char *known, size_t length);

/* Compares each word of a list separated by '|'. */
void spelling_try_list(struct spelling *spelling, const char *list);

/* Appends "; did you mean 'WORD'?" if a word was near. */
void spelling_suggest(const struct spelling *spelling, struct buffer *out);

#endif
