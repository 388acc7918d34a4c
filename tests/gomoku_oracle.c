/* SPDX-License-Identifier: MIT */
#include "gomoku_oracle.h"

#include <string.h>

static const int file_step[] = {1, 0, 1, 1}, rank_step[] = {0, 1, 1, -1};

struct oracle_board oracle_board_of(const struct gomoku_position *position)
{
    struct oracle_board board = {.size = position->size, .rule = (enum gomoku_rule)position->rule};
    for (int file = 0; file < board.size; file++) {
        for (int rank = 0; rank < board.size; rank++) {
            int square = gomoku_square(file + 1, rank + 1);
            board.at[file][rank] = gomoku_has(&position->stones[BLACK], square)   ? 'x'
                                   : gomoku_has(&position->stones[WHITE], square) ? 'o'
                                                                                  : '.';
        }
    }
    return board;
}

static bool on_board(const struct oracle_board *board, int file, int rank)
{
    return file >= 0 && file < board->size && rank >= 0 && rank < board->size;
}

struct oracle_line oracle_line_of(const struct oracle_board *board, int file, int rank,
                                  enum gomoku_direction direction)
{
    struct oracle_line line = {0};
    int df = file_step[direction], dr = rank_step[direction];
    while (on_board(board, file - df, rank - dr)) {
        file -= df;
        rank -= dr;
        line.at++;
    }
    for (; on_board(board, file, rank); file += df, rank += dr) {
        line.cells[line.length++] = board->at[file][rank];
    }
    return line;
}

static char cell(const struct oracle_line *line, int i)
{
    return i < 0 || i >= line->length ? '#' : line->cells[i];
}

/* Finds the row of stones of `who` that contains cell `at`. */
static void row_around(const struct oracle_line *line, int at, char who, int *first, int *last)
{
    int low = at, high = at;
    while (low > 0 && line->cells[low - 1] == who) {
        low--;
    }
    while (high + 1 < line->length && line->cells[high + 1] == who) {
        high++;
    }
    *first = low;
    *last = high;
}

static char other(char who)
{
    return who == 'x' ? 'o' : 'x';
}

bool oracle_is_five(enum gomoku_rule rule, const struct oracle_line *line, int at, char who)
{
    int first, last;
    row_around(line, at, who, &first, &last);
    int length = last - first + 1;
    bool between = cell(line, first - 1) == other(who) && cell(line, last + 1) == other(who);
    switch (rule) {
    case RULE_FREESTYLE: /* five or more wins */
        return length >= 5;
    case RULE_RENJU: /* Black needs exactly five, White five or more */
        return who == 'x' ? length == 5 : length >= 5;
    case RULE_CARO: /* exactly five, not blocked by the opponent at both ends */
        return length == 5 && !between;
    default: /* exactly five */
        return length == 5;
    }
}

/* True if another stone on `more` completes a five that contains the stone on line->at. */
static bool completes_five(enum gomoku_rule rule, struct oracle_line line, int more, char who)
{
    if (cell(&line, more) != '.') {
        return false;
    }
    line.cells[more] = who;
    int first, last;
    row_around(&line, line.at, who, &first, &last);
    return first <= more && more <= last && oracle_is_five(rule, &line, line.at, who);
}

static int count_winning(enum gomoku_rule rule, const struct oracle_line *line, char who)
{
    int count = 0;
    for (int i = 0; i < line->length; i++) {
        count += completes_five(rule, *line, i, who);
    }
    return count;
}

/* True if a row of exactly four contains line->at and `more`, both its neighbours are empty, and a
 * stone on either of them completes a five. */
static bool is_straight_four(enum gomoku_rule rule, const struct oracle_line *line, int more,
                             char who)
{
    int first, last;
    row_around(line, line->at, who, &first, &last);
    return last - first + 1 == 4 && first <= more && more <= last &&
           completes_five(rule, *line, first - 1, who) &&
           completes_five(rule, *line, last + 1, who);
}

/* Counts the empty cells on which another stone makes a straight four together with the stone on
 * line->at. */
static int count_straight_fours(enum gomoku_rule rule, const struct oracle_line *line, char who,
                                bool *cells)
{
    int count = 0;
    for (int i = 0; i < line->length; i++) {
        struct oracle_line more = *line;
        cells[i] = false;
        if (more.cells[i] == '.') {
            more.cells[i] = who;
            cells[i] = is_straight_four(rule, &more, i, who);
            count += cells[i];
        }
    }
    return count;
}

/* Returns the best shape that another stone can make together with the stone on line->at. */
static enum gomoku_shape shape_of_stone(enum gomoku_rule rule, const struct oracle_line *line,
                                        char who)
{
    int first, last;
    bool cells[GOMOKU_MAX_SIZE];
    row_around(line, line->at, who, &first, &last);
    if (oracle_is_five(rule, line, line->at, who)) {
        return SHAPE_FIVE;
    }
    if (last - first + 1 >= 6) {
        return SHAPE_OVERLINE;
    }
    int winning = count_winning(rule, line, who);
    if (winning) {
        return is_straight_four(rule, line, line->at, who) ? SHAPE_OPEN_FOUR
               : winning >= 2                              ? SHAPE_SPLIT_FOURS
                                                           : SHAPE_FOUR;
    }
    int straight = count_straight_fours(rule, line, who, cells);
    if (straight) {
        return straight >= 2 ? SHAPE_OPEN_THREE_WIDE : SHAPE_OPEN_THREE;
    }
    enum gomoku_shape best = SHAPE_NONE;
    int threes = 0;
    /* A stone more than four cells away is not in a five with this one. */
    for (int i = 0; i < line->length; i++) {
        if (line->cells[i] == '.' && i - line->at <= 4 && line->at - i <= 4) {
            struct oracle_line more = *line;
            more.cells[i] = who;
            enum gomoku_shape shape = shape_of_stone(rule, &more, who);
            shape = shape == SHAPE_OVERLINE ? SHAPE_NONE : shape;
            threes += shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE;
            best = shape > best ? shape : best;
        }
    }
    switch (best) {
    case SHAPE_FOUR:
    case SHAPE_SPLIT_FOURS:
        return SHAPE_CLOSED_THREE;
    case SHAPE_OPEN_THREE:
    case SHAPE_OPEN_THREE_WIDE:
        return threes >= 3 ? SHAPE_OPEN_TWO_WIDE : SHAPE_OPEN_TWO;
    case SHAPE_CLOSED_THREE:
        return threes >= 3 ? SHAPE_OPEN_TWO_WIDE : threes ? SHAPE_OPEN_TWO : SHAPE_TWO;
    case SHAPE_OPEN_TWO:
    case SHAPE_OPEN_TWO_WIDE:
        return SHAPE_OPEN_ONE;
    case SHAPE_TWO:
        return SHAPE_ONE;
    default:
        return SHAPE_NONE;
    }
}

enum gomoku_shape oracle_shape(enum gomoku_rule rule, struct oracle_line line, char who)
{
    line.cells[line.at] = who;
    return shape_of_stone(rule, &line, who);
}

bool oracle_wins(struct oracle_board board, int file, int rank, char who)
{
    board.at[file][rank] = who;
    for (int d = 0; d < 4; d++) {
        struct oracle_line line = oracle_line_of(&board, file, rank, (enum gomoku_direction)d);
        if (oracle_is_five(board.rule, &line, line.at, who)) {
            return true;
        }
    }
    return false;
}

/* Counts the sets of four stones, including line->at, that one more stone completes to a five. */
static int count_fours(enum gomoku_rule rule, const struct oracle_line *line, char who)
{
    unsigned long sets[GOMOKU_MAX_SIZE];
    int count = 0;
    for (int i = 0; i < line->length; i++) {
        if (completes_five(rule, *line, i, who)) {
            struct oracle_line more = *line;
            more.cells[i] = who;
            int first, last;
            row_around(&more, i, who, &first, &last);
            unsigned long set = ((2UL << last) - (1UL << first)) & ~(1UL << i);
            bool known = false;
            for (int k = 0; k < count; k++) {
                known |= sets[k] == set;
            }
            if (!known) {
                sets[count++] = set;
            }
        }
    }
    return count;
}

/* Omok's open three: (a) no single stone completes an exact five through p; (b) for some empty q
 * there is a row of exactly four that contains p and q, both its neighbours are empty, and a stone
 * on either of them completes an exact five. In renju the move to q must also be legal. p is (file,
 * rank), where the stone already is. */
static bool is_open_three(const struct oracle_board *board, int file, int rank,
                          enum gomoku_direction direction, char who)
{
    struct oracle_line line = oracle_line_of(board, file, rank, direction);
    bool cells[GOMOKU_MAX_SIZE];
    if (count_winning(board->rule, &line, who) > 0 ||
        count_straight_fours(board->rule, &line, who, cells) == 0) {
        return false;
    }
    if (board->rule == RULE_OMOK) {
        return true;
    }
    for (int i = 0; i < line.length; i++) {
        int q_file = file + (i - line.at) * file_step[direction];
        int q_rank = rank + (i - line.at) * rank_step[direction];
        if (cells[i] && oracle_forbidden(*board, q_file, q_rank, who) == FORBIDDEN_NOT) {
            return true;
        }
    }
    return false;
}

enum gomoku_forbidden oracle_forbidden(struct oracle_board board, int file, int rank, char who)
{
    if (board.rule != RULE_OMOK && !(board.rule == RULE_RENJU && who == 'x')) {
        return FORBIDDEN_NOT;
    }
    if (oracle_wins(board, file, rank, who)) {
        return FORBIDDEN_NOT;
    }
    board.at[file][rank] = who;
    int fours = 0, threes = 0;
    bool overline = false;
    for (int d = 0; d < 4; d++) {
        struct oracle_line line = oracle_line_of(&board, file, rank, (enum gomoku_direction)d);
        int first, last;
        row_around(&line, line.at, who, &first, &last);
        overline |= last - first + 1 >= 6;
        fours += count_fours(board.rule, &line, who);
    }
    if (board.rule == RULE_RENJU && overline) {
        return FORBIDDEN_OVERLINE;
    }
    if (board.rule == RULE_RENJU && fours >= 2) {
        return FORBIDDEN_FOURS;
    }
    for (int d = 0; d < 4; d++) {
        threes += is_open_three(&board, file, rank, (enum gomoku_direction)d, who);
    }
    return threes >= 2 ? FORBIDDEN_THREES : FORBIDDEN_NOT;
}

unsigned long oracle_perft(struct oracle_board *board, char who, int depth)
{
    if (depth == 0) {
        return 1;
    }
    unsigned long leaves = 0;
    for (int file = 0; file < board->size; file++) {
        for (int rank = 0; rank < board->size; rank++) {
            if (board->at[file][rank] != '.' ||
                oracle_forbidden(*board, file, rank, who) != FORBIDDEN_NOT) {
                continue;
            }
            if (depth == 1 || oracle_wins(*board, file, rank, who)) {
                leaves += depth == 1;
                continue;
            }
            board->at[file][rank] = who;
            leaves += oracle_perft(board, other(who), depth - 1);
            board->at[file][rank] = '.';
        }
    }
    return leaves;
}
