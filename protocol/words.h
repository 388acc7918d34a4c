/* SPDX-License-Identifier: MIT */
/* Functions on the words of a line in which single blanks separate words. */
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Normalizes `text` in place: removes blanks at its ends and repeated blanks between words. */
void words_fold(char *text);

/* Removes the first word from the folded text *rest, terminates it with NUL and advances *rest.
 * Returns NULL if there is none. */
char *words_take(char **rest);

/* Returns the end of the first word of `text`: its blank, or the end of the text. */
char *words_skip(char *text);

/* True if the first word of `text` is `word`. */
bool words_begin(const char *text, const char *word);

/* Splits folded text at the first word that equals `word`: *text ends before it. Returns the text
 * after it, from the next word on. If there is none, returns NULL and changes nothing. */
char *words_split(char *text, const char *word);

/* Parses a word that is a complete decimal number, with or without a sign. Numbers beyond 64 bits
 * become the largest or smallest one. Returns false and leaves *value unchanged for anything else,
 * including NULL. */
bool words_number(const char *word, int64_t *value);

/* True if two texts are equal, ignoring case. */
bool words_equal_nocase(const char *a, const char *b);

#endif
