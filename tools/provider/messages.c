/* SPDX-License-Identifier: MIT */
#include "messages.h"

#include <json-c/json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"

/* Reads one value, to be released by json_object_put. Returns NULL and the place of the error if
 * the text is not valid JSON. */
static struct json_object *read_json(const char *text, size_t length, struct error *error)
{
    struct json_tokener *tokener = length <= INT_MAX ? json_tokener_new() : NULL;
    struct json_object *value = NULL;
    if (!tokener) {
        error_set(error, "damaged JSON: it is too long");
        return NULL;
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    value = json_tokener_parse_ex(tokener, text, (int)length);
    enum json_tokener_error reason = json_tokener_get_error(tokener);
    if (!value && reason == json_tokener_success) {
        error_set(error, "expected JSON, found null");
    } else if (!value) {
        error_set(error, "damaged JSON: %s at byte %zu of %zu",
                  reason == json_tokener_continue ? "it ends early"
                                                  : json_tokener_error_desc(reason),
                  json_tokener_get_parse_end(tokener), length);
    }
    json_tokener_free(tokener);
    return value;
}

/* True if a value has this type; otherwise the error begins with what was expected. */
static bool is_type(struct json_object *value, enum json_type type, const char *expected,
                    struct error *error)
{
    return json_object_is_type(value, type) ||
           error_set(error, "%s, found %.60s", expected, json_object_to_json_string(value));
}

/* Read a member of an object: a string without control characters, or an integer. If it is missing
 * or has another type, the error names it. */
static bool read_string(struct json_object *object, const char *key, const char **value,
                        struct error *error)
{
    struct json_object *member = json_object_object_get(object, key);
    if (!json_object_is_type(member, json_type_string)) {
        return error_set(error, "'%s': expected a string, found %.60s", key,
                         json_object_to_json_string(member));
    }
    *value = json_object_get_string(member);
    for (int i = 0; i < json_object_get_string_len(member); i++) {
        if ((unsigned char)(*value)[i] < ' ') {
            return error_set(error, "'%s': expected a line, found a control character", key);
        }
    }
    return true;
}

static bool read_number(struct json_object *object, const char *key, int64_t least, int64_t most,
                        int64_t *value, struct error *error)
{
    struct json_object *member = json_object_object_get(object, key);
    if (!json_object_is_type(member, json_type_int) || json_object_get_int64(member) < least ||
        json_object_get_int64(member) > most) {
        return error_set(error, "'%s': expected a whole number, %lld to %lld, found %.60s", key,
                         (long long)least, (long long)most, json_object_to_json_string(member));
    }
    *value = json_object_get_int64(member);
    return true;
}

/* Appends the value and releases it. */
static void put_json(struct json_object *object, struct buffer *out)
{
    buffer_puts(out, json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                                JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(object);
}

void registration_format(const struct registration *registration, struct buffer *out)
{
    struct json_object *object = json_object_new_object();
    struct json_object *variants = json_object_new_array();
    for (const char *const *name = registration->variants; *name; name++) {
        json_object_array_add(variants, json_object_new_string(*name));
    }
    json_object_object_add(object, "name", json_object_new_string(registration->name));
    json_object_object_add(object, "maxThreads", json_object_new_int64(registration->max_threads));
    json_object_object_add(object, "maxHash", json_object_new_int64(registration->max_hash));
    json_object_object_add(object, "variants", variants);
    json_object_object_add(object, "providerSecret", json_object_new_string(registration->secret));
    json_object_object_add(object, "providerData",
                           json_object_new_string("myosu-provider " MYOSU_VERSION));
    put_json(object, out);
}

void registration_format_secret(const char *secret, struct buffer *out)
{
    struct json_object *object = json_object_new_object();
    json_object_object_add(object, "providerSecret", json_object_new_string(secret));
    put_json(object, out);
}

bool registration_id_check(const char *id, struct error *error)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t length = strlen(id);
    return (length > 0 && length < REGISTRATION_ID_ROOM && strspn(id, allowed) == length) ||
           error_set(error, "'id': expected at most %d letters, digits, '-' and '_', found '%.80s'",
                     REGISTRATION_ID_ROOM - 1, id);
}

bool registration_find(const char *text, size_t length, const char *name,
                       char id[REGISTRATION_ID_ROOM], struct error *error)
{
    struct json_object *list = read_json(text, length, error);
    bool good = list && is_type(list, json_type_array, "expected a list of engines", error);
    id[0] = '\0';
    for (size_t i = 0; good && !id[0] && i < json_object_array_length(list); i++) {
        struct json_object *engine = json_object_array_get_idx(list, i);
        const char *called = "", *found = "";
        good = json_object_is_type(engine, json_type_object) ||
               error_set(error, "engine %zu of the list: expected an object", i + 1);
        good = good && read_string(engine, "name", &called, error);
        if (good && strcmp(called, name) == 0) {
            good = read_string(engine, "id", &found, error) && registration_id_check(found, error);
            snprintf(id, REGISTRATION_ID_ROOM, "%s", good ? found : "");
        }
    }
    json_object_put(list);
    return good;
}

/* Writes the game's settings, with the setting turned on that the interface requires. */
static void set_settings(const struct game *game, struct game_settings *settings)
{
    const char *name = game->look->external->setting;
    int index = name ? game_find_parameter(game, name) : -1;
    game_default_settings(game, settings);
    if (index >= 0) {
        settings->values[index] = 1;
    }
}

static bool read_variant(struct work *work, struct json_object *object, struct error *error)
{
    const char *name = "";
    if (!read_string(object, "variant", &name, error)) {
        return false;
    }
    if (!variant_find(name, &work->variant)) {
        return error_set(error, "'variant': the interface has none called '%.60s'", name);
    }
    if (work->variant.game) {
        set_settings(work->variant.game, &work->settings);
        game_record_init(&work->record, work->variant.game, &work->settings);
    }
    return true;
}

/* Joins the moves with blanks. `foreign`: we do not have the rules, so their form is checked. */
static bool join_moves(struct json_object *object, bool foreign, struct buffer *moves,
                       struct error *error)
{
    struct json_object *list = json_object_object_get(object, "moves");
    if (!is_type(list, json_type_array, "'moves': expected a list", error)) {
        return false;
    }
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        struct json_object *move = json_object_array_get_idx(list, i);
        if (!json_object_is_type(move, json_type_string)) {
            return error_set(error, "'moves': move %zu: expected a string, found %.60s", i + 1,
                             json_object_to_json_string(move));
        }
        if (foreign && !variant_is_move(json_object_get_string(move))) {
            return error_set(error,
                             "'moves': move %zu: expected a move such as e2e4, found '%.40s'",
                             i + 1, json_object_get_string(move));
        }
        buffer_printf(moves, "%s%s", i > 0 ? " " : "", json_object_get_string(move));
    }
    return true;
}

/* Reads the position by our own rules and formats it again for the engine, so that text from the
 * network never reaches the engine. If we do not have the rules, only its form is checked. */
static bool read_position(struct work *work, struct json_object *object, struct error *error)
{
    LOCAL_BUFFER moves = {0};
    struct error reason = {""};
    const char *fen = "";
    const bool foreign = !work->variant.game;
    bool good = read_string(object, "initialFen", &fen, error) &&
                join_moves(object, foreign, &moves, error);
    if (good && !foreign) {
        good = game_record_begin(&work->record, fen, buffer_text(&moves), &reason) ||
               error_set(error, "'initialFen', 'moves': %.250s", reason.text);
        work->plies = work->record.plies;
    } else if (good) {
        good = variant_is_fen(fen) ||
               error_set(error, "'initialFen': expected a FEN, found '%.100s'", fen);
        work->fen = memory_text(fen);
        work->plies = (int)json_object_array_length(json_object_object_get(object, "moves"));
        buffer_puts(&work->moves, buffer_text(&moves));
    }
    return good;
}

struct command_position work_position(const struct work *work)
{
    if (work->variant.game) {
        return game_record_command(&work->record);
    }
    return (struct command_position){.fen = work->fen,
                                     .moves = work->plies > 0 ? buffer_text(&work->moves) : NULL};
}

/* Reads the limits. A search without one runs until it is stopped. */
static bool read_go(struct work *work, struct json_object *object, struct error *error)
{
    struct command_go *go = &work->go;
    int64_t movetime_ms = 0, depth = 0, nodes = 0;
    const struct {
        const char *key;
        int64_t most, *value;
        unsigned flag;
    } limits[] = {
        {"movetime", COMMAND_TIME_LIMIT_MS, &movetime_ms, GO_MOVETIME},
        {"depth", MAX_PLY, &depth, GO_DEPTH},
        {"nodes", INT64_MAX, &nodes, GO_NODES},
    };
    for (int i = 0; i < LENGTH(limits); i++) {
        if (json_object_object_get(object, limits[i].key)) {
            go->given |= limits[i].flag;
            if (!read_number(object, limits[i].key, 1, limits[i].most, limits[i].value, error)) {
                return false;
            }
        }
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
    const char *session = "";
    if (!is_type(object, json_type_object, "'work': expected an object", error) ||
        !read_string(object, "sessionId", &session, error)) {
        return false;
    }
    work->session = memory_text(session);
    return read_number(object, "threads", 1, REGISTRATION_THREADS_MOST, &work->threads, error) &&
           read_number(object, "hash", 1, REGISTRATION_HASH_MOST, &work->hash, error) &&
           read_number(object, "multiPv", 1, WORK_LINES_MOST, &work->lines, error) &&
           read_go(work, object, error) && read_variant(work, object, error) &&
           read_position(work, object, error);
}

bool work_read(struct work *work, const char *text, size_t length, struct error *error)
{
    const char *id = "";
    struct json_object *object = read_json(text, length, error);
    *work = (struct work){.session = NULL};
    bool good = object && is_type(object, json_type_object, "expected an object", error) &&
                read_string(object, "id", &id, error) && registration_id_check(id, error);
    if (good) {
        snprintf(work->id, sizeof work->id, "%s", id);
        good = read_work(work, json_object_object_get(object, "work"), error);
    }
    json_object_put(object);
    return good;
}

void work_finish(struct work *work)
{
    free(work->session);
    free(work->fen);
    buffer_finish(&work->moves);
    if (work->variant.game) {
        game_record_finish(&work->record);
    }
    *work = (struct work){.session = NULL};
}
