/* Tic-tac-toe in text: FEN, moves, the picture. */
#include <string.h>

#include "position.h"

static const char symbols[] = "xo";

/* Whether the counts of stones fit the side to move, and the game ended when it was won. */
static bool check_counts(const struct tictactoe_position *position, struct error *error)
{
    int x = bit_count(position->stones[0]), o = bit_count(position->stones[1]);
    if (x - o != position->side) {
        return error_set(error,
                         "illegal FEN: %d x and %d o with %c to move; x moves first, in turn", x, o,
                         symbols[position->side]);
    }
    if (tictactoe_has_line(position->stones[position->side])) {
        return error_set(error, "illegal FEN: %c has three in a row and is to move",
                         symbols[position->side]);
    }
    return true;
}

/* Reads the rank `rank` (2 is the top) at *at, and moves *at past it. */
static bool parse_rank(const char *fen, const char **at, int rank,
                       struct tictactoe_position *position, struct error *error)
{
    int file = 0;
    for (bool after_number = false; **at && **at != '/' && **at != ' '; (*at)++) {
        const char *player = strchr(symbols, **at);
        bool number = **at >= '1' && **at <= '3';
        if ((!player && !number) || (number && after_number)) {
            return error_set(error, "illegal FEN: '%c' at character %d; expected x, o or 1 to 3",
                             **at, (int)(*at - fen) + 1);
        }
        if (player && file < 3) {
            int square = rank * 3 + file, owner = (int)(player - symbols);
            position->stones[owner] |= (uint16_t)(1 << square);
            position->code = (uint16_t)(position->code + (tictactoe_powers[square] << owner));
        }
        file += number ? **at - '0' : 1;
        after_number = number;
    }
    if (file != 3) {
        return error_set(error, "illegal FEN: rank %d has %d squares instead of 3", rank + 1, file);
    }
    return true;
}

bool tictactoe_parse_fen(const struct game_settings *settings, const char *fen, void *opaque,
                         struct error *error)
{
    (void)settings;
    struct tictactoe_position *position = opaque;
    *position = (struct tictactoe_position){0};
    const char *at = fen;
    for (int rank = 2; rank >= 0; rank--) {
        if (!parse_rank(fen, &at, rank, position, error)) {
            return false;
        }
        if (*at != (rank > 0 ? '/' : ' ')) {
            return error_set(error, "illegal FEN: expected %s after rank %d, at character %d",
                             rank > 0 ? "'/'" : "a blank and the side to move", rank + 1,
                             (int)(at - fen) + 1);
        }
        at++;
    }
    if ((*at != 'x' && *at != 'o') || at[1]) {
        return error_set(error, "illegal FEN: side to move '%s'; expected x or o", at);
    }
    position->side = *at == 'o';
    return check_counts(position, error);
}

void tictactoe_format_fen(const void *opaque, struct buffer *out)
{
    const struct tictactoe_position *position = opaque;
    for (int rank = 2; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 3; file++) {
            int bit = 1 << (rank * 3 + file);
            int player = position->stones[0] & bit ? 0 : position->stones[1] & bit ? 1 : -1;
            empty += player < 0;
            if (empty > 0 && (player >= 0 || file == 2)) {
                buffer_putc(out, (char)('0' + empty));
                empty = 0;
            }
            if (player >= 0) {
                buffer_putc(out, symbols[player]);
            }
        }
        buffer_putc(out, rank > 0 ? '/' : ' ');
    }
    buffer_putc(out, symbols[position->side]);
}

bool tictactoe_parse_move(const void *opaque, const char *text, move_t *move, struct error *error)
{
    const struct tictactoe_position *position = opaque;
    int file = (text[0] | 0x20) - 'a', rank = text[0] ? text[1] - '1' : -1;
    if (file < 0 || file > 2 || rank < 0 || rank > 2 || text[2]) {
        return error_set(error, "illegal move '%s': not a square, expected a1 to c3", text);
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

void tictactoe_draw(const void *opaque, struct buffer *out)
{
    const struct tictactoe_position *position = opaque;
    for (int rank = 2; rank >= 0; rank--) {
        buffer_printf(out, " %d ", rank + 1);
        for (int file = 0; file < 3; file++) {
            int bit = 1 << (rank * 3 + file);
            char symbol = position->stones[0] & bit ? 'X' : position->stones[1] & bit ? 'O' : '.';
            buffer_printf(out, " %c", symbol);
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "    a b c\n");
}
