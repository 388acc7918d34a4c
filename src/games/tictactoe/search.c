/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for tic-tac-toe, with the plain node: every score is exact. */
#include "params_plain.h"
#include "rules.h"
#include "skill.h"

#define GAME                tictactoe
#define GAME_SKILL          TICTACTOE_SKILL
#define SEARCH_NODE         "node_plain.h"
#define SEARCH_HISTORY_SIZE (TICTACTOE_SQUARES + 1)
#define SEARCH_QUIET_VALUE  1
#define SEARCH_PLIES_LEFT   1

static const struct skill tictactoe_levels[] = {
    {0, 100, 60, 30},
    {6, 150, 30, 40},
    {13, 250, 20, 60},
    {19, 500, 5, 5000},
};

/* The middle lies on four lines, a corner on three, an edge on two. */
INLINE int tictactoe_quiet_value(const struct tictactoe_position *position UNUSED, move_t move)
{
    const int square = tictactoe_square(move);
    return square == 4 ? 2 : square % 2 == 0;
}

INLINE int tictactoe_plies_left(const struct tictactoe_position *position)
{
    return bit_count((uint64_t)tictactoe_empty(position));
}

#include "search_template.h"
