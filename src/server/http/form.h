/* SPDX-License-Identifier: MIT */
/* What stands behind the '?' of an address: "name=value&name=value", with '+' for a blank and %41
 * for a byte. */
#ifndef SERVER_FORM_H
#define SERVER_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#define FORM_MAX_FIELDS 32

struct form_field {
    const char *name, *value; /* no blank at either end, single ones within */
};

struct form {
    char *text; /* all names and values */
    struct form_field fields[FORM_MAX_FIELDS];
    int count;
};

/* Reads `length` bytes. Names are there once; all is printable ASCII. False, and the reason, when
 * it is not so, or when memory is out, which `text` NULL tells; to be finished all the same. */
bool form_init(struct form *form, const char *bytes, size_t length, struct error *error);
void form_finish(struct form *form);

/* The value of a name; "" when there is only the name, NULL when not even that. */
const char *form_value(const struct form *form, const char *name);

#endif
