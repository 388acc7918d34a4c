/* SPDX-License-Identifier: MIT */
#include "form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int digit_value(char digit)
{
    return isdigit((unsigned char)digit)    ? digit - '0'
           : isxdigit((unsigned char)digit) ? tolower((unsigned char)digit) - 'a' + 10
                                            : -1;
}

/* Decodes a name or a value where it stands: blanks at the ends go, several are one. */
static bool decode(char *text, struct error *error)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        char byte = *from == '+' ? ' ' : *from;
        if (byte == '%') {
            int high = digit_value(from[1]), low = high < 0 ? -1 : digit_value(from[2]);
            if (low < 0) {
                return error_set(error, "'%.3s': expected two hexadecimal digits after %%", from);
            }
            byte = (char)(16 * high + low);
            from += 2;
        }
        if (byte < ' ' || byte > '~') {
            return error_set(error, "a byte is no printable ASCII");
        }
        if (byte != ' ' || (to > text && to[-1] != ' ')) {
            *to++ = byte;
        }
    }
    to -= to > text && to[-1] == ' ';
    *to = '\0';
    return true;
}

static bool add(struct form *form, char *name, struct error *error)
{
    char *value = name + strcspn(name, "=");
    if (*value) {
        *value++ = '\0';
    }
    if (!decode(name, error) || !decode(value, error)) {
        return false;
    }
    if (form_value(form, name)) {
        return error_set(error, "parameter '%.40s' is there twice", name);
    }
    if (form->count == FORM_MAX_FIELDS) {
        return error_set(error, "more than %d parameters", FORM_MAX_FIELDS);
    }
    form->fields[form->count++] = (struct form_field){name, value};
    return true;
}

bool form_init(struct form *form, const char *bytes, size_t length, struct error *error)
{
    *form = (struct form){.text = malloc(length + 1)};
    if (!form->text) {
        return error_set(error, "out of memory; try again later");
    }
    memcpy(form->text, bytes, length);
    form->text[length] = '\0';
    char *rest = form->text;
    for (char *field; (field = strsep(&rest, "&"));) {
        if (*field && !add(form, field, error)) {
            return false;
        }
    }
    return true;
}

void form_finish(struct form *form)
{
    free(form->text);
}

const char *form_value(const struct form *form, const char *name)
{
    for (int i = 0; i < form->count; i++) {
        if (strcmp(form->fields[i].name, name) == 0) {
            return form->fields[i].value;
        }
    }
    return NULL;
}
