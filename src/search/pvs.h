/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: principal variation search (Marsland and Campbell, "Parallel search of
 * strongly ordered game trees", ACM Computing Surveys 14/4, 1982).
 *
 * The first move of a node is searched with the full window. A null window proves that each other
 * move is not better; in the rare case that it is better, the move is searched again. */

/* The value of the position for the side to move, `depth` plies deep: exact if strictly between
 * alpha and beta, else a bound. Stores the line in pv[ply]. SEARCH_NODE defines this function. */
static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply);

/* The number of plies by which the root first reduces its move number `count`, counted from 1.
 * SEARCH_NODE defines this function too. */
static int root_reduction(const struct search_tree *tree, move_t move, int depth, int count);

/* The score, for the side that has just moved, of the position at `ply` that the move has reached.
 * If the other side is to move, it is that side's score negated, searched within the negated
 * window. If the same side moves again (`again`), it is the score as it is, within the same
 * window. */
INLINE score_t search_child(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                            int depth, int ply)
{
    return again ? search_node(tree, alpha, beta, depth, ply)
                 : -search_node(tree, -beta, -alpha, depth, ply);
}

/* Searches one move of the node at `ply`. The move, the node's move number `count`, has been made
 * already. If the other side is to move, the child of a node that expects no cut-off expects one,
 * and vice versa. */
INLINE score_t search_move(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                           int depth, int ply, int count, int reduction)
{
    struct search_frame *child = &tree->memory->frames[ply + 1];
    const bool cut_node = frame_read_flag(child[-1].cut_node);
    if (count == 1) {
        child->cut_node = beta - alpha == 1 && cut_node == again;
        return search_child(tree, again, alpha, beta, depth, ply + 1);
    }
    child->cut_node = !again;
    score_t score = search_child(tree, again, alpha, alpha + 1, depth - reduction, ply + 1);
    if (score > alpha && reduction > 0) {
        child->cut_node = cut_node == again;
        score = search_child(tree, again, alpha, alpha + 1, depth, ply + 1);
    }
    if (score > alpha && score < beta) {
        child->cut_node = false;
        score = search_child(tree, again, alpha, beta, depth, ply + 1);
    }
    return score;
}
