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
 *     root.h         the moves of the root, and the resulting lines
 *     iterate.h      iterative deepening, aspiration windows, the end of the search
 *
 * There are three kinds of nodes:
 *
 *     node_plain.h      alpha-beta with the table, without selection: its scores are minimax's
 *     node_selective.h  with quiescence.h: pruning, reductions and extensions, for chess-like games
 *     a game's own      where its theory calls for one, as gomoku's threats do
 *
 * Required parameters:
 *   GAME                     the prefix of the game's functions: tictactoe
 *   SEARCH_HISTORY_SIZE      number of indices of the history of moves
 *   SEARCH_NODE              name of the file with the node: "node_plain.h", "node_selective.h", or
 *                            one of the game's own, which defines search_node and root_reduction
 *                            (pvs.h), and SEARCH_IS_EXACT: whether its scores are minimax's
 * and the numbers that params_plain.h documents, from that file or from the game's search_params.h.
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
#ifndef SEARCH_ASPIRATION_WINDOW
#error "search_template.h: there are no numbers; include params_plain.h or a search_params.h"
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
#include "root.h"
#include "iterate.h"
// clang-format on

#undef GAME
#undef GAME_FN
#undef GAME_POSITION
#undef GAME_UNDO
