/* SPDX-License-Identifier: MIT */
#include "option_number.h"

#include "words.h"

bool option_number(const char *name, const char *value, int64_t most, int64_t *number,
                   struct error *error)
{
    return (words_number(value, number) && *number >= 1 && *number <= most) ||
           error_set(error, "%s: expected a number, 1 to %lld, found '%.40s'", name,
                     (long long)most, value);
}

bool option_int(const char *name, const char *value, int most, int *number, struct error *error)
{
    int64_t read;
    bool good = option_number(name, value, most, &read, error);
    *number = good ? (int)read : *number;
    return good;
}
