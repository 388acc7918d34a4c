/* Gomoku's texts: FEN, squares, the picture. */
#include <ctype.h>

#include "fen_reader.h"
#include "position.h"

static const char letters[] = "xo";

/* Finds who has won; refuses what no game can reach. */
static bool check_reachable(struct gomoku_position *position, struct error *error)
{
    int count[GOMOKU_COLOURS] = {0};
    bool wins[GOMOKU_COLOURS] = {0};
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            for (int colour = BLACK; colour <= WHITE; colour++) {
                if (gomoku_has(&position->stones[colour], square)) {
                    count[colour]++;
                    wins[colour] |= gomoku_wins(position, square, (enum gomoku_colour)colour);
                }
            }
        }
    }
    int side = position->to_move;
    if (count[BLACK] - count[WHITE] != side) {
        return error_set(error, "illegal FEN: %d x and %d o with %c to move; expected %s",
                         count[BLACK], count[WHITE], letters[side],
                         side ? "one x more than o" : "as many x as o");
    }
    if (wins[side]) {
        return error_set(error, "illegal FEN: %c has five in a row and is to move; expected %c",
                         letters[side], letters[!side]);
    }
    if (wins[1 - position->to_move]) {
        position->winner = (uint8_t)(2 - position->to_move);
    }
    return true;
}

bool gomoku_parse_fen(struct gomoku_position *position, const char *fen, struct error *error)
{
    struct fen_reader reader = fen_reader_make(fen, error);
    struct look_board board;
    int size = position->size, side;
    gomoku_start(position, size, (enum gomoku_rule)position->rule);
    if (!fen_read_board(&reader, size, size, letters, &board) ||
        !fen_read_side(&reader, letters, &side) || !fen_read_end(&reader)) {
        return false;
    }
    for (int i = 0; i < size * size; i++) {
        if (board.squares[i]) {
            gomoku_toggle(position, gomoku_square(i % size + 1, i / size + 1),
                          (enum gomoku_colour)(board.squares[i] - 1));
            position->stone_count++;
        }
    }
    if (side == WHITE) {
        position->to_move = WHITE;
        position->key ^= GOMOKU_SIDE_KEY;
    }
    return check_reachable(position, error);
}

void gomoku_format_fen(const struct gomoku_position *position, struct buffer *out)
{
    struct look_board board;
    gomoku_board(position, &board);
    fen_format_board(&board, letters, out);
    buffer_putc(out, letters[position->to_move]);
}

bool gomoku_parse_square(const struct gomoku_position *position, const char *text, int *square,
                         struct error *error)
{
    int file = tolower((unsigned char)text[0]) - 'a' + 1, rank = 0;
    const char *digit = text + (*text != 0);
    bool is_square = file >= 1 && file <= 26 && *digit != '0';
    for (; is_square && isdigit((unsigned char)*digit) && rank < 100; digit++) {
        rank = 10 * rank + (*digit - '0');
    }
    if (!is_square || *digit || rank == 0) {
        return error_set(error, "not a square; expected a1 to %c%d", 'a' + position->size - 1,
                         position->size);
    }
    if (file > position->size || rank > position->size) {
        return error_set(error, "off the board; expected a1 to %c%d", 'a' + position->size - 1,
                         position->size);
    }
    *square = gomoku_square(file, rank);
    return true;
}

void gomoku_format_square(int square, struct buffer *out)
{
    buffer_printf(out, "%c%d", 'a' + gomoku_file(square) - 1, gomoku_rank(square));
}

void gomoku_draw(const struct gomoku_position *position, struct buffer *out)
{
    struct look_board board;
    gomoku_board(position, &board);
    for (int rank = board.ranks - 1; rank >= 0; rank--) {
        buffer_printf(out, "%2d ", rank + 1);
        for (int file = 0; file < board.files; file++) {
            buffer_printf(out, " %c", ".XO"[board.squares[rank * board.files + file]]);
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "   ");
    for (int file = 1; file <= position->size; file++) {
        buffer_printf(out, " %c", 'a' + file - 1);
    }
    buffer_printf(out, "\n%s, %s\n", gomoku_rule_names[position->rule],
                  position->winner ? (position->winner == 1 + BLACK ? "x has won" : "o has won")
                  : position->to_move == BLACK ? "x to move"
                                               : "o to move");
    if (position->last_move != MOVE_NONE) {
        buffer_puts(out, "last move ");
        gomoku_format_square(position->last_move, out);
        buffer_putc(out, '\n');
    }
}
