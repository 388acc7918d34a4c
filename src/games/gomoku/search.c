/* SPDX-License-Identifier: MIT */
/* The shared search, made for gomoku, with candidates.h as its move generator and a node of its own
 * (search_node.h). */
#include "board.h"
#include "candidates.h"
#include "evaluate.h"
#include "gomoku.h"
#include "moves.h"
#include "search_params.h"
#include "skill.h"
#include "vcf.h"

/* What a worker searches with. */
struct gomoku_workspace {
    struct gomoku_board board;
    struct gomoku_vcf_table vcf_table;
    /* The history of moves as replies to the opponent's last move. */
    int16_t replies[GOMOKU_SQUARES][GOMOKU_SQUARES];
    bool every_move;  /* the root has all legal moves: several lines, or restricted moves */
    bool is_minimax;  /* all nodes have all legal moves */
    bool is_heedless; /* the root's moves are chosen whatever the threats, and wins by continuous
                         fours are not searched for */
};

/* What a level may do, and the first one that minds threats. */
static const struct skill levels[] = {
    {0, 100, 360, 300},
    {6, 180, 60, 300},
    {13, 250, 20, 1000},
    {19, 500, 5, 5000},
};

#define SKILL_HEEDFUL 10

#define SEARCH_METHOD       LEVEL_NAME(gomoku_search)
#define GAME                search
#define SEARCH_TERMINAL     1
#define SEARCH_NO_MOVES     1
#define SEARCH_QUIET_VALUE  1
#define SEARCH_PLIES_LEFT   1
#define SEARCH_GENERATE     1
#define GAME_POSITION       struct gomoku_workspace
#define GAME_UNDO           char
#define SEARCH_HISTORY_SIZE GOMOKU_SQUARES
#define SEARCH_WORKSPACE    struct gomoku_workspace
#define SEARCH_NODE         "gomoku/search_node.h"

INLINE GAME_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
{
    const struct search_limits *limits = &w->search->limits;
    gomoku_board_set(&workspace->board, w->position);
    workspace->is_minimax = limits->algorithm == ALGORITHM_MINIMAX;
    workspace->every_move = limits->restricted || limits->multipv > 1 || workspace->is_minimax;
    workspace->is_heedless = w->search->settings->values[GOMOKU_SKILL] < SKILL_HEEDFUL;
    return workspace;
}

#define SEARCH_HANDICAP 1
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    return skill_handicap(levels, LENGTH(levels), search->settings->values[GOMOKU_SKILL],
                          search->seed);
}

INLINE uint64_t search_key(const GAME_POSITION *p)
{
    return p->board.position.key;
}

INLINE int search_side(const GAME_POSITION *p)
{
    return p->board.position.to_move;
}

INLINE bool search_is_terminal(const GAME_POSITION *p, int ply, score_t *score)
{
    const struct gomoku_position *position = &p->board.position;
    if (position->winner) {
        *score = score_mated_in(ply);
        return true;
    }
    *score = SCORE_DRAW;
    return position->stone_count == position->size * position->size;
}

INLINE score_t search_no_moves(const GAME_POSITION *p, int ply)
{
    (void)p, (void)ply;
    return SCORE_DRAW;
}

INLINE score_t search_evaluate(GAME_POSITION *p)
{
    return gomoku_evaluate(&p->board);
}

INLINE bool search_is_legal(GAME_POSITION *p, move_t move)
{
    int file = gomoku_file(move), rank = gomoku_rank(move), size = p->board.position.size;
    return file >= 1 && rank >= 1 && file <= size && rank <= size &&
           gomoku_is_empty(&p->board.position, move) &&
           gomoku_board_allows(&p->board, (enum gomoku_colour)p->board.position.to_move, move);
}

INLINE void search_make(GAME_POSITION *p, move_t move, GAME_UNDO *undo)
{
    *undo = 0;
    gomoku_board_make(&p->board, move);
}

INLINE void search_unmake(GAME_POSITION *p, move_t move, const GAME_UNDO *undo)
{
    (void)undo;
    gomoku_board_unmake(&p->board, move);
}

INLINE int search_history_index(const GAME_POSITION *p, move_t move)
{
    (void)p;
    return move;
}

INLINE int search_quiet_value(const GAME_POSITION *p, move_t move)
{
    int mover = search_side(p);
    return gomoku_pattern_weights[gomoku_board_code(&p->board, mover, move)].making +
           gomoku_pattern_weights[gomoku_board_code(&p->board, 1 - mover, move)].blocking +
           p->replies[gomoku_board_last(&p->board)][move];
}

INLINE int search_plies_left(const GAME_POSITION *p)
{
    return p->board.position.size * p->board.position.size - p->board.position.stone_count;
}

static void search_generate(GAME_POSITION *p, enum move_class move_class, struct move_list *list)
{
    (void)move_class;
    bool root = p->board.line == 0;
    if (p->every_move && (root || p->is_minimax)) {
        gomoku_legal_moves(&p->board.position, list);
    } else if (root && p->is_heedless) {
        gomoku_heedless_candidates(&p->board, list);
    } else {
        gomoku_candidates(&p->board, list);
    }
    /* The root searches its moves in the order of the list: sorted, best first. */
    for (int i = 1; root && i < list->count; i++) {
        move_t move = list->moves[i];
        int k = i;
        for (; k > 0 && search_quiet_value(p, list->moves[k - 1]) < search_quiet_value(p, move);
             k--) {
            list->moves[k] = list->moves[k - 1];
        }
        list->moves[k] = move;
    }
}

#include "search_template.h"
