/* SPDX-License-Identifier: MIT */
/* The presentation of tic-tac-toe. */
#include "rules.h"

static void look_board(const void *opaque, struct look_board *board)
{
    const struct tictactoe_position *position = opaque;
    *board = (struct look_board){.files = 3, .ranks = 3};
    for (int square = 0; square < TICTACTOE_SQUARES; square++) {
        board->squares[square] = position->stones[0] >> square & 1   ? 1
                                 : position->stones[1] >> square & 1 ? 2
                                                                     : 0;
    }
}

static void winning_squares(const void *opaque, struct look_squares *squares)
{
    const struct tictactoe_position *position = opaque;
    int stones = position->stones[position->side ^ 1], winning = 0;
    for (int i = 0; i < LENGTH(tictactoe_lines); i++) {
        winning |= (stones & tictactoe_lines[i]) == tictactoe_lines[i] ? tictactoe_lines[i] : 0;
    }
    for (int square = 0; square < TICTACTOE_SQUARES; square++) {
        if (winning >> square & 1) {
            look_add_square(squares, square);
        }
    }
}

static const struct look_piece pieces[] = {
    {.name = "cross", .side = 1, .ascii = "X", .glyph = "X", .shape = "cross"},
    {.name = "nought", .side = 2, .ascii = "O", .glyph = "O", .shape = "ring"},
};

static const struct look_samples samples = {
    .after = "startpos moves b2",
    .win = "startpos moves a1 a2 b1 b2",
    .win_move = "c1",
    .over = "startpos moves a1 a2 b1 b2 c1",
    .first_move = "b2",
    .refused = (const char *const[]){"startpos moves a1 a1", "fen 3/3 x", NULL},
};

const struct look tictactoe_look = {
    .kind = LOOK_BOXES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "X", .colour = {.palette = 203, .basic = 9, .web = "#e0533d"}},
              {.name = "O", .colour = {.palette = 221, .basic = 11, .web = "#e8b93c"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .winning_squares = winning_squares,
    .shows_threats = true,
    .entry = LOOK_ENTER_SQUARE,
    .samples = &samples,
};
