/* SPDX-License-Identifier: MIT */
/* Moves as text: as in UCI, and in standard algebraic notation ("Nbd7", "exd8=Q+", "O-O-O#"). */
#include "rules.h"

#include <string.h>

const char chess_letters[] = "PNBRQK";

static const char *const kind_names[KINDS] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

/* A move as parsed from text, before its legality is known. */
struct written_move {
    int from, to;
    enum kind promoted; /* NO_KIND: none */
};

static bool read_square(const char *text, int *square)
{
    int file = (text[0] | 0x20) - 'a', rank = text[0] ? text[1] - '1' : -1;
    *square = square_at(file, rank);
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static bool read_move(const char *text, struct written_move *move)
{
    if (!read_square(text, &move->from) || !read_square(text + 2, &move->to)) {
        return false;
    }
    move->promoted = (enum kind)NO_KIND;
    if (!text[4]) {
        return true;
    }
    const char *letter = strchr(chess_letters, text[4] & ~0x20);
    if (text[5] || !letter || !*letter) {
        return false;
    }
    move->promoted = (enum kind)(letter - chess_letters);
    return move->promoted >= KNIGHT && move->promoted <= QUEEN;
}

/* The legal move that the text means. Castling may be written as a king's step of two or more
 * squares, if no other king's move has that text, or as the king capturing his rook. */
static move_t find_move(const struct move_list *list, const struct written_move *written)
{
    move_t castling = MOVE_NONE;
    for (int i = 0; i < list->count; i++) {
        move_t move = list->moves[i];
        enum kind promoted =
            move_type(move) == MOVE_PROMOTION ? move_promoted(move) : (enum kind)NO_KIND;
        if (move_from(move) != written->from || promoted != written->promoted) {
            continue;
        }
        if (move_to(move) == written->to) {
            return move;
        }
        if (move_type(move) == MOVE_CASTLING &&
            castled_king(move_from(move), move_to(move)) == written->to) {
            castling = move;
        }
    }
    return castling;
}

/* Says why the text is not a legal move. */
static bool refuse(const struct chess_position *position, const char *text,
                   const struct written_move *written, struct error *error)
{
    const struct chess_board *board = &position->state.board;
    enum side us = side_to_move(position);
    int piece = position->state.squares[written->from];
    if (piece == NO_PIECE) {
        return error_set(error, "illegal move '%s': no piece on %.2s", text, text);
    }
    if (!(board->sides[us] & bit(written->from))) {
        return error_set(error, "illegal move '%s': the piece on %.2s is the opponent's", text,
                         text);
    }
    enum kind kind = piece_kind(piece);
    bool last = kind == PAWN && rank_for(us, written->to) == RANKS - 1;
    if (last != (written->promoted != (enum kind)NO_KIND)) {
        return error_set(error, "illegal move '%s': %s", text,
                         last ? "the pawn must promote; expected a letter, as in e7e8q"
                              : "nothing promotes here; expected no letter");
    }
    bitboard_t reach;
    if (kind == PAWN) {
        bitboard_t step = shift_ahead(us, bit(written->from)) & ~occupied(board);
        reach = step | (shift_ahead(us, step & rank_bits(us, 2)) & ~occupied(board)) |
                (chess_pawn_attacks[us][written->from] &
                 (board->sides[other_side(us)] | (board->ep ? bit(board->ep) : 0)));
    } else {
        reach = piece_attacks(kind, written->from, occupied(board)) & ~board->sides[us];
    }
    if (!(reach & bit(written->to))) {
        return error_set(error, "illegal move '%s': the %s cannot go there", text,
                         kind_names[kind]);
    }
    return error_set(error, "illegal move '%s': the king would be in check", text);
}

bool chess_parse_move(const struct chess_position *position, const char *text, move_t *move,
                      struct error *error)
{
    struct written_move written;
    if (!read_move(text, &written)) {
        return error_set(error, "illegal move '%s': not a move; expected e2e4 or e7e8q", text);
    }
    struct move_list list;
    list.count = 0;
    chess_legal_moves(position, &list);
    *move = find_move(&list, &written);
    return *move != MOVE_NONE || refuse(position, text, &written, error);
}

void chess_format_move(const struct chess_position *position, move_t move, struct buffer *out)
{
    int from = move_from(move), to = move_to(move);
    if (move_type(move) == MOVE_CASTLING && !position->chess960) {
        to = castled_king(from, to);
    }
    /* Avoids printf, because a line of play has dozens of moves and delays the answer. */
    const char squares[] = {(char)('a' + file_of(from)), (char)('1' + rank_of(from)),
                            (char)('a' + file_of(to)), (char)('1' + rank_of(to))};
    buffer_append(out, squares, sizeof squares);
    if (move_type(move) == MOVE_PROMOTION) {
        buffer_putc(out, (char)(chess_letters[move_promoted(move)] | 0x20));
    }
}

/* The maximum length of a text without its marks; a longer text is not a move. */
#define PLAIN_TEXT 16

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
    buffer_printf(out, "%c%c", 'a' + file_of(move_to(move)), '1' + rank_of(move_to(move)));
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

/* A move in algebraic notation, as far as its text determines it. */
struct san {
    enum kind kind; /* NO_KIND: no letter */
    int file, rank; /* of the origin; -1: not given */
    int to;
    enum kind promoted; /* NO_KIND: none */
};

/* Removes marks at the end: check, mate, comment, and the note "e.p." or "ep". */
static size_t without_marks(const char *text, size_t length)
{
    while (length > 0 && strchr("+#!?-=/", text[length - 1])) {
        length--;
    }
    if (length > 6 && memcmp(text + length - 4, "e.p.", 4) == 0) {
        return length - 4;
    }
    return length > 4 && memcmp(text + length - 2, "ep", 2) == 0 ? length - 2 : length;
}

/* Copies the text without its marks and separators, so that different spellings of a move become
 * equal: "Ng1xf3+", "Ng1-f3" and "Ng1f3". False if the text is too long. */
static bool strip(const char *text, char plain[PLAIN_TEXT])
{
    const size_t end = without_marks(text, strlen(text));
    size_t length = 0;
    for (size_t i = 0; i < end && length + 1 < PLAIN_TEXT; i++) {
        if (!strchr("x-:=/", text[i])) {
            plain[length++] = strchr("0o", text[i]) ? 'O' : text[i];
        }
    }
    plain[length] = '\0';
    return length + 1 < PLAIN_TEXT;
}

/* Returns the piece of a letter in either case, except for 'b' and 'p', which are not pieces;
 * NO_KIND if there is none. */
static enum kind letter_kind(char letter)
{
    const char *found =
        letter && !strchr("bp", letter) ? strchr(chess_letters, letter & ~0x20) : NULL;
    return found && *found ? (enum kind)(found - chess_letters) : (enum kind)NO_KIND;
}

/* Reads a stripped text: [letter][file][rank]file rank[letter]. */
static bool read_san(const char *text, struct san *san)
{
    size_t length = strlen(text);
    *san = (struct san){.file = -1, .rank = -1, .promoted = (enum kind)NO_KIND};
    san->kind = letter_kind(*text);
    text += san->kind != (enum kind)NO_KIND;
    length -= san->kind != (enum kind)NO_KIND;
    if (length > 2 && strchr("NBRQnbrq", text[length - 1])) {
        san->promoted = (enum kind)(strchr(chess_letters, text[--length] & ~0x20) - chess_letters);
    }
    if (length < 2 || !read_square(text + length - 2, &san->to)) {
        return false;
    }
    length -= 2;
    if (length > 0 && *text >= 'a' && *text < 'a' + FILES) {
        san->file = *text++ - 'a';
        length--;
    }
    if (length > 0 && *text >= '1' && *text < '1' + RANKS) {
        san->rank = *text - '1';
        length--;
    }
    return length == 0;
}

/* True if a legal move agrees with everything that the text tells. A text with both squares need
 * not name its piece; any other text without a letter is a pawn's move. */
static bool agrees(const struct chess_position *position, const struct san *san, move_t move)
{
    const enum kind kind = piece_kind(position->state.squares[move_from(move)]);
    const enum kind promoted =
        move_type(move) == MOVE_PROMOTION ? move_promoted(move) : (enum kind)NO_KIND;
    const bool both = san->file >= 0 && san->rank >= 0;
    return move_type(move) != MOVE_CASTLING && move_to(move) == san->to &&
           promoted == san->promoted && (san->file < 0 || san->file == file_of(move_from(move))) &&
           (san->rank < 0 || san->rank == rank_of(move_from(move))) &&
           (san->kind != (enum kind)NO_KIND ? san->kind == kind : both || kind == PAWN);
}

bool chess_parse_san(const void *opaque, const char *text, move_t *move)
{
    const struct chess_position *position = opaque;
    struct move_list list = {.count = 0};
    char plain[PLAIN_TEXT];
    struct san san = {.to = 0};
    int found = 0;
    if (!strip(text, plain)) {
        return false;
    }
    const bool castles_short = strcmp(plain, "OO") == 0;
    const bool castles = castles_short || strcmp(plain, "OOO") == 0;
    if (!castles && !read_san(plain, &san)) {
        return false;
    }
    chess_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        const move_t other = list.moves[i];
        const bool castling = move_type(other) == MOVE_CASTLING;
        const bool is_short = castling && move_to(other) > move_from(other);
        if (castles ? castling && is_short == castles_short : agrees(position, &san, other)) {
            *move = other;
            found++;
        }
    }
    struct written_move written;
    if (found == 0 && read_move(plain + (*plain == 'K'), &written)) { /* e1-g1, Ke1-g1 */
        *move = find_move(&list, &written);
        found = *move != MOVE_NONE && move_type(*move) == MOVE_CASTLING;
    }
    return found == 1;
}
