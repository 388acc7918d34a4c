/* SPDX-License-Identifier: MIT */
#include "dialect.h"

#include "words.h"

static const struct dialect *const dialects[] = {&dialect_uci, &dialect_ugi, &dialect_uai,
                                                 &dialect_gomocup};

const struct dialect *dialect_of_line(const char *line)
{
    while (*line == ' ' || *line == '\t') {
        line++;
    }
    for (int i = 0; i < LENGTH(dialects); i++) {
        if (dialects[i]->is_first_line(line)) {
            return dialects[i];
        }
    }
    return NULL;
}

const struct dialect *dialect_find(const char *name)
{
    for (int i = 0; i < LENGTH(dialects); i++) {
        if (words_equal_nocase(name, dialects[i]->name)) {
            return dialects[i];
        }
    }
    return NULL;
}
