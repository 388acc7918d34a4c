/* SPDX-License-Identifier: MIT */
/* "Nbd7", "exd8=Q+", "O-O-O#". */
#include "san.h"

#include <string.h>

#include "position.h"
#include "rules.h"

/* The maximum length of a text without its marks; a longer text is not a move. */
#define PLAIN_TEXT 16

static void put_square(int square, struct buffer *out)
{
    buffer_printf(out, "%c%c", 'a' + file_of(square), '1' + rank_of(square));
}

/* Identifies which of several pieces of one kind moves: by its file, otherwise by its rank,
 * otherwise by both. */
static void put_origin(const struct chess_position *position, move_t move, struct buffer *out)
{
    struct move_list list = {.count = 0};
    int from = move_from(move);
    bool others = false, same_file = false, same_rank = false;
    chess_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        int other = move_from(list.moves[i]);
        if (move_to(list.moves[i]) == move_to(move) && other != from &&
            position->state.squares[other] == position->state.squares[from]) {
            others = true;
            same_file |= file_of(other) == file_of(from);
            same_rank |= rank_of(other) == rank_of(from);
        }
    }
    if (others && (!same_file || same_rank)) {
        buffer_putc(out, (char)('a' + file_of(from)));
    }
    if (others && same_file) {
        buffer_putc(out, (char)('1' + rank_of(from)));
    }
}

static void put_move(const struct chess_position *position, move_t move, struct buffer *out)
{
    enum kind kind = piece_kind(position->state.squares[move_from(move)]);
    bool takes =
        position->state.squares[move_to(move)] != NO_PIECE || move_type(move) == MOVE_EN_PASSANT;
    if (kind == PAWN && takes) {
        buffer_putc(out, (char)('a' + file_of(move_from(move))));
    } else if (kind != PAWN) {
        buffer_putc(out, chess_letters[kind]);
        put_origin(position, move, out);
    }
    if (takes) {
        buffer_putc(out, 'x');
    }
    put_square(move_to(move), out);
    if (move_type(move) == MOVE_PROMOTION) {
        buffer_printf(out, "=%c", chess_letters[move_promoted(move)]);
    }
}

void chess_format_san(const void *opaque, move_t move, struct buffer *out)
{
    const struct chess_position *position = opaque;
    if (move_type(move) == MOVE_CASTLING) {
        buffer_puts(out, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
    } else {
        put_move(position, move, out);
    }
    struct chess_position next = *position;
    chess_play(&next, move);
    if (chess_in_check(&next)) {
        struct move_list replies = {.count = 0};
        chess_legal_moves(&next, &replies);
        buffer_putc(out, replies.count == 0 ? '#' : '+');
    }
}

/* Copies a text without its marks for capture, check, promotion and comment, so that different
 * spellings of a move compare equal. */
static void strip_marks(const char *text, char plain[PLAIN_TEXT])
{
    size_t length = 0;
    for (; *text && length + 1 < PLAIN_TEXT; text++) {
        if (!strchr("x+#=!?-", *text)) {
            plain[length++] = *text == '0' ? 'O' : *text;
        }
    }
    plain[length] = '\0';
}

bool chess_parse_san(const void *position, const char *text, move_t *move)
{
    struct move_list list = {.count = 0};
    char wanted[PLAIN_TEXT], found[PLAIN_TEXT];
    strip_marks(text, wanted);
    chess_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct buffer san = {0};
        chess_format_san(position, list.moves[i], &san);
        strip_marks(buffer_text(&san), found);
        buffer_finish(&san);
        if (strcmp(wanted, found) == 0) {
            *move = list.moves[i];
            return true;
        }
    }
    return false;
}
