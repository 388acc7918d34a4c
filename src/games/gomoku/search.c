/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for gomoku, with candidates.h as its move generator and its own
 * node (search_node.h). */
#include "board.h"
#include "candidates.h"
#include "rules.h"
#include "search_params.h"
#include "skill.h"
#include "vcf.h"

#define GAME                gomoku_board
#define GAME_POSITION       struct gomoku_board
#define GAME_SKILL          GOMOKU_SKILL
#define SEARCH_METHOD       LEVEL_NAME(gomoku_search)
#define SEARCH_NODE         "gomoku/search_node.h"
#define SEARCH_WORKSPACE    struct gomoku_workspace
#define SEARCH_HISTORY_SIZE GOMOKU_SQUARES
#define SEARCH_JOURNAL      1
#define SEARCH_GENERATE     1
#define SEARCH_QUIET_VALUE  1
#define SEARCH_TERMINAL     1

struct gomoku_guide {
    /* The history of moves as replies to the opponent's last move. */
    int16_t replies[GOMOKU_SQUARES][GOMOKU_SQUARES];
    bool every_move;  /* the root has all legal moves, because there are several lines or restricted
                         moves */
    bool is_heedless; /* the root's moves ignore the threats, and the search does not look for wins
                         by continuous fours */
};

/* A worker's memory besides the histories. */
struct gomoku_workspace {
    struct gomoku_board board;
    struct gomoku_vcf_table vcf_table;
    struct gomoku_guide guide;
};

/* The levels. From SKILL_HEEDFUL on, a level considers threats. */
static const struct skill gomoku_board_levels[] = {
    {0, 100, 360, 300},
    {6, 180, 60, 300},
    {13, 250, 20, 1000},
    {19, 500, 5, 5000},
};

#define SKILL_HEEDFUL 10

INLINE struct gomoku_board *gomoku_board_set_up(struct gomoku_workspace *workspace,
                                                const struct search_worker *w)
{
    const struct search_limits *limits = &w->search->limits;
    struct gomoku_guide *guide = &workspace->guide;
    guide->every_move = limits->restricted || limits->multipv > 1;
    guide->is_heedless = w->search->settings->values[GOMOKU_SKILL] < SKILL_HEEDFUL;
    gomoku_board_set(&workspace->board, w->position);
    workspace->board.guide = guide;
    return &workspace->board;
}

INLINE bool gomoku_board_is_terminal(const struct gomoku_board *board, int ply, score_t *score)
{
    const struct gomoku_position *position = &board->position;
    if (position->winner) {
        *score = score_mated_in(ply);
        return true;
    }
    *score = SCORE_DRAW;
    return position->stone_count == position->size * position->size;
}

INLINE bool gomoku_board_is_legal(struct gomoku_board *board, move_t move)
{
    int file = gomoku_file(move), rank = gomoku_rank(move), size = board->position.size;
    return file >= 1 && rank >= 1 && file <= size && rank <= size &&
           gomoku_is_empty(&board->position, move) &&
           gomoku_board_allows(board, (enum gomoku_colour)board->position.to_move, move);
}

INLINE int gomoku_board_quiet_value(const struct gomoku_board *board, move_t move)
{
    int mover = gomoku_board_side(board);
    return gomoku_weights[gomoku_board_code(board, mover, move)].making +
           gomoku_weights[gomoku_board_code(board, 1 - mover, move)].blocking +
           board->guide->replies[gomoku_board_last(board)][move];
}

static void gomoku_board_generate(struct gomoku_board *board, enum move_class move_class UNUSED,
                                  struct move_list *list)
{
    bool root = board->line == 0;
    if (root && board->guide->every_move) {
        gomoku_legal_moves(&board->position, list);
    } else if (root && board->guide->is_heedless) {
        gomoku_heedless_candidates(board, list);
    } else {
        gomoku_candidates(board, list);
    }
    /* The root searches its moves in the order of the list, so it is sorted, best first. */
    for (int i = 1; root && i < list->count; i++) {
        move_t move = list->moves[i];
        int k = i;
        for (; k > 0 && gomoku_board_quiet_value(board, list->moves[k - 1]) <
                            gomoku_board_quiet_value(board, move);
             k--) {
            list->moves[k] = list->moves[k - 1];
        }
        list->moves[k] = move;
    }
}

#include "search_template.h"
