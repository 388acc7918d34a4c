/* SPDX-License-Identifier: MIT */
#include "pairs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

bool pairs_next(struct words *words, struct pair *pair)
{
    if (words->at == words->count || words->list[words->at][0] == '-') {
        return false;
    }
    char *word = words->list[words->at++];
    char *sign = strchr(word, '=');
    size_t length = sign ? (size_t)(sign - word) : strlen(word);
    snprintf(pair->key, sizeof pair->key, "%.*s", (int)length, word);
    pair->value = sign ? sign + 1 : NULL;
    return true;
}

bool pairs_number(const struct pair *pair, int64_t least, int64_t most, int64_t *number,
                  struct error *error)
{
    char *end;
    errno = 0;
    long long value = pair->value ? strtoll(pair->value, &end, 10) : 0;
    if (!pair->value || end == pair->value || *end || errno || value < least || value > most) {
        return error_set(error, "%s: expected a whole number from %lld to %lld, found '%s'",
                         pair->key, (long long)least, (long long)most,
                         pair->value ? pair->value : "");
    }
    *number = value;
    return true;
}

bool pairs_int(const struct pair *pair, int least, int most, int *number, struct error *error)
{
    int64_t wide = 0;
    if (!pairs_number(pair, least, most, &wide, error)) {
        return false;
    }
    *number = (int)wide;
    return true;
}

bool pairs_real(const struct pair *pair, double least, double most, double *number,
                struct error *error)
{
    char *end;
    double value = pair->value ? strtod(pair->value, &end) : NAN;
    if (!pair->value || end == pair->value || *end || !(value >= least && value <= most)) {
        return error_set(error, "%s: expected a number from %g to %g, found '%s'", pair->key, least,
                         most, pair->value ? pair->value : "");
    }
    *number = value;
    return true;
}

bool pairs_unknown_key(const char *option, const struct pair *pair, const char *expected,
                       struct error *error)
{
    return error_set(error, "%s: '%s' is not known; expected %s", option, pair->key, expected);
}

bool pairs_take_value(struct words *words, struct pair *pair, struct error *error)
{
    const char *option = words->list[words->at - 1];
    if (words->at == words->count) {
        error_set(error, "%s: expected a value", option);
        return false;
    }
    snprintf(pair->key, sizeof pair->key, "%s", option);
    pair->value = words->list[words->at++];
    return true;
}

bool pairs_take_text(struct words *words, char **text, struct error *error)
{
    struct pair pair = {.value = NULL};
    if (!pairs_take_value(words, &pair, error)) {
        return false;
    }
    if (strncmp(pair.value, "file=", 5) == 0) {
        pair.value += 5;
    }
    free(*text);
    *text = memory_text(pair.value);
    return true;
}

bool pairs_take_int(struct words *words, int least, int most, int *number, struct error *error)
{
    struct pair pair = {.value = NULL};
    return pairs_take_value(words, &pair, error) && pairs_int(&pair, least, most, number, error);
}
