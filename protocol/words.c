/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

void words_fold(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (!is_blank(*from)) {
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

char *words_skip(char *text)
{
    return text + strcspn(text, " \t");
}

char *words_take(char **rest)
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

bool words_begin(const char *text, const char *word)
{
    if (*text != *word) {
        return false; /* the usual case: a line may have 30,000 words */
    }
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && (text[length] == '\0' || is_blank(text[length]));
}

char *words_split(char *text, const char *word)
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

bool words_number(const char *word, int64_t *value)
{
    if (!word || *word == '\0' || is_blank(*word)) {
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

bool words_equal_nocase(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}
