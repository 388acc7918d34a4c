/* SPDX-License-Identifier: MIT */
/* The presentation of Connect Four. */
#include "rules.h"

/* The number of stones that a side can place, plus one: a win by the last of them scores 1. */
#define EXACT_SCORE_BASE 22

static void look_board(const void *position, struct look_board *board)
{
    bitboard_t first = connect4_stones(position, 0), second = connect4_stones(position, 1);
    *board = (struct look_board){.files = CONNECT4_COLUMNS, .ranks = CONNECT4_RANKS};
    for (int square = 0; square < CONNECT4_SQUARES; square++) {
        int place = connect4_square_bit(square);
        board->squares[square] = first >> place & 1 ? 1 : second >> place & 1 ? 2 : 0;
    }
}

/* Marks the squares of all fours. */
static void winning_squares(const void *opaque, struct look_squares *squares)
{
    static const int steps[] = {1, CONNECT4_COLUMN_BITS - 1, CONNECT4_COLUMN_BITS,
                                CONNECT4_COLUMN_BITS + 1};
    const struct connect4_position *position = opaque;
    bitboard_t winning = 0;
    for (int i = 0; i < LENGTH(steps); i++) {
        int step = steps[i];
        bitboard_t pairs = position->other & position->other >> step;
        bitboard_t fours = pairs & pairs >> 2 * step;
        winning |= fours | fours << step | fours << 2 * step | fours << 3 * step;
    }
    for (int square = 0; square < CONNECT4_SQUARES; square++) {
        if (winning >> connect4_square_bit(square) & 1) {
            look_add_square(squares, square);
        }
    }
}

/* 22 minus the number of stones that the winner has then played; the first player plays the odd
 * stones. */
static int exact_score(const void *opaque, int plies)
{
    const struct connect4_position *position = opaque;
    int stones = bit_count(connect4_stones(position, 0) | connect4_stones(position, 1));
    int last = stones + (plies > 0 ? plies : -plies);
    int score = EXACT_SCORE_BASE - (last + 1) / 2;
    return plies > 0 ? score : -score;
}

static const struct look_piece pieces[] = {
    {.name = "red disc", .side = 1, .ascii = "x", .glyph = "●", .shape = "disc"},
    {.name = "yellow disc", .side = 2, .ascii = "o", .glyph = "○", .shape = "disc"},
};

static const struct look_samples samples = {
    .after = "startpos moves 4",
    .win = "startpos moves 1 2 1 2 1 2",
    .win_move = "1",
    .over = "startpos moves 1 2 1 2 1 2 1",
    .loss = "startpos moves 4 1 5 1 6",
    .first_move = "4",
    .refused = (const char *const[]){"startpos moves 1 1 1 1 1 1 1", "fen 7/7/7/7/7 x", NULL},
};

const struct look connect4_look = {
    .kind = LOOK_BOXES,
    .files = {.labels = LOOK_NUMBERS, .first = 1},
    .ranks = {.labels = LOOK_UNLABELLED},
    .upright = true,
    .sides = {{.name = "Red", .colour = {.palette = 203, .basic = 9, .web = "#e0533d"}},
              {.name = "Yellow", .colour = {.palette = 221, .basic = 11, .web = "#e8b93c"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .winning_squares = winning_squares,
    .shows_threats = true,
    .entry = LOOK_ENTER_COLUMN,
    .exact_score = exact_score,
    .samples = &samples,
};
