/* Gomoku's texts: FEN, squares, the picture. */
#include "position.h"

#include <ctype.h>
#include <string.h>

static const char *colour_name(enum gomoku_colour colour)
{
    return colour == BLACK ? "x" : "o";
}

/* Reads a run of empty squares, "1" to "22", no leading 0; 0 if it is none. */
static int read_run(const char **text)
{
    int run = 0;
    while (isdigit((unsigned char)**text) && run <= GOMOKU_MAX_SIZE) {
        if (run == 0 && **text == '0') {
            return 0;
        }
        run = 10 * run + (*(*text)++ - '0');
    }
    return run;
}

/* Reads one rank of the board up to '/', ' ' or the end. */
static bool parse_rank(struct gomoku_position *position, int rank, const char **text,
                       struct error *error)
{
    int file = 0;
    for (; **text && **text != '/' && **text != ' ';) {
        if (**text == 'x' || **text == 'o') {
            if (++file <= position->size) {
                gomoku_toggle(position, gomoku_square(file, rank), **text == 'x' ? BLACK : WHITE);
                position->stone_count++;
            }
            ++*text;
        } else if (isdigit((unsigned char)**text)) {
            int run = read_run(text);
            if (!run) {
                return error_set(error, "FEN: rank %d: a run of empty squares begins with 0", rank);
            }
            file += run;
        } else {
            return error_set(error, "FEN: rank %d: '%c' is none of x, o, a number", rank, **text);
        }
        if (file > position->size) {
            return error_set(error, "FEN: rank %d has more than %d squares", rank, position->size);
        }
    }
    return file == position->size ||
           error_set(error, "FEN: rank %d has %d squares, not %d", rank, file, position->size);
}

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
    if (count[BLACK] - count[WHITE] != (int)position->to_move) {
        return error_set(error, "FEN: %d x and %d o stones with %s to move: no game reaches this",
                         count[BLACK], count[WHITE],
                         colour_name((enum gomoku_colour)position->to_move));
    }
    if (wins[position->to_move]) {
        return error_set(error, "FEN: %s has five in a row, yet is to move: no game reaches this",
                         colour_name((enum gomoku_colour)position->to_move));
    }
    if (wins[1 - position->to_move]) {
        position->winner = (uint8_t)(2 - position->to_move);
    }
    return true;
}

bool gomoku_parse_fen(struct gomoku_position *position, const char *fen, struct error *error)
{
    const char *text = fen;
    gomoku_start(position, position->size, (enum gomoku_rule)position->rule);
    for (int rank = position->size; rank >= 1; rank--) {
        if (!parse_rank(position, rank, &text, error)) {
            return false;
        }
        if (rank > 1 && *text != '/') {
            return error_set(error, "FEN: %d ranks, not %d", position->size - rank + 1,
                             position->size);
        }
        text += rank > 1;
    }
    if (*text == '/') {
        return error_set(error, "FEN: more than %d ranks", position->size);
    }
    if (strcmp(text, " x") != 0 && strcmp(text, " o") != 0) {
        return error_set(error, "FEN: the board must be followed by x or o, the side to move");
    }
    if (text[1] == 'o') {
        position->to_move = WHITE;
        position->key ^= GOMOKU_SIDE_KEY;
    }
    return check_reachable(position, error);
}

void gomoku_format_fen(const struct gomoku_position *position, struct buffer *out)
{
    for (int rank = position->size; rank >= 1; rank--) {
        int run = 0;
        for (int file = 1; file <= position->size + 1; file++) {
            int square = gomoku_square(file, rank);
            bool black = gomoku_has(&position->stones[BLACK], square);
            bool white = gomoku_has(&position->stones[WHITE], square);
            bool stone = black || white;
            if (run && (stone || file > position->size)) {
                buffer_printf(out, "%d", run);
                run = 0;
            }
            if (stone) {
                buffer_putc(out, black ? 'x' : 'o');
            }
            run += !stone;
        }
        buffer_putc(out, rank > 1 ? '/' : ' ');
    }
    buffer_puts(out, colour_name((enum gomoku_colour)position->to_move));
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
        return error_set(error, "'%s' is no square: a letter and a number, such as %c%d", text,
                         'a' + position->size / 2, position->size / 2 + 1);
    }
    if (file > position->size || rank > position->size) {
        return error_set(error, "%s is off the board: squares are a1 to %c%d", text,
                         'a' + position->size - 1, position->size);
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
    for (int rank = position->size; rank >= 1; rank--) {
        buffer_printf(out, "%2d ", rank);
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            char stone = gomoku_has(&position->stones[BLACK], square)   ? 'X'
                         : gomoku_has(&position->stones[WHITE], square) ? 'O'
                                                                        : '.';
            buffer_putc(out, ' ');
            buffer_putc(out, stone);
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
