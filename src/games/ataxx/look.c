/* SPDX-License-Identifier: MIT */
/* The presentation of Ataxx. */
#include "rules.h"

static void look_board(const void *opaque, struct look_board *board)
{
    const struct ataxx_position *position = opaque;
    *board = (struct look_board){.files = ATAXX_SIZE, .ranks = ATAXX_SIZE};
    for (int square = 0; square < ATAXX_SQUARES; square++) {
        const bitboard_t bit = ataxx_bit(ataxx_place(square % ATAXX_SIZE, square / ATAXX_SIZE));
        board->squares[square] = position->pieces[0] & bit   ? 1
                                 : position->pieces[1] & bit ? 2
                                 : position->blocked & bit   ? 3
                                                             : 0;
    }
}

/* In the order of the letters in a FEN. */
static const struct look_piece pieces[] = {
    {.name = "red stone", .side = 1, .ascii = "x", .glyph = "●", .shape = "stone"},
    {.name = "blue stone", .side = 2, .ascii = "o", .glyph = "○", .shape = "stone"},
    {.name = "blocked square", .side = 0, .ascii = "#", .glyph = "█", .shape = "block"},
};

static int move_number(const void *position)
{
    return ((const struct ataxx_position *)position)->move_number;
}

static const char *variant(const struct game_settings *settings UNUSED)
{
    return "ataxx";
}

static const struct look_pgn pgn = {.move_number = move_number, .variant = variant};

static const char *const forms[] = {
    "fen x5o/7/7/7/7/7/o5x x",
    "fen x5o/7/7/7/7/7/o5x x 0",
    "fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1 moves g2",
    "startpos moves g1g2",
    NULL,
};

static const char *const refused[] = {
    "startpos moves 0000",
    "startpos moves d4",
    "startpos moves a7d4",
    "startpos moves a7a7",
    "fen x5o/7/7/7/7/7/o5x x 101 1",
    "fen x5/7/7/7/7/7/o5x x 0 1",
    "fen 7/7/7/7/7/7/7 x 0 1",
    "fen x6/7/7/7/7/7/7 x 0 1",
    NULL,
};

static const struct look_sample_move moves[] = {
    {"startpos", "f1", "g1f1"},
    {"startpos", "a7c5", "A7C5"},
    {"fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", "0000", NULL},
    {NULL, NULL, NULL},
};

static const struct look_samples samples = {
    .after = "startpos moves g2",
    .win = "fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooox1 x 0 1",
    .win_move = "g1",
    .over = "fen 7/7/7/3x3/7/7/7 o 0 1",
    .first_move = "g2",
    .forms = forms,
    .refused = refused,
    .moves = moves,
};

const struct look ataxx_look = {
    .kind = LOOK_BOXES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "Red", .colour = {.palette = 203, .basic = 9, .web = "#b3372a"}},
              {.name = "Blue", .colour = {.palette = 75, .basic = 12, .web = "#5b9bd8"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .entry = LOOK_ENTER_PATH,
    .notation = "f1, a7c5",
    .pass = "0000",
    .pgn = &pgn,
    .implied_by = (const char *const[]){"uai", NULL},
    .samples = &samples,
};
