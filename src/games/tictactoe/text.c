/* SPDX-License-Identifier: MIT */
/* The text forms of tic-tac-toe: FEN and moves. */
#include "fen_reader.h"
#include "rules.h"

static const char letters[] = "xo";

/* Whether the counts of stones match the side to move, and the game ended when it was won. */
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

bool tictactoe_parse_fen(const struct game_settings *settings, const char *fen,
                         struct tictactoe_position *position, struct error *error)
{
    struct look_board board;
    int side;
    if (!fen_read_grid(fen, 3, 3, letters, &board, &side, error)) {
        return false;
    }
    *position = (struct tictactoe_position){
        .side = (uint8_t)side,
        .numbers = settings && settings->values[TICTACTOE_NOTATION],
    };
    for (int square = 0; square < TICTACTOE_SQUARES; square++) {
        int owner = board.squares[square] - 1;
        if (owner >= 0) {
            position->stones[owner] |= (uint16_t)(1 << square);
            position->code = (uint16_t)(position->code + (tictactoe_powers[square] << owner));
        }
    }
    return check_counts(position, error);
}

void tictactoe_format_fen(const struct tictactoe_position *position, struct buffer *out)
{
    struct look_board board;
    tictactoe_look.board(position, &board);
    fen_format_grid(&board, position->side, letters, out);
}

bool tictactoe_parse_move(const struct tictactoe_position *position, const char *text, move_t *move,
                          struct error *error)
{
    int file = (text[0] | 0x20) - 'a', rank = text[0] ? text[1] - '1' : -1;
    if (file < 0 || file > 2 || rank < 0 || rank > 2 || text[2]) {
        return error_set(error, "illegal move '%s': not a square; expected a1 to c3", text);
    }
    if (tictactoe_result(position) != RESULT_NONE) {
        return error_set(error, "illegal move '%s': the game is over", text);
    }
    *move = tictactoe_move(rank * 3 + file);
    return tictactoe_is_legal(position, *move) ||
           error_set(error, "illegal move '%s': the square is taken", text);
}

void tictactoe_format_move(const struct tictactoe_position *position UNUSED, move_t move,
                           struct buffer *out)
{
    int square = tictactoe_square(move);
    buffer_printf(out, "%c%c", 'a' + square % 3, '1' + square / 3);
}
