/* SPDX-License-Identifier: MIT */
/* Part of textbook_template.h: minimax and alpha-beta as the textbooks write them.
 *
 * Minimax: the value of a position is the best value among its moves, and a move is worth the
 * negative of what the opponent can reach after it. Every other search must agree with it, and it
 * shows how much they save. Alpha-beta has the same values at the root (Knuth and Moore, "An
 * analysis of alpha-beta pruning", Artificial Intelligence 6/4, 1975). */

/* The value of a position for the side to move, `depth` plies deep. Stores the best line. */
static score_t GAME_FN(minimax)(struct textbook *book, GAME_POSITION *position, int depth, int ply,
                                struct textbook_line *line)
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
    score_t best = -TEXTBOOK_INFINITE;
    for (int i = 0; i < moves.count && !book->aborted; i++) {
        struct textbook_line rest;
        struct GAME_FN(undo) undo;
        const int mover = GAME_FN(side)(position);
        textbook_try(book, &moves, i, mover, -TEXTBOOK_INFINITE, TEXTBOOK_INFINITE);
        GAME_FN(make)(position, moves.moves[i], &undo);
        score_t value = GAME_FN(minimax)(book, position, depth - 1, ply + 1, &rest);
        if (GAME_FN(side)(position) != mover) {
            value = -value;
        }
        GAME_FN(unmake)(position, moves.moves[i], &undo);
        textbook_tried(book, value);
        if (value > best) {
            best = value;
            textbook_keep(line, moves.moves[i], &rest);
        }
    }
    return best;
}

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
