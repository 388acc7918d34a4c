/* SPDX-License-Identifier: MIT */
/* The text forms of Ataxx, as in the Universal Ataxx Interface: FEN, moves, the diagram. */
#include <assert.h>
#include <string.h>

#include "fen_reader.h"
#include "rules.h"

/* The letters of look->pieces. */
static const char letters[] = "xo-";

/* Refuses positions that no game can reach. */
static bool check_pieces(const struct ataxx_position *position, struct error *error)
{
    const char side = letters[position->side], other = letters[!position->side];
    if (!position->pieces[!position->side]) {
        return error_set(error,
                         "illegal FEN: no %c on the board and %c to move; expected a piece of the "
                         "side that has moved last",
                         other, side);
    }
    return true;
}

bool ataxx_parse_fen(const struct game_settings *settings UNUSED, const char *fen,
                     struct ataxx_position *position, struct error *error)
{
    struct fen_reader reader = fen_reader_make(fen, error);
    struct look_board board;
    int side;
    if (!fen_read_board(&reader, ATAXX_SIZE, ATAXX_SIZE, letters, &board) ||
        !fen_read_side(&reader, letters, &side)) {
        return false;
    }
    *position = (struct ataxx_position){.side = (uint8_t)side};
    bitboard_t *const sets[] = {&position->pieces[0], &position->pieces[1], &position->blocked};
    for (int i = 0; i < ATAXX_SQUARES; i++) {
        if (board.squares[i]) {
            *sets[board.squares[i] - 1] |= ataxx_bit(ataxx_place(i % ATAXX_SIZE, i / ATAXX_SIZE));
        }
    }
    position->blocked_key = ataxx_blocked_key(position->blocked);
    return fen_read_counters(&reader, ATAXX_CLOCK_LIMIT, &position->clock,
                             &position->move_number) &&
           fen_read_end(&reader, "move number") && check_pieces(position, error);
}

void ataxx_format_fen(const struct ataxx_position *position, struct buffer *out)
{
    struct look_board board;
    ataxx_look.board(position, &board);
    fen_format_board(&board, letters, out);
    buffer_putc(out, letters[position->side]);
    buffer_putc(out, ' ');
    buffer_put_number(out, position->clock);
    buffer_putc(out, ' ');
    buffer_put_number(out, position->move_number);
}

/* Reads a square. Returns its place, or -1. */
static int read_place(const char **text)
{
    const int square = look_parse_square(&ataxx_look, ATAXX_SIZE, ATAXX_SIZE, text);
    return square < 0 ? -1 : ataxx_place(square % ATAXX_SIZE, square / ATAXX_SIZE);
}

/* Reads a move, legal or not; MOVE_NONE if the text is not a move. A single step may name the piece
 * that grows, like a jump; *origin is then its place. */
static move_t read_move(const char *text, int *origin)
{
    *origin = -1;
    if (strcmp(text, "0000") == 0) {
        return MOVE_PASS;
    }
    const int first = read_place(&text);
    if (first >= 0 && !*text) {
        return ataxx_single(first);
    }
    const int second = first >= 0 ? read_place(&text) : -1;
    if (second < 0 || *text) {
        return MOVE_NONE;
    }
    *origin = first;
    const bool beside = first != second && ataxx_near(ataxx_bit(first)) & ataxx_bit(second);
    return beside ? ataxx_single(second) : ataxx_jump(first, second);
}

/* Why a move that is not in the list of legal moves is illegal. */
static const char *why_illegal(const struct ataxx_position *position, move_t move, int origin)
{
    const bitboard_t own = position->pieces[position->side], empty = ataxx_empty(position);
    if (ataxx_is_over(position)) {
        return "the game is over";
    }
    if (move == MOVE_PASS) {
        return "there are moves; a pass is legal only without";
    }
    assert(ataxx_to(move) >= 0);
    const bitboard_t to = ataxx_bit(ataxx_to(move));
    if (!(empty & to)) {
        return position->blocked & to ? "the square is blocked" : "the square is taken";
    }
    if (origin >= 0 && !(own & ataxx_bit(origin))) {
        return "no piece of the side to move stands there";
    }
    if (origin >= 0) {
        return "a piece goes no further than two squares";
    }
    return "no piece of the side to move is beside the square";
}

bool ataxx_parse_move(const struct ataxx_position *position, const char *text, move_t *move,
                      struct error *error)
{
    int origin;
    *move = read_move(text, &origin);
    if (*move == MOVE_NONE) {
        return error_set(error,
                         "illegal move '%s': not a move; expected a square (g2), two (a1c3) or a "
                         "pass (0000)",
                         text);
    }
    if (ataxx_is_over(position) || !ataxx_is_legal(position, *move) ||
        (origin >= 0 && !(position->pieces[position->side] & ataxx_bit(origin)))) {
        return error_set(error, "illegal move '%s': %s", text,
                         why_illegal(position, *move, origin));
    }
    return true;
}

static void format_square(int place, struct buffer *out)
{
    look_format_square(&ataxx_look, place % ATAXX_STRIDE, place / ATAXX_STRIDE, out);
}

void ataxx_format_move(const struct ataxx_position *position UNUSED, move_t move,
                       struct buffer *out)
{
    if (move == MOVE_PASS) {
        buffer_puts(out, "0000");
        return;
    }
    if (ataxx_is_jump(move)) {
        format_square(ataxx_from(move), out);
    }
    format_square(ataxx_to(move), out);
}

void ataxx_draw(const struct ataxx_position *position, struct buffer *out)
{
    look_draw(&ataxx_look, position, out);
    buffer_printf(out, "%d x, %d o, %c to move\n", bit_count(position->pieces[0]),
                  bit_count(position->pieces[1]), letters[position->side]);
}
