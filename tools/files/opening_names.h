/* SPDX-License-Identifier: MIT */
/* The names of openings and their ECO codes. A position has a name, by whichever moves it was
 * reached; the opening of a game is the name of its last position that has one. */
#ifndef FILES_OPENING_NAMES_H
#define FILES_OPENING_NAMES_H

#include "game_record.h"

struct opening_name {
    char eco[4];
    const char *name; /* "Sicilian Defense: Najdorf Variation" */
};

/* The tables of the games that have one; each is read when it is first needed. */
struct opening_names;

struct opening_names *opening_names_create(void);
void opening_names_destroy(struct opening_names *names);

/* Returns the name of a position; NULL if it has none. */
const struct opening_name *opening_names_find(struct opening_names *names, const struct game *game,
                                              const void *position);

/* Returns the opening of a game, and how many of its moves lead to the position with this name;
 * NULL and 0 if there is none. */
const struct opening_name *opening_names_of(struct opening_names *names,
                                            const struct game_record *record, int *plies);

#endif
