/* SPDX-License-Identifier: MIT */
/* A piece of work that the broker hands out: a position, and how far to search it. */
#ifndef PROVIDER_WORK_H
#define PROVIDER_WORK_H

#include "command.h"
#include "game_record.h"
#include "registration.h"

/* Lines that can be asked for, and lines of analysis that the broker reads, are numbered up to
 * this. */
#define WORK_LINES_MOST 5

struct work {
    char id[REGISTRATION_ID_ROOM];
    char *session; /* one analysis of one person: its positions belong to one game */
    const struct game *game;
    struct game_settings settings;
    struct game_record record;    /* the position, which our rules have checked */
    int64_t threads, hash, lines; /* hash in MiB */
    struct command_go go;
};

/* The game by the name that the interface has for it; NULL if there is none. */
const struct game *work_find_game(const char *variant);

/* The game's settings, with that which the interface wants to be on. */
void work_settings(const struct game *game, struct game_settings *settings);

/* Reads it from JSON into memory that must not move until work_finish; which is allowed, and due,
 * after a refusal too. After one `id` is "" unless at least that was read. */
bool work_read(struct work *work, const char *text, size_t length, struct error *error);
void work_finish(struct work *work);

#endif
