/* SPDX-License-Identifier: MIT */
/* A game of a file, as it is read and written: which one, under which settings, its moves, and what
 * the file says beside them. */
#ifndef FILES_SAVED_GAME_H
#define FILES_SAVED_GAME_H

#include "game_record.h"

struct saved_game {
    const struct game *game; /* NULL: none */
    struct game_settings settings;
    enum game_result result; /* as the file tells it; RESULT_NONE: it does not */
    struct buffer tags;      /* names and values in turn, each ended by NUL: saved_game_next_tag */
    struct game_record record; /* of that game, under these settings; begun by saved_game_begin */
};

/* Begins at `fen` (NULL: the game's start); `game` and `settings` are given. */
bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error);
void saved_game_finish(struct saved_game *saved);

/* Sets the parameter on which the size of the board depends. */
bool saved_game_choose_size(struct saved_game *saved, int size, struct error *error);

/* Plays a move, the first `length` bytes of a text, as players write it or as the protocol does. */
bool saved_game_play(struct saved_game *saved, const char *text, size_t length,
                     struct error *error);

/* Tags are what a file says of the whole game, by the names of its format and in the order of the
 * file. Adds one, whose value is in that encoding ("": not known) and becomes UTF-8. */
void saved_game_add_tag(struct saved_game *saved, const char *name, const char *value,
                        const char *charset);

/* The value of the first tag of that name; NULL if there is none. */
const char *saved_game_tag(const struct saved_game *saved, const char *name);

/* The tag behind `name`, or the first one where `name` is NULL, and its value; NULL if there is
 * none. */
const char *saved_game_next_tag(const struct saved_game *saved, const char *name,
                                const char **value);

#endif
