/* The exact search of a position, as an engine runs it: answers that get better until time is up,
 * and at last the value, the best move, and a line of perfect play. */
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

#endif
