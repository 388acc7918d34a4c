/* SPDX-License-Identifier: MIT */
/* JSON that came from elsewhere: nothing in it is taken on trust. */
#ifndef PROVIDER_JSON_TEXT_H
#define PROVIDER_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct json_object;

/* Reads one value, to be released by json_object_put; NULL, and where it is damaged, if it is none.
 */
struct json_object *json_text_read(const char *text, size_t length, struct error *error);

/* Members of an object: a string without a control character; a whole number. They refuse what is
 * missing or of another kind, with the member's name. */
bool json_text_string(struct json_object *object, const char *key, const char **value,
                      struct error *error);
bool json_text_number(struct json_object *object, const char *key, int64_t least, int64_t most,
                      int64_t *value, struct error *error);

/* Whether an object has a member, which is not null. */
bool json_text_has(struct json_object *object, const char *key);

#endif
