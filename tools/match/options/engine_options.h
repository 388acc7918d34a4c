/* SPDX-License-Identifier: MIT */
/* The part of the command line that describes one engine. */
#ifndef MATCH_ENGINE_OPTIONS_H
#define MATCH_ENGINE_OPTIONS_H

#include <stdbool.h>

#include "error.h"
#include "match_options.h"
#include "option_table.h"

/* The options that describe an engine, KEY=VALUE. A later pair replaces an earlier one with the
 * same key. */
enum { ENGINE_OPTION_ROWS = 20 };
extern const struct option_row engine_option_rows[ENGINE_OPTION_ROWS];

/* Adds an engine with the initial values of its options. */
struct engine_options *engine_options_add(struct match_options *options);
void engine_options_finish(struct engine_options *engine, const struct game *game);

/* Sets the name, without control characters: it is shown on terminals and in files. */
void engine_options_set_name(struct engine_options *engine, const char *name);

/* Sets an option of the engine, `option.NAME=VALUE`. */
void engine_options_set(struct engine_options *engine, const char *name, const char *value);

/* Adds arguments, separated by blanks. */
void engine_options_add_arguments(struct engine_options *engine, const char *words);

/* Sets the defaults. Rejects an engine without a command or without any limit. */
bool engine_options_complete(struct engine_options *engine, struct error *error);

#endif
