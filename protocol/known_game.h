/* SPDX-License-Identifier: MIT */
/* A hash of the board that an engine keeps itself, in CECP and GTP, so that a client sends only the
 * moves that the engine lacks. */
#ifndef PROTOCOL_KNOWN_GAME_H
#define PROTOCOL_KNOWN_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"

struct known_game {
    uint64_t hash;     /* of the position in which its moves begin, and of these moves */
    int moves;         /* their number */
    bool second_began; /* player 2 is to move in that position */
    bool answered;     /* the engine has played a move after them: */
    char move[16];     /* this one; "": none. GTP's is a square or two */
};

/* Returns the next move after the one of `length` bytes at `moves`, and its length; NULL: none. */
const char *known_game_next(const char *moves, size_t *length);

/* Begins at the start position. */
void known_game_begin(struct known_game *game);

/* Returns the moves of the position that the engine lacks, NULL if it has another board. */
const char *known_game_rest(const struct known_game *game, const struct command_position *position);

/* Notes that the engine has this position. */
void known_game_set(struct known_game *game, const struct command_position *position);

/* Notes that the engine has played a move, which ends at a blank. */
void known_game_answer(struct known_game *game, const char *move);

#endif
