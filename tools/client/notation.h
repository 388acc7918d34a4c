/* SPDX-License-Identifier: MIT */
/* The moves of engines that write or read them as players do, as some of CECP do. */
#ifndef CLIENT_NOTATION_H
#define CLIENT_NOTATION_H

#include "buffer.h"
#include "command.h"
#include "game.h"

/* The name of the game, with these settings, in CECP; NULL: it has none. `room` is for the text. */
const char *notation_variant(const struct game *game, const struct game_settings *settings,
                             char room[32]);

/* Sets `position`, of game->position_size bytes, to that of the command, and appends its moves as
 * players write them; only castling if `castling`. False if a move is not legal. */
bool notation_write_moves(const struct game *game, const struct game_settings *settings,
                          const struct command_position *command, bool castling, void *position,
                          struct buffer *out);

/* Appends the legal moves with which a text begins, as the protocol writes them, and skips the
 * numbers of moves. */
void notation_read_moves(const struct game *game, const void *position, const char *text,
                         struct buffer *out);

#endif
