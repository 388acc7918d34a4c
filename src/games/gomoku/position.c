/* SPDX-License-Identifier: MIT */
#include "position.h"

#include <string.h>

#include "rules.h"

static void set_lines(struct gomoku_lines *lines, int square)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        struct gomoku_place place = gomoku_place(square, (enum gomoku_direction)d);
        lines->line[d][place.index] ^= UINT32_C(1) << place.bit;
    }
}

void gomoku_clear(struct gomoku_position *position, int size, enum gomoku_rule rule)
{
    memset(position, 0, sizeof(*position));
    position->size = (uint8_t)size;
    position->rule = (uint8_t)rule;
    position->key = rng_mix((uint64_t)size * GOMOKU_RULES + (uint64_t)rule);
    memset(&position->outside, 0xff, sizeof(position->outside));
    for (int rank = 1; rank <= size; rank++) {
        for (int file = 1; file <= size; file++) {
            set_lines(&position->outside, gomoku_square(file, rank));
        }
    }
}

void gomoku_toggle(struct gomoku_position *position, int square, enum gomoku_colour colour)
{
    set_lines(&position->stones[colour], square);
    position->key ^= gomoku_stone_key(square, colour);
}

bool gomoku_wins(const struct gomoku_position *position, int square, enum gomoku_colour colour)
{
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        if (gomoku_shape_of(position, square, colour, (enum gomoku_direction)d) == SHAPE_FIVE) {
            return true;
        }
    }
    return false;
}

void gomoku_make(struct gomoku_position *position, move_t move, struct gomoku_undo *undo)
{
    undo->last_move = position->last_move;
    enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    if (gomoku_wins(position, move, colour)) {
        position->winner = (uint8_t)(1 + colour);
    }
    gomoku_toggle(position, move, colour);
    position->to_move ^= 1;
    position->key ^= GOMOKU_SIDE_KEY;
    position->stone_count++;
    position->last_move = move;
}

void gomoku_unmake(struct gomoku_position *position, move_t move, const struct gomoku_undo *undo)
{
    position->to_move ^= 1;
    position->key ^= GOMOKU_SIDE_KEY;
    gomoku_toggle(position, move, (enum gomoku_colour)position->to_move);
    position->stone_count--;
    position->winner = 0;
    position->last_move = undo->last_move;
}
