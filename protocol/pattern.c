/* SPDX-License-Identifier: MIT */
#include "pattern.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text between a pair of braces. */
struct hole {
    const char *text;
    size_t length;
};

static bool hole_is(const struct hole *hole, const char *name)
{
    return hole->length == strlen(name) && strncmp(hole->text, name, hole->length) == 0;
}

/* Parses a range such as `3..10`. Returns false for anything else. */
static bool read_range(const struct hole *hole, int64_t *min, int64_t *max)
{
    char text[64];
    int used = 0;
    if (hole->length >= sizeof text) {
        return false;
    }
    memcpy(text, hole->text, hole->length);
    text[hole->length] = '\0';
    return sscanf(text, "%" SCNd64 "..%" SCNd64 "%n", min, max, &used) == 2 &&
           (size_t)used == hole->length;
}

/* Returns the length of the number at the start of `line`; 0 if there is none. */
static size_t number_length(const char *line)
{
    size_t sign = *line == '-', digits = 0;
    while (isdigit((unsigned char)line[sign + digits])) {
        digits++;
    }
    return digits > 0 ? sign + digits : 0;
}

static bool match_choice(const struct hole *hole, const char *rest, const char *line)
{
    const char *at = hole->text, *end = hole->text + hole->length;
    for (;;) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        size_t length = (size_t)((bar ? bar : end) - at);
        if (strncmp(at, line, length) == 0 && pattern_matches(rest, line + length)) {
            return true;
        }
        if (!bar) {
            return false;
        }
        at = bar + 1;
    }
}

static bool match_hole(const struct hole *hole, const char *rest, const char *line)
{
    int64_t min, max;
    if (hole_is(hole, "rest")) {
        return true;
    }
    if (hole_is(hole, "word")) {
        size_t length = strcspn(line, " ");
        return length > 0 && pattern_matches(rest, line + length);
    }
    if (hole_is(hole, "int")) {
        size_t length = number_length(line);
        return length > 0 && pattern_matches(rest, line + length);
    }
    if (read_range(hole, &min, &max)) {
        size_t length = number_length(line);
        int64_t number = strtoll(line, NULL, 10);
        return length > 0 && number >= min && number <= max && pattern_matches(rest, line + length);
    }
    return match_choice(hole, rest, line);
}

bool pattern_matches(const char *pattern, const char *line)
{
    while (*pattern) {
        if (*pattern == '{' && pattern[1] != '{') {
            struct hole hole = {pattern + 1, strcspn(pattern + 1, "}")};
            return match_hole(&hole, hole.text + hole.length + 1, line);
        }
        pattern += *pattern == '{';
        if (*pattern++ != *line++) {
            return false;
        }
    }
    return *line == '\0';
}

bool pattern_check(const char *pattern, struct error *error)
{
    int64_t min, max;
    for (const char *at = pattern; *at; at++) {
        if (*at == '{' && at[1] == '{') {
            at++;
        } else if (*at == '{') {
            struct hole hole = {at + 1, strcspn(at + 1, "}")};
            at = hole.text + hole.length;
            bool known = hole_is(&hole, "int") || hole_is(&hole, "word") ||
                         hole_is(&hole, "rest") || read_range(&hole, &min, &max) ||
                         memchr(hole.text, '|', hole.length);
            if (*at != '}' || !known) {
                return error_set(error,
                                 "expected {int}, {word}, {rest}, {3..10} or {a|b}, found '{%.40s'",
                                 hole.text);
            }
            if (hole_is(&hole, "rest") && at[1]) {
                return error_set(error, "nothing may follow {rest}, found '%.40s'", at + 1);
            }
        }
    }
    return true;
}
