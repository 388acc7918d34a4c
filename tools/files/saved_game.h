/* SPDX-License-Identifier: MIT */
/* A game of a file: the game and its settings, its moves, and the file's further data about it. */
#ifndef FILES_SAVED_GAME_H
#define FILES_SAVED_GAME_H

#include "game_record.h"

/* The kinds of text beside the moves of a file, in the syntax of PGN. */
enum annotation_kind {
    ANNOTATION_COMMENT,  /* text, without braces */
    ANNOTATION_GLYPH,    /* "$1" */
    ANNOTATION_VARIATION /* "( 1. d4 {a comment} d5 )", instead of the move before it */
};

struct annotation {
    enum annotation_kind kind;
    int ply;    /* moves made before it */
    char *text; /* one line of UTF-8 */
};

struct saved_game {
    const struct game *game; /* NULL: none */
    struct game_settings settings;
    enum game_result result; /* from the file; RESULT_NONE: the file has none */
    struct buffer
        tags; /* names and values alternate, each terminated by NUL: see saved_game_next_tag */
    struct game_record record;      /* of `game` under `settings`; begun by saved_game_begin */
    struct annotation *annotations; /* in the order of the file */
    int annotation_count;
    char *cut;   /* why the game was read only up to here; NULL: it was read to its end */
    char *doubt; /* the first move of a variation that cannot be read; NULL: none */
};

/* Begins the record at `fen` (NULL: the game's start). `game` and `settings` must be set before. */
bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error);
void saved_game_finish(struct saved_game *saved);

/* True if settings of a game are the wanted ones. */
typedef bool settings_test(const struct game *game, const struct game_settings *settings,
                           const void *wanted);

/* Changes one setting at most, so that the settings pass a test. False if that is not possible. */
bool saved_game_choose(struct saved_game *saved, settings_test *fits, const void *wanted);

/* Sets the parameter that determines the size of the board. */
bool saved_game_choose_size(struct saved_game *saved, int size, struct error *error);

/* Finds the move in the first `length` bytes of a text, in the players' or the protocol's notation;
 * plays it. */
bool saved_game_parse(const struct saved_game *saved, const void *position, const char *text,
                      size_t length, move_t *move, struct error *error);
bool saved_game_play(struct saved_game *saved, const char *text, size_t length,
                     struct error *error);

/* Adds an annotation at the record's position. `text` is one line of UTF-8. */
void saved_game_annotate(struct saved_game *saved, enum annotation_kind kind, const char *text);

/* Tags describe the whole game. They have the names of the file's format, and the order of the
 * file. Adds one; its value is converted to UTF-8 from `charset` ("": unknown). */
void saved_game_add_tag(struct saved_game *saved, const char *name, const char *value,
                        const char *charset);

/* Returns the value of the first tag with this name; NULL if there is none. */
const char *saved_game_tag(const struct saved_game *saved, const char *name);

/* Returns the tag after `name` (the first one if `name` is NULL) and its value; NULL if there is
 * none. */
const char *saved_game_next_tag(const struct saved_game *saved, const char *name,
                                const char **value);

#endif
