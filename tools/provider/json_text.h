/* SPDX-License-Identifier: MIT */
/* Reads JSON from the network and checks each value. */
#ifndef PROVIDER_JSON_TEXT_H
#define PROVIDER_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct json_object;

/* Reads one value, to be released by json_object_put. Returns NULL and the place of the error if
 * the text is not valid JSON. */
struct json_object *json_text_read(const char *text, size_t length, struct error *error);

/* Read a member of an object: a string without control characters, or an integer. If it is missing
 * or has another type, the error names it. */
bool json_text_string(struct json_object *object, const char *key, const char **value,
                      struct error *error);
bool json_text_number(struct json_object *object, const char *key, int64_t least, int64_t most,
                      int64_t *value, struct error *error);

/* True if an object has a member that is not null. */
bool json_text_has(struct json_object *object, const char *key);

#endif
