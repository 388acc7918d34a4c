/* SPDX-License-Identifier: MIT */
/* Part of textbook_template.h: minimax as the textbooks write it. The value of a position is the
 * best value among its moves, and a move is worth the negative of what the opponent can reach after
 * it. Every other search must agree with it, and it shows how much they save. */

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
