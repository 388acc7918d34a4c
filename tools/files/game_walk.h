/* SPDX-License-Identifier: MIT */
/* A walk along the moves of a game or of a line, from position to position. The writers of all
 * formats use it, and ask at each place for the notes to be written there. */
#ifndef FILES_GAME_WALK_H
#define FILES_GAME_WALK_H

#include "game_record.h"

/* The most moves of a variation that are written. */
#define VARIATION_MOVES 10

struct game_walk {
    const struct game *game;
    void *position;            /* before `move` */
    const char *rest;          /* moves behind it, as the protocol writes them */
    move_t move;               /* MOVE_NONE: before the first one, and at the end */
    char text[GAME_MOVE_TEXT]; /* of the move; "" where there is none */
    int ply;                   /* moves made to `position` */
};

/* Begins at a position, before the first of `moves`, which must live as long as the walk; or at the
 * start of a record. */
void game_walk_init(struct game_walk *walk, const struct game *game, const void *position,
                    const char *moves);
void game_walk_along(struct game_walk *walk, const struct game_record *record);
void game_walk_finish(struct game_walk *walk);

/* Makes the move, and reads the next one. False at the end, and before what is no legal move. */
bool game_walk_next(struct game_walk *walk);

/* The player to move, 0 or 1. */
int game_walk_player(const struct game_walk *walk);

/* The column and the row of the square that the move puts a piece on, from the top left, counted
 * from 0; false for a move without one, as a pass. */
bool game_walk_square(const struct game_walk *walk, int *column, int *row);

/* The texts that a program adds at a place of a game, in the form that the format gives them. */
struct game_note {
    const char *mark;      /* of the move; NULL: none */
    const char *variation; /* moves of the protocol in place of it; NULL: none */
    struct buffer remark;  /* behind the move, of its player */
    struct buffer comment; /* on the position before it */
};

/* A source of notes. `take` gets an empty note and fills it for the place of the walk. */
struct game_notes {
    const void *source;
    void (*take)(const void *source, const struct game_walk *at, struct game_note *note);
};

/* Replaces a note by that of another place; `notes` may be NULL, then it stays empty. */
void game_note_take(struct game_note *note, const struct game_notes *notes,
                    const struct game_walk *at);
void game_note_finish(struct game_note *note);

#endif
