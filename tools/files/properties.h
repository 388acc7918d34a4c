/* SPDX-License-Identifier: MIT */
/* The text of Smart Game Format and of Generic Game Format: properties with their values,
 * NAME[value], of the main line of a text's first game. */
#ifndef FILES_PROPERTIES_H
#define FILES_PROPERTIES_H

#include <stdbool.h>

#include "buffer.h"
#include "error.h"

/* One property at a time, with one value: AB[aa][bb] is AB twice. */
struct property_reader {
    const char *at;
    int line, depth; /* of the tree: brackets that are open */
    char name[8];
    struct buffer value; /* without its escapes */
};

/* Begins at the text, whose first line has this number; 0: 1. */
void property_reader_init(struct property_reader *reader, const char *text, int line);
void property_reader_finish(struct property_reader *reader);

/* The next property of the main line: 1, 0 at its end, -1 and the reason where there is none. The
 * first ) ends the main line, as each ( before it begins the first of several ways on. */
int property_next(struct property_reader *reader, struct error *error);

/* At the end of the main line: steps over the variations behind it, to the end of the tree and of
 * the text. False and the reason if something else stands there. */
bool property_skip_rest(struct property_reader *reader, struct error *error);

/* The value of the present one. */
const char *property_value(const struct property_reader *reader);

/* Whether the present one has this name. */
bool property_is(const struct property_reader *reader, const char *name);

#endif
