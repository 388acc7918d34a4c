/* SPDX-License-Identifier: MIT */
/* The rules of gomoku. Black may not make some moves under renju, nobody a double-three under
 * omok. */
#ifndef GOMOKU_RULES_H
#define GOMOKU_RULES_H

#include "level.h"
#include "look.h"
#include "position.h"

enum gomoku_setting { GOMOKU_SIZE, GOMOKU_RULE, GOMOKU_SKILL, GOMOKU_SETTINGS };

/* Indexed by enum gomoku_rule; NULL after the last (look.c). */
extern const char *const gomoku_rule_names[];

/* Why a rule forbids a move. */
enum gomoku_forbidden { FORBIDDEN_NOT, FORBIDDEN_OVERLINE, FORBIDDEN_FOURS, FORBIDDEN_THREES };

/* Whether the rule forbids any move to this colour. */
INLINE bool gomoku_may_forbid(const struct gomoku_position *position, enum gomoku_colour colour)
{
    return position->rule == RULE_OMOK || (position->rule == RULE_RENJU && colour == BLACK);
}

/* Why the rule forbids `colour` the empty square. Changes the position temporarily and restores
 * it. */
PER_LEVEL enum gomoku_forbidden gomoku_forbidden(struct gomoku_position *position, int square,
                                                 enum gomoku_colour colour);

/* The result of a stone in all four directions together. */
struct gomoku_made {
    int fives, overlines, fours;
    unsigned threes; /* open threes: bit d for direction d */
};

PER_LEVEL struct gomoku_made gomoku_made_by(const struct gomoku_position *position, int square,
                                            enum gomoku_colour colour);

/* The subset of `threes`, one bit per direction, that are threes under renju's recursive rule. */
PER_LEVEL unsigned gomoku_real_threes(struct gomoku_position *position, int square,
                                      enum gomoku_colour colour, unsigned threes);

/* text.c */

/* Reads a square of the board. The reason for a refusal does not include the text. */
bool gomoku_parse_square(const struct gomoku_position *position, const char *text, int *square,
                         struct error *error);
void gomoku_format_square(int square, struct buffer *out);

/* Whether the side to move may play on this square of the board. If not, gives the reason, which
 * names the lines of a forbidden move. */
bool gomoku_check_move(const struct gomoku_position *position, int square, struct error *error);

/* textbook.c */

/* Appends the criteria of the textbook that the last move meets, and their sum. */
void gomoku_explain_last_move(const struct gomoku_position *position, struct buffer *out);

#define GAME                gomoku
#define GAME_SIDE(position) (position)->to_move
#include "contract.h"

#endif
