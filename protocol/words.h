/* SPDX-License-Identifier: MIT */
/* Functions on the words of a line in which single blanks separate words. */
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command.h"
#include "compiler.h"

INLINE bool words_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* Normalizes `text` in place: removes blanks at its ends and repeated blanks between words. */
INLINE void words_fold(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (!words_is_blank(*from)) {
            *to++ = *from;
        } else if (to > text && to[-1] != ' ') {
            *to++ = ' ';
        }
    }
    if (to > text && to[-1] == ' ') {
        to--;
    }
    *to = '\0';
}

/* Returns the end of the first word of `text`: its blank, or the end of the text. */
INLINE char *words_skip(char *text)
{
    return text + strcspn(text, " \t");
}

/* Removes the first word from the folded text *rest, terminates it with NUL and advances *rest.
 * Returns NULL if there is none. */
INLINE char *words_take(char **rest)
{
    char *word = *rest;
    if (*word == '\0') {
        return NULL;
    }
    char *end = words_skip(word);
    *rest = end;
    if (*end) {
        *end = '\0';
        *rest = end + 1;
    }
    return word;
}

/* True if the first word of `text` is `word`. */
INLINE bool words_begin(const char *text, const char *word)
{
    if (*text != *word) {
        return false; /* the usual case: a line may have 30,000 words */
    }
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 &&
           (text[length] == '\0' || words_is_blank(text[length]));
}

/* Splits folded text at the first word that equals `word`: *text ends before it. Returns the text
 * after it, from the next word on. If there is none, returns NULL and changes nothing. */
INLINE char *words_split(char *text, const char *word)
{
    char *at = text;
    while (*at && !words_begin(at, word)) {
        at = words_skip(at);
        at += *at == ' ';
    }
    if (*at == '\0') {
        return NULL;
    }
    char *behind = words_skip(at);
    behind += *behind == ' ';
    *(at > text ? at - 1 : at) = '\0';
    return behind;
}

/* Parses a word that is a complete decimal number, with or without a sign. Numbers beyond 64 bits
 * become the largest or smallest one. Returns false and leaves *value unchanged for anything else,
 * including NULL. */
INLINE bool words_number(const char *word, int64_t *value)
{
    if (!word || *word == '\0' || words_is_blank(*word)) {
        return false;
    }
    char *end;
    long long number = strtoll(word, &end, 10);
    if (end == word || *end != '\0') {
        return false;
    }
    *value = number;
    return true;
}

INLINE bool words_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Reads [[HOURS:]MINUTES:]SECONDS, the last with or without a fraction, and returns the text behind
 * it; NULL if the text does not begin with a digit. A number without colons is minutes if
 * `minutes`. *ms is at most COMMAND_TIME_LIMIT_MS. */
INLINE const char *words_time(const char *text, bool minutes, int64_t *ms)
{
    const int64_t most = COMMAND_TIME_LIMIT_MS / 1000;
    int64_t seconds = 0, permille = 0, scale = 100;
    if (!words_is_digit(*text)) {
        return NULL;
    }
    for (;; text++, minutes = false) {
        int64_t part = 0;
        for (; words_is_digit(*text); text++) {
            part = part < most ? 10 * part + (*text - '0') : part;
        }
        seconds = seconds < most ? 60 * seconds + part : seconds;
        if (*text != ':' || !words_is_digit(text[1])) {
            break;
        }
    }
    for (text += *text == '.'; words_is_digit(*text); text++, scale /= 10) {
        permille += scale * (*text - '0');
    }
    *ms = (1000 * seconds + permille) * (minutes ? 60 : 1);
    *ms = *ms < COMMAND_TIME_LIMIT_MS ? *ms : COMMAND_TIME_LIMIT_MS;
    return text;
}

/* True if two texts are equal, ignoring case. */
INLINE bool words_equal_nocase(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

#endif
