/* SPDX-License-Identifier: MIT */
/* The rules of Connect Four. */
#ifndef CONNECT4_RULES_H
#define CONNECT4_RULES_H

#include "level.h"
#include "look.h"
#include "position.h"

enum connect4_setting { CONNECT4_OWN_BOOK, CONNECT4_BOOK_FILE, CONNECT4_SKILL, CONNECT4_SETTINGS };

/* The leaves of the tree of legal moves: game.h. */
PER_LEVEL uint64_t connect4_perft(const struct connect4_position *position, int depth,
                                  struct search *search);

/* Four in a row wins; a full board without four in a row is a draw. */
INLINE enum game_result connect4_result(const struct connect4_position *position)
{
    if (connect4_is_won(position)) {
        return position->ply & 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return position->ply == CONNECT4_SQUARES ? RESULT_DRAW : RESULT_NONE;
}

#define GAME        connect4
#define GAME_COPIES 1
#include "contract.h"

#endif
