/* SPDX-License-Identifier: MIT */
#include "registration.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "json_text.h"
#include "look.h"

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
    for (const struct game *const *game = registration->games; *game; game++) {
        json_object_array_add(variants, json_object_new_string((*game)->look->external->variant));
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
    struct json_object *list = json_text_read(text, length, error);
    bool good = list != NULL;
    id[0] = '\0';
    if (good && !json_object_is_type(list, json_type_array)) {
        good = error_set(error, "expected a list of engines, found %.60s",
                         json_object_to_json_string(list));
    }
    for (size_t i = 0; good && !id[0] && i < json_object_array_length(list); i++) {
        struct json_object *engine = json_object_array_get_idx(list, i);
        const char *called, *found;
        good = json_object_is_type(engine, json_type_object) ||
               error_set(error, "engine %zu of the list: expected an object", i + 1);
        good = good && json_text_string(engine, "name", &called, error);
        if (good && strcmp(called, name) == 0) {
            good = json_text_string(engine, "id", &found, error) &&
                   registration_id_check(found, error);
            snprintf(id, REGISTRATION_ID_ROOM, "%s", good ? found : "");
        }
    }
    json_object_put(list);
    return good;
}
