/* The part of the command line that describes one engine, and the words it is made of. */
#ifndef MATCH_ENGINE_OPTIONS_H
#define MATCH_ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "options.h"

/* A command line under way. */
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
bool options_next_pair(struct words *words, struct pair *pair);

bool options_number(const struct pair *pair, int64_t least, int64_t most, int64_t *number,
                    struct error *error);
bool options_int(const struct pair *pair, int least, int most, int *number, struct error *error);
bool options_unknown_key(const char *option, const struct pair *pair, const char *expected,
                         struct error *error);

void engine_options_init(struct engine_options *engine);
void engine_options_finish(struct engine_options *engine);

/* Reads pairs up to the next option; what is said later replaces what was said before. */
bool engine_options_read(struct engine_options *engine, const char *option, struct words *words,
                         struct error *error);

/* Fills in what was left open; refuses an engine without a command or without any limit. */
bool engine_options_complete(struct engine_options *engine, struct error *error);

#endif
