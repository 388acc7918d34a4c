/* SPDX-License-Identifier: MIT */
#include "correct.h"

#include "book.h"
#include "exact_line.h"
#include "rules.h"
#include "skill.h"

/* Whether the move keeps the position's value, as far as the book knows. */
static bool keeps_value(const struct connect4_book *book, const struct connect4_position *position,
                        move_t move, int value)
{
    struct connect4_position child = *position;
    int child_value;
    connect4_play(&child, move);
    return connect4_is_won(&child) ||
           (connect4_book_find(book, &child, &child_value) && child_value == -value);
}

bool connect4_correct(const struct connect4_position *start, const struct game_settings *settings,
                      struct search_line *line)
{
    const struct connect4_book *named = settings->resources[CONNECT4_BOOK_FILE];
    const struct connect4_book *book = named ? named : connect4_book_built_in();
    struct connect4_position position = *start;
    const int ply = position.ply;
    int value, column;
    if (settings->values[CONNECT4_SKILL] < SKILL_FULL || connect4_is_won(&position) ||
        !connect4_book_find(book, &position, &value) ||
        connect4_book_column(book, &position, value) < 0 ||
        keeps_value(book, &position, line->pv[0], value)) {
        return false;
    }
    int at_value = value;
    line->length = 0;
    while (connect4_result(&position) == RESULT_NONE &&
           (column = connect4_book_column(book, &position, at_value)) >= 0) {
        line->pv[line->length++] = connect4_column_move(column);
        connect4_play(&position, connect4_column_move(column));
        at_value = -at_value;
    }
    line->depth = line->seldepth = CONNECT4_SQUARES - ply;
    line->score = connect4_score_to_report(connect4_exact_score(value, ply), line->length);
    line->bound = BOUND_EXACT;
    return true;
}
