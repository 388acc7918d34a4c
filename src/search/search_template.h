/* SPDX-License-Identifier: MIT */
/* The search: alpha-beta by iterative deepening, compiled once for each game.
 *
 * A game's search.c defines the parameters below and then includes this file; what comes out is one
 * constant, `const struct search_method SEARCH_METHOD`, a search made for that game alone, without
 * an indirect call in its tree. (PostgreSQL's lib/simplehash.h has this shape.) The core is every
 * game's:
 *
 *     tree.h         what a search under way remembers
 *     histories.h    what moves have been worth so far
 *     move_picker.h  which move first: the table's, noisy ones, killers, history
 *     pvs.h          principal variation search: with which window a move is searched
 *     node.h         what every kind of node does
 *     minimax.h      full-width minimax, the reference that alpha-beta is tested against
 *     root.h         the moves of the root, and the lines that come out
 *     iterate.h      iterative deepening, aspiration windows, the end of the search
 *
 * and a node is one of three kinds:
 *
 *     node_plain.h      alpha-beta and nothing else: exact, for games that are searched to the end
 *     node_selective.h  with quiescence.h: pruning, reductions and extensions, for games like chess
 *     a game's own      where its theory asks for one, as gomoku's threats do
 *
 * Required:
 *   SEARCH_METHOD            name of the struct search_method to define
 *   SEARCH_POSITION          the position's type
 *   SEARCH_UNDO              type of what make keeps for unmake
 *   SEARCH_HISTORY_SIZE      number of history indices
 *   SEARCH_NODE              name of the file with the node: "node_plain.h", "node_selective.h", or
 *                            one of the game's own, which defines search_node and root_reduction
 *                            (pvs.h), and SEARCH_IS_EXACT: whether its scores are minimax's
 * these numbers, all of a game in its search_params.h, or those of params_plain.h:
 *   SEARCH_HISTORY_BONUS         points that a cut-off adds to a history, per depth squared (plies)
 *   SEARCH_HISTORY_BONUS_MAX     and at most
 *   SEARCH_ASPIRATION_WINDOW     half the first aspiration window, centipawns
 *   SEARCH_ASPIRATION_MIN_DEPTH  the first iteration that has one, plies
 *   SEARCH_ASPIRATION_GROWTH     the window is multiplied by this when a score falls outside
 *   SEARCH_ASPIRATION_MAX        and opened whole beyond this, centipawns
 *   SEARCH_TIME_UNSTABLE         percent of the soft deadline that a best move has that has just
 *                                changed
 *   SEARCH_TIME_STABILITY_STEP   percent less for each iteration that it has been the best
 *   SEARCH_TIME_MIN              and at least
 *   SEARCH_TIME_FALL_MAX         percent more, one for each centipawn that the score has fallen, at
 *                                most
 *   SEARCH_MATE_EXTRA_DEPTH      plies beyond its length after which a mate counts as the shortest
 * and these functions, `static inline`, where `p` is the position and a score is the mover's:
 *   uint64_t search_key(const SEARCH_POSITION *p)
 *   int      search_side(const SEARCH_POSITION *p)               0 or 1
 *   bool     search_is_terminal(const SEARCH_POSITION *p, int ply, score_t *score)
 *                is the game over here, whatever moves there are (the last move won, a rule draws)?
 *   score_t  search_no_moves(const SEARCH_POSITION *p, int ply)  the score without a legal move
 *   score_t  search_evaluate(SEARCH_POSITION *p)                 never a mate score
 *   void     search_generate(const SEARCH_POSITION *p, enum move_class c, struct move_list *list)
 *                adds the legal moves of a class; NOISY and QUIET together are all, each once
 *   bool     search_is_legal(const SEARCH_POSITION *p, move_t move)  for any 16 bits
 *   void     search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
 *   void     search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
 *   int      search_history_index(const SEARCH_POSITION *p, move_t move)
 *   int      search_quiet_value(const SEARCH_POSITION *p, move_t move)
 *                the points that a quiet move has in the order beside its history
 *                (-HISTORY_LIMIT .. HISTORY_LIMIT)
 *   int      search_plies_left(const SEARCH_POSITION *p)  no line of play is longer than this
 *
 * Optional, each a constant that is 0 unless defined (tested with plain `if`, so that every path
 * compiles for every game), with what it needs:
 *   SEARCH_MULTI_MOVE        the side that has moved may be the one to move again: the child's
 *                            score is then not negated, nor its window turned
 *   SEARCH_KEY_AFTER         the key after a move is cheap to know before the move is made: the
 *                            table's memory is then fetched while the move is weighed and made
 *       uint64_t search_key_after(const SEARCH_POSITION *p, move_t move)
 *                for a legal move; nothing but speed depends on it
 *   SEARCH_NOISY_MOVES       there are noisy moves
 *       bool search_is_noisy(const SEARCH_POSITION *p, move_t move)
 *       int  search_noisy_value(const SEARCH_POSITION *p, move_t move)  order among noisy moves
 *       bool search_see_ge(const SEARCH_POSITION *p, move_t move, score_t margin)
 *                static exchange evaluation: the mover gains `margin` centipawns or more
 *   SEARCH_CONTINUATION      number of indices of the continuation history
 *       int  search_continuation_index(const SEARCH_POSITION *p, move_t move)
 *   SEARCH_NOISY_HISTORY     number of indices of the noisy moves' history
 *       int  search_noisy_index(const SEARCH_POSITION *p, move_t move)
 *       SEARCH_NOISY_HISTORY_DIVISOR  points of history for one of search_noisy_value
 *   SEARCH_CORRECTIONS       number of features in the correction history
 *       uint64_t search_correction_key(const SEARCH_POSITION *p, int feature)
 *       SEARCH_CORRECTION_PERCENT  of the features' sum is added to the evaluation
 *       SEARCH_CORRECTION_MAX      centipawns that an entry holds at most
 *       SEARCH_CORRECTION_INERTIA  an update of weight w (1 .. 16, by depth) moves an entry by
 *                                  w / SEARCH_CORRECTION_INERTIA of the way
 *   SEARCH_TABLE(worker)     the transposition table (default the search's: worker->search->tt)
 *   SEARCH_WORKSPACE         type of what a worker of this game keeps beside the histories
 *       SEARCH_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
 *                prepares the workspace for a search and gives the position to search
 *   SEARCH_BEFORE_MOVES      something is brought up to date before a node's moves are made
 *       void search_before_moves(SEARCH_POSITION *p)
 *   SEARCH_THREATS           search_history_index depends on what the enemy attacks
 *       void search_note_threats(SEARCH_POSITION *p)
 *                notes it in p, before a node's quiet moves are ordered
 *   SEARCH_HANDICAP          a search may have to play weaker than it can: handicap.h
 *       struct search_handicap search_handicap(const struct search_worker *w)
 *   SEARCH_SHOWN_SCORE       a search that plays weaker than it can shows other scores than it
 *                            chooses by
 *       score_t search_shown_score(SEARCH_POSITION *p, const move_t *line, int length, score_t s)
 *                what to show for a root's line and its score s; p is left as it was */
#include <assert.h>
#include <string.h>

#include "clock.h"
#include "handicap.h"
#include "search.h"
#include "tt.h"

#if !defined SEARCH_METHOD || !defined SEARCH_POSITION || !defined SEARCH_UNDO ||                  \
    !defined SEARCH_HISTORY_SIZE || !defined SEARCH_NODE
#error "search_template.h: a required parameter is not defined; see the list at its top"
#endif
#if !defined SEARCH_HISTORY_BONUS || !defined SEARCH_HISTORY_BONUS_MAX ||                          \
    !defined SEARCH_ASPIRATION_WINDOW || !defined SEARCH_ASPIRATION_MIN_DEPTH ||                   \
    !defined SEARCH_ASPIRATION_GROWTH || !defined SEARCH_ASPIRATION_MAX ||                         \
    !defined SEARCH_TIME_UNSTABLE || !defined SEARCH_TIME_STABILITY_STEP ||                        \
    !defined SEARCH_TIME_MIN || !defined SEARCH_TIME_FALL_MAX || !defined SEARCH_MATE_EXTRA_DEPTH
#error "search_template.h: a number is not defined; include params_plain.h or a search_params.h"
#endif

#ifndef SEARCH_MULTI_MOVE
#define SEARCH_MULTI_MOVE 0
#endif
#ifndef SEARCH_KEY_AFTER
#define SEARCH_KEY_AFTER 0
INLINE uint64_t search_key_after(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}
#endif
#ifndef SEARCH_NOISY_MOVES
#define SEARCH_NOISY_MOVES 0
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
INLINE bool search_see_ge(const SEARCH_POSITION *p, move_t move, score_t margin)
{
    (void)p, (void)move;
    return margin <= 0;
}
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
#define SEARCH_NOISY_HISTORY         0
#define SEARCH_NOISY_HISTORY_DIVISOR 1
INLINE int search_noisy_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}
#endif
#ifndef SEARCH_CORRECTIONS
#define SEARCH_CORRECTIONS        0
#define SEARCH_CORRECTION_PERCENT 0
#define SEARCH_CORRECTION_MAX     0
#define SEARCH_CORRECTION_INERTIA 1
INLINE uint64_t search_correction_key(const SEARCH_POSITION *p, int feature)
{
    (void)p, (void)feature;
    return 0;
}
#endif
#ifndef SEARCH_TABLE
#define SEARCH_TABLE(worker) ((worker)->search->tt)
#endif
#ifndef SEARCH_WORKSPACE
#define SEARCH_WORKSPACE char
INLINE SEARCH_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
{
    (void)workspace;
    return w->position;
}
#endif
#ifndef SEARCH_SHOWN_SCORE
#define SEARCH_SHOWN_SCORE 0
INLINE score_t search_shown_score(SEARCH_POSITION *p, const move_t *line, int length, score_t score)
{
    (void)p, (void)line, (void)length;
    return score;
}
#endif
#ifndef SEARCH_BEFORE_MOVES
#define SEARCH_BEFORE_MOVES 0
INLINE void search_before_moves(SEARCH_POSITION *p)
{
    (void)p;
}
#endif
#ifndef SEARCH_THREATS
#define SEARCH_THREATS 0
INLINE void search_note_threats(SEARCH_POSITION *p)
{
    (void)p;
}
#endif
#ifndef SEARCH_HANDICAP
#define SEARCH_HANDICAP 0
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    (void)w;
    return search_no_handicap;
}
#endif

/* Each needs what those before it define. */
// clang-format off
#include "tree.h"
#include "histories.h"
#include "move_picker.h"
#include "pvs.h"
#include "node.h"
#include SEARCH_NODE
#include "minimax.h"
#include "root.h"
#include "iterate.h"
// clang-format on

#undef SEARCH_METHOD
#undef SEARCH_POSITION
#undef SEARCH_UNDO
#undef SEARCH_HISTORY_SIZE
#undef SEARCH_NODE
#undef SEARCH_ROOT_FRAME
#undef SEARCH_IS_EXACT
#undef SEARCH_MULTI_MOVE
#undef SEARCH_KEY_AFTER
#undef SEARCH_NOISY_MOVES
#undef SEARCH_CONTINUATION
#undef SEARCH_NOISY_HISTORY
#undef SEARCH_CORRECTIONS
#undef SEARCH_TABLE
#undef SEARCH_WORKSPACE
#undef SEARCH_SHOWN_SCORE
#undef SEARCH_BEFORE_MOVES
#undef SEARCH_THREATS
#undef SEARCH_HANDICAP
