/* SPDX-License-Identifier: MIT */
/* The text forms of gomoku: FEN, squares, moves and why they are refused, the diagram. */
#include "rules.h"

#include <ctype.h>

#include "fen_reader.h"

static const char letters[] = "xo";

/* Sets the position's winner, if there is one. Refuses positions that no game can reach. */
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

bool gomoku_parse_fen(const struct game_settings *settings, const char *fen,
                      struct gomoku_position *position, struct error *error)
{
    gomoku_start(settings, position);
    struct look_board board;
    int size = position->size, side;
    if (!fen_read_grid(fen, size, size, letters, &board, &side, error)) {
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
    gomoku_look.board(position, &board);
    fen_format_grid(&board, position->to_move, letters, out);
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
    look_format_square(&gomoku_look, gomoku_file(square) - 1, gomoku_rank(square) - 1, out);
}

/* Appends the square and the stones of `colour` within its reach on its line. */
static void name_line(const struct gomoku_position *position, int square, enum gomoku_colour colour,
                      enum gomoku_direction direction, struct buffer *out)
{
    struct gomoku_place place = gomoku_place(square, direction);
    uint32_t own = position->stones[colour].line[direction][place.index] | UINT32_C(1) << place.bit;
    const char *blank = "";
    for (int distance = 1 - GOMOKU_REACH; distance < GOMOKU_REACH; distance++) {
        if (own >> (place.bit + distance) & 1) {
            buffer_puts(out, blank);
            gomoku_format_square(square + distance * gomoku_step(direction), out);
            blank = "-";
        }
    }
}

/* Says which lines make the move forbidden. */
static bool refuse(struct gomoku_position *position, int square, enum gomoku_forbidden why,
                   struct error *error)
{
    static const char *const names[] = {"", "overline", "double-four", "double-three"};
    enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    struct gomoku_made made = gomoku_made_by(position, square, colour);
    unsigned threes = made.threes;
    if (why == FORBIDDEN_THREES && position->rule == RULE_RENJU) {
        threes = gomoku_real_threes(position, square, colour, threes);
    }
    LOCAL_BUFFER text = {0};
    buffer_printf(&text, "%s at ", names[why]);
    gomoku_format_square(square, &text);
    const char *between = ": lines ";
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_shape shape =
            gomoku_shape_of(position, square, colour, (enum gomoku_direction)d);
        bool four = shape >= SHAPE_FOUR && shape <= SHAPE_OPEN_FOUR;
        if (why == FORBIDDEN_THREES  ? threes >> d & 1
            : why == FORBIDDEN_FOURS ? four
                                     : shape == SHAPE_OVERLINE) {
            buffer_puts(&text, between);
            name_line(position, square, colour, (enum gomoku_direction)d, &text);
            between = " and ";
        }
    }
    return error_set(error, "%s", buffer_text(&text));
}

bool gomoku_check_move(const struct gomoku_position *position, int square, struct error *error)
{
    struct gomoku_position scratch = *position;
    if (position->winner) {
        return error_set(error, "the game is over");
    }
    if (!gomoku_is_empty(position, square)) {
        return error_set(error, "the square is taken");
    }
    enum gomoku_forbidden why =
        gomoku_forbidden(&scratch, square, (enum gomoku_colour)position->to_move);
    return why == FORBIDDEN_NOT || refuse(&scratch, square, why, error);
}

bool gomoku_parse_move(const struct gomoku_position *position, const char *text, move_t *move,
                       struct error *error)
{
    struct error reason = {""};
    int square = 0;
    if (!gomoku_parse_square(position, text, &square, &reason) ||
        !gomoku_check_move(position, square, &reason)) {
        return error_set(error, "illegal move '%s': %s", text, reason.text);
    }
    *move = (move_t)square;
    return true;
}

void gomoku_format_move(const struct gomoku_position *position UNUSED, move_t move,
                        struct buffer *out)
{
    gomoku_format_square(move, out);
}

void gomoku_draw(const struct gomoku_position *position, struct buffer *out)
{
    look_draw(&gomoku_look, position, out);
    buffer_printf(out, "%s, %s\n", gomoku_rule_names[position->rule],
                  position->winner ? (position->winner == 1 + BLACK ? "x has won" : "o has won")
                  : position->to_move == BLACK ? "x to move"
                                               : "o to move");
    if (position->last_move != MOVE_NONE) {
        buffer_puts(out, "last move ");
        gomoku_format_square(position->last_move, out);
        buffer_putc(out, '\n');
    }
}
