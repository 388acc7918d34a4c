/* The search: alpha-beta by iterative deepening, compiled once for each game.
 *
 * A game's search.c defines the parameters below and then includes this file; what comes out is one
 * constant, `const struct search_method SEARCH_METHOD`, a search made for that game alone, without
 * an indirect call in its tree. (PostgreSQL's lib/simplehash.h has this shape.) The parts:
 *
 *     template_order.h    which move first: the table's, noisy ones, killers, history
 *     template_move.h     one move: how deep, with which window (principal variation search)
 *     template_judge.h    what a node is worth by its looks: table, evaluation, corrections
 *     template_quiesce.h  past the horizon
 *     template_prune.h    what need not be searched, or less deep, or deeper
 *     template_node.h     one node, step by step
 *     template_root.h     the root: iterative deepening, aspiration windows, several lines, reports
 *     template_minimax.h  plain full-width minimax, the reference that the rest must agree with
 *
 * Required:
 *   SEARCH_METHOD            name of the struct search_method to define
 *   SEARCH_POSITION          the position's type
 *   SEARCH_UNDO              type of what make keeps for unmake
 *   SEARCH_HISTORY_SIZE      number of history indices
 * and these functions, `static inline`, where `p` is the position and a score is the mover's:
 *   uint64_t search_key(const SEARCH_POSITION *p)
 *   int      search_side(const SEARCH_POSITION *p)               0 or 1
 *   bool     search_outcome(const SEARCH_POSITION *p, int ply, score_t *score)
 *                is the game over here, whatever moves there are (the last move won, a rule draws)?
 *   score_t  search_no_moves(const SEARCH_POSITION *p, int ply)  the score without a legal move
 *   score_t  search_evaluate(SEARCH_POSITION *p)                 never a mate score
 *   void     search_generate(const SEARCH_POSITION *p, enum move_class c, struct move_list *list)
 *                adds the legal moves of a class; NOISY and QUIET together are all, each once
 *   bool     search_is_legal(const SEARCH_POSITION *p, move_t move)  for any 16 bits
 *   void     search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
 *   void     search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
 *   int      search_history_index(const SEARCH_POSITION *p, move_t move)
 *   int      search_order(const SEARCH_POSITION *p, move_t move)
 *                what a quiet move is worth before it has a history, on history's scale
 *                (-HISTORY_LIMIT .. HISTORY_LIMIT)
 *   int      search_plies_left(const SEARCH_POSITION *p)  no line of play is longer than this
 *
 * Optional powers, each a constant that is 0 unless defined (tested with plain `if`, so that every
 * path compiles for every game), with the functions that it needs:
 *   SEARCH_QUIESCENCE        noisy moves are searched on past the horizon
 *       bool search_is_noisy(const SEARCH_POSITION *p, move_t move)
 *       int  search_noisy_value(const SEARCH_POSITION *p, move_t move)  order among noisy moves
 *       bool search_exchange_gains(const SEARCH_POSITION *p, move_t move, score_t margin)
 *                the exchange that the move begins ends at `margin` or better for the mover
 *   SEARCH_FORCED            some nodes leave no choice (a check): searched deeper, never pruned
 *       bool search_is_forced(const SEARCH_POSITION *p)
 *       bool search_forces(const SEARCH_POSITION *p, move_t move)  will the next node be forced?
 *   SEARCH_NULL_MOVE         passing is tried
 *       bool search_may_pass(const SEARCH_POSITION *p)
 *       void search_make_null(SEARCH_POSITION *p, SEARCH_UNDO *undo), search_unmake_null(...)
 *   SEARCH_REVERSE_FUTILITY  margin per ply of depth, centipawns
 *   SEARCH_RAZORING          margin per ply of depth, centipawns
 *   SEARCH_FUTILITY          margin per ply of depth, centipawns: hopeless quiet moves near the
 *                            horizon are not searched
 *   SEARCH_EXCHANGE_PRUNING  centipawns per ply of depth: moves that lose more by exchange near the
 *                            horizon are not searched
 *   SEARCH_LATE_REDUCTIONS   late quiet moves are searched less deep: 1 by a half of log2(depth) *
 *                            log2(count), in whole steps; more by so many hundredths of it
 *   SEARCH_LATE_PRUNING      very late quiet moves near the horizon are not searched
 *   SEARCH_PROBCUT           centipawns by which a capture must beat beta in a shallower search
 *   SEARCH_INTERNAL_REDUCTION  a node without a table move is searched a ply less deep
 *   SEARCH_SINGULAR          a table move that nothing else comes near is searched deeper
 *   SEARCH_CONTINUATION      number of indices: quiet moves have a history as replies, too
 *       int  search_continuation_index(const SEARCH_POSITION *p, move_t move)
 *   SEARCH_NOISY_HISTORY     number of indices: noisy moves have a history, too
 *       int  search_noisy_index(const SEARCH_POSITION *p, move_t move)
 *   SEARCH_CORRECTIONS       number of features by which the evaluation learns from the search
 *       uint64_t search_correction_key(const SEARCH_POSITION *p, int feature)
 *   SEARCH_TABLE(worker)     the transposition table (default the search's: worker->search->tt)
 *   SEARCH_ASPIRATION        half the first aspiration window, centipawns (default 24)
 *   SEARCH_WORKSPACE         type of what a worker of this game keeps beside the histories
 *       SEARCH_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
 *                prepares the workspace for a search and gives the position to search
 *   SEARCH_MULTI_MOVE        the side that has moved may be the one to move again: the child's
 * score is then not negated, nor its window turned SEARCH_HANDICAP          a search may have to
 * play weaker than it can uint64_t search_node_cap(const struct search_worker *w)  nodes it may
 * count, at most SEARCH_NODE              name of a file to include that defines search_node, for a
 * game whose theory asks for a node of its own; what goes around it stays shared Without any of
 * them the search is exact: its score at each depth is minimax's. */
#include <assert.h>
#include <string.h>

#include "clock.h"
#include "search.h"
#include "tt.h"

#if !defined SEARCH_METHOD || !defined SEARCH_POSITION || !defined SEARCH_UNDO ||                  \
    !defined SEARCH_HISTORY_SIZE
#error "search_template.h: a required parameter is not defined; see the list at its top"
#endif

#ifndef SEARCH_QUIESCENCE
#define SEARCH_QUIESCENCE 0
INLINE bool search_is_noisy(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return false;
}
INLINE int search_noisy_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}
INLINE bool search_exchange_gains(const SEARCH_POSITION *p, move_t move, score_t margin)
{
    (void)p, (void)move;
    return margin <= 0;
}
#endif
#ifndef SEARCH_FORCED
#define SEARCH_FORCED 0
INLINE bool search_is_forced(const SEARCH_POSITION *p)
{
    (void)p;
    return false;
}
INLINE bool search_forces(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return false;
}
#endif
#ifndef SEARCH_NULL_MOVE
#define SEARCH_NULL_MOVE 0
INLINE bool search_may_pass(const SEARCH_POSITION *p)
{
    (void)p;
    return false;
}
INLINE void search_make_null(SEARCH_POSITION *p, SEARCH_UNDO *undo)
{
    (void)p, (void)undo;
}
INLINE void search_unmake_null(SEARCH_POSITION *p, const SEARCH_UNDO *undo)
{
    (void)p, (void)undo;
}
#endif
#ifndef SEARCH_REVERSE_FUTILITY
#define SEARCH_REVERSE_FUTILITY 0
#endif
#ifndef SEARCH_LATE_REDUCTIONS
#define SEARCH_LATE_REDUCTIONS 0
#endif
#ifndef SEARCH_LATE_PRUNING
#define SEARCH_LATE_PRUNING 0
#endif
#ifndef SEARCH_RAZORING
#define SEARCH_RAZORING 0
#endif
#ifndef SEARCH_FUTILITY
#define SEARCH_FUTILITY 0
#endif
#ifndef SEARCH_EXCHANGE_PRUNING
#define SEARCH_EXCHANGE_PRUNING 0
#endif
#ifndef SEARCH_PROBCUT
#define SEARCH_PROBCUT 0
#endif
#ifndef SEARCH_INTERNAL_REDUCTION
#define SEARCH_INTERNAL_REDUCTION 0
#endif
#ifndef SEARCH_SINGULAR
#define SEARCH_SINGULAR 0
#endif
#ifndef SEARCH_CONTINUATION
#define SEARCH_CONTINUATION 0
INLINE int search_continuation_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}
#endif
#ifndef SEARCH_NOISY_HISTORY
#define SEARCH_NOISY_HISTORY 0
INLINE int search_noisy_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}
#endif
#ifndef SEARCH_CORRECTIONS
#define SEARCH_CORRECTIONS 0
INLINE uint64_t search_correction_key(const SEARCH_POSITION *p, int feature)
{
    (void)p, (void)feature;
    return 0;
}
#endif
#ifndef SEARCH_WORKSPACE
#define SEARCH_WORKSPACE char
INLINE SEARCH_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
{
    (void)workspace;
    return w->position;
}
#endif
#ifndef SEARCH_TABLE
#define SEARCH_TABLE(worker) ((worker)->search->tt)
#endif
#ifndef SEARCH_MULTI_MOVE
#define SEARCH_MULTI_MOVE 0
#endif
#ifndef SEARCH_HANDICAP
#define SEARCH_HANDICAP 0
INLINE uint64_t search_node_cap(const struct search_worker *w)
{
    (void)w;
    return UINT64_MAX;
}
#endif
#ifndef SEARCH_ASPIRATION
#define SEARCH_ASPIRATION 24
#endif

#ifdef SEARCH_NODE
#define SEARCH_OWN_NODE 1
#else
#define SEARCH_OWN_NODE 0
#endif

/* A search without any of these gives exact scores, and may end early on a proven one. */
#define SEARCH_IS_EXACT                                                                            \
    (!SEARCH_OWN_NODE && !SEARCH_QUIESCENCE && !SEARCH_NULL_MOVE && !SEARCH_REVERSE_FUTILITY &&    \
     !SEARCH_LATE_REDUCTIONS && !SEARCH_LATE_PRUNING && !SEARCH_RAZORING && !SEARCH_FUTILITY &&    \
     !SEARCH_EXCHANGE_PRUNING && !SEARCH_PROBCUT && !SEARCH_INTERNAL_REDUCTION &&                  \
     !SEARCH_SINGULAR)

/* What is remembered for one ply of the line being searched. */
struct search_frame {
    move_t move;       /* being searched */
    move_t killers[2]; /* quiet moves that cut off here lately */
    move_t excluded;   /* left out, while the rest is asked whether it comes near; or MOVE_NONE */
    int row;           /* of continuation: where replies to `move` are; 0 is none */
    int replies[2];    /* rows of the moves one and two plies before */
    bool expects_cut;  /* a move here should beat beta */
    int extensions;    /* plies that singular moves have added on the way here */
    int side;          /* that moves here, where it is not always the one of every second ply */
    score_t eval;
};

/* Entries of a correction history; a power of two. */
#define CORRECTION_SIZE 16384

/* A root move, its score in this iteration and its line. */
struct search_root {
    move_t move;
    score_t score;
    enum search_bound bound;
    int seldepth;
    int length;
    move_t pv[MAX_PLY];
};

/* A worker's memory. Only the history outlives a search. */
struct search_memory {
    int16_t history[2][SEARCH_HISTORY_SIZE];
    int16_t continuation[SEARCH_CONTINUATION + 1][SEARCH_CONTINUATION + 1];
    int16_t noisy_history[SEARCH_NOISY_HISTORY + 1];
    int16_t corrections[SEARCH_CORRECTIONS + 1][2][SEARCH_CORRECTIONS ? CORRECTION_SIZE : 1];
    struct search_frame frames[MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    move_t pv[MAX_PLY + 2][MAX_PLY]; /* triangular: pv[ply] is the line from that ply on */
    int root_count;
    struct search_root roots[MAX_MOVES];
    SEARCH_WORKSPACE workspace;
};

/* One worker's search under way. */
struct search_tree {
    struct search_worker *worker;
    struct search_memory *memory;
    SEARCH_POSITION *position;
    struct tt *tt;
    uint64_t node_limit;
    int seldepth;
    bool heeds_stop; /* false in the first iteration: there is always a move to answer with */
    bool aborted;    /* the scores on their way up mean nothing */
};

/* Counts the node; at the limit, or stopped, ends the search from here. */
INLINE bool tree_enter(struct search_tree *tree, int ply)
{
    struct search_worker *worker = tree->worker;
    uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    if (UNLIKELY(nodes >= tree->node_limit ||
                 (search_stopped(worker->search) && tree->heeds_stop))) {
        tree->aborted = true;
        return false;
    }
    atomic_store_explicit(&worker->nodes, nodes + 1, memory_order_relaxed);
    if (ply > tree->seldepth) {
        tree->seldepth = ply;
    }
    return true;
}

/* The line from `ply` on is `move` and the line from the next ply on. */
INLINE void tree_keep_line(struct search_tree *tree, int ply, move_t move)
{
    struct search_memory *memory = tree->memory;
    int length = memory->pv_length[ply + 1];
    if (length > MAX_PLY - 1) {
        length = MAX_PLY - 1;
    }
    memory->pv[ply][0] = move;
    memcpy(&memory->pv[ply][1], memory->pv[ply + 1], (size_t)length * sizeof(move_t));
    memory->pv_length[ply] = length + 1;
}

#include "template_order.h"

#include "template_move.h"

#include "template_judge.h"

#ifdef SEARCH_NODE
#include SEARCH_NODE
#else
#include "template_quiesce.h"

#include "template_prune.h"

#include "template_node.h"
#endif

#include "template_minimax.h"

#include "template_root.h"

#undef SEARCH_METHOD
#undef SEARCH_POSITION
#undef SEARCH_UNDO
#undef SEARCH_HISTORY_SIZE
#undef SEARCH_QUIESCENCE
#undef SEARCH_FORCED
#undef SEARCH_NULL_MOVE
#undef SEARCH_REVERSE_FUTILITY
#undef SEARCH_LATE_REDUCTIONS
#undef SEARCH_LATE_PRUNING
#undef SEARCH_TABLE
#undef SEARCH_ASPIRATION
#undef SEARCH_MULTI_MOVE
#undef SEARCH_HANDICAP
#undef SEARCH_RAZORING
#undef SEARCH_PROBCUT
#undef SEARCH_FUTILITY
#undef SEARCH_EXCHANGE_PRUNING
#undef SEARCH_INTERNAL_REDUCTION
#undef SEARCH_SINGULAR
#undef SEARCH_CONTINUATION
#undef SEARCH_NOISY_HISTORY
#undef SEARCH_CORRECTIONS
#undef SEARCH_WORKSPACE
#undef SEARCH_NODE
#undef SEARCH_IS_EXACT
#undef SEARCH_OWN_NODE
