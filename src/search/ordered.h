/* SPDX-License-Identifier: MIT */
/* Part of textbook_template.h: textbook.h with the two additions that the full search makes to it
 * first, an order of moves and a transposition table. Neither changes a value at the root; the
 * command `compare` shows what each saves. */

/* Adds a table's value to what the recursion knows. True if it answers for the node. */
INLINE bool textbook_recall(struct textbook *book, const struct textbook_entry *entry,
                            score_t alpha, score_t beta, int ply, score_t *value)
{
    const score_t found =
        book->texts ? entry->value : score_from_table(entry->value, ply, SCORE_MATE_FOUND);
    *value = found < alpha ? alpha : found;
    if (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && found >= beta) ||
        (entry->bound == BOUND_UPPER && found <= alpha)) {
        book->deeper = true; /* it may have had leaves that were no ends of the game */
        return true;
    }
    return false;
}

/* As GAME_FN(alphabeta). A killer is a move that caused a cut-off at the same ply; the history
 * counts a move's cut-offs, those near the root for more. */
static score_t GAME_FN(ordered)(struct textbook *book, GAME_POSITION *position, score_t alpha,
                                score_t beta, int depth, int ply, struct textbook_line *line)
{
    line->length = 0;
    if (!textbook_enter(book)) {
        return 0;
    }
    if (depth == 0 || GAME_FN(result)(position) != RESULT_NONE) {
        return textbook_leaf(book, position, ply);
    }
    const uint64_t key = textbook_key(position);
    struct textbook_entry *entry = textbook_find(book, key);
    const bool known = entry && entry->key == key && entry->bound != BOUND_NONE;
    score_t best;
    if (known && entry->depth == depth && textbook_recall(book, entry, alpha, beta, ply, &best)) {
        return best;
    }
    struct move_list moves;
    textbook_list(book, position, &moves);
    textbook_sort(book->order, &moves, ply, known ? entry->move : MOVE_NONE);
    move_t best_move = MOVE_NONE;
    best = alpha;
    for (int i = 0; i < moves.count && best < beta && !book->aborted; i++) {
        struct textbook_line rest;
        struct GAME_FN(undo) undo;
        const int mover = GAME_FN(side)(position);
        GAME_FN(make)(position, moves.moves[i], &undo);
        score_t value;
        if (GAME_FN(side)(position) == mover) {
            value = GAME_FN(ordered)(book, position, best, beta, depth - 1, ply + 1, &rest);
        } else {
            value = -GAME_FN(ordered)(book, position, -beta, -best, depth - 1, ply + 1, &rest);
        }
        GAME_FN(unmake)(position, moves.moves[i], &undo);
        if (value > best) {
            best = value;
            best_move = moves.moves[i];
            textbook_keep(line, best_move, &rest);
        }
        if (beta <= best) {
            textbook_cut(book, i);
            textbook_note_cut(book->order, best_move, depth, ply);
        }
    }
    if (entry && !book->aborted) {
        *entry = (struct textbook_entry){
            .key = key,
            .value = book->texts ? best : score_to_table(best, ply, SCORE_MATE_FOUND),
            .move = best_move,
            .depth = (uint8_t)depth,
            .bound = best >= beta   ? BOUND_LOWER
                     : best > alpha ? BOUND_EXACT
                                    : BOUND_UPPER,
        };
    }
    return best;
}
