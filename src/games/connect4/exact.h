/* The exact search of a position: its value, the best move, a line of perfect play. */
#ifndef GAMES_CONNECT4_EXACT_H
#define GAMES_CONNECT4_EXACT_H

#include "crew.h"

/* A worker's memory for exact searches. Zero bytes are ready for use. */
struct exact_memory {
    struct crew_board board;
    struct crew crew;
};

/* Runs one worker of an exact search to its end: see search.h. `table` of `bytes` bytes is the
 * solver's alone. */
void exact_run(struct search_worker *worker, struct exact_memory *memory, void *table,
               size_t bytes);

/* The exact value of a position, found by the first worker with the others' help. Meaningless when
 * crew->ended. */
int exact_value(struct crew *crew, const struct connect4_position *position);

/* A move of `moves` that keeps at least `value`; MOVE_NONE when the search ended or there is none.
 */
move_t exact_move(struct crew *crew, const struct connect4_position *position,
                  const struct move_list *moves, int value);

/* A value as family.h has it, of a position with `ply` stones, as a score. */
score_t exact_score(int value, int ply);

#endif
