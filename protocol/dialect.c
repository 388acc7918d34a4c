/* SPDX-License-Identifier: MIT */
#include "dialect.h"

#include "words.h"

static const struct dialect *const dialects[] = {&dialect_uci,    &dialect_ugi,     &dialect_uai,
                                                 &dialect_ucci,   &dialect_gomocup, &dialect_cecp,
                                                 &dialect_nboard, &dialect_gtp};

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

/* True if one of the lines in the samples begins with the word. */
static bool has_word(const char *samples, const char *word)
{
    while (*samples && !words_begin(samples, word)) {
        samples += strcspn(samples, "\n");
        samples += *samples == '\n';
    }
    return *samples;
}

const struct dialect *dialect_of_word(const struct dialect *own, const char *word)
{
    for (int i = 0; i < LENGTH(dialects); i++) {
        const char *samples;
        for (int row = 0;
             dialects[i]->samples != own->samples && (samples = dialects[i]->samples(row)); row++) {
            if (has_word(samples, word)) {
                return dialects[i];
            }
        }
    }
    return NULL;
}

void dialect_put_names(struct buffer *out)
{
    for (int i = 0; i < LENGTH(dialects); i++) {
        buffer_printf(out, "%s%s",
                      i == 0                     ? ""
                      : i < LENGTH(dialects) - 1 ? ", "
                                                 : " or ",
                      dialects[i]->name);
    }
}

const struct dialect *dialect_find(const char *name)
{
    if (strcasecmp(name, "xboard") == 0) {
        return &dialect_cecp;
    }
    for (int i = 0; i < LENGTH(dialects); i++) {
        if (words_equal_nocase(name, dialects[i]->name)) {
            return dialects[i];
        }
    }
    return NULL;
}
