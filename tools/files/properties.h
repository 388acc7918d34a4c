/* SPDX-License-Identifier: MIT */
/* The syntax of Smart Game Format and of Generic Game Format: trees of properties with values,
 * NAME[value]. Only the main line is read. */
#ifndef FILES_PROPERTIES_H
#define FILES_PROPERTIES_H

#include "cursor.h"
#include "saved_game.h"

/* Reads one property with one value at a time: AB[aa][bb] is AB twice. */
struct property_reader {
    struct cursor place;
    int depth; /* the number of open brackets */
    bool ends; /* the main line has ended */
    char name[8];
    struct buffer value; /* without escapes */
};

/* Handles a property; false and the reason to reject it. */
typedef bool property_taker(void *context, const struct property_reader *property,
                            struct error *error);

/* Calls `take` for each property of the main line of a text, which must be a single tree, until
 * `take` returns false. Reads to the end of the text; an error of syntax names the line. */
bool properties_read(const struct cursor *text, property_taker *take, void *context,
                     struct error *error);

/* Returns the value of the current property. */
const char *property_value(const struct property_reader *property);

/* True if the current property has this name, or one of several names terminated by NULL. */
bool property_is(const struct property_reader *property, const char *name);
bool property_is_any(const struct property_reader *property, const char *const *names);

/* True if the player whose colour the property names may move. If `may_pass`, a side that cannot
 * move passes first, because files may omit such passes. */
bool property_takes_turn(const struct property_reader *property, struct saved_game *saved,
                         const char *colours, bool may_pass, struct error *error);

/* Finds the next tree of a text in either format, or the text in place of one. False at the end. */
bool properties_next(struct cursor *text, struct cursor *tree);

#endif
