/* SPDX-License-Identifier: MIT */
#include "pgn_words.h"

#include <ctype.h>
#include <string.h>

#define ELLIPSIS "\u2026"

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

/* Words for results. The first one of each result is its name. */
static const struct {
    const char *word;
    enum game_result result;
} results[] = {
    {"1-0", RESULT_P1_WINS}, {"0-1", RESULT_P2_WINS},        {"1/2-1/2", RESULT_DRAW},
    {"1/2", RESULT_DRAW},    {"\u00bd-\u00bd", RESULT_DRAW}, {"\u00bd", RESULT_DRAW},
    {"*", RESULT_NONE},
};

bool pgn_read_result(const char *word, size_t length, enum game_result *result)
{
    for (int i = 0; i < LENGTH(results); i++) {
        if (is_word(word, length, results[i].word)) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}

const char *pgn_result_name(enum game_result result)
{
    int i = 0;
    while (results[i].result != result) {
        i++;
    }
    return results[i].word;
}

bool pgn_is_annotation(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!word[i] || !strchr("!?+-=/#", word[i])) {
            return is_word(word, length, "e.p.");
        }
    }
    return !is_word(word, length, "--");
}

struct pgn_number pgn_read_number(const char *word, size_t length)
{
    size_t digits = 0;
    while (digits < length && isdigit((unsigned char)word[digits])) {
        digits++;
    }
    size_t end = digits;
    for (const size_t span = strlen(ELLIPSIS); end < length;) {
        if (word[end] == '.') {
            end++;
        } else if (length - end >= span && memcmp(word + end, ELLIPSIS, span) == 0) {
            end += span;
        } else {
            break;
        }
    }
    /* Digits that are followed by another character than a dot are not a move number: "1-0". */
    if (digits > 0 && (word[0] == '0' || (end == digits && end < length))) {
        return (struct pgn_number){.length = 0};
    }
    const bool is_one = digits == 1 && word[0] == '1';
    return (struct pgn_number){
        .length = end, .is_first = is_one && end <= digits + 1, .is_later = digits > 0 && !is_one};
}
