#include "board.h"

#include <assert.h>
#include <string.h>

INLINE void set_threat(struct gomoku_board *board, int colour, int square, unsigned threat)
{
    unsigned before = board->threat[colour][square];
    if (before != threat) {
        uint64_t bit = UINT64_C(1) << square % 64;
        board->threat[colour][square] = (uint8_t)threat;
        board->count[colour][before]--;
        board->count[colour][threat]++;
        board->squares[colour][before][square / 64] ^= bit;
        board->squares[colour][threat][square / 64] ^= bit;
    }
}

/* Gives an empty square another cross, and what follows from it. */
INLINE void set_cross(struct gomoku_board *board, enum gomoku_colour colour, enum gomoku_ban ban,
                      int square, unsigned cross)
{
    unsigned number = gomoku_cross_of[cross];
    const struct gomoku_worth *worth = &gomoku_worths[number];
    const struct gomoku_worth *old = &gomoku_worths[board->number[colour][square]];
    board->cross[colour][square] = (uint16_t)cross;
    board->number[colour][square] = (uint16_t)number;
    board->sums.moving[colour] += worth->moving - old->moving;
    board->sums.waiting[colour] += worth->waiting - old->waiting;
    set_threat(board, (int)colour, square, gomoku_threat_of[ban][number]);
}

INLINE void note(struct gomoku_board *board, enum gomoku_colour colour, int square)
{
    board->journal[board->changes++] = (struct gomoku_change){
        .square = (uint16_t)(square + (colour == WHITE ? GOMOKU_SQUARES : 0)),
        .cross = board->cross[colour][square],
        .number = board->number[colour][square],
        .threat = board->threat[colour][square],
    };
}

/* The bits between the blocked ones that are nearest to `bit` on both sides; `blocked` holds one on
 * each side. */
INLINE uint32_t seen_from(uint32_t blocked, int bit)
{
    int below = bit_highest(blocked & ((UINT32_C(1) << bit) - 1));
    int above = bit_lowest(blocked >> (bit + 1)) + bit + 1;
    return (UINT32_C(1) << above) - (UINT32_C(2) << below);
}

/* Looks again at the empty squares of a colour along one direction from a square that has just got
 * a stone: those in reach that no stone of the other colour, and no edge, hides from it. Where six
 * in a row are as good as five, one square less is in reach. */
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
    /* A five between two stones is none under caro: what is behind a stone matters. */
    uint32_t hidden = five == FIVE_CARO ? outside : opponent | outside;
    uint32_t squares = seen_from(hidden & ~(UINT32_C(1) << place.bit), place.bit) &
                       ~(own | opponent) & (((UINT32_C(2) << 2 * reach) - 1) << low);
    int step = gomoku_step(direction);
    for (uint64_t left = squares; left;) {
        int bit = bit_pop(&left), other = square + (bit - place.bit) * step;
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
    board->sums_before[board->line] = board->sums;
    board->changes_before[board->line++] = board->changes;
    board->viewed[board->line] = false;
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
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
    board->position.stone_count--;
    board->position.winner = 0;
    gomoku_toggle(&board->position, move, (enum gomoku_colour)board->position.to_move);
    int before = board->changes_before[--board->line];
    board->sums = board->sums_before[board->line];
    while (board->changes > before) {
        const struct gomoku_change *change = &board->journal[--board->changes];
        int colour = change->square >= GOMOKU_SQUARES;
        int square = change->square - colour * GOMOKU_SQUARES;
        board->cross[colour][square] = change->cross;
        board->number[colour][square] = change->number;
        set_threat(board, colour, square, change->threat);
    }
}

void gomoku_board_set(struct gomoku_board *board, const struct gomoku_position *position)
{
    enum gomoku_rule rule = (enum gomoku_rule)position->rule;
    memset(board, 0, offsetof(struct gomoku_board, sums_before));
    board->viewed[0] = false;
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

/* A square as it was when the views were last known. */
struct changed {
    int square;
    uint16_t number[GOMOKU_COLOURS];
};

/* Lists the squares that differ from what they were after `line` moves; returns how many. What the
 * journal notes first of a square and a colour is what was then. */
static int list_changed(struct gomoku_board *board, int line, struct changed *list)
{
    unsigned have[GOMOKU_VIEWS_BEHIND * GOMOKU_CHANGES];
    int count = 0;
    for (int i = board->changes_before[line]; i < board->changes; i++) {
        const struct gomoku_change *change = &board->journal[i];
        int colour = change->square >= GOMOKU_SQUARES;
        int square = change->square - colour * GOMOKU_SQUARES;
        int place = board->listed[square];
        if (place >= count || list[place].square != square) {
            place = count++;
            board->listed[square] = (uint16_t)place;
            list[place].square = square;
            list[place].number[BLACK] = board->number[BLACK][square];
            list[place].number[WHITE] = board->number[WHITE][square];
            have[place] = 0;
        }
        if (!(have[place] >> colour & 1)) {
            have[place] |= 1U << colour;
            list[place].number[colour] = change->number;
        }
    }
    return count;
}

static void view_anew(struct gomoku_board *board, struct gomoku_views *views)
{
    memset(views, 0, sizeof(*views));
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        const uint16_t number[] = {board->number[BLACK][square], board->number[WHITE][square]};
        if (number[BLACK] || number[WHITE]) {
            gomoku_network_add(views, number);
        }
    }
}

const struct gomoku_views *gomoku_board_views(struct gomoku_board *board)
{
    struct gomoku_views *views = &board->views[board->line];
    if (board->viewed[board->line]) {
        return views;
    }
    int line = board->line;
    while (line > 0 && board->line - line < GOMOKU_VIEWS_BEHIND && !board->viewed[line]) {
        line--;
    }
    if (!board->viewed[line]) {
        view_anew(board, views);
    } else {
        struct changed changed[GOMOKU_VIEWS_BEHIND * GOMOKU_CHANGES];
        *views = board->views[line];
        for (int i = list_changed(board, line, changed) - 1; i >= 0; i--) {
            int square = changed[i].square;
            const uint16_t now[] = {board->number[BLACK][square], board->number[WHITE][square]};
            if (memcmp(now, changed[i].number, sizeof(now)) != 0) {
                gomoku_network_subtract(views, changed[i].number);
                gomoku_network_add(views, now);
            }
        }
    }
    board->viewed[board->line] = true;
    return views;
}
