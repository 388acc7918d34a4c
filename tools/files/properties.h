/* SPDX-License-Identifier: MIT */
/* The syntax of Smart Game Format and of Generic Game Format: trees of properties with values,
 * NAME[value]. Only the main line is read. */
#ifndef FILES_PROPERTIES_H
#define FILES_PROPERTIES_H

#include "cursor.h"
#include "saved_game.h"

/* A property with one value: AB[aa][bb] is AB twice. */
struct property {
    char name[8];
    const char *value; /* without escapes */
    int line;          /* on which the value ends */
};

struct properties {
    struct property *list;
    int count;
    struct buffer values; /* one after the other, each terminated by NUL */
};

/* Reads the main line of a text, which must be a single tree, and the rest to the end of the text;
 * an error of syntax names the line. To be finished in any case. */
bool properties_read(struct properties *properties, const struct cursor *text, struct error *error);
void properties_finish(struct properties *properties);

/* Returns the last value of the property with this name; "" if there is none. */
const char *properties_find(const struct properties *properties, const char *name);

/* True if the property has this name, or one of several names terminated by NULL. */
bool property_is(const struct property *property, const char *name);
bool property_is_any(const struct property *property, const char *const *names);

/* True if the player whose colour the property names may move. If `may_pass`, a side that cannot
 * move passes first, because files may omit such passes. */
bool property_takes_turn(const struct property *property, struct saved_game *saved,
                         const char *colours, bool may_pass, struct error *error);

/* Finds the next tree of a text in either format, or the text in place of one. False at the end. */
bool properties_next(struct cursor *text, struct cursor *tree);

#endif
