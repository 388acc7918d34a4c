/* SPDX-License-Identifier: MIT */
#include "spelling.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The longest word that is compared, in letters. */
enum { MAX_LETTERS = 60 };

/* A word is near if at most one of so many of its letters is wrong. */
enum { LETTERS_PER_MISTAKE = 3 };

static bool same(char one, char other)
{
    return tolower((unsigned char)one) == tolower((unsigned char)other);
}

static int least(int one, int other)
{
    return one < other ? one : other;
}

/* Returns the least number of letters to be inserted, removed, replaced or swapped with their
 * neighbours that makes one word of the other (the optimal string alignment distance, a restricted
 * form of Damerau's and Levenshtein's). Returns `limit` if it is not smaller. */
static int distance_between(const char *one, size_t one_length, const char *other,
                            size_t other_length, int limit)
{
    /* rows[i % 3][j]: the distance between the first i letters of one and the first j of other. */
    int rows[3][MAX_LETTERS + 1] = {{0}};
    if (one_length > MAX_LETTERS || other_length > MAX_LETTERS) {
        return limit;
    }
    for (size_t j = 0; j <= other_length; j++) {
        rows[0][j] = (int)j;
    }
    for (size_t i = 1; i <= one_length; i++) {
        int *now = rows[i % 3];
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= other_length; j++) {
            const int replaced = last[j - 1] + !same(one[i - 1], other[j - 1]);
            now[j] = least(replaced, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && same(one[i - 1], other[j - 2]) &&
                same(one[i - 2], other[j - 1])) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
        }
    }
    return least(rows[one_length % 3][other_length], limit);
}

void spelling_try(struct spelling *spelling, const char *known, size_t length)
{
    const char *word = spelling->word + strspn(spelling->word, "-");
    const char *bare = known + strspn(known, "-");
    const size_t dashes = (size_t)(word - spelling->word);
    const size_t given = spelling->length ? spelling->length : strlen(spelling->word);
    const size_t letters = given > dashes ? given - dashes : 0;
    length = length ? length : strlen(known);
    /* A word of two letters may have a mistake, too: "lo" for "low". */
    const int allowed = ((int)letters + 1) / LETTERS_PER_MISTAKE;
    const int limit = spelling->nearest[0] ? spelling->distance : allowed + 1;
    const int distance =
        distance_between(word, letters, bare, length - (size_t)(bare - known), limit);
    if (letters > 0 && distance < limit && length < sizeof spelling->nearest) {
        snprintf(spelling->nearest, sizeof spelling->nearest, "%.*s", (int)length, known);
        spelling->distance = distance;
    }
}

void spelling_try_list(struct spelling *spelling, const char *list)
{
    for (;; list++) {
        const size_t length = strcspn(list, "|");
        if (length) {
            spelling_try(spelling, list, length);
        }
        list += length;
        if (!*list) {
            return;
        }
    }
}

void spelling_suggest(const struct spelling *spelling, struct buffer *out)
{
    if (spelling->nearest[0]) {
        buffer_printf(out, "; did you mean '%s'?", spelling->nearest);
    }
}
