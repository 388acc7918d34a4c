/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Replaces a cell, and moves its square to the set of the new threat. */
INLINE void set_cell(struct gomoku_board *board, int colour, int square, struct gomoku_cell cell)
{
    unsigned before = (unsigned)gomoku_board_threat(board, colour, square);
    unsigned now = (unsigned)gomoku_kind_threat(cell.kind);
    board->cells[colour][square] = cell;
    if (before != now) {
        uint64_t bit = UINT64_C(1) << square % 64;
        board->count[colour][before]--;
        board->count[colour][now]++;
        board->squares[colour][before][square / 64] ^= bit;
        board->squares[colour][now][square / 64] ^= bit;
    }
}

/* Sets the pattern of an empty square, and its code and threat. */
INLINE void set_pattern(struct gomoku_board *board, enum gomoku_colour colour, enum gomoku_ban ban,
                        int square, unsigned pattern)
{
    set_cell(board, (int)colour, square,
             (struct gomoku_cell){(uint16_t)pattern, gomoku_pattern_kind[ban][pattern]});
}

INLINE void note(struct gomoku_board *board, enum gomoku_colour colour, int square)
{
    board->journal[board->changes++] = (struct gomoku_change){
        .square = (uint16_t)(square + (colour == WHITE ? GOMOKU_SQUARES : 0)),
        .before = board->cells[colour][square],
    };
}

/* The bits between the two blocked bits that are nearest to `bit`, one on each side. */
INLINE uint32_t seen_from(uint32_t blocked, int bit)
{
    int below = bit_highest(blocked & ((UINT32_C(1) << bit) - 1));
    int above = bit_lowest(blocked >> (bit + 1)) + bit + 1;
    return (UINT32_C(1) << above) - (UINT32_C(2) << below);
}

/* Updates the patterns of a colour along one direction after a stone on `square`: on the empty
 * squares within reach that no stone of the other colour and no edge separates from it. If a row of
 * six wins like a five, the reach is one square shorter. */
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
    /* Under caro, a five between two stones does not win, so stones do not limit the reach. */
    uint32_t hidden = five == FIVE_CARO ? outside : opponent | outside;
    uint32_t segment = seen_from(hidden & ~(UINT32_C(1) << place.bit), place.bit);
    /* A segment shorter than five squares had no possible five before and has none now. */
    if (!(segment & segment >> 4)) {
        return;
    }
    uint32_t squares = segment & ~(own | opponent) & (((UINT32_C(2) << 2 * reach) - 1) << low);
    int step = gomoku_step(direction);
    for (uint64_t left = squares; left;) {
        int bit = bit_pop(&left), other = square + (bit - place.bit) * step;
        unsigned shape = gomoku_shape_at(five, own, opponent, outside, bit);
        unsigned pattern = gomoku_board_pattern(board, (int)colour, other);
        if ((pattern >> 4 * direction & 15) != shape) {
            note(board, colour, other);
            set_pattern(board, colour, ban, other,
                        (pattern & ~(15U << 4 * direction)) | shape << 4 * direction);
        }
    }
}

/* Puts the mover's stone on a square and records what the square had for both colours. */
INLINE void place_stone(struct gomoku_board *board, move_t move)
{
    assert(board->line < GOMOKU_MAX_LINE);
    enum gomoku_rule rule = (enum gomoku_rule)board->position.rule;
    enum gomoku_colour mover = (enum gomoku_colour)board->position.to_move;
    board->changes_before[board->line++] = board->changes;
    board->computed[board->line] = false;
    for (int colour = BLACK; colour <= WHITE; colour++) {
        note(board, (enum gomoku_colour)colour, move);
        set_pattern(board, (enum gomoku_colour)colour,
                    gomoku_ban_of(rule, (enum gomoku_colour)colour), move, 0);
    }
    gomoku_toggle(&board->position, move, mover);
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
    board->position.stone_count++;
}

void gomoku_board_make(struct gomoku_board *board, move_t move)
{
    if (gomoku_board_threat(board, board->position.to_move, move) == THREAT_FIVE) {
        board->position.winner = (uint8_t)(1 + board->position.to_move);
    }
    place_stone(board, move);
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        refresh_line(board, BLACK, move, (enum gomoku_direction)d);
        refresh_line(board, WHITE, move, (enum gomoku_direction)d);
    }
}

void gomoku_board_make_for(struct gomoku_board *board, move_t move, enum gomoku_colour colour)
{
    place_stone(board, move);
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        refresh_line(board, colour, move, (enum gomoku_direction)d);
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
    while (board->changes > before) {
        const struct gomoku_change *change = &board->journal[--board->changes];
        int colour = change->square >= GOMOKU_SQUARES;
        int square = change->square - colour * GOMOKU_SQUARES;
        set_cell(board, colour, square, change->before);
    }
}

void gomoku_board_set(struct gomoku_board *board, const struct gomoku_position *position)
{
    enum gomoku_rule rule = (enum gomoku_rule)position->rule;
    memset(board, 0, offsetof(struct gomoku_board, changes_before));
    board->computed[0] = false;
    board->position = *position;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        board->cells[BLACK][square].kind = board->cells[WHITE][square].kind = THREAT_NONE
                                                                              << GOMOKU_CODE_BITS;
    }
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            if (!gomoku_is_empty(position, square)) {
                continue;
            }
            for (int c = BLACK; c <= WHITE; c++) {
                enum gomoku_colour colour = (enum gomoku_colour)c;
                unsigned pattern = 0;
                for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
                    enum gomoku_direction direction = (enum gomoku_direction)d;
                    pattern |= (unsigned)gomoku_shape_of(position, square, colour, direction)
                               << 4 * d;
                }
                set_pattern(board, colour, gomoku_ban_of(rule, colour), square, pattern);
            }
        }
    }
}

/* The squares whose codes differ between two positions. */
struct changed_squares {
    int count;
    int squares[GOMOKU_SQUARES];
    struct gomoku_recoding codes[GOMOKU_SQUARES];
};

INLINE void set_codes(const struct gomoku_board *board, int square, uint16_t *code)
{
    code[BLACK] = (uint16_t)gomoku_board_code(board, BLACK, square);
    code[WHITE] = (uint16_t)gomoku_board_code(board, WHITE, square);
}

/* Lists the squares that the moves after the first `line` moves changed. The first entry of a
 * square and a colour in the journal has the code before those moves. */
static void list_changed(struct gomoku_board *board, int line, struct changed_squares *list)
{
    unsigned have[GOMOKU_SQUARES];
    int count = 0;
    for (int i = board->changes_before[line]; i < board->changes; i++) {
        const struct gomoku_change *change = &board->journal[i];
        int colour = change->square >= GOMOKU_SQUARES;
        int square = change->square - colour * GOMOKU_SQUARES;
        int place = board->listed[square];
        if (place >= count || list->squares[place] != square) {
            place = count++;
            board->listed[square] = (uint16_t)place;
            list->squares[place] = square;
            set_codes(board, square, list->codes[place].now);
            set_codes(board, square, list->codes[place].before);
            have[place] = 0;
        }
        if (!(have[place] >> colour & 1)) {
            have[place] |= 1U << colour;
            list->codes[place].before[colour] = (uint16_t)gomoku_kind_code(change->before.kind);
        }
    }
    list->count = 0;
    for (int i = 0; i < count; i++) {
        const struct gomoku_recoding *codes = &list->codes[i];
        if (memcmp(codes->before, codes->now, sizeof(codes->now)) != 0) {
            list->codes[list->count++] = *codes;
        }
    }
}

/* Lists all squares that have codes, as if they had none before. */
static void list_all(const struct gomoku_board *board, struct changed_squares *list)
{
    list->count = 0;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        struct gomoku_recoding codes = {.before = {0, 0}};
        set_codes(board, square, codes.now);
        if (codes.now[BLACK] || codes.now[WHITE]) {
            list->codes[list->count++] = codes;
        }
    }
}

/* Updates the evaluation's data to this position, from the position after the first `line` moves;
 * -1: from an empty board without squares. */
static void update_evaluation(struct gomoku_board *board, int line)
{
    static const struct gomoku_accumulator no_features;
    const struct gomoku_accumulator *from = line < 0 ? &no_features : &board->accumulators[line];
    struct gomoku_sums sums = {{0}, {0}};
    struct changed_squares changed;
    if (line < 0) {
        list_all(board, &changed);
    } else {
        list_changed(board, line, &changed);
        sums = board->sums[line];
    }
    for (int i = 0; i < changed.count; i++) {
        for (int colour = BLACK; colour <= WHITE; colour++) {
            const struct gomoku_pattern_weight *before =
                                                   &gomoku_weights[changed.codes[i].before[colour]],
                                               *now = &gomoku_weights[changed.codes[i].now[colour]];
            sums.moving[colour] += now->moving - before->moving;
            sums.waiting[colour] += now->waiting - before->waiting;
        }
    }
    board->sums[board->line] = sums;
    gomoku_network_update(&board->accumulators[board->line], from, changed.codes, changed.count);
}

void gomoku_board_prepare(struct gomoku_board *board)
{
    if (board->computed[board->line]) {
        return;
    }
    int line = board->line;
    while (line > 0 && board->line - line < GOMOKU_ACCUMULATOR_MAX_BEHIND &&
           !board->computed[line]) {
        line--;
    }
    update_evaluation(board, board->computed[line] ? line : -1);
    board->computed[board->line] = true;
}
