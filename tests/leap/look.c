/* SPDX-License-Identifier: MIT */
/* Describes leap's board to clients: moves along a path, and a pass. */
#include "look.h"

#include "position.h"

static void board(const void *opaque, struct look_board *board)
{
    const struct leap_position *position = opaque;
    *board = (struct look_board){.files = LEAP_SIZE, .ranks = LEAP_SIZE};
    for (int square = 0; square < LEAP_SQUARES; square++) {
        board->squares[square] = position->stones[0] >> square & 1   ? 1
                                 : position->stones[1] >> square & 1 ? 2
                                                                     : 0;
    }
}

static const struct look_piece pieces[] = {
    {.name = "first stone", .side = 1, .ascii = "x", .glyph = "●", .shape = "stone"},
    {.name = "second stone", .side = 2, .ascii = "o", .glyph = "○", .shape = "stone"},
};

static const struct look_sgf sgf = {.colours = {'B', 'W'}};

static const char *const refused[] = {"startpos moves a1a3", "fen 5/5 x 0 40", NULL};

static const struct look_samples samples = {
    .after = "startpos moves a1a2",
    .win = "fen 5/5/5/2o2/2x2 x 0 40",
    .win_move = "c1c3",
    .over = "fen 5/5/2x2/5/5 o 0 39",
    .first_move = "a1a2",
    .refused = refused,
};

const struct look leap_look = {
    .kind = LOOK_SQUARES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "first", .colour = {.palette = 203, .basic = 9, .web = "#e0533d"}},
              {.name = "second", .colour = {.palette = 221, .basic = 11, .web = "#e8b93c"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = board,
    .entry = LOOK_ENTER_PATH,
    .pass = "pass",
    .sgf = &sgf,
    .samples = &samples,
};
