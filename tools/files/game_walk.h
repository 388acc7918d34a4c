/* SPDX-License-Identifier: MIT */
/* A walk along the moves of a game or of a line; moves and players as people write them, for every
 * game through its look; and the notes that the writers of all formats request at each position. */
#ifndef FILES_GAME_WALK_H
#define FILES_GAME_WALK_H

#include "game_record.h"
#include "look.h"

/* The longest variation that is written, in moves. */
#define VARIATION_MOVES 10

struct game_walk {
    const struct game *game;
    void *position;            /* before `move` */
    const char *rest;          /* the moves after it, in the protocol's notation */
    move_t move;               /* MOVE_NONE before the first move and at the end */
    char text[GAME_MOVE_TEXT]; /* of the move; "" if there is none */
    int ply;                   /* moves made before `position` */
};

/* Begins before the first of `moves`, which are played from a position and must outlive the walk;
 * or at the start of a record. */
void game_walk_init(struct game_walk *walk, const struct game *game, const void *position,
                    const char *moves);
void game_walk_along(struct game_walk *walk, const struct game_record *record);
void game_walk_finish(struct game_walk *walk);

/* Makes the move and reads the next one. False at the end, and before an illegal move. */
bool game_walk_next(struct game_walk *walk);

/* Returns the player to move, 0 or 1. */
int game_walk_player(const struct game_walk *walk);

/* Finds the square that the move puts a piece on: column and row from the top left, counted from 0.
 * False for a move without one, such as a pass. */
bool game_walk_square(const struct game_walk *walk, int *column, int *row);

/* Appends the record's moves in the players' notation, separated by single blanks. */
void notation_moves(const struct game_record *record, struct buffer *out);

/* Appends the record's last move in the players' notation, if there is one. */
void notation_last_move(const struct game_record *record, struct buffer *out);

/* Converts the first `most` moves, played from `position`, from the protocol's to the players'
 * notation, and appends them. From the first illegal move on, the words are copied unchanged. */
void notation_line(const struct game *game, const void *position, const char *moves, int most,
                   struct buffer *out);

/* Appends the number of the walk's next move: "12.", or "12..." if a number counts one move of each
 * side and the second side is to move. */
void notation_number(const struct game_walk *at, struct buffer *out);

/* Appends the name of player 0 or 1, capitalised for the beginning of a sentence: "White", "The
 * first player". */
void notation_player(const struct look *look, int player, struct buffer *out);

/* The texts that a program adds at a position of a game, in the syntax of the format. */
struct game_note {
    const char *mark;      /* of the move; NULL: none */
    const char *variation; /* moves to play instead of it, in the protocol's notation; NULL: none */
    struct buffer remark;  /* after the move, about the player who made it */
    struct buffer comment; /* on the position before it */
};

/* A source of notes. `take` gets an empty note and fills it for the walk's position; NULL: there
 * are none. */
struct game_notes {
    const void *source;
    void (*take)(const void *source, const struct game_walk *at, struct game_note *note);
    bool protocol_moves; /* PGN: the moves are written in the protocol's notation */
};

/* Replaces a note by that of the walk's position. `notes` may be NULL: the note is then empty. */
void game_note_take(struct game_note *note, const struct game_notes *notes,
                    const struct game_walk *at);
void game_note_finish(struct game_note *note);

#endif
