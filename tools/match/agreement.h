/* SPDX-License-Identifier: MIT */
/* The terms of a match. They are stored in its database, and compared when the match is resumed. */
#ifndef MATCH_AGREEMENT_H
#define MATCH_AGREEMENT_H

#include <stdbool.h>

#include "error.h"
#include "opening.h"
#include "options.h"
#include "store.h"

/* Writes the terms into a new database, or compares them with those of an existing one. */
bool agreement_make(struct store *store, const struct match_options *options,
                    const struct openings *openings, struct error *error);

/* A match as its database describes it, for reports and exports. */
struct agreement {
    const struct game *game;
    struct game_settings settings;
    struct schedule schedule;
    struct sprt sprt;
    const char **names; /* of the engines; pointers into `name_texts` */
    char **name_texts;
    int name_count;
    char *event;
};

bool agreement_read(struct store *store, struct agreement *agreement, struct error *error);
void agreement_finish(struct agreement *agreement);

#endif
