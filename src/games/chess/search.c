/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for chess. */
#include "evaluate.h"
#include "network.h"
#include "rng.h"
#include "rules.h"
#include "search_params.h"
#include "see.h"
#include "skill.h"
#include "strength.h"
#ifdef CHESS_TABLEBASE
#include "tablebase.h"
#define SEARCH_TABLES 1
#endif

#define GAME                 chess
#define SEARCH_NODE          "node_selective.h"
#define SEARCH_WORKSPACE     struct workspace
#define SEARCH_HISTORY_SIZE  (2 * 2 * SQUARES * SQUARES)
#define SEARCH_CONTINUATION  (SIDES * KINDS * SQUARES)
#define SEARCH_NOISY_HISTORY (PIECES * SQUARES * (KINDS + 1))
#define SEARCH_CORRECTIONS   3
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_NOISY_MOVES   1
#define SEARCH_QUIET_VALUE   1
#define SEARCH_CHECKS        1
#define SEARCH_NULL_MOVE     1
#define SEARCH_TERMINAL      1
#define SEARCH_NO_MOVES      1
#define SEARCH_EVALUATE      1
#define SEARCH_THREATS       1
#define SEARCH_KEY_AFTER     1
#define SEARCH_HANDICAP      1
#define SEARCH_SHOWN_SCORE   1

/* Scratch memory of one search: the pawn-structure cache and the network's accumulators. */
struct workspace {
    struct chess_pawn_entry pawns[CHESS_PAWN_CACHE];
    struct network_room accumulators;
#ifdef CHESS_TABLEBASE
    struct {
        bool in_use;
        bool fifty;      /* the fifty-move rule counts */
        int pieces;      /* the most pieces of a position that is probed in the tree; 0: none is */
        int probe_depth; /* plies: positions of so many pieces are probed from this depth on */
        int largest;     /* the most pieces of a root that is probed */
    } tables;
#endif
};

/* True if the playing strength is limited, by UCI_Elo (takes precedence) or by Skill Level. */
static bool is_limited(const int *values)
{
    return values[CHESS_LIMIT_STRENGTH] || values[CHESS_SKILL] < SKILL_FULL;
}

static struct chess_strength strength(const int *values)
{
    return values[CHESS_LIMIT_STRENGTH] ? chess_strength_of(values[CHESS_ELO])
                                        : chess_strength_of_skill(values[CHESS_SKILL]);
}

#ifdef CHESS_TABLEBASE
/* A weakened search does not know the tables. The limit of pieces costs depth only if the tables
 * have that many pieces. */
static void begin_tables(struct workspace *workspace, const int *values)
{
    const int limit = values[CHESS_SYZYGY_LIMIT];
    const bool wanted = limit && !is_limited(values) && atomic_load(&chess_tablebase_largest) > 0;
    const int largest = wanted ? chess_tablebase_enter() : 0;
    workspace->tables.in_use = largest > 0;
    workspace->tables.fifty = values[CHESS_SYZYGY_FIFTY];
    workspace->tables.largest = limit < largest ? limit : largest;
    workspace->tables.pieces = workspace->tables.largest;
    workspace->tables.probe_depth = limit > largest ? 0 : values[CHESS_SYZYGY_DEPTH];
}

INLINE void chess_leave_tables(struct workspace *workspace)
{
    if (workspace->tables.in_use) {
        chess_tablebase_leave();
    }
}

/* The tables' results hold if the fifty moves are counted from this position on. Without the rule a
 * cursed win is a win. */
INLINE bool chess_probe_tables(const struct workspace *workspace, const struct chess_position *p,
                               int depth, int ply, score_t *score, enum search_bound *bound)
{
    const int pieces = workspace->tables.pieces, count = bit_count(occupied(&p->state.board));
    enum chess_wdl wdl;
    if (LIKELY(count > pieces) || p->state.clock != 0 ||
        (count == pieces && depth < workspace->tables.probe_depth) ||
        !chess_tablebase_probe(p, &wdl)) {
        return false;
    }
    const int least = workspace->tables.fifty ? WDL_WIN : WDL_CURSED_WIN;
    const int result = (int)wdl;
    *bound = result >= least ? BOUND_LOWER : result <= WDL_WIN - least ? BOUND_UPPER : BOUND_EXACT;
    *score = *bound == BOUND_LOWER   ? SCORE_TABLES - ply
             : *bound == BOUND_UPPER ? ply - SCORE_TABLES
                                     : SCORE_DRAW + (result - WDL_DRAW) * CHESS_CURSED_WIN;
    return true;
}

/* Below a root whose distances are known the tree is searched without the tables: what is left to
 * find is the mate. */
INLINE bool chess_rank_moves(struct workspace *workspace, const struct chess_position *p,
                             const struct move_list *moves, int *ranks, score_t *scores)
{
    if (bit_count(occupied(&p->state.board)) > workspace->tables.largest) {
        return false;
    }
    struct chess_ranking ranking;
    if (!chess_tablebase_rank(p, moves, workspace->tables.fifty, &ranking)) {
        return false;
    }
    score_t best = -SCORE_TABLES;
    for (int i = 0; i < moves->count; i++) {
        ranks[i] = ranking.ranks[i];
        scores[i] = ranking.scores[i];
        best = scores[i] > best ? scores[i] : best;
    }
    if (ranking.by_distance || best < SCORE_TABLES) {
        workspace->tables.pieces = 0;
    }
    return true;
}
#endif

/* A weakened search adds noise to the evaluation. The noise of a position is constant within a
 * search and differs between searches. */
INLINE struct chess_position *chess_set_up(struct workspace *workspace,
                                           const struct search_worker *w)
{
    struct chess_position *position = w->position;
    position->accumulators =
        network_begin(&chess_network, &workspace->accumulators, &position->state.place);
    position->pawn_cache = workspace->pawns;
    const int *values = w->search->settings->values;
    position->classical = !values[CHESS_USE_NETWORK];
#ifdef CHESS_TABLEBASE
    begin_tables(workspace, values);
#endif
    if (is_limited(values)) {
        position->noise = (int16_t)strength(values).noise;
        position->noise_seed = rng_mix(w->search->seed);
    }
    return position;
}

INLINE struct search_handicap chess_handicap(const struct search_worker *w)
{
    const int *values = w->search->settings->values;
    struct search_handicap handicap = search_no_handicap;
    if (is_limited(values)) {
        handicap.nodes = strength(values).nodes;
    }
    return handicap;
}

static bool has_no_move(const struct chess_position *p)
{
    struct move_list list;
    list.count = 0;
    chess_legal_moves(p, &list);
    return list.count == 0;
}

/* Draws by rule. The root is never a draw, because it must have a move. A position that has been
 * repeated once within the search counts as a draw, because the moves that led back to it can be
 * repeated. */
INLINE bool chess_is_terminal(const struct chess_position *p, int ply, score_t *score)
{
    *score = SCORE_DRAW;
    if (ply == 0) {
        return false;
    }
    if (UNLIKELY(p->state.clock >= FIFTY_MOVES)) {
        if (chess_in_check(p) && has_no_move(p)) {
            *score = score_mated_in(ply);
        }
        return true;
    }
    return (p->state.repeatable >= 4 && chess_repetitions(p, ply) >= 2) ||
           chess_is_insufficient_material(p);
}

INLINE score_t chess_no_moves(const struct chess_position *p, int ply)
{
    return chess_in_check(p) ? score_mated_in(ply) : SCORE_DRAW;
}

INLINE score_t chess_search_evaluate(struct chess_position *p)
{
    score_t score = chess_evaluate(p);
    if (UNLIKELY(p->noise)) {
        uint64_t range = 2 * (uint64_t)p->noise + 1;
        score += (score_t)multiply_high(rng_mix(p->state.key ^ p->noise_seed), range) - p->noise;
    }
    return score;
}

/* The noise decides between moves. A score that included it would be the maximum of many random
 * numbers, so the score shown is the evaluation without noise at the end of the line. */
static score_t quiet_score(struct chess_position *p, const move_t *line, int length)
{
    if (length == 0) {
        return chess_evaluate(p);
    }
    struct chess_undo undo;
    chess_make(p, *line, &undo);
    score_t score = -quiet_score(p, line + 1, length - 1);
    chess_unmake(p, *line, &undo);
    return score;
}

INLINE score_t chess_shown_score(struct chess_position *p, const move_t *line, int length,
                                 score_t score)
{
    return !p->noise || score_is_mate(score) ? score : quiet_score(p, line, length);
}

INLINE void chess_note_threats(struct chess_position *p)
{
    p->state.threats = attacks_past_king(&p->state.board, side_to_move(p));
}

/* Indexed by the move's squares, and whether the enemy attacks them. */
INLINE int chess_history_index(const struct chess_position *p, move_t move)
{
    const int leaves = (int)(p->state.threats >> move_from(move) & 1);
    const int meets = (int)(p->state.threats >> move_to(move) & 1);
    return ((leaves * 2 + meets) * SQUARES * SQUARES) + (move & (SQUARES * SQUARES - 1));
}

INLINE int chess_quiet_value(const struct chess_position *p, move_t move)
{
    const struct chess_board *board = &p->state.board;
    const enum side them = other_side(side_to_move(p));
    if (!(board->sides[board->side] & ~board->kinds[PAWN] & bit(move_from(move)))) {
        return 0;
    }
    const bitboard_t reach = pawns_attack(them, pieces_of(board, them, PAWN));
    return (reach & bit(move_from(move)) ? SEARCH_QUIET_ESCAPES_PAWN : 0) -
           (reach & bit(move_to(move)) ? SEARCH_QUIET_MEETS_PAWN : 0);
}

/* Most valuable victim first; the history decides between equal victims. */
INLINE int chess_noisy_value(const struct chess_position *p, move_t move)
{
    static const int values[KINDS + 1] = {100, 300, 310, 500, 900, 0, 0};
    int victim = values[piece_kind(p->state.squares[move_to(move)])];
    int promoted = move_type(move) == MOVE_PROMOTION ? values[move_promoted(move)] : 0;
    return 2 * victim + promoted;
}

/* Indexed by the moving piece, its target, and the captured piece. */
INLINE int chess_noisy_index(const struct chess_position *p, move_t move)
{
    int piece = p->state.squares[move_from(move)], to = move_to(move);
    return (piece * SQUARES + to) * (KINDS + 1) + (int)piece_kind(p->state.squares[to]);
}

/* Indexed by the moving piece and its target. */
INLINE int chess_continuation_index(const struct chess_position *p, move_t move)
{
    int piece = p->state.squares[move_from(move)];
    int colour = piece & BLACK_PIECE ? KINDS : 0;
    return (colour + (int)piece_kind(piece)) * SQUARES + move_to(move);
}

/* Features: the pawns, and each side's other pieces. */
INLINE uint64_t chess_correction_key(const struct chess_position *p, int feature)
{
    return feature == 0 ? p->state.pawn_key : p->state.side_keys[feature - 1];
}

/* A null move proves nothing in zugzwang, which is likely with only pawns. */
INLINE bool chess_null_move_allowed(const struct chess_position *p)
{
    const struct chess_board *board = &p->state.board;
    return (board->sides[board->side] & ~board->kinds[PAWN] & ~board->kinds[KING]) != 0;
}

#include "search_template.h"
