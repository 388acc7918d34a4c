#include "position.h"

/* Where the parser is: the text, and the byte it looks at. */
struct reader {
    const char *text, *at;
    struct error *error;
};

/* A column's letter as a square's name has it. */
static char file_letter(int column)
{
    return (char)('a' + column);
}

static bool refuse(const struct reader *reader, const char *what)
{
    return error_set(reader->error, "FEN, byte %d: %s", (int)(reader->at - reader->text) + 1, what);
}

/* One rank's stones and runs of empty squares, up to its end. */
static bool read_rank(struct reader *reader, int rank, bitboard_t stones[2])
{
    int column = 0;
    bool after_number = false;
    while (*reader->at == 'x' || *reader->at == 'o' || (*reader->at >= '0' && *reader->at <= '9')) {
        char byte = *reader->at;
        bool number = byte != 'x' && byte != 'o';
        int width = number ? byte - '0' : 1;
        if (width == 0 || (number && after_number)) {
            return refuse(reader, "a run of empty squares is one number from 1 to 7");
        }
        if (column + width > CONNECT4_COLUMNS) {
            return refuse(reader, "more than 7 squares in a rank");
        }
        if (!number) {
            stones[byte == 'o'] |= UINT64_C(1) << (column * CONNECT4_COLUMN_BITS + rank);
        }
        after_number = number;
        column += width;
        reader->at++;
    }
    if (column < CONNECT4_COLUMNS) {
        return refuse(reader, "fewer than 7 squares in a rank; expected x, o or a number");
    }
    return true;
}

/* The six ranks from the top, '/' between them. */
static bool read_board(struct reader *reader, bitboard_t stones[2])
{
    for (int rank = CONNECT4_RANKS - 1; rank >= 0; rank--) {
        if (!read_rank(reader, rank, stones)) {
            return false;
        }
        if (rank > 0) {
            if (*reader->at != '/') {
                return refuse(reader, "expected / and the next of 6 ranks");
            }
            reader->at++;
        }
    }
    return true;
}

/* " x" or " o", and nothing after it. */
static bool read_side(struct reader *reader, int *side)
{
    if (*reader->at != ' ') {
        return refuse(reader, "expected a blank and the side to move after 6 ranks");
    }
    reader->at++;
    if (*reader->at != 'x' && *reader->at != 'o') {
        return refuse(reader, "expected the side to move, x or o");
    }
    *side = *reader->at == 'o';
    reader->at++;
    if (*reader->at != '\0') {
        return refuse(reader, "expected nothing after the side to move");
    }
    return true;
}

/* Whether one single stone, on top of its column, is part of every four: the stone that won. */
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

/* Whether a game can have come to this board, as far as one can tell from the board alone. */
static bool check_board(const bitboard_t stones[2], int side, struct error *error)
{
    bitboard_t occupied = stones[0] | stones[1];
    bitboard_t holes = ~occupied & CONNECT4_BOARD;
    bitboard_t floating = occupied & holes << 1;
    if (floating) {
        int square = bit_lowest(floating);
        return error_set(error, "FEN: the stone on %c%d has an empty square below it",
                         file_letter(square / CONNECT4_COLUMN_BITS),
                         square % CONNECT4_COLUMN_BITS + 1);
    }
    int x_count = bit_count(stones[0]), o_count = bit_count(stones[1]);
    if (x_count != o_count + side) {
        return error_set(error, "FEN: %d x and %d o with %c to move; expected %s", x_count, o_count,
                         side ? 'o' : 'x', side ? "one x more than o" : "as many x as o");
    }
    if (connect4_has_four(stones[side])) {
        return error_set(error, "FEN: %c has four in a row and is to move; the game ended before",
                         side ? 'o' : 'x');
    }
    if (connect4_has_four(stones[!side]) && !has_winning_stone(stones[!side], occupied)) {
        return error_set(error, "FEN: no single last stone completes every four of %c",
                         side ? 'x' : 'o');
    }
    return true;
}

bool connect4_parse_fen(const struct game_settings *settings, const char *fen, void *position,
                        struct error *error)
{
    (void)settings;
    struct reader reader = {.text = fen, .at = fen, .error = error};
    bitboard_t stones[2] = {0, 0};
    int side = 0;
    if (!read_board(&reader, stones) || !read_side(&reader, &side) ||
        !check_board(stones, side, error)) {
        return false;
    }
    *(struct connect4_position *)position = (struct connect4_position){
        .own = stones[side],
        .other = stones[!side],
        .ply = bit_count(stones[0] | stones[1]),
    };
    return true;
}

/* What stands on a square: 'x', 'o' or 0. */
static char stone_at(const struct connect4_position *position, int column, int rank)
{
    bitboard_t square = UINT64_C(1) << (column * CONNECT4_COLUMN_BITS + rank);
    if (connect4_stones(position, 0) & square) {
        return 'x';
    }
    return connect4_stones(position, 1) & square ? 'o' : '\0';
}

void connect4_format_fen(const void *position, struct buffer *out)
{
    const struct connect4_position *here = position;
    for (int rank = CONNECT4_RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int column = 0; column < CONNECT4_COLUMNS; column++) {
            char stone = stone_at(here, column, rank);
            if (stone && empty) {
                buffer_printf(out, "%d", empty);
            }
            empty = stone ? 0 : empty + 1;
            if (stone) {
                buffer_putc(out, stone);
            }
        }
        if (empty) {
            buffer_printf(out, "%d", empty);
        }
        if (rank > 0) {
            buffer_putc(out, '/');
        }
    }
    buffer_puts(out, here->ply & 1 ? " o" : " x");
}

bool connect4_parse_move(const void *position, const char *text, move_t *move, struct error *error)
{
    const struct connect4_position *here = position;
    if (text[0] < '1' || text[0] > '7' || text[1] != '\0') {
        return error_set(error, "move '%s': expected a column from 1 to 7", text);
    }
    if (connect4_result(here) != RESULT_NONE) {
        return error_set(error, "move '%s': the game is over", text);
    }
    int column = text[0] - '1';
    if (!(connect4_landings(here) & connect4_column(column))) {
        return error_set(error, "move '%s': the column is full", text);
    }
    *move = connect4_column_move(column);
    return true;
}

void connect4_format_move(const void *position, move_t move, struct buffer *out)
{
    (void)position;
    buffer_putc(out, (char)('1' + connect4_move_column(move)));
}

void connect4_draw(const void *position, struct buffer *out)
{
    const struct connect4_position *here = position;
    for (int rank = CONNECT4_RANKS - 1; rank >= 0; rank--) {
        buffer_printf(out, "%d |", rank + 1);
        for (int column = 0; column < CONNECT4_COLUMNS; column++) {
            char stone = stone_at(here, column, rank);
            buffer_printf(out, " %c", stone ? stone : '.');
        }
        buffer_puts(out, " |\n");
    }
    buffer_puts(out, "  +---------------+\n    1 2 3 4 5 6 7\n");
}
