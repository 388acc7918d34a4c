/* SPDX-License-Identifier: MIT */
/* The search: alpha-beta by iterative deepening, compiled once for each game.
 *
 * A game's search.c defines the parameters below and then includes this file. The result is one
 * constant, `const struct search_method SEARCH_METHOD`: a search specialised for that game, without
 * an indirect call in its tree. (PostgreSQL's lib/simplehash.h has this structure.) Every game uses
 * the core:
 *
 *     search_game.h  what the search asks of the game, with defaults
 *     tree.h         the state of a search in progress
 *     histories.h    how good moves have proved so far
 *     move_picker.h  the order of moves: the table's, noisy ones, killers, history
 *     pvs.h          principal variation search: the window with which a move is searched
 *     node.h         the steps that every kind of node takes
 *     minimax.h      full-width minimax, the reference that alpha-beta is tested against
 *     root.h         the moves of the root, and the resulting lines
 *     iterate.h      iterative deepening, aspiration windows, the end of the search
 *
 * There are three kinds of nodes:
 *
 *     node_plain.h      alpha-beta and nothing else: exact, for games that are searched to the end
 *     node_selective.h  with quiescence.h: pruning, reductions and extensions, for chess-like games
 *     a game's own      where its theory calls for one, as gomoku's threats do
 *
 * Required parameters:
 *   GAME                     the prefix of the game's functions: tictactoe
 *   SEARCH_HISTORY_SIZE      number of indices of the history of moves
 *   SEARCH_NODE              name of the file with the node: "node_plain.h", "node_selective.h", or
 *                            one of the game's own, which defines search_node and root_reduction
 *                            (pvs.h), and SEARCH_IS_EXACT: whether its scores are minimax's
 * and these numbers, from the game's search_params.h or from params_plain.h:
 *   SEARCH_HISTORY_BONUS         points that a cut-off adds to a history, per depth squared (plies)
 *   SEARCH_HISTORY_BONUS_MAX     and at most
 *   SEARCH_ASPIRATION_WINDOW     half the first aspiration window, centipawns
 *   SEARCH_ASPIRATION_MIN_DEPTH  the first iteration that has one, plies
 *   SEARCH_ASPIRATION_GROWTH     the window is multiplied by this when a score falls outside
 *   SEARCH_ASPIRATION_MAX        and opened whole beyond this, centipawns
 *   SEARCH_TIME_UNSTABLE         percent of the soft deadline available to a best move that has
 *                                just changed
 *   SEARCH_TIME_STABILITY_STEP   percent less for each iteration that it has been the best
 *   SEARCH_TIME_MIN              and at least
 *   SEARCH_TIME_FALL_MAX         percent more, one for each centipawn that the score has fallen, at
 *                                most
 *   SEARCH_MATE_EXTRA_DEPTH      plies beyond its length after which a mate counts as the shortest
 *
 * Optional parameters:
 *   GAME_POSITION         the position's type (struct GAME_position)
 *   SEARCH_METHOD         name of the method to define (LEVEL_NAME(GAME_search))
 *   SEARCH_TABLE(worker)  the transposition table (worker->search->tt)
 *   SEARCH_WORKSPACE      type of what a worker of this game keeps beside the histories (none)
 * and features, listed in search_game.h: constants that are 0 unless defined, each with the
 * functions that it requires. The code tests them with plain `if`, so that every path compiles for
 * every game. */
#include <assert.h>
#include <string.h>

#include "clock.h"
#include "handicap.h"
#include "level.h"
#include "search.h"
#include "tt.h"

#ifndef GAME
#error "search_template.h: GAME, the prefix of the game's functions, is not defined"
#endif
#ifndef SEARCH_HISTORY_SIZE
#error "search_template.h: SEARCH_HISTORY_SIZE is not defined"
#endif
#ifndef SEARCH_NODE
#error "search_template.h: SEARCH_NODE, the file with the node, is not defined"
#endif
#if !defined SEARCH_HISTORY_BONUS || !defined SEARCH_HISTORY_BONUS_MAX ||                          \
    !defined SEARCH_ASPIRATION_WINDOW || !defined SEARCH_ASPIRATION_MIN_DEPTH ||                   \
    !defined SEARCH_ASPIRATION_GROWTH || !defined SEARCH_ASPIRATION_MAX ||                         \
    !defined SEARCH_TIME_UNSTABLE || !defined SEARCH_TIME_STABILITY_STEP ||                        \
    !defined SEARCH_TIME_MIN || !defined SEARCH_TIME_FALL_MAX || !defined SEARCH_MATE_EXTRA_DEPTH
#error "search_template.h: a number is not defined; include params_plain.h or a search_params.h"
#endif

#define GAME_FN(name) PASTE(GAME, _##name)
#ifndef GAME_POSITION
#define GAME_POSITION struct GAME_FN(position)
#endif
#ifdef SEARCH_JOURNAL
#define GAME_UNDO char
#else
#define GAME_UNDO struct GAME_FN(undo)
#endif
#ifndef SEARCH_METHOD
#define SEARCH_METHOD LEVEL_NAME(GAME_FN(search))
#endif
#ifndef SEARCH_TABLE
#define SEARCH_TABLE(worker) ((worker)->search->tt)
#endif

/* Each file needs the definitions of those before it. */
// clang-format off
#include "search_game.h"
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

#undef GAME
#undef GAME_FN
#undef GAME_POSITION
#undef GAME_SKILL
#undef GAME_UNDO
#undef SEARCH_CHECKS
#undef SEARCH_CONTINUATION
#undef SEARCH_CORRECTIONS
#undef SEARCH_EVALUATE
#undef SEARCH_GENERATE
#undef SEARCH_HANDICAP
#undef SEARCH_HISTORY_INDEX
#undef SEARCH_HISTORY_SIZE
#undef SEARCH_IS_EXACT
#undef SEARCH_JOURNAL
#undef SEARCH_KEY_AFTER
#undef SEARCH_METHOD
#undef SEARCH_MULTI_MOVE
#undef SEARCH_NODE
#undef SEARCH_NOISY_HISTORY
#undef SEARCH_NOISY_MOVES
#undef SEARCH_NO_MOVES
#undef SEARCH_NULL_MOVE
#undef SEARCH_PLIES_LEFT
#undef SEARCH_QUIET_VALUE
#undef SEARCH_ROOT_FRAME
#undef SEARCH_SHOWN_SCORE
#undef SEARCH_TABLE
#undef SEARCH_TERMINAL
#undef SEARCH_THREATS
#undef SEARCH_WORKSPACE
#undef game_continuation_index
#undef game_correction_key
#undef game_evaluate
#undef game_generate
#undef game_gives_check
#undef game_handicap
#undef game_history_index
#undef game_in_check
#undef game_is_legal
#undef game_is_noisy
#undef game_is_terminal
#undef game_key
#undef game_key_after
#undef game_legal_moves
#undef game_make
#undef game_make_null
#undef game_no_moves
#undef game_noisy_index
#undef game_noisy_value
#undef game_note_threats
#undef game_null_move_allowed
#undef game_plies_left
#undef game_quiet_value
#undef game_see_ge
#undef game_set_up
#undef game_shown_score
#undef game_side
#undef game_unmake
#undef game_unmake_null
