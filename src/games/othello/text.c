/* SPDX-License-Identifier: MIT */
/* The text forms of Othello: FEN, moves, the diagram. */
#include <string.h>
#include <strings.h>

#include "fen_reader.h"
#include "rules.h"

static const char letters[] = "xo";

/* The characters that other programs use for a disc of either side and an empty square. */
static const char *const signs[] = {"xX*bB", "oOwW", "-."};

/* The index in `signs` of a character; -1 if none. */
static int sign_of(char character)
{
    for (int i = 0; character && i < LENGTH(signs); i++) {
        if (strchr(signs[i], character)) {
            return i;
        }
    }
    return -1;
}

/* Whether the text begins with a board in the notation of other Othello programs: one character per
 * square, from a1 to h1, then the next rank, then a blank and the side to move. */
static bool is_board_string(const char *text, int squares)
{
    const size_t length = strcspn(text, " ");
    for (size_t i = 0; i < length; i++) {
        if (sign_of(text[i]) < 0) {
            return false;
        }
    }
    return length == (size_t)squares;
}

static bool read_board_string(struct fen_reader *reader, struct look_board *board, int *side)
{
    const int squares = board->files * board->ranks;
    for (int i = 0; i < squares; i++) {
        const int sign = sign_of(reader->at[i]);
        board->squares[i] = (uint8_t)(sign == 2 ? 0 : sign + 1);
    }
    reader->at += squares;
    reader->at += *reader->at == ' ';
    *side = sign_of(*reader->at);
    if (*side < 0 || *side > 1) {
        return fen_refuse(reader, "X or O, the side to move");
    }
    reader->at++;
    reader->at += *reader->at == ';';
    return true;
}

/* The four central squares are occupied before the first move and remain so. */
static bool check_middle(const struct look_board *board, struct error *error)
{
    const int size = board->files, middle = size / 2;
    for (int i = 0; i < 4; i++) {
        const int file = middle - 1 + i % 2, rank = middle - 1 + i / 2;
        if (!board->squares[rank * size + file]) {
            return error_set(error,
                             "illegal FEN: %c%d is empty; expected a disc on each of the four "
                             "squares of the middle",
                             'a' + file, rank + 1);
        }
    }
    return true;
}

bool othello_parse_fen(const struct game_settings *settings, const char *fen,
                       struct othello_position *position, struct error *error)
{
    struct fen_reader reader = fen_reader_make(fen, error);
    const int size = othello_size(settings);
    struct look_board board = {.files = size, .ranks = size};
    int side;
    const bool read = is_board_string(fen, size * size)
                          ? read_board_string(&reader, &board, &side)
                          : fen_read_board(&reader, size, size, letters, &board) &&
                                fen_read_side(&reader, letters, &side);
    if (!read || !fen_read_end(&reader, "side to move") || !check_middle(&board, error)) {
        return false;
    }
    *position = (struct othello_position){.size = (uint8_t)size, .side = (uint8_t)side};
    for (int i = 0; i < size * size; i++) {
        if (board.squares[i]) {
            const int square = othello_square(size, i % size, i / size);
            bitboard_t *discs = board.squares[i] - 1 == side ? position->own : position->other;
            discs[square >> 6] |= UINT64_C(1) << (square & 63);
        }
    }
    return true;
}

void othello_format_fen(const struct othello_position *position, struct buffer *out)
{
    struct look_board board;
    othello_look.board(position, &board);
    fen_format_grid(&board, position->side, letters, out);
}

/* Whether the text is a pass, in the notation of this program, of UCI programs, or of Othello
 * programs. */
static bool is_pass(const char *text)
{
    return strcasecmp(text, "pass") == 0 || strcasecmp(text, "pa") == 0 ||
           strcmp(text, "0000") == 0;
}

/* The square that a text names; -1 if it names no square of this board. */
static int read_square(int size, const char *text)
{
    const int square = look_parse_square(&othello_look, size, size, &text);
    return square < 0 || *text ? -1 : othello_square(size, square % size, square / size);
}

/* Why the side to move may not pass, or not place a disc on this square; NULL if it may. */
static const char *refusal(const struct othello_position *position, move_t move)
{
    if (othello_is_legal(position, move)) {
        return NULL;
    }
    if (othello_is_over(position)) {
        return "the game is over";
    }
    if (move == MOVE_PASS) {
        return "nobody passes who can turn a disc";
    }
    const int square = move - 1;
    return othello_has(position->own, square) || othello_has(position->other, square)
               ? "the square is taken"
           : othello_is_legal(position, MOVE_PASS) ? "no disc can be turned; expected pass"
                                                   : "it turns no disc";
}

bool othello_parse_move(const struct othello_position *position, const char *text, move_t *move,
                        struct error *error)
{
    const int size = position->size, square = read_square(size, text);
    if (square < 0 && !is_pass(text)) {
        return error_set(error, "illegal move '%s': not a square; expected a1 to %c%d, or pass",
                         text, 'a' + size - 1, size);
    }
    *move = square < 0 ? MOVE_PASS : othello_move(square);
    const char *reason = refusal(position, *move);
    return !reason || error_set(error, "illegal move '%s': %s", text, reason);
}

void othello_format_move(const struct othello_position *position, move_t move, struct buffer *out)
{
    if (move == MOVE_PASS) {
        buffer_puts(out, "pass");
        return;
    }
    const int stride = othello_stride(position->size), square = move - 1;
    look_format_square(&othello_look, square % stride, square / stride, out);
}

void othello_draw(const struct othello_position *position, struct buffer *out)
{
    look_draw(&othello_look, position, out);
    const bitboard_t *black = position->side ? position->other : position->own;
    const bitboard_t *white = position->side ? position->own : position->other;
    buffer_printf(out, "%d x, %d o, %s\n", othello_count(black), othello_count(white),
                  othello_is_over(position) ? "the game is over"
                  : position->side          ? "o to move"
                                            : "x to move");
}
