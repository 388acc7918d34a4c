/* SPDX-License-Identifier: MIT */
/* The presentation of Othello. */
#include "rules.h"

static void look_board(const void *opaque, struct look_board *board)
{
    const struct othello_position *position = opaque;
    const int size = position->size;
    *board = (struct look_board){.files = size, .ranks = size};
    for (int i = 0; i < size * size; i++) {
        const int square = othello_square(size, i % size, i / size);
        board->squares[i] = othello_has(position->own, square)     ? (uint8_t)(1 + position->side)
                            : othello_has(position->other, square) ? (uint8_t)(2 - position->side)
                                                                   : 0;
    }
}

static const struct look_piece pieces[] = LOOK_STONES("disc");

/* White has no move and must pass. */
#define WHITE_MUST_PASS "fen 8/8/8/3xx3/3xx3/8/8/1oxxxxxx o"

/* Boards in the notation of other Othello programs. */
static const char *const forms[] = {
    "fen ---------------------------OX------XO--------------------------- X",
    "fen ---------------------------O*------*O--------------------------- * moves f5",
    NULL,
};

static const char *const refused[] = {
    "startpos moves a1",
    "startpos moves pass",
    "startpos moves f5 f5",
    "fen 8/8/8/8/8/8/8/8 x",
    "fen 8/8/8/3xo3/3o4/8/8/8 x",
    "fen 8/8/8/3xo3/3ox3/8/8 x",
    NULL,
};

static const struct look_sample_move sample_moves[] = {
    {WHITE_MUST_PASS, "pass", "0000"},
    {"startpos", "f5", "F5"},
    {NULL, NULL, NULL},
};

static const struct look_samples samples = {
    .after = "startpos moves f5",
    .over = "fen 8/8/8/3xx3/3xx3/8/8/8 o",
    .first_move = "f5",
    .forms = forms,
    .refused = refused,
    .moves = sample_moves,
};

/* Its GM on the Generic Game Server. NBoard and other programs exchange games with this value. */
static const struct look_ggf ggf = {.name = "Othello", .signs = "*O", .colours = {'B', 'W'}};

/* FF[4] gives Othello the number 2, but no points. Cassio, the program of the Fédération Française
 * d'Othello, and OthelloTk write "f5", and set the stones of the start. */
static const struct look_sgf sgf = {.game_number = 2, .colours = {'B', 'W'}};

const struct look othello_look = {
    .kind = LOOK_SQUARES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "Black", .colour = {.palette = 234, .basic = 0, .web = "#1b1b1b"}},
              {.name = "White", .colour = {.palette = 231, .basic = 15, .web = "#f5f5f0"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .implied_by = (const char *const[]){"nboard", NULL},
    .entry = LOOK_ENTER_SQUARE,
    .pass = "pass",
    .sgf = &sgf,
    .ggf = &ggf,
    .samples = &samples,
};
