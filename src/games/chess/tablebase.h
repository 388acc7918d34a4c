/* SPDX-License-Identifier: MIT */
/* Endgame tables by Ronald de Man ("Syzygy"), read by the library Fathom: the result of every
 * position with few pieces. The library holds one set of tables for the whole program. */
#ifndef CHESS_TABLEBASE_H
#define CHESS_TABLEBASE_H

#include <stdbool.h>

#include "game.h"

struct chess_position;

/* The result for the side to move if both play well; a cursed one is a draw under the rule of fifty
 * moves. */
enum chess_wdl { WDL_LOSS, WDL_CURSED_LOSS, WDL_DRAW, WDL_CURSED_WIN, WDL_WIN };

/* Opens the tables (*.rtbw) in one or more folders, separated by ':' or ';', instead of those that
 * were open. They stay open: Fathom's function that closes them prints errors. Returns the number
 * of pieces, kings included, of the largest table; 0 and the reason if there are none. */
int chess_tablebase_open(const char *folders, struct error *error);

/* Finds the result after which the fifty moves are counted from here on. False if the position has
 * more pieces than the tables or a castling right, or if its table is missing. Several threads may
 * call it at the same time. */
bool chess_tablebase_probe(const struct chess_position *position, enum chess_wdl *wdl);

/* The same for any game's clients: game.h. */
extern const struct game_tables chess_tables_for_clients;

#endif
