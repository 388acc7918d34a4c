/* SPDX-License-Identifier: MIT */
/* A command line of options, each followed by KEY=VALUE pairs or by a single value. */
#ifndef MATCH_PAIRS_H
#define MATCH_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

/* A command line, and the place that is read next. */
struct words {
    char **list;
    int count, at;
};

/* KEY=VALUE; without a sign the value is NULL. */
struct pair {
    char key[64];
    char *value;
};

/* The next pair; false at the next option or the end. */
bool pairs_next(struct words *words, struct pair *pair);

/* The single word after an option, as the value of a pair with the option's name. */
bool pairs_take_value(struct words *words, struct pair *pair, struct error *error);
/* The same as a copy that replaces the old text; `file=` before it is skipped. */
bool pairs_take_text(struct words *words, char **text, struct error *error);
bool pairs_take_int(struct words *words, int least, int most, int *number, struct error *error);

/* The value of a pair as a number in a range; refused with the key and the range. */
bool pairs_number(const struct pair *pair, int64_t least, int64_t most, int64_t *number,
                  struct error *error);
bool pairs_int(const struct pair *pair, int least, int most, int *number, struct error *error);
bool pairs_real(const struct pair *pair, double least, double most, double *number,
                struct error *error);

/* Refuses a key that `option` does not have; false. */
bool pairs_unknown_key(const char *option, const struct pair *pair, const char *expected,
                       struct error *error);

#endif
