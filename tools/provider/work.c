/* SPDX-License-Identifier: MIT */
#include "work.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "look.h"
#include "memory.h"
#include "registry.h"

const struct game *work_find_game(const char *variant)
{
    for (const struct game *const *game = registry_games(); *game; game++) {
        const struct look *look = (*game)->look;
        if (look && look->external && strcmp(look->external->variant, variant) == 0) {
            return *game;
        }
    }
    return NULL;
}

void work_settings(const struct game *game, struct game_settings *settings)
{
    const char *name = game->look->external->setting;
    int index = name ? game_find_parameter(game, name) : -1;
    game_default_settings(game, settings);
    if (index >= 0) {
        settings->values[index] = 1;
    }
}

static bool read_game(struct work *work, struct json_object *object, struct error *error)
{
    const char *variant;
    if (!json_text_string(object, "variant", &variant, error)) {
        return false;
    }
    work->game = work_find_game(variant);
    if (!work->game) {
        return error_set(error, "'variant': no game here is called '%.60s'", variant);
    }
    work_settings(work->game, &work->settings);
    game_record_init(&work->record, work->game, &work->settings);
    return true;
}

static bool join_moves(struct json_object *object, struct buffer *moves, struct error *error)
{
    struct json_object *list = json_object_object_get(object, "moves");
    if (!json_object_is_type(list, json_type_array)) {
        return error_set(error, "'moves': expected a list, found %.60s",
                         json_object_to_json_string(list));
    }
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *move = json_object_array_get_idx(list, i);
        if (!json_object_is_type(move, json_type_string)) {
            return error_set(error, "'moves': move %zu: expected a string, found %.60s", i + 1,
                             json_object_to_json_string(move));
        }
        buffer_printf(moves, "%s%s", i > 0 ? " " : "", json_object_get_string(move));
    }
    return true;
}

/* Reads the position by our own rules and formats it again for the engine, so that text from the
 * network never reaches the engine. */
static bool read_position(struct work *work, struct json_object *object, struct error *error)
{
    struct buffer moves = {0};
    struct error reason = {""};
    const char *fen;
    bool good = json_text_string(object, "initialFen", &fen, error) &&
                join_moves(object, &moves, error) &&
                (game_record_begin(&work->record, fen, buffer_text(&moves), &reason) ||
                 error_set(error, "'initialFen', 'moves': %.250s", reason.text));
    buffer_finish(&moves);
    return good;
}

/* Reads an optional limit. Returns false and the reason if it is invalid. */
static bool read_limit(struct json_object *object, const char *key, int64_t most, unsigned flag,
                       struct command_go *go, int64_t *value, struct error *error)
{
    *value = 0;
    if (!json_text_has(object, key)) {
        return true;
    }
    go->given |= flag;
    return json_text_number(object, key, 1, most, value, error);
}

/* A search without a limit runs until it is stopped. */
static bool read_go(struct work *work, struct json_object *object, struct error *error)
{
    struct command_go *go = &work->go;
    int64_t movetime_ms, depth, nodes;
    if (!read_limit(object, "movetime", COMMAND_TIME_LIMIT_MS, GO_MOVETIME, go, &movetime_ms,
                    error) ||
        !read_limit(object, "depth", MAX_PLY, GO_DEPTH, go, &depth, error) ||
        !read_limit(object, "nodes", INT64_MAX, GO_NODES, go, &nodes, error)) {
        return false;
    }
    go->movetime_ms = movetime_ms;
    go->depth = (int)depth;
    go->nodes = (uint64_t)nodes;
    if (!go->given) {
        go->given = GO_INFINITE;
    }
    return true;
}

static bool read_work(struct work *work, struct json_object *object, struct error *error)
{
    const char *session;
    if (!json_object_is_type(object, json_type_object)) {
        return error_set(error, "'work': expected an object, found %.60s",
                         json_object_to_json_string(object));
    }
    if (!json_text_string(object, "sessionId", &session, error)) {
        return false;
    }
    work->session = memory_text(session);
    return json_text_number(object, "threads", 1, REGISTRATION_THREADS_MOST, &work->threads,
                            error) &&
           json_text_number(object, "hash", 1, REGISTRATION_HASH_MOST, &work->hash, error) &&
           json_text_number(object, "multiPv", 1, WORK_LINES_MOST, &work->lines, error) &&
           read_go(work, object, error) && read_game(work, object, error) &&
           read_position(work, object, error);
}

bool work_read(struct work *work, const char *text, size_t length, struct error *error)
{
    const char *id;
    struct json_object *object = json_text_read(text, length, error);
    *work = (struct work){.session = NULL};
    bool good = object != NULL;
    if (good && !json_object_is_type(object, json_type_object)) {
        good =
            error_set(error, "expected an object, found %.60s", json_object_to_json_string(object));
    }
    if (good && json_text_string(object, "id", &id, error) && registration_id_check(id, error)) {
        snprintf(work->id, sizeof work->id, "%s", id);
        good = read_work(work, json_object_object_get(object, "work"), error);
    } else {
        good = false;
    }
    json_object_put(object);
    return good;
}

void work_finish(struct work *work)
{
    free(work->session);
    if (work->game) {
        game_record_finish(&work->record);
    }
    *work = (struct work){.session = NULL};
}
