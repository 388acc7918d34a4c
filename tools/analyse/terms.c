/* SPDX-License-Identifier: MIT */
#include "terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_words.h"

/* Version of the database's layout. */
#define LAYOUT "1"

/* Every term except for the shard. */
static const char *const keys[] = {"layout", "input",   "game",   "lines", "positions",
                                   "limits", "options", "engine", NULL};

static void format_limits(const struct command_go *go, struct buffer *out)
{
    if (go->given & GO_DEPTH) {
        buffer_printf(out, " depth %d", go->depth);
    }
    if (go->given & GO_NODES) {
        buffer_printf(out, " nodes %llu", (unsigned long long)go->nodes);
    }
    if (go->given & GO_MOVETIME) {
        buffer_printf(out, " movetime %lld", (long long)go->movetime_ms);
    }
}

static void format_options(const struct engine_settings *settings, struct buffer *out)
{
    for (int i = 0; i < settings->count; i++) {
        const char *value = settings->list[i].value;
        buffer_printf(out, " %s%s%s", settings->list[i].name, value ? "=" : "", value ? value : "");
    }
}

static const char *positions_of(const struct reading *reading)
{
    return reading->suite ? "suite" : reading->last ? "last" : "all";
}

static void format_term(const char *key, const struct options *options, const char *engine,
                        uint64_t checksum, struct buffer *out)
{
    if (strcmp(key, "layout") == 0) {
        buffer_puts(out, LAYOUT);
    } else if (strcmp(key, "input") == 0) {
        buffer_printf(out, "checksum %016llx", (unsigned long long)checksum);
    } else if (strcmp(key, "game") == 0) {
        buffer_puts(out, options->game_text);
    } else if (strcmp(key, "lines") == 0) {
        buffer_printf(out, "%s %d", position_line_name(options->reading.lines),
                      (int)options->source_format);
    } else if (strcmp(key, "positions") == 0) {
        buffer_puts(out, positions_of(&options->reading));
    } else if (strcmp(key, "limits") == 0) {
        format_limits(&options->go, out);
    } else if (strcmp(key, "options") == 0) {
        format_options(&options->engine.settings, out);
    } else {
        buffer_puts(out, engine);
    }
}

bool terms_agree(struct results *results, const struct options *options, const char *engine,
                 uint64_t checksum, struct error *error)
{
    struct buffer value = {0};
    bool good = true;
    for (int i = 0; keys[i] && good; i++) {
        buffer_clear(&value);
        format_term(keys[i], options, engine, checksum, &value);
        const char *text = buffer_text(&value);
        good = results_agree(results, keys[i], text + (*text == ' '), error);
    }
    buffer_clear(&value);
    buffer_printf(&value, "%d/%d", options->shard.number, options->shard.count);
    good = good && results_agree(results, "shard", buffer_text(&value), error);
    buffer_finish(&value);
    return good;
}

bool terms_reading(struct results *results, struct reading *reading, struct error *error)
{
    char *game = results_term(results, "game"), *lines = results_term(results, "lines");
    char *positions = results_term(results, "positions"), *rest = lines;
    *reading = (struct reading){.game = NULL};
    bool good = (game && lines && positions) ||
                error_set(error, "the database holds no terms: nothing was begun in it");
    good = good && game_words_read(game, &reading->game, &reading->settings, error);
    if (good && lines && positions) {
        const char *name = strsep(&rest, " ");
        const int format = position_line_format(name);
        reading->lines = format < 0 ? LINE_AUTO : (enum line_format)format;
        reading->suite = strcmp(positions, "suite") == 0;
        reading->last = strcmp(positions, "last") == 0;
    }
    free(game);
    free(lines);
    free(positions);
    return good;
}

bool terms_copy(struct results *from, struct results *to, struct error *error)
{
    bool good = true;
    for (int i = 0; keys[i] && good; i++) {
        char *value = results_term(from, keys[i]);
        good = value ? results_agree(to, keys[i], value, error)
                     : error_set(error, "the database holds no term '%s'", keys[i]);
        free(value);
    }
    return good;
}

bool terms_shard(struct results *results, struct shard *shard, struct error *error)
{
    char *value = results_term(results, "shard");
    bool good = value ? shard_read(value, shard, error)
                      : error_set(error, "the database holds no shard: nothing was begun in it");
    free(value);
    return good;
}
