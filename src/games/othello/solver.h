/* SPDX-License-Identifier: MIT */
/* The exact endgame: the difference of discs under best play, on boards of 6 and 8 squares.
 *
 * Alpha-beta with principal variation search. Far from the end, moves are ordered by short searches
 * of the resulting positions, with the pattern evaluation or, on the board without patterns, with a
 * simple one. Closer to it, they are ordered by the number of replies, fewest first
 * (fastest-first), and over the last squares by the parity of the regions of empty squares. Bounds
 * are stored in the search's table, and near the end in a small one that stays in the cache. Stable
 * discs, which nobody can turn any more, also bound the score.
 *
 * Searches with ProbCut, at rising levels of confidence, may precede the exact one: they fill the
 * table with good moves and find the window. */
#ifndef OTHELLO_SOLVER_H
#define OTHELLO_SOLVER_H

#include "rules.h"
#include "search.h"

/* The maximum absolute value, in discs. */
#define SOLVER_LIMIT 64

/* An entry of the solver's table. */
struct othello_solver_entry {
    uint64_t key;
    int8_t lower, upper; /* bounds of the value, in discs */
    uint8_t move;        /* its square + 1; 0: none */
    uint8_t cost;        /* binary logarithm of the nodes of the search, plus one; 0: empty */
    uint8_t generation;  /* identifies the search that wrote it */
    uint8_t level;       /* of the search that found the bounds */
    uint8_t unused[2];
};

/* Levels of confidence. Below the last one, the solver does not search positions that a short
 * search puts far outside the window; the higher the level, the farther. */
enum { SOLVER_EXACT = 3, SOLVER_LEVELS };

#define SOLVER_BUCKET 4

/* The number of entries of the small table, which fits into a processor's own cache: 128 KiB. */
#define SOLVER_NEAR_ENTRIES 8192

struct othello_solver {
    struct search *search; /* NULL if nothing stops it */
    struct othello_solver_entry *table;
    uint64_t bucket_count;
    uint8_t generation;
    uint8_t level;    /* of confidence; othello_solver_init sets SOLVER_EXACT */
    bitboard_t board; /* the squares of the board */
    bitboard_t corners;
    bitboard_t inner;      /* the squares that are not at the edge */
    bitboard_t regions[4]; /* its quarters */
    bitboard_t odd[16];    /* the quarters of a set of quarters, bit i for regions[i] */
    uint8_t quarters[64];  /* the set with the quarter of each square */
    int squares, size;     /* of the board, and of its edge */
    int symmetry_empties;  /* from this many on, positions equal by symmetry share an entry */
    uint64_t nodes, checked_nodes, node_limit;
    struct othello_solver_entry near[SOLVER_NEAR_ENTRIES]; /* for positions near the end */
    _Atomic uint64_t *shown; /* receives the number of nodes at intervals; NULL if not needed */
    bool aborted;            /* the values being returned have no meaning */
};

/* Begins a search without a node limit. The table is in `bytes` bytes of memory, which must be zero
 * initially. */
PER_LEVEL void othello_solver_init(struct othello_solver *solver, struct search *search, int size,
                                   void *memory, size_t bytes);

/* The value for the side to move, in discs: exact within (alpha, beta), otherwise a bound; below
 * the level SOLVER_EXACT only probably so. */
PER_LEVEL int othello_solve(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                            int alpha, int beta);

/* Finds the line of best moves as far as the table contains it, at most `most` moves. Returns its
 * length. */
PER_LEVEL int othello_solver_line(const struct othello_solver *solver,
                                  const struct othello_position *position, move_t *line, int most);

#endif
