/* How what is proven is told: as scores, and as lines of perfect play. */
#ifndef GAMES_CONNECT4_EXACT_LINE_H
#define GAMES_CONNECT4_EXACT_LINE_H

#include "crew.h"

/* A value as family.h has it, of a position with `ply` stones, as a score. */
score_t exact_score(int value, int ply);

/* The score to tell of a line of `length` moves that may be shorter than the mate at its end. */
score_t exact_line_told(score_t score, int length);

/* Continues a line whose first moves have been played, up to the end of the game, as far as the
 * search may go on: perfect play of both sides, `value` for the side to move at `position`. */
void exact_line_extend(struct crew *crew, struct search_line *line,
                       struct connect4_position position, int value);

/* Makes the exact line of a move at `position`: what it is worth, and how the game goes on. */
void exact_line_make(struct crew *crew, struct search_line *line,
                     const struct connect4_position *position, move_t move, int value);

#endif
