/* SPDX-License-Identifier: MIT */
/* The text forms of xiangqi: FEN with its usual letters, moves as in UCCI (files a to i and ranks 0
 * to 9), the diagram. */
#include <string.h>

#include "fen_reader.h"
#include "rules.h"

const char xiangqi_letters[] = "KABNRCPkabnrcp";

/* The letters of other programs: H for the horse and E for the elephant. */
static const char aliases[] = "HNhnEBeb";

static const char sides[] = "wb";

/* Refuses positions that no game can reach. */
static bool check_counts(const struct xiangqi_position *position, struct error *error)
{
    static const int most[KINDS] = {1, 2, 2, 2, 2, 2, 5};
    for (int piece = 1; piece <= PIECES; piece++) {
        const int side = piece > KINDS;
        const enum kind kind = piece_kind(piece);
        const board_set set = position->pieces[side][kind];
        const board_set wrong = set & ~xiangqi_places[side][kind];
        const char letter = xiangqi_letters[piece - 1];
        const int count = set_count(set);
        if (count > most[kind] || (kind == KING && count == 0)) {
            return error_set(error, "illegal FEN: %d pieces '%c'; expected %s%d", count, letter,
                             kind == KING ? "" : "at most ", most[kind]);
        }
        if (wrong) {
            const int square = set_lowest(wrong);
            return error_set(error,
                             "illegal FEN: '%c' on %c%d; expected it on squares that it can reach",
                             letter, 'a' + file_of(square), rank_of(square));
        }
    }
    return true;
}

static bool check_kings(const struct xiangqi_position *position, struct error *error)
{
    const int king = king_square(position, 0), other = king_square(position, 1);
    const board_set seen =
        rook_reach(king, occupied(position), position->files[file_of(king)]) & square_bit(other);
    if (seen) {
        return error_set(error,
                         "illegal FEN: the kings on %c%d and %c%d face each other; expected "
                         "a piece between them",
                         'a' + file_of(king), rank_of(king), 'a' + file_of(other), rank_of(other));
    }
    if (xiangqi_is_attacked(position, position->side ^ 1, MOVE_NONE)) {
        return error_set(error,
                         "illegal FEN: %c to move could take the king; expected the side in check "
                         "to move",
                         sides[position->side]);
    }
    return true;
}

/* Reads two fields that only chess uses, and the counters. All are optional. */
static bool read_counters(struct fen_reader *reader, struct xiangqi_position *position)
{
    for (int i = 0; i < 2 && strncmp(reader->at, " -", 2) == 0; i++) {
        reader->at += 2;
    }
    return fen_read_counters(reader, XIANGQI_CLOCK_LIMIT, &position->state.clock,
                             &position->move_number) &&
           fen_read_end(reader, "move number");
}

/* Some programs write r for Red, who moves first. */
static bool read_side(struct fen_reader *reader, int *side)
{
    if (*reader->at == 'r') {
        reader->at++;
        *side = 0;
        return true;
    }
    return fen_read_side(reader, sides, side);
}

bool xiangqi_parse_fen(const struct game_settings *settings UNUSED, const char *fen,
                       struct xiangqi_position *position, struct error *error)
{
    struct fen_reader reader = fen_reader_make(fen, error);
    struct look_board board;
    int side;
    reader.aliases = aliases;
    reader.skips_hand = true;
    if (!fen_read_board(&reader, FILES, RANKS, xiangqi_letters, &board) ||
        !read_side(&reader, &side)) {
        return false;
    }
    memset(position, 0, sizeof *position);
    position->side = (uint8_t)side;
    for (int square = 0; square < SQUARES; square++) {
        if (board.squares[square]) {
            xiangqi_put(position, square, board.squares[square]);
        }
    }
    if (!read_counters(&reader, position) || !check_counts(position, error) ||
        !check_kings(position, error)) {
        return false;
    }
    xiangqi_set_keys(position);
    position->state.in_check = xiangqi_is_attacked(position, side, MOVE_NONE);
    return true;
}

void xiangqi_format_fen(const struct xiangqi_position *position, struct buffer *out)
{
    struct look_board board;
    xiangqi_look.board(position, &board);
    fen_format_board(&board, xiangqi_letters, out);
    buffer_printf(out, "%c - - %d %d", sides[position->side], position->state.clock,
                  position->move_number);
}

/* Why a move that is not legal is illegal. */
static const char *why_illegal(const struct xiangqi_position *position, int from, int to)
{
    const board_set own = position->sides[position->side];
    if (!(own & square_bit(from))) {
        return "no piece of the side to move stands there";
    }
    if (own & square_bit(to)) {
        return "a piece of the side to move stands on the target";
    }
    if (!(xiangqi_reach(position, from) & square_bit(to))) {
        return "the piece does not move so";
    }
    return "it leaves the king in check or facing the other one";
}

bool xiangqi_parse_move(const struct xiangqi_position *position, const char *text, move_t *move,
                        struct error *error)
{
    const char *at = text;
    const int from = look_parse_square(&xiangqi_look, FILES, RANKS, &at);
    const int to = from >= 0 ? look_parse_square(&xiangqi_look, FILES, RANKS, &at) : -1;
    if (to < 0 || *at) {
        return error_set(
            error, "illegal move '%s': not a move; expected two squares, a0 to i9 (h2e2)", text);
    }
    *move = move_make(from, to);
    if (!xiangqi_is_legal(position, *move)) {
        return error_set(error, "illegal move '%s': %s", text, why_illegal(position, from, to));
    }
    return true;
}

void xiangqi_format_move(const struct xiangqi_position *position UNUSED, move_t move,
                         struct buffer *out)
{
    const int from = move_from(move), to = move_to(move);
    look_format_square(&xiangqi_look, file_of(from), rank_of(from), out);
    look_format_square(&xiangqi_look, file_of(to), rank_of(to), out);
}

void xiangqi_draw(const struct xiangqi_position *position, struct buffer *out)
{
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        buffer_printf(out, " %d ", rank);
        for (int file = 0; file < FILES; file++) {
            const int piece = position->squares[rank * FILES + file];
            buffer_printf(out, " %c", piece ? xiangqi_letters[piece - 1] : '.');
        }
        buffer_puts(out, rank == RANKS / 2 ? "\n    ~~~~~~ river ~~~~\n" : "\n");
    }
    buffer_printf(out, "    a b c d e f g h i\n%s to move%s\n", position->side ? "Black" : "Red",
                  position->state.in_check ? ", in check" : "");
}
