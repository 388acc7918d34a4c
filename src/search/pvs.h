/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: principal variation search (Marsland and Campbell, "Parallel search of
 * strongly ordered game trees", ACM Computing Surveys 14/4, 1982).
 *
 * The first move of a node is searched with the whole window. The others are only shown not to be
 * better, with a null window, and searched again in the rare case that they are. */

/* The value of the position for the side to move, `depth` plies deep: exact if strictly between
 * alpha and beta, else a bound. The line is left in pv[ply]. SEARCH_NODE defines it. */
static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply);

/* The plies by which the root searches its move number `count`, counted from 1, less deep at first.
 * SEARCH_NODE defines it, too. */
static int root_reduction(const struct search_tree *tree, move_t move, int depth, int count);

/* The score, for the side that has just moved, of the position that it has reached, at `ply`: where
 * the other side is to move, that side's score negated, within the negated window; where the same
 * side moves again (`again`), the score as it is, within the same window. */
INLINE score_t search_child(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                            int depth, int ply)
{
    return again ? search_node(tree, alpha, beta, depth, ply)
                 : -search_node(tree, -beta, -alpha, depth, ply);
}

/* Searches one move of the node at `ply`, already made, the node's move number `count`. Where the
 * other side is to move, a cut-off is expected in the child of a node that expects none, and the
 * other way round. */
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
