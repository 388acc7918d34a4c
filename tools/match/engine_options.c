/* SPDX-License-Identifier: MIT */
#include "engine_options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "memory.h"

/* Time for a move when no clock runs, in ms: long enough for any sensible depth. */
#define HANG_MS 300000

/* Time by which a clock may be overrun, in ms: what a machine with all processors busy takes to
 * wake the engine, and then this program. */
#define MARGIN_MS 25

void engine_options_init(struct engine_options *engine)
{
    *engine = (struct engine_options){.hang_ms = HANG_MS, .margin_ms = MARGIN_MS};
    engine->arguments = memory_zeroed(2, sizeof *engine->arguments);
    engine->argument_count = 1; /* the command itself */
}

void engine_options_finish(struct engine_options *engine)
{
    for (int i = 1; i < engine->argument_count; i++) {
        free(engine->arguments[i]);
    }
    for (int i = 0; i < engine->spec.option_count; i++) {
        free(engine->spec.options[i].name);
        free(engine->spec.options[i].value);
    }
    free(engine->spec.options);
    free(engine->directory);
    free(engine->arguments);
    free(engine->name);
    free(engine->command);
    free(engine->key);
    *engine = (struct engine_options){0};
}

static void add_argument(struct engine_options *engine, const char *text)
{
    size_t room = (size_t)engine->argument_count + 2;
    engine->arguments = memory_resized(engine->arguments, room, sizeof *engine->arguments);
    engine->arguments[engine->argument_count++] = memory_text(text);
    engine->arguments[engine->argument_count] = NULL;
}

static void add_arguments(struct engine_options *engine, const char *text)
{
    char *copy = memory_text(text), *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        if (*word) {
            add_argument(engine, word);
        }
    }
    free(copy);
}

static void set_option(struct engine_options *engine, const char *name, const char *value)
{
    struct client_spec *spec = &engine->spec;
    for (int i = 0; i < spec->option_count; i++) {
        if (strcmp(spec->options[i].name, name) == 0) {
            free(spec->options[i].value);
            spec->options[i].value = memory_text(value);
            return;
        }
    }
    spec->options =
        memory_resized(spec->options, (size_t)spec->option_count + 1, sizeof *spec->options);
    spec->options[spec->option_count++] =
        (struct client_setting){.name = memory_text(name), .value = memory_text(value)};
}

static void replace(char **text, const char *value)
{
    free(*text);
    *text = memory_text(value);
}

/* Names are shown on terminals and in files: as one line, without control characters. */
static void set_name(struct engine_options *engine, const char *name)
{
    struct buffer line = {0};
    encoding_put_line(name, &line);
    replace(&engine->name, buffer_text(&line));
    buffer_finish(&line);
}

static bool read_dialect(struct engine_options *engine, const char *value, struct error *error)
{
    engine->spec.dialect = strcmp(value, "auto") == 0 ? NULL : dialect_find(value);
    if (!engine->spec.dialect && strcmp(value, "auto") != 0) {
        return error_set(error, "proto: expected uci, ugi, uai, gomocup or auto, found '%s'",
                         value);
    }
    return true;
}

/* Reads a limit of time, depth or nodes; *known is whether the key is one. */
static bool read_limit(struct engine_options *engine, const struct pair *pair, bool *known,
                       struct error *error)
{
    struct game_time *control = &engine->control;
    const char *key = pair->key, *value = pair->value ? pair->value : "";
    int64_t number;
    *known = true;
    if (strcmp(key, "tc") == 0) {
        return game_time_read(value, control, error);
    }
    if (strcmp(key, "st") == 0) {
        return game_time_read_seconds(value, &control->movetime_ms, error);
    }
    if (strcmp(key, "movetime") == 0) {
        return pairs_number(pair, 1, INT_MAX, &control->movetime_ms, error);
    }
    if (strcmp(key, "depth") == 0) {
        return pairs_int(pair, 1, INT_MAX, &control->depth, error);
    }
    if (strcmp(key, "nodes") == 0) {
        bool good = pairs_number(pair, 1, INT64_MAX, &number, error);
        control->nodes = good ? (uint64_t)number : 0;
        return good;
    }
    if (strcmp(key, "timemargin") == 0) {
        return pairs_number(pair, 0, INT_MAX, &engine->margin_ms, error);
    }
    if (strcmp(key, "hang") == 0) {
        int64_t seconds = 0;
        bool good = pairs_number(pair, 1, INT_MAX / 1000, &seconds, error);
        engine->hang_ms = good ? seconds * 1000 : engine->hang_ms;
        engine->spec.ready_s = (double)seconds;
        return good;
    }
    *known = false;
    return true;
}

static bool read_pair(struct engine_options *engine, const char *option, const struct pair *pair,
                      struct error *error)
{
    const char *key = pair->key, *value = pair->value ? pair->value : "";
    bool known;
    bool good = read_limit(engine, pair, &known, error);
    if (known) {
        return good;
    }
    if (strcmp(key, "cmd") == 0) {
        replace(&engine->command, value);
    } else if (strcmp(key, "name") == 0) {
        set_name(engine, value);
    } else if (strcmp(key, "dir") == 0) {
        replace(&engine->directory, value);
        engine->spec.program.directory = engine->directory;
    } else if (strcmp(key, "arg") == 0) {
        add_argument(engine, value);
    } else if (strcmp(key, "args") == 0) {
        add_arguments(engine, value);
    } else if (strcmp(key, "proto") == 0) {
        return read_dialect(engine, value, error);
    } else if (strcmp(key, "restart") == 0) {
        engine->restart = strcmp(value, "on") == 0;
    } else if (strcmp(key, "stderr") == 0) {
        engine->spec.program.errors_shown = strcmp(value, "show") == 0;
    } else if (strncmp(key, "option.", 7) == 0) {
        set_option(engine, key + 7, pair->value);
    } else {
        return pairs_unknown_key(option, pair,
                                 "cmd, name, dir, arg, args, proto, option.NAME, tc, st, "
                                 "movetime, depth, nodes, timemargin, hang, restart or stderr",
                                 error);
    }
    return true;
}

bool engine_options_read(struct engine_options *engine, const char *option, struct words *words,
                         struct error *error)
{
    struct pair pair;
    while (pairs_next(words, &pair)) {
        if (!read_pair(engine, option, &pair, error)) {
            return false;
        }
    }
    return true;
}

/* One text with everything that decides how the engine plays. */
static char *make_key(const struct engine_options *engine)
{
    struct buffer key = {0};
    buffer_printf(&key, "%s:", engine->name);
    for (int i = 0; i < engine->argument_count; i++) {
        buffer_printf(&key, " %s", engine->arguments[i]);
    }
    for (int i = 0; i < engine->spec.option_count; i++) {
        const struct client_setting *option = &engine->spec.options[i];
        buffer_printf(&key, " option.%s=%s", option->name, option->value ? option->value : "");
    }
    if (engine->spec.program.directory) {
        buffer_printf(&key, " dir=%s", engine->spec.program.directory);
    }
    buffer_puts(&key, ", ");
    game_time_format(&engine->control, &key);
    buffer_printf(&key, ", margin %lld ms", (long long)engine->margin_ms);
    char *text = memory_text(buffer_text(&key));
    buffer_finish(&key);
    return text;
}

bool engine_options_complete(struct engine_options *engine, struct error *error)
{
    const struct game_time *control = &engine->control;
    if (!engine->command) {
        return error_set(error, "-engine: cmd= is needed");
    }
    if (!engine->name) {
        const char *slash = strrchr(engine->command, '/');
        set_name(engine, slash ? slash + 1 : engine->command);
    }
    if (game_time_is_unlimited(control)) {
        return error_set(error,
                         "%s: no limit: give tc=, st=, movetime=, depth= or nodes=", engine->name);
    }
    if (strncmp(engine->command, "unix:", 5) == 0 || strncmp(engine->command, "tcp:", 4) == 0) {
        engine->spec.address = engine->command;
    } else {
        engine->arguments[0] = engine->command;
        engine->spec.program.arguments = engine->arguments;
    }
    engine->key = make_key(engine);
    return true;
}
