/* Part of search_template.h: how deep a move is searched, and with which window.
 *
 * Principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game
 * trees", ACM Computing Surveys 14/4, 1982): the first move of a node is searched with the whole
 * window, the others are only shown not to be better, and searched again in the rare case that they
 * are. */

/* Late moves: the first LATE_FIRST moves of a node are searched in full, from this depth on. */
#define LATE_FIRST     3
#define LATE_MIN_DEPTH 3

/* Finer reductions begin with this, and are less on the principal variation: hundredths of a ply.
 */
#define LATE_BASE    122
#define LATE_PV      153
#define LATE_HISTORY 86 /* for a history at its limit */

/* Sixteen times the logarithm of x to the base 2, x >= 1, straight between powers of two. */
INLINE int log2_16(int x)
{
    int whole = bit_highest((uint64_t)x);
    return 16 * whole + ((x << 4) >> whole) - 16;
}

/* How many plies less a late quiet move is searched: grows slowly with depth and with the number of
 * moves before it, less for moves with a good history, and by `more` hundredths of a ply. */
INLINE int search_late_reduction(int depth, int count, bool is_pv, int history, int more)
{
    int reduction;
    if (SEARCH_LATE_REDUCTIONS == 1) {
        int depth_log = bit_highest((uint64_t)depth), count_log = bit_highest((uint64_t)count);
        reduction =
            (depth_log * count_log + 1) / 2 - is_pv - history / (HISTORY_LIMIT / 2) + more / 100;
    } else {
        int logs = log2_16(depth) * log2_16(count);
        reduction = (LATE_BASE + SEARCH_LATE_REDUCTIONS * logs / 256 - LATE_PV * is_pv -
                     history * LATE_HISTORY / HISTORY_LIMIT + more) /
                    100;
    }
    int most = depth - 2;
    return reduction < 0 ? 0 : reduction > most ? most : reduction;
}

/* The value of the position for the side to move, `depth` plies deep: exact if strictly between
 * alpha and beta, else a bound. The line is left in pv[ply]. */
static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply);

/* Whether `mover`, who has just made a move, moves again. */
INLINE bool moves_again(const struct search_tree *tree, int mover)
{
    return SEARCH_MULTI_MOVE && search_side(tree->position) == mover;
}

/* The score, for the side that has just moved, of the position that it has reached, at `ply`: a
 * negated score within the negated window where the other side is to move, the score itself within
 * the window itself where the same side moves again. */
INLINE score_t search_child(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                            int depth, int ply)
{
    return again ? search_node(tree, alpha, beta, depth, ply)
                 : -search_node(tree, -beta, -alpha, depth, ply);
}

/* Searches one move of a node, already made; `again`: the same side moves again. The first gets the
 * whole window; the others must first show, with an empty window and maybe at less depth, that they
 * are better than alpha. */
INLINE score_t search_move(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                           int depth, int ply, int count, int reduction)
{
    struct search_frame *next = &tree->memory->frames[ply + 1];
    if (count == 1) {
        next->expects_cut = beta - alpha == 1 && next[-1].expects_cut == again;
        return search_child(tree, again, alpha, beta, depth, ply + 1);
    }
    next->expects_cut = !again;
    score_t score = search_child(tree, again, alpha, alpha + 1, depth - reduction, ply + 1);
    if (score > alpha && reduction > 0) {
        next->expects_cut = next[-1].expects_cut == again;
        score = search_child(tree, again, alpha, alpha + 1, depth, ply + 1);
    }
    if (score > alpha && score < beta) {
        next->expects_cut = false;
        score = search_child(tree, again, alpha, beta, depth, ply + 1);
    }
    return score;
}
