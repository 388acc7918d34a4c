/* SPDX-License-Identifier: MIT */
/* The phases of a game with pawns and pieces. */
#ifndef ANALYSE_PHASE_H
#define ANALYSE_PHASE_H

#include "game.h"

enum phase { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDGAME, PHASES, PHASE_NONE = PHASES };

/* Returns the phase of a position that follows a position in phase `before` (PHASE_NONE: it is the
 * first one); PHASE_NONE for a game without pawns. A phase never returns.
 *
 * The middlegame begins when 10 pieces other than kings and pawns are left, or when a side has
 * fewer than four pieces on its first rank; the endgame begins when 6 are left. These are lichess's
 * limits (Divider.scala of scalachess), without its third condition, how much the sides are mixed.
 */
enum phase phase_of(const struct game *game, const void *position, enum phase before);

/* Returns "opening" and the like. */
const char *phase_name(enum phase phase);

#endif
