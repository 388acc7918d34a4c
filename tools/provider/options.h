/* SPDX-License-Identifier: MIT */
/* The command line, and the secrets from the files or environment variables that it names. */
#ifndef PROVIDER_OPTIONS_H
#define PROVIDER_OPTIONS_H

#include "credential.h"
#include "engine_choice.h"

struct options {
    struct engine_choice engine;
    const char *lichess, *broker; /* addresses, without a slash at the end */
    const char *token_file, *secret_file;
    struct credential token, secret;
    const char *name;              /* NULL: the engine's own */
    int64_t max_threads, max_hash; /* max_hash in MiB */
    int64_t keep_alive_s;
    bool quiet;
    struct option_words words;
};

/* Reads the words after the program's name, as option_table_read does. */
enum option_outcome options_read(struct options *options, int count, char **words,
                                 struct error *error);
void options_finish(struct options *options);

#endif
