/* SPDX-License-Identifier: MIT */
/* Tic-tac-toe in text: FEN, moves, the picture. */
#include "fen_reader.h"
#include "tictactoe.h"

static const char letters[] = "xo";

/* Whether the counts of stones fit the side to move, and the game ended when it was won. */
static bool check_counts(const struct tictactoe_position *position, struct error *error)
{
    int x = bit_count(position->stones[0]), o = bit_count(position->stones[1]);
    char side = letters[position->side];
    if (x - o != position->side) {
        return error_set(error, "illegal FEN: %d x and %d o with %c to move; expected %s", x, o,
                         side, position->side ? "one x more than o" : "as many x as o");
    }
    if (tictactoe_has_line(position->stones[position->side])) {
        return error_set(error, "illegal FEN: %c has three in a row and is to move; expected %c",
                         side, letters[!position->side]);
    }
    return true;
}

bool tictactoe_parse_fen(const struct game_settings *settings, const char *fen, void *opaque,
                         struct error *error)
{
    (void)settings;
    struct tictactoe_position *position = opaque;
    struct fen_reader reader = fen_reader_make(fen, error);
    struct look_board board;
    int side;
    if (!fen_read_board(&reader, 3, 3, letters, &board) ||
        !fen_read_side(&reader, letters, &side) || !fen_read_end(&reader)) {
        return false;
    }
    *position = (struct tictactoe_position){.side = (uint8_t)side};
    for (int square = 0; square < TICTACTOE_SQUARES; square++) {
        int owner = board.squares[square] - 1;
        if (owner >= 0) {
            position->stones[owner] |= (uint16_t)(1 << square);
            position->code = (uint16_t)(position->code + (tictactoe_powers[square] << owner));
        }
    }
    return check_counts(position, error);
}

void tictactoe_format_fen(const void *position, struct buffer *out)
{
    struct look_board board;
    tictactoe_look_board(position, &board);
    fen_format_board(&board, letters, out);
    buffer_putc(out, letters[((const struct tictactoe_position *)position)->side]);
}

bool tictactoe_parse_move(const void *opaque, const char *text, move_t *move, struct error *error)
{
    const struct tictactoe_position *position = opaque;
    int file = (text[0] | 0x20) - 'a', rank = text[0] ? text[1] - '1' : -1;
    if (file < 0 || file > 2 || rank < 0 || rank > 2 || text[2]) {
        return error_set(error, "illegal move '%s': not a square; expected a1 to c3", text);
    }
    if (tictactoe_result(position) != RESULT_NONE) {
        return error_set(error, "illegal move '%s': the game is over", text);
    }
    if (!(tictactoe_empty(position) >> (rank * 3 + file) & 1)) {
        return error_set(error, "illegal move '%s': the square is taken", text);
    }
    *move = tictactoe_move(rank * 3 + file);
    return true;
}

void tictactoe_format_move(const void *position, move_t move, struct buffer *out)
{
    (void)position;
    int square = tictactoe_square(move);
    buffer_printf(out, "%c%c", 'a' + square % 3, '1' + square / 3);
}

void tictactoe_draw(const void *position, struct buffer *out)
{
    struct look_board board;
    tictactoe_look_board(position, &board);
    for (int rank = 2; rank >= 0; rank--) {
        buffer_printf(out, " %d ", rank + 1);
        for (int file = 0; file < 3; file++) {
            buffer_printf(out, " %c", ".XO"[board.squares[rank * 3 + file]]);
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "    a b c\n");
}
