/* SPDX-License-Identifier: MIT */
#include "terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "game_words.h"
#include "memory.h"

/* Version of the database's layout. */
#define LAYOUT "2"

/* Every term except for the shard. */
static const char *const keys[] = {"layout", "input",   "game",   "lines", "positions",
                                   "limits", "options", "engine", NULL};

static void format_limits(const struct command_go *go, int64_t budget_ms, struct buffer *out)
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
    if (budget_ms > 0) {
        buffer_printf(out, " budget %lld", (long long)budget_ms);
    }
}

static void format_options(const struct engine_settings *settings, struct buffer *out)
{
    for (int i = 0; i < settings->count; i++) {
        const char *value = settings->list[i].value;
        buffer_printf(out, " %s%s%s", settings->list[i].name, value ? "=" : "", value ? value : "");
    }
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
        if (options->reading.from_move > 1) {
            buffer_printf(out, "from %d", options->reading.from_move);
        } else {
            buffer_puts(out, options->reading.suite  ? "suite"
                             : options->reading.last ? "last"
                                                     : "all");
        }
        buffer_puts(out, options->reading.skip_book ? " unnamed" : "");
    } else if (strcmp(key, "limits") == 0) {
        format_limits(&options->go, options->budget_ms, out);
    } else if (strcmp(key, "options") == 0) {
        for (int i = 0; i < options->engine_count; i++) {
            buffer_puts(out, i > 0 ? " |" : "");
            format_options(&options->engines[i].settings, out);
        }
    } else {
        buffer_puts(out, engine);
    }
}

bool terms_agree(struct results *results, const struct options *options, const char *engine,
                 uint64_t checksum, struct error *error)
{
    struct database *database = results_database(results);
    struct buffer value = {0};
    bool good = true;
    for (int i = 0; keys[i] && good; i++) {
        buffer_clear(&value);
        format_term(keys[i], options, engine, checksum, &value);
        const char *text = buffer_text(&value);
        good = database_agree(database, keys[i], text + (*text == ' '), error);
    }
    buffer_clear(&value);
    buffer_printf(&value, "%d/%d", options->shard.number, options->shard.count);
    good = good && database_agree(database, "shard", buffer_text(&value), error);
    buffer_finish(&value);
    return good;
}

bool terms_reading(struct results *results, struct reading *reading, struct error *error)
{
    struct database *database = results_database(results);
    char *game = database_term(database, "game"), *lines = database_term(database, "lines");
    char *positions = database_term(database, "positions"), *rest = lines;
    char *engine = database_term(database, "engine");
    *reading = (struct reading){.game = NULL, .side = reading->side, .names = reading->names};
    bool good = (game && lines && positions) ||
                error_set(error, "the database holds no terms: nothing was begun in it");
    good = good && game_words_read(game, &reading->game, &reading->settings, error);
    reading->engines = 1;
    for (const char *at = engine; at && (at = strchr(at, '\n')); at++) {
        reading->engines++;
    }
    if (good && lines && positions) {
        const char *name = strsep(&rest, " ");
        const int format = position_line_format(name);
        reading->lines = format < 0 ? LINE_AUTO : (enum line_format)format;
        reading->suite = strcmp(positions, "suite") == 0;
        reading->last = strcmp(positions, "last") == 0;
        reading->from_move =
            strncmp(positions, "from ", 5) == 0 ? (int)strtol(positions + 5, NULL, 10) : 0;
        reading->skip_book = strstr(positions, " unnamed") != NULL;
    }
    free(game);
    free(lines);
    free(positions);
    free(engine);
    return good;
}

/* Copies the terms from one database to another, or compares them, except for the shard. */
static bool copy(struct results *from, struct results *to, struct error *error)
{
    bool good = true;
    for (int i = 0; keys[i] && good; i++) {
        char *value = database_term(results_database(from), keys[i]);
        good = value ? database_agree(results_database(to), keys[i], value, error)
                     : error_set(error, "the database holds no term '%s'", keys[i]);
        free(value);
    }
    return good;
}

/* Finds the shard that a database holds. */
static bool find_shard(struct results *results, struct shard *shard, struct error *error)
{
    char *value = database_term(results_database(results), "shard");
    bool good = value ? shard_read(value, shard, error)
                      : error_set(error, "the database holds no shard: nothing was begun in it");
    free(value);
    return good;
}

/* The shards seen so far. */
struct seen {
    int shards; /* 0: none yet */
    const char **paths;
};

static bool check_shard(struct seen *seen, struct results *part, const char *path,
                        struct error *error)
{
    struct shard shard = SHARD_WHOLE;
    if (!find_shard(part, &shard, error)) {
        return false;
    }
    if (!seen->shards) {
        seen->shards = shard.count;
        seen->paths = memory_zeroed((size_t)shard.count, sizeof *seen->paths);
    }
    if (shard.count != seen->shards) {
        return error_set(error, "a shard of %d; the first file is one of %d", shard.count,
                         seen->shards);
    }
    if (seen->paths[shard.number - 1]) {
        return error_set(error, "shard %d/%d again; it is in %.100s", shard.number, shard.count,
                         seen->paths[shard.number - 1]);
    }
    seen->paths[shard.number - 1] = path;
    return true;
}

static bool check_finished(struct results *part, struct error *error)
{
    struct results_counts counts;
    struct reading reading = {.game = NULL};
    if (!results_has_input(part)) {
        return error_set(error, "its input was never read to its end; run it again");
    }
    return terms_reading(part, &reading, error) &&
           results_count(part, 0, reading.engines, &counts, error) &&
           (counts.known == counts.positions ||
            error_set(error, "%lld of %lld positions are known; run it again to its end",
                      (long long)counts.known, (long long)counts.positions));
}

static bool join(struct results *whole, struct seen *seen, const char *path, struct error *error)
{
    struct error reason = {""};
    struct results *part = results_open(path, false, error);
    if (!part) {
        return false;
    }
    bool good = check_shard(seen, part, path, &reason) && check_finished(part, &reason) &&
                copy(part, whole, &reason);
    results_close(part);
    good = good && results_join(whole, path, &reason);
    return good || error_set(error, "%s: %.250s", path, reason.text);
}

bool terms_merge(struct results *whole, char *const *paths, int count, struct error *error)
{
    struct seen seen = {.shards = 0};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        good = join(whole, &seen, paths[i], error);
    }
    for (int i = 0; i < seen.shards && good; i++) {
        good =
            seen.paths[i] || error_set(error, "merge: shard %d/%d is missing", i + 1, seen.shards);
    }
    free(seen.paths);
    return good && database_agree(results_database(whole), "shard", "1/1", error) &&
           database_agree(results_database(whole), "whole", "yes", error);
}
