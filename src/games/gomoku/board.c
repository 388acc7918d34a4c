#include "board.h"

#include <assert.h>
#include <string.h>

INLINE void toggle_square(struct gomoku_board *board, int colour, int threat, int square)
{
    board->squares[colour][threat][square / 64] ^= UINT64_C(1) << square % 64;
}

/* Gives an empty square another cross, and what follows from it. */
INLINE void set_cross(struct gomoku_board *board, enum gomoku_colour colour, enum gomoku_ban ban,
                      int square, unsigned cross)
{
    unsigned number = gomoku_cross_of[cross];
    unsigned before = board->threat[colour][square], after = gomoku_threat_of[ban][number];
    const struct gomoku_worth *worth = &gomoku_worths[number];
    const struct gomoku_worth *old = &gomoku_worths[board->number[colour][square]];
    board->cross[colour][square] = (uint16_t)cross;
    board->number[colour][square] = (uint16_t)number;
    board->moving[colour] += worth->moving - old->moving;
    board->waiting[colour] += worth->waiting - old->waiting;
    if (before != after) {
        board->threat[colour][square] = (uint8_t)after;
        board->count[colour][before]--;
        board->count[colour][after]++;
        toggle_square(board, colour, (int)before, square);
        toggle_square(board, colour, (int)after, square);
    }
}

INLINE void note(struct gomoku_board *board, enum gomoku_colour colour, int square)
{
    board->journal[board->changes++] = (struct gomoku_change){
        (uint16_t)(square + (colour == WHITE ? GOMOKU_SQUARES : 0)), board->cross[colour][square]};
}

/* Looks again at the empty squares within reach of a square along one direction. `reach` is 4 where
 * six in a row are as good as five. */
INLINE void refresh_line(struct gomoku_board *board, enum gomoku_colour colour, int square,
                         enum gomoku_direction direction)
{
    enum gomoku_rule rule = (enum gomoku_rule)board->position.rule;
    enum gomoku_five five = gomoku_five_of(rule, colour);
    enum gomoku_ban ban = gomoku_ban_of(rule, colour);
    struct gomoku_place place = gomoku_place(square, direction);
    uint32_t own = board->position.stones[colour].line[direction][place.index];
    uint32_t opponent = board->position.stones[1 - colour].line[direction][place.index];
    uint32_t outside = board->position.outside.line[direction][place.index];
    int reach = five == FIVE_OR_MORE ? GOMOKU_REACH - 1 : GOMOKU_REACH, low = place.bit - reach;
    uint64_t empty = ~(own | opponent | outside) >> low & ((UINT32_C(2) << 2 * reach) - 1);
    int step = gomoku_step(direction);
    while (empty) {
        int bit = low + bit_pop(&empty), other = square + (bit - place.bit) * step;
        unsigned shape = gomoku_shape_at(five, own, opponent, outside, bit);
        unsigned cross = board->cross[colour][other];
        if ((cross >> 4 * direction & 15) != shape) {
            note(board, colour, other);
            set_cross(board, colour, ban, other,
                      (cross & ~(15U << 4 * direction)) | shape << 4 * direction);
        }
    }
}

void gomoku_board_make(struct gomoku_board *board, move_t move)
{
    assert(board->line < GOMOKU_MAX_LINE);
    enum gomoku_rule rule = (enum gomoku_rule)board->position.rule;
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    board->changes_before[board->line++] = board->changes;
    if (board->threat[mover][move] == THREAT_FIVE) {
        board->position.winner = (uint8_t)(1 + mover);
    }
    for (int colour = BLACK; colour <= WHITE; colour++) {
        note(board, (enum gomoku_colour)colour, move);
        set_cross(board, (enum gomoku_colour)colour,
                  gomoku_ban_of(rule, (enum gomoku_colour)colour), move, 0);
    }
    gomoku_toggle(&board->position, move, mover);
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
    board->position.stone_count++;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        refresh_line(board, BLACK, move, (enum gomoku_direction)d);
        refresh_line(board, WHITE, move, (enum gomoku_direction)d);
    }
}

void gomoku_board_unmake(struct gomoku_board *board, move_t move)
{
    enum gomoku_rule rule = (enum gomoku_rule)board->position.rule;
    enum gomoku_ban bans[] = {gomoku_ban_of(rule, BLACK), gomoku_ban_of(rule, WHITE)};
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
    board->position.stone_count--;
    board->position.winner = 0;
    gomoku_toggle(&board->position, move, (enum gomoku_colour)board->position.to_move);
    int before = board->changes_before[--board->line];
    while (board->changes > before) {
        const struct gomoku_change *change = &board->journal[--board->changes];
        int colour = change->square >= GOMOKU_SQUARES;
        set_cross(board, (enum gomoku_colour)colour, bans[colour],
                  change->square - colour * GOMOKU_SQUARES, change->cross);
    }
}

void gomoku_board_set(struct gomoku_board *board, const struct gomoku_position *position)
{
    enum gomoku_rule rule = (enum gomoku_rule)position->rule;
    memset(board, 0, offsetof(struct gomoku_board, changes_before));
    board->position = *position;
    memset(board->threat, THREAT_NONE, sizeof(board->threat));
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            if (!gomoku_is_empty(position, square)) {
                continue;
            }
            for (int c = BLACK; c <= WHITE; c++) {
                enum gomoku_colour colour = (enum gomoku_colour)c;
                unsigned cross = 0;
                for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
                    enum gomoku_direction direction = (enum gomoku_direction)d;
                    cross |= (unsigned)gomoku_shape_of(position, square, colour, direction)
                             << 4 * d;
                }
                set_cross(board, colour, gomoku_ban_of(rule, colour), square, cross);
            }
        }
    }
}
