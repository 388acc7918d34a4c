/* SPDX-License-Identifier: MIT */
/* The text forms of Connect Four: FEN, moves, the diagram. */
#include "fen_reader.h"
#include "rules.h"

static const char letters[] = "xo";

/* Whether a stone on top of its column is part of every four: the stone that won. */
static bool has_winning_stone(bitboard_t winner, bitboard_t occupied)
{
    bitboard_t tops = winner & (occupied + CONNECT4_BOTTOM) >> 1;
    while (tops) {
        bitboard_t stone = UINT64_C(1) << bit_pop(&tops);
        if (!connect4_has_four(winner & ~stone)) {
            return true;
        }
    }
    return false;
}

/* Whether a game can reach this board, judged by the counts, the fours and gravity. */
static bool check_board(const bitboard_t stones[2], int side, struct error *error)
{
    bitboard_t occupied = stones[0] | stones[1];
    bitboard_t holes = ~occupied & CONNECT4_BOARD;
    bitboard_t floating = occupied & holes << 1;
    if (floating) {
        int square = bit_lowest(floating);
        return error_set(error,
                         "illegal FEN: the stone on %c%d has an empty square below it; expected a "
                         "stone there",
                         (char)('a' + square / CONNECT4_COLUMN_BITS),
                         square % CONNECT4_COLUMN_BITS + 1);
    }
    int x_count = bit_count(stones[0]), o_count = bit_count(stones[1]);
    if (x_count != o_count + side) {
        return error_set(error, "illegal FEN: %d x and %d o with %c to move; expected %s", x_count,
                         o_count, side ? 'o' : 'x', side ? "one x more than o" : "as many x as o");
    }
    if (connect4_has_four(stones[side])) {
        return error_set(error, "illegal FEN: %c has four in a row and is to move; expected %c",
                         letters[side], letters[!side]);
    }
    if (connect4_has_four(stones[!side]) && !has_winning_stone(stones[!side], occupied)) {
        return error_set(error,
                         "illegal FEN: %c has several fours; expected a last stone in all of them",
                         letters[!side]);
    }
    return true;
}

bool connect4_parse_fen(const struct game_settings *settings, const char *fen,
                        struct connect4_position *position, struct error *error)
{
    struct look_board board;
    bitboard_t stones[2] = {0, 0};
    int side;
    if (!fen_read_grid(fen, CONNECT4_COLUMNS, CONNECT4_RANKS, letters, &board, &side, error)) {
        return false;
    }
    for (int square = 0; square < CONNECT4_SQUARES; square++) {
        if (board.squares[square]) {
            stones[board.squares[square] - 1] |= UINT64_C(1) << connect4_square_bit(square);
        }
    }
    if (!check_board(stones, side, error)) {
        return false;
    }
    *position = (struct connect4_position){
        .own = stones[side],
        .other = stones[!side],
        .ply = bit_count(stones[0] | stones[1]),
        .numbers = settings && settings->values[CONNECT4_NOTATION],
    };
    return true;
}

void connect4_format_fen(const struct connect4_position *position, struct buffer *out)
{
    struct look_board board;
    connect4_look.board(position, &board);
    fen_format_grid(&board, connect4_side(position), letters, out);
}

bool connect4_parse_move(const struct connect4_position *position, const char *text, move_t *move,
                         struct error *error)
{
    if (text[0] < '1' || text[0] > '7' || text[1] != '\0') {
        return error_set(error, "illegal move '%s': not a column; expected 1 to 7", text);
    }
    if (connect4_result(position) != RESULT_NONE) {
        return error_set(error, "illegal move '%s': the game is over", text);
    }
    *move = connect4_column_move(text[0] - '1');
    return connect4_is_legal(position, *move) ||
           error_set(error, "illegal move '%s': the column is full", text);
}

void connect4_format_move(const struct connect4_position *position UNUSED, move_t move,
                          struct buffer *out)
{
    buffer_putc(out, (char)('1' + connect4_move_column(move)));
}

void connect4_draw(const struct connect4_position *position, struct buffer *out)
{
    struct look_board board;
    connect4_look.board(position, &board);
    for (int rank = CONNECT4_RANKS - 1; rank >= 0; rank--) {
        buffer_printf(out, "%d |", rank + 1);
        for (int column = 0; column < CONNECT4_COLUMNS; column++) {
            buffer_printf(out, " %c", ".xo"[board.squares[rank * CONNECT4_COLUMNS + column]]);
        }
        buffer_puts(out, " |\n");
    }
    buffer_printf(out, "  +---------------+\n    %s\n",
                  position->numbers ? "0 1 2 3 4 5 6" : "1 2 3 4 5 6 7");
}
