/* SPDX-License-Identifier: MIT */
/* The exact endgame: the difference of discs under best play, on boards of 6 and 8 squares.
 *
 * Alpha-beta with principal variation search. Far from the end moves are ordered by the
 * patterns' evaluation of what they lead to, on the board without patterns by a shallow search,
 * then by how few replies they leave (fastest first), near the end by the parity of the regions of
 * empty squares. Bounds are kept in a table; stable discs, which nobody can turn any more, bound
 * the score, too. */
#ifndef OTHELLO_SOLVER_H
#define OTHELLO_SOLVER_H

#include "position.h"
#include "search.h"

/* Values are within this many discs. */
#define SOLVER_LIMIT 64

/* An entry of the solver's table. */
struct othello_solver_entry {
    uint64_t key;
    int8_t lower, upper; /* bounds of the value, discs */
    uint8_t move;        /* its square + 1; 0: none */
    uint8_t cost;        /* binary logarithm of the nodes that it took, plus one; 0: empty */
    uint8_t generation;  /* of the search that wrote it */
    uint8_t unused[3];
};

#define SOLVER_BUCKET 4

struct othello_solver {
    struct search *search; /* NULL: nothing stops it */
    struct othello_solver_entry *table;
    uint64_t bucket_count;
    uint8_t generation;
    bitboard_t board; /* the squares of the board */
    bitboard_t corners;
    bitboard_t inner;      /* the squares that are not at the edge */
    bitboard_t regions[4]; /* its quarters */
    int squares, size;     /* of the board, and of its edge */
    int symmetry_empties;  /* from so many on, positions that are alike by symmetry are one */
    uint64_t nodes, checked_nodes, node_limit;
    _Atomic uint64_t *shown; /* where the nodes are told now and then; NULL: nowhere */
    bool aborted;            /* values on their way up mean nothing */
};

/* Begins a search without a limit on nodes. The table lies in `bytes` bytes of memory, which are
 * all zero at first. */
PER_LEVEL void othello_solver_init(struct othello_solver *solver, struct search *search, int size,
                                   void *memory, size_t bytes);

/* The value for the side to move, discs: exact within (alpha, beta), else a bound. */
PER_LEVEL int othello_solve(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                            int alpha, int beta);

/* The line of best moves as far as the table knows it, at most `most` moves; returns its length. */
PER_LEVEL int othello_solver_line(const struct othello_solver *solver,
                                  const struct othello_position *position, move_t *line, int most);

#endif
