/* SPDX-License-Identifier: MIT */
/* A unit of work from the broker: a position, and how far to search it. */
#ifndef PROVIDER_WORK_H
#define PROVIDER_WORK_H

#include "command.h"
#include "game_record.h"
#include "registration.h"

/* The most lines (MultiPV) that can be requested. The broker reads lines of analysis up to this
 * number. */
#define WORK_LINES_MOST 5

struct work {
    char id[REGISTRATION_ID_ROOM];
    char *session; /* an analysis of one person: its positions are treated as one game */
    const struct game *game;
    struct game_settings settings;
    struct game_record record;    /* the position, checked by our rules */
    int64_t threads, hash, lines; /* hash in MiB */
    struct command_go go;
};

/* Finds a game by the interface's name for it. Returns NULL if there is none. */
const struct game *work_find_game(const char *variant);

/* Writes the game's settings, with the setting turned on that the interface requires. */
void work_settings(const struct game *game, struct game_settings *settings);

/* Parses JSON into memory that must not move until work_finish, which must be called even after an
 * error. After an error, `id` is "" unless the identifier was read. */
bool work_read(struct work *work, const char *text, size_t length, struct error *error);
void work_finish(struct work *work);

#endif
