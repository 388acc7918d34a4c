/* SPDX-License-Identifier: MIT */
/* The text of Smart Game Format and of Generic Game Format: trees of properties with their values,
 * NAME[value], of which the main line is read. */
#ifndef FILES_PROPERTIES_H
#define FILES_PROPERTIES_H

#include "cursor.h"
#include "saved_game.h"

/* One property at a time, with one value: AB[aa][bb] is AB twice. */
struct property_reader {
    struct cursor place;
    int depth; /* of the tree: brackets that are open */
    bool ends; /* the main line is over */
    char name[8];
    struct buffer value; /* without its escapes */
};

/* Takes a property; false and the reason if it refuses it. */
typedef bool property_taker(void *context, const struct property_reader *property,
                            struct error *error);

/* Calls `take` with each property of the main line of a text's only tree, until it refuses one.
 * Reads on to the end of the text, and refuses what is no tree, with the line. */
bool properties_read(const struct cursor *text, property_taker *take, void *context,
                     struct error *error);

/* The value of the present property. */
const char *property_value(const struct property_reader *property);

/* Whether the present property has this name, or one of several, ended by NULL. */
bool property_is(const struct property_reader *property, const char *name);
bool property_is_any(const struct property_reader *property, const char *const *names);

/* Whether a move may be played by the player that the property names by a colour. A side that
 * cannot move passes before it, if `may_pass`, since files need not say that. */
bool property_takes_turn(const struct property_reader *property, struct saved_game *saved,
                         const char *colours, bool may_pass, struct error *error);

/* The next tree of a text, of either format, or what stands in place of one. False at the end. */
bool properties_next(struct cursor *text, struct cursor *tree);

#endif
