/* SPDX-License-Identifier: MIT */
/* The presentation of xiangqi. */
#include "rules.h"

static void look_board(const void *opaque, struct look_board *board)
{
    const struct xiangqi_position *position = opaque;
    *board = (struct look_board){.files = FILES, .ranks = RANKS};
    for (int square = 0; square < SQUARES; square++) {
        board->squares[square] = position->squares[square];
    }
}

static void add_line(struct look_squares *ends, int from, int to)
{
    look_add_square(ends, from);
    look_add_square(ends, to);
}

/* The ranks, the files (the river interrupts all but the outer ones), and the diagonals of the
 * palaces. */
static void lines(struct look_squares *ends)
{
    static const int palaces[] = {0, (RANKS - 3) * FILES};
    for (int rank = 0; rank < RANKS; rank++) {
        add_line(ends, rank * FILES, rank * FILES + FILES - 1);
    }
    add_line(ends, 0, (RANKS - 1) * FILES);
    add_line(ends, FILES - 1, RANKS * FILES - 1);
    for (int file = 1; file < FILES - 1; file++) {
        add_line(ends, file, (RANKS / 2 - 1) * FILES + file);
        add_line(ends, RANKS / 2 * FILES + file, (RANKS - 1) * FILES + file);
    }
    for (int i = 0; i < LENGTH(palaces); i++) {
        add_line(ends, palaces[i] + 3, palaces[i] + 2 * FILES + 5);
        add_line(ends, palaces[i] + 5, palaces[i] + 2 * FILES + 3);
    }
}

/* The king in check. */
static void alarm_squares(const void *opaque, struct look_squares *squares)
{
    const struct xiangqi_position *position = opaque;
    if (position->state.in_check) {
        look_add_square(squares, king_square(position, position->side));
    }
}

/* In the order of the letters in a FEN. The page draws the shapes for which it has drawings. */
static const struct look_piece pieces[] = {
    {.name = "red king", .side = 1, .ascii = "K", .glyph = "K", .shape = "king"},
    {.name = "red advisor", .side = 1, .ascii = "A", .glyph = "A", .shape = "queen"},
    {.name = "red elephant", .side = 1, .ascii = "B", .glyph = "B", .shape = "bishop"},
    {.name = "red horse", .side = 1, .ascii = "N", .glyph = "N", .shape = "knight"},
    {.name = "red rook", .side = 1, .ascii = "R", .glyph = "R", .shape = "rook"},
    {.name = "red cannon", .side = 1, .ascii = "C", .glyph = "C", .shape = "cannon"},
    {.name = "red pawn", .side = 1, .ascii = "P", .glyph = "P", .shape = "pawn"},
    {.name = "black king", .side = 2, .ascii = "k", .glyph = "k", .shape = "king"},
    {.name = "black advisor", .side = 2, .ascii = "a", .glyph = "a", .shape = "queen"},
    {.name = "black elephant", .side = 2, .ascii = "b", .glyph = "b", .shape = "bishop"},
    {.name = "black horse", .side = 2, .ascii = "n", .glyph = "n", .shape = "knight"},
    {.name = "black rook", .side = 2, .ascii = "r", .glyph = "r", .shape = "rook"},
    {.name = "black cannon", .side = 2, .ascii = "c", .glyph = "c", .shape = "cannon"},
    {.name = "black pawn", .side = 2, .ascii = "p", .glyph = "p", .shape = "pawn"},
};

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

static const char *const forms[] = {
    "fen " START " w",
    "fen " START " w 0 1",
    "fen " START " w - - 0 1 moves h2e2 h9g7",
    NULL,
};

static const char *const refused[] = {
    "startpos moves h2h9e2",
    "startpos moves h2i4",
    "startpos moves 0000",
    "startpos moves h2h9 h2e2",
    "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 121 1",
    "fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "fen 3k5/9/9/9/9/9/9/9/4K4/9/9 w - - 0 1",
    "fen 3k5/9/9/9/9/9/9/4K4/9/4B4 w - - 0 1",
    "fen 3k5/9/9/9/9/9/4K4/9/9/9 w - - 0 1",
    "fen 3kR4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    NULL,
};

static const struct look_sample_move moves[] = {
    {"startpos", "h2e2", "H2E2"},
    {"startpos", "b0c2", "B0C2"},
    {"startpos", "h2h9", NULL},
    {NULL, NULL, NULL},
};

static int move_number(const void *position)
{
    return ((const struct xiangqi_position *)position)->move_number;
}

static const char *variant(const struct game_settings *settings UNUSED)
{
    return "xiangqi";
}

static const struct look_pgn pgn = {
    .move_number = move_number,
    .variant = variant,
    .spellings = (const char *const[]){"chinesechess", "cchess", "xiangqichinesechess", NULL}};

static const struct look_samples samples = {
    .after = "startpos moves h2e2",
    .win = "fen 3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 0 1",
    .win_move = "b1b9",
    .over = "fen 3k1R3/R8/9/9/9/9/9/9/9/4K4 b - - 0 1",
    .cycle = "h0g2 h9g7 g2h0 g7h9",
    .elsewhere = "fen 3k5/9/9/4p4/9/9/9/9/9/4K4 b - - 0 1",
    .first_move = "h2e2",
    .forms = forms,
    .refused = refused,
    .moves = moves,
};

const struct look xiangqi_look = {
    .kind = LOOK_CROSSINGS,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 0},
    .sides = {{.name = "Red", .colour = {.palette = 124, .basic = 1, .web = "#b3372a"}},
              {.name = "Black", .colour = {.palette = 235, .basic = 0, .web = "#222222"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .lines = lines,
    .alarm = alarm_squares,
    .entry = LOOK_ENTER_PATH,
    .parse_move = xiangqi_parse_notation,
    .notation = "h2e2, H2-E2, C2.5",
    .pgn = &pgn,
    .cecp_variants = "xiangqi",
    .implied_by = (const char *const[]){"ucci", NULL},
    .samples = &samples,
};
