/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <string.h>

#include "fen_reader.h"

#define MAX_PIECES 16 /* of one side */
#define MAX_PAWNS  8

/* White's pieces, then Black's. */
static const char letters[] = "PNBRQKpnbrqk";

static const char *const side_names[SIDES] = {"White", "Black"};

static bool parse_board(struct fen_reader *reader, struct chess_board *board)
{
    struct look_board squares;
    if (!fen_read_board(reader, FILES, RANKS, letters, &squares)) {
        return false;
    }
    for (int i = 0; i < FILES * RANKS; i++) {
        int code = squares.squares[i] - 1;
        if (code >= 0) {
            bitboard_t square = bit(square_at(i % FILES, i / FILES));
            board->kinds[code % KINDS] |= square;
            board->sides[code / KINDS] |= square;
        }
    }
    return true;
}

/* The rook that a castling letter refers to: K and Q mean the outermost rook on that side of the
 * king, A to H the rook on that file; -1 if there is none. */
static int castling_rook(const struct chess_board *board, enum side side, char letter)
{
    int king = king_square(board, side);
    bitboard_t rooks = pieces_of(board, side, ROOK) & rank_bits(side, 0);
    bitboard_t east = ~(bit(king) - 1) & ~bit(king);
    if (!(bit(king) & rank_bits(side, 0))) {
        return -1;
    }
    switch (letter) {
    case 'K':
        return rooks & east ? bit_highest(rooks & east) : -1;
    case 'Q':
        return rooks & ~east ? bit_lowest(rooks & ~east) : -1;
    default:
        rooks &= file_bits(letter - 'A');
        return rooks ? bit_lowest(rooks) : -1;
    }
}

/* Castling letters that were dropped, for a notice; each occurs once. */
struct dropped {
    char text[21]; /* K, Q, A to H of both sides */
};

static void add_letter(struct dropped *dropped, char letter)
{
    size_t length = strlen(dropped->text);
    if (!strchr(dropped->text, letter) && length + 1 < sizeof dropped->text) {
        dropped->text[length] = letter;
    }
}

/* Reports which castling rights were dropped, and why. */
static void note_castling(const struct fen_reader *reader, const struct dropped *homeless,
                          bool at_home_in_chess960, const struct dropped *twice)
{
    if (homeless->text[0]) {
        fen_note_repair(reader, "castling rights %s dropped: no king and rook at home for them%s",
                        homeless->text, at_home_in_chess960 ? ", except under UCI_Chess960" : "");
    }
    if (twice->text[0]) {
        fen_note_repair(reader, "castling rights %s given twice", twice->text);
    }
}

/* Whether king and rook stand on their initial squares of chess without UCI_Chess960. */
static bool is_usual(int king, int rook)
{
    return file_of(king) == 4 && (file_of(rook) == 0 || file_of(rook) == 7);
}

static bool parse_castling(struct fen_reader *reader, bool chess960, struct chess_board *board)
{
    struct dropped homeless = {""}, twice = {""};
    bool at_home_in_chess960 = true; /* true if every dropped right would be valid in Chess960 */
    const char **at = &reader->at;
    if (**at == '-') {
        (*at)++;
        return true;
    }
    for (; **at && **at != ' '; (*at)++) {
        enum side side = **at >= 'a' ? BLACK : WHITE;
        char letter = (char)(**at & ~0x20);
        if (!strchr("KQABCDEFGHkqabcdefgh", **at)) {
            return error_set(reader->error,
                             "illegal FEN: '%c' in the castling rights; expected KQkq, files of "
                             "rooks (A to H, a to h), or -",
                             **at);
        }
        int king = king_square(board, side), rook = castling_rook(board, side, letter);
        if (rook < 0 || (!chess960 && !is_usual(king, rook))) {
            add_letter(&homeless, **at);
            at_home_in_chess960 &= rook >= 0;
            continue;
        }
        if (board->castling & bit(rook)) {
            add_letter(&twice, **at);
            continue;
        }
        bitboard_t wing = rook > king ? ~(bit(king) - 1) : bit(king) - 1;
        if (board->castling & rank_bits(side, 0) & wing) {
            return error_set(reader->error,
                             "illegal FEN: two castling rights of %s on one wing; expected one",
                             side_names[side]);
        }
        board->castling |= bit(rook);
    }
    note_castling(reader, &homeless, at_home_in_chess960, &twice);
    return true;
}

/* Why no double step can have produced the square; NULL if one can. The pawn that jumped must stand
 * in front of the square, and the two squares behind it must be empty. Before it jumped, the side
 * to move must not have been in check. */
static const char *en_passant_fault(const struct chess_board *board, int square)
{
    enum side us = (enum side)board->side, them = other_side(us);
    bitboard_t pawn = bit(square ^ 8);
    bitboard_t origin = shift_ahead(us, bit(square));
    if (rank_for(us, square) != 5) {
        return us == WHITE ? "it is not on rank 6" : "it is not on rank 3";
    }
    if (!(pieces_of(board, them, PAWN) & pawn)) {
        return "it has no pawn in front of it that could have jumped";
    }
    if (occupied(board) & (bit(square) | origin)) {
        return "it or the square behind it is not empty";
    }
    bitboard_t before = (occupied(board) ^ pawn) | origin;
    if (attackers_of(board, king_square(board, us), before) & board->sides[them] & ~pawn) {
        return "the king was in check before the pawn jumped";
    }
    return NULL;
}

static bool parse_en_passant(struct fen_reader *reader, struct chess_board *board)
{
    const char **at = &reader->at;
    if (**at == '-') {
        (*at)++;
        return true;
    }
    const char *text = *at;
    const int square = look_parse_square(&chess_look, FILES, RANKS, at);
    if (square < 0) {
        return error_set(reader->error,
                         "illegal FEN: en passant square '%.2s'; expected a square or -", text);
    }
    const char *fault = en_passant_fault(board, square);
    if (fault) {
        fen_note_repair(reader, "en passant square %.2s dropped: %s", text, fault);
    } else {
        board->ep = (uint8_t)square;
    }
    return true;
}

static bool check_pieces(const struct chess_board *board, struct error *error)
{
    for (int side = WHITE; side < SIDES; side++) {
        int kings = bit_count(pieces_of(board, (enum side)side, KING));
        int pawns = bit_count(pieces_of(board, (enum side)side, PAWN));
        int pieces = bit_count(board->sides[side]);
        if (kings != 1) {
            return error_set(error, "illegal FEN: %s has %d kings; expected 1", side_names[side],
                             kings);
        }
        if (pawns > MAX_PAWNS || pieces > MAX_PIECES) {
            return error_set(
                error,
                "illegal FEN: %s has %d pieces, %d of them pawns; expected at most %d and %d",
                side_names[side], pieces, pawns, MAX_PIECES, MAX_PAWNS);
        }
    }
    if (board->kinds[PAWN] & (RANK_1 | RANK_8)) {
        return error_set(error,
                         "illegal FEN: a pawn on the first or the last rank; expected none there");
    }
    enum side us = (enum side)board->side;
    if (checkers_of(board, other_side(us))) {
        return error_set(error, "illegal FEN: %s is in check and %s is to move; expected %s",
                         side_names[other_side(us)], side_names[us], side_names[other_side(us)]);
    }
    return true;
}

static bool parse_fields(const char *fen, struct chess_position *position, struct error *error)
{
    struct chess_state *state = &position->state;
    struct chess_board *board = &state->board;
    struct fen_reader reader = fen_reader_make(fen, error);
    int side;
    if (!parse_board(&reader, board) || !fen_read_side(&reader, "wb", &side)) {
        return false;
    }
    board->side = (uint8_t)side;
    if (!check_pieces(board, error)) {
        return false;
    }
    if (!fen_next_field(&reader)) {
        return error_set(error, "illegal FEN: no castling rights after the side to move; "
                                "expected some of KQkq, or -");
    }
    if (!parse_castling(&reader, position->chess960, board)) {
        return false;
    }
    if (!fen_next_field(&reader)) {
        return error_set(error, "illegal FEN: no en passant square after the castling rights; "
                                "expected a square, or -");
    }
    if (!parse_en_passant(&reader, board)) {
        return false;
    }
    if (!fen_read_counters(&reader, FEN_MAX_NUMBER, &state->clock, &state->move_number)) {
        return false;
    }
    if (*reader.at) {
        return error_set(error,
                         "illegal FEN: '%s' is left over; expected nothing after the move number",
                         reader.at);
    }
    return true;
}

bool chess_parse_fen(const struct game_settings *settings, const char *fen,
                     struct chess_position *position, struct error *error)
{
    memset(position, 0, sizeof *position);
    position->chess960 = settings->values[CHESS_960] != 0;
    if (!parse_fields(fen, position, error)) {
        return false;
    }
    chess_complete(position);
    return true;
}

/* The letter of a castling right in X-FEN: K or Q for the outermost rook, otherwise its file. */
static char castling_letter(const struct chess_board *board, enum side side, int rook)
{
    int king = king_square(board, side);
    char wing = rook > king ? 'K' : 'Q';
    char letter = castling_rook(board, side, wing) == rook ? wing : (char)('A' + file_of(rook));
    return (char)(side == WHITE ? letter : letter | 0x20);
}

static void format_castling(const struct chess_board *board, struct buffer *out)
{
    if (!board->castling) {
        buffer_putc(out, '-');
    }
    for (int side = WHITE; side < SIDES; side++) {
        bitboard_t rooks = board->castling & board->sides[side];
        while (rooks) {
            int rook = bit_highest(rooks);
            rooks ^= bit(rook);
            buffer_putc(out, castling_letter(board, (enum side)side, rook));
        }
    }
}

void chess_format_fen(const struct chess_position *position, struct buffer *out)
{
    const struct chess_state *state = &position->state;
    struct look_board board;
    chess_look.board(position, &board);
    fen_format_board(&board, letters, out);
    buffer_puts(out, state->board.side == WHITE ? "w " : "b ");
    format_castling(&state->board, out);
    if (state->board.ep) {
        buffer_putc(out, ' ');
        look_format_square(&chess_look, file_of(state->board.ep), rank_of(state->board.ep), out);
    } else {
        buffer_puts(out, " -");
    }
    buffer_putc(out, ' ');
    buffer_put_number(out, state->clock);
    buffer_putc(out, ' ');
    buffer_put_number(out, state->move_number);
}
