/* SPDX-License-Identifier: MIT */
/* The text of Smart Game Format and of Generic Game Format: properties with their values,
 * NAME[value], of the main line of a text's first game. */
#ifndef FILES_PROPERTIES_H
#define FILES_PROPERTIES_H

#include <stdbool.h>

#define PROPERTY_VALUE_ROOM 256

/* One property at a time, with one value: AB[aa][bb] is AB twice. */
struct property_reader {
    const char *at;
    int line;
    char name[8], value[PROPERTY_VALUE_ROOM];
};

/* The next property of the main line: 1, 0 at its end, -1 where it is none. The first ) ends the
 * main line, as each ( before it begins the first of several ways on. */
int property_next(struct property_reader *reader);

/* Whether the present one has this name. */
bool property_is(const struct property_reader *reader, const char *name);

#endif
