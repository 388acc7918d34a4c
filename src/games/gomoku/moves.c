/* Which moves are legal: gomoku's forbidden moves, and the counting of move trees. */
#include "position.h"

#include <string.h>

/* Whether the stone that stands on `square` has, along the direction, an empty square that makes an
 * open four of its three by a move that is itself allowed (renju: "a three must be able to become a
 * straight four"). The stone must already be on the board. */
static bool three_can_grow(struct gomoku_position *position, int square, enum gomoku_colour colour,
                           enum gomoku_direction direction)
{
    int step = gomoku_step(direction);
    struct gomoku_place place = gomoku_place(square, direction);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int distance = 1; distance < GOMOKU_REACH; distance++) {
            int bit = place.bit + sign * distance, other = square + sign * distance * step;
            if (position->outside.line[direction][place.index] >> bit & 1 ||
                position->stones[1 - colour].line[direction][place.index] >> bit & 1) {
                break;
            }
            if (position->stones[colour].line[direction][place.index] >> bit & 1 ||
                gomoku_shape_of(position, other, colour, direction) != SHAPE_OPEN_FOUR) {
                continue;
            }
            /* The open four at `other` counts only if the row holds `square`, too. */
            uint32_t own = position->stones[colour].line[direction][place.index];
            uint32_t between = sign > 0 ? (UINT32_C(1) << bit) - (UINT32_C(1) << place.bit)
                                        : (UINT32_C(2) << place.bit) - (UINT32_C(2) << bit);
            if ((own & between) == between &&
                gomoku_forbidden(position, other, colour) == FORBIDDEN_NOT) {
                return true;
            }
        }
    }
    return false;
}

/* Counts fours, threes and the rest that a stone on the square makes. */
struct made {
    int fives, overlines, fours;
    unsigned threes; /* a bit for each direction */
};

static struct made what_is_made(const struct gomoku_position *position, int square,
                                enum gomoku_colour colour)
{
    struct made made = {0};
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_shape shape =
            gomoku_shape_of(position, square, colour, (enum gomoku_direction)d);
        made.fives += shape == SHAPE_FIVE;
        made.overlines += shape == SHAPE_OVERLINE;
        made.fours +=
            shape == SHAPE_SPLIT_FOURS ? 2 : shape == SHAPE_FOUR || shape == SHAPE_OPEN_FOUR;
        if (shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE) {
            made.threes |= 1U << d;
        }
    }
    return made;
}

/* The directions of `threes` that are threes under renju's recursive rule. */
static unsigned real_threes(struct gomoku_position *position, int square, enum gomoku_colour colour,
                            unsigned threes)
{
    unsigned real = 0;
    gomoku_toggle(position, square, colour);
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        if (threes >> d & 1 && three_can_grow(position, square, colour, (enum gomoku_direction)d)) {
            real |= 1U << d;
        }
    }
    gomoku_toggle(position, square, colour);
    return real;
}

enum gomoku_forbidden gomoku_forbidden(struct gomoku_position *position, int square,
                                       enum gomoku_colour colour)
{
    if (!gomoku_may_forbid(position, colour)) {
        return FORBIDDEN_NOT;
    }
    struct made made = what_is_made(position, square, colour);
    if (made.fives) {
        return FORBIDDEN_NOT;
    }
    if (position->rule == RULE_RENJU) {
        if (made.overlines) {
            return FORBIDDEN_OVERLINE;
        }
        if (made.fours >= 2) {
            return FORBIDDEN_FOURS;
        }
        if (bit_count(made.threes) >= 2) {
            made.threes = real_threes(position, square, colour, made.threes);
        }
    }
    return bit_count(made.threes) >= 2 ? FORBIDDEN_THREES : FORBIDDEN_NOT;
}

/* Appends the stones of `colour` that stand near the square on its line, the square among them. */
static void name_line(const struct gomoku_position *position, int square, enum gomoku_colour colour,
                      enum gomoku_direction direction, struct buffer *out)
{
    struct gomoku_place place = gomoku_place(square, direction);
    uint32_t own = position->stones[colour].line[direction][place.index] | UINT32_C(1) << place.bit;
    const char *blank = "";
    for (int distance = 1 - GOMOKU_REACH; distance < GOMOKU_REACH; distance++) {
        if (own >> (place.bit + distance) & 1) {
            buffer_puts(out, blank);
            gomoku_format_square(square + distance * gomoku_step(direction), out);
            blank = "-";
        }
    }
}

/* Says which lines make the move forbidden. */
static bool refuse(struct gomoku_position *position, int square, enum gomoku_forbidden why,
                   struct error *error)
{
    static const char *const names[] = {"", "overline", "double-four", "double-three"};
    enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    struct made made = what_is_made(position, square, colour);
    unsigned threes = made.threes;
    if (why == FORBIDDEN_THREES && position->rule == RULE_RENJU) {
        threes = real_threes(position, square, colour, threes);
    }
    struct buffer text = {0};
    buffer_printf(&text, "%s at ", names[why]);
    gomoku_format_square(square, &text);
    const char *between = ": lines ";
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_shape shape =
            gomoku_shape_of(position, square, colour, (enum gomoku_direction)d);
        bool four = shape >= SHAPE_FOUR && shape <= SHAPE_OPEN_FOUR;
        if (why == FORBIDDEN_THREES  ? threes >> d & 1
            : why == FORBIDDEN_FOURS ? four
                                     : shape == SHAPE_OVERLINE) {
            buffer_puts(&text, between);
            name_line(position, square, colour, (enum gomoku_direction)d, &text);
            between = " and ";
        }
    }
    error_set(error, "%s", buffer_text(&text));
    buffer_finish(&text);
    return false;
}

bool gomoku_check_move(struct gomoku_position *position, int square, struct error *error)
{
    if (position->winner) {
        return error_set(error, "the game is over");
    }
    if (!gomoku_is_empty(position, square)) {
        return error_set(error, "the square is taken");
    }
    enum gomoku_forbidden why =
        gomoku_forbidden(position, square, (enum gomoku_colour)position->to_move);
    return why == FORBIDDEN_NOT || refuse(position, square, why, error);
}

void gomoku_legal_moves(struct gomoku_position *position, struct move_list *list)
{
    list->count = 0;
    if (position->winner) {
        return;
    }
    enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    bool may_forbid = gomoku_may_forbid(position, colour);
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            if (gomoku_is_empty(position, square) &&
                (!may_forbid || gomoku_forbidden(position, square, colour) == FORBIDDEN_NOT)) {
                move_list_add(list, (move_t)square);
            }
        }
    }
}

enum game_result gomoku_result(const struct gomoku_position *position)
{
    if (position->winner) {
        return position->winner == 1 + BLACK ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    if (position->stone_count == position->size * position->size) {
        return RESULT_DRAW;
    }
    if (!gomoku_may_forbid(position, (enum gomoku_colour)position->to_move)) {
        return RESULT_NONE;
    }
    struct gomoku_position scratch = *position;
    struct move_list list;
    gomoku_legal_moves(&scratch, &list);
    return list.count ? RESULT_NONE : RESULT_DRAW;
}

uint64_t gomoku_perft(struct gomoku_position *position, int depth, struct search *search)
{
    if (depth == 0) {
        return 1;
    }
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list;
    gomoku_legal_moves(position, &list);
    if (depth == 1) {
        return (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        gomoku_play(position, list.moves[i]);
        leaves += gomoku_perft(position, depth - 1, search);
        gomoku_undo(position, list.moves[i]);
    }
    return leaves;
}
