/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <json-c/json.h>
#include <limits.h>
#include <string.h>

struct json_object *json_text_read(const char *text, size_t length, struct error *error)
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

bool json_text_has(struct json_object *object, const char *key)
{
    return json_object_object_get(object, key) != NULL;
}

bool json_text_string(struct json_object *object, const char *key, const char **value,
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

bool json_text_number(struct json_object *object, const char *key, int64_t least, int64_t most,
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
