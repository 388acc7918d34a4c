/* SPDX-License-Identifier: MIT */
/* The exact search as a search method: it provides a fallback answer early, then bounds and proven
 * wins, and finally the exact value, the best move and a line of perfect play. */
#ifndef CONNECT4_EXACT_H
#define CONNECT4_EXACT_H

#include "connect4/book.h"
#include "level.h"
#include "solver.h"

/* A worker's memory for exact searches. All bytes 0 is the initial state. */
struct connect4_exact_memory {
    struct connect4_solver_job job; /* all workers use the first worker's job */
    struct connect4_solver solver;
};

/* Runs one worker of an exact search to its end: see struct search_method. Only the solver uses
 * `table`, of `bytes` bytes. */
PER_LEVEL void connect4_exact_run(struct search_worker *worker,
                                  struct connect4_exact_memory *memory, void *table, size_t bytes);

/* fallback.c: an answer in case time runs out before the solver is done, by alpha-beta with the
 * static evaluation to a small depth, without a table. Scores each move exactly, at increasing
 * depths, for at most `nodes` nodes. Returns the depth of the scores in plies; 0 if not even depth
 * 1 was completed. */
PER_LEVEL int connect4_fallback_search(struct connect4_solver *solver,
                                       const struct connect4_position *position,
                                       const struct move_list *moves, uint64_t nodes,
                                       score_t *scores);

/* exact_line.c: converts exact values to scores, and finds lines of perfect play. */

/* The score that corresponds to a value (children.h) of a position with `ply` stones. */
PER_LEVEL score_t connect4_exact_score(int value, int ply);

/* The score to report for a line of `length` moves. A mate score is reported unchanged only if the
 * line reaches the mate; otherwise as 10,000 centipawns, less one for each ply to the mate. */
PER_LEVEL score_t connect4_score_to_report(score_t score, int length);

/* Extends a line that ends at `position`, whose value for the side to move is `value`, by perfect
 * play of both sides, to the end of the game or until the search is aborted. */
PER_LEVEL void connect4_exact_line_extend(struct connect4_solver *solver, struct search_line *line,
                                          struct connect4_position position, int value);

/* A line without moves for a position with `ply` stones, whose value is known. */
PER_LEVEL struct search_line connect4_exact_line_of(int value, int ply);

/* Appends perfect play by the book to a line that ends at *position, whose value is *value. Both
 * then are those of the line's last position. */
PER_LEVEL void connect4_exact_line_by_book(const struct connect4_book *book,
                                           struct search_line *line,
                                           struct connect4_position *position, int *value);

/* Builds the line that begins with `move` at `position` and has this value: the move, perfect play
 * of both sides, and the score to report. */
PER_LEVEL void connect4_exact_line_make(struct connect4_solver *solver, struct search_line *line,
                                        const struct connect4_position *position, move_t move,
                                        int value);

#endif
