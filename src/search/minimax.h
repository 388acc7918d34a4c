/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: minimax, full width, without a table, without pruning. Alpha-beta must
 * agree with it, and it measures how much pruning saves. */

static score_t search_minimax(struct search_tree *tree, int depth, int ply);

/* The counterpart of search_child, for search_minimax. */
INLINE score_t minimax_child(struct search_tree *tree, bool again, int depth, int ply)
{
    score_t score = search_minimax(tree, depth, ply);
    return again ? score : -score;
}

/* The value of the position for the side to move, looking `depth` plies ahead at every move. Stores
 * the line in pv[ply]. */
static score_t search_minimax(struct search_tree *tree, int depth, int ply)
{
    struct search_memory *memory = tree->memory;
    memory->pv_length[ply] = 0;
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    score_t score;
    if (game_is_terminal(tree->position, ply, &score)) {
        return score;
    }
    if (depth <= 0 || ply >= MAX_PLY - 1) {
        return game_evaluate(tree->position);
    }
    struct move_list list = {.count = 0};
    if (SEARCH_NOISY_MOVES) {
        game_generate(tree->position, MOVES_NOISY, &list);
    }
    game_generate(tree->position, MOVES_QUIET, &list);
    if (list.count == 0) {
        return game_no_moves(tree->position, ply);
    }
    score_t best = -SCORE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        const int mover = game_side(tree->position);
        GAME_UNDO undo;
        game_make(tree->position, list.moves[i], &undo);
        score = minimax_child(tree, moves_again(tree, mover), depth - 1, ply + 1);
        game_unmake(tree->position, list.moves[i], &undo);
        if (tree->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            update_pv(tree, ply, list.moves[i]);
        }
    }
    return best;
}
