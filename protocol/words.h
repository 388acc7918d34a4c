/* SPDX-License-Identifier: MIT */
/* Words of a line: what is left when every run of blanks counts as one. */
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Folds `text` in place: no blanks at its ends, single blanks between its words. */
void words_fold(char *text);

/* Takes the first word off the folded text *rest, ends it with NUL and moves *rest behind it.
 * NULL when there is none. */
char *words_take(char **rest);

/* The place behind the first word of `text`: its blank, or its end. */
char *words_skip(char *text);

/* Whether the first word of `text` is `word`. */
bool words_begin(const char *text, const char *word);

/* Splits folded text at the first word that is `word`: *text ends before it, and the place behind
 * it, at the next word, is returned. NULL, and nothing changed, when there is none. */
char *words_split(char *text, const char *word);

/* Reads a word that is wholly a decimal number, with or without a sign; numbers beyond 64 bits
 * become the largest or smallest. False, and *value unchanged, for anything else, NULL too. */
bool words_number(const char *word, int64_t *value);

/* Whether two texts are equal when case does not count. */
bool words_equal_nocase(const char *a, const char *b);

#endif
