/* SPDX-License-Identifier: MIT */
/* Part of textbook_template.h: alpha-beta as the textbooks write it (Knuth and Moore, "An analysis
 * of alpha-beta pruning", Artificial Intelligence 6/4, 1975). Its values at the root are those of
 * minimax.h. */

/* The value of a position for the side to move, `depth` plies deep. alpha is the value that this
 * side can already force elsewhere in the tree, beta the value to which the opponent can hold it
 * elsewhere. A value outside of them has no influence on the root, so the rest of the node is cut
 * off. Stores the best line. */
static score_t GAME_FN(alphabeta)(struct textbook *book, GAME_POSITION *position, score_t alpha,
                                  score_t beta, int depth, int ply, struct textbook_line *line)
{
    line->length = 0;
    if (!textbook_enter(book)) {
        return 0;
    }
    if (depth == 0 || GAME_FN(result)(position) != RESULT_NONE) {
        return textbook_leaf(book, position, ply);
    }
    struct move_list moves;
    textbook_list(book, position, &moves);
    for (int i = 0; i < moves.count && !book->aborted; i++) {
        struct textbook_line rest;
        struct GAME_FN(undo) undo;
        const int mover = GAME_FN(side)(position);
        textbook_try(book, &moves, i, mover, alpha, beta);
        GAME_FN(make)(position, moves.moves[i], &undo);
        score_t value;
        if (GAME_FN(side)(position) == mover) {
            value = GAME_FN(alphabeta)(book, position, alpha, beta, depth - 1, ply + 1, &rest);
        } else {
            value = -GAME_FN(alphabeta)(book, position, -beta, -alpha, depth - 1, ply + 1, &rest);
        }
        GAME_FN(unmake)(position, moves.moves[i], &undo);
        textbook_tried(book, value);
        if (value > alpha) {
            alpha = value;
            textbook_keep(line, moves.moves[i], &rest);
        }
        if (beta <= alpha) {
            textbook_cut(book, i);
            break;
        }
    }
    return alpha;
}
