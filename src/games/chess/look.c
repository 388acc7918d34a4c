/* SPDX-License-Identifier: MIT */
/* The presentation of chess. */
#include <string.h>

#include "chess_openings_name.h"
#include "compiler.h"
#include "rules.h"

EMBED_FILE(chess_openings, CHESS_OPENINGS_FILE);
extern const char chess_openings[], chess_openings_end[];

static void look_board(const void *opaque, struct look_board *board)
{
    const struct chess_position *position = opaque;
    *board = (struct look_board){.files = FILES, .ranks = RANKS};
    for (int square = 0; square < SQUARES; square++) {
        int piece = position->state.squares[square];
        int code = (int)piece_kind(piece) + (piece & BLACK_PIECE ? KINDS : 0) + 1;
        board->squares[square] = (uint8_t)(piece == NO_PIECE ? 0 : code);
    }
}

/* The king in check. */
static void alarm_squares(const void *opaque, struct look_squares *squares)
{
    const struct chess_position *position = opaque;
    if (chess_in_check(position)) {
        look_add_square(squares, king_square(&position->state.board, side_to_move(position)));
    }
}

static int move_number(const void *position)
{
    return ((const struct chess_position *)position)->state.move_number;
}

static const char *variant(const struct game_settings *settings)
{
    return settings->values[CHESS_960] ? "Chess960" : NULL;
}

/* The squares of a rank from one square to another, both included. */
static bitboard_t span(int from, int to)
{
    return chess_between[from][to] | bit(from) | bit(to);
}

/* The reason why a castling is not legal. */
static const char *why_not_castling(const struct chess_position *position, bool short_side)
{
    const struct chess_board *board = &position->state.board;
    enum side us = side_to_move(position);
    int king = king_square(board, us);
    bitboard_t west = bit(king) - 1, rooks = board->castling & board->sides[us];
    rooks &= short_side ? ~west : west;
    if (!rooks) {
        return "the king or that rook has moved, or the rook is gone";
    }
    int rook = bit_lowest(rooks), to = castled_king(king, rook);
    bitboard_t way = span(king, to) | span(rook, castled_rook(king, rook));
    if (occupied(board) & way & ~bit(king) & ~bit(rook)) {
        return "a piece stands between king and rook";
    }
    if (chess_in_check(position)) {
        return "the king is in check";
    }
    if (attacks_past_king(board, us) & span(king, to)) {
        return "the king would pass or reach an attacked square";
    }
    return "the king would be in check";
}

/* Whether the text is a castling move, to either side. */
static bool is_castling(const char *text, bool *short_side)
{
    static const char *const texts[] = {"O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o"};
    size_t length = strcspn(text, "+#!?");
    for (int i = 0; i < LENGTH(texts); i++) {
        if (strlen(texts[i]) == length && strncmp(text, texts[i], length) == 0) {
            *short_side = i % 2 == 0;
            return true;
        }
    }
    return false;
}

/* Says why no piece of this kind can go to the square, or which of them can. */
static void refuse_piece(const struct chess_position *position, const char *text, enum kind kind,
                         int to, struct error *error)
{
    static const char *const names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    struct move_list list = {.count = 0};
    LOCAL_BUFFER moves = {0};
    int count = 0;
    chess_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        move_t move = list.moves[i];
        if (move_to(move) == to && move_type(move) == MOVE_NORMAL &&
            piece_kind(position->state.squares[move_from(move)]) == kind) {
            buffer_puts(&moves, count++ > 0 ? ", " : "");
            chess_format_san(position, move, &moves);
        }
    }
    if (count > 0) {
        error_set(error, "illegal move '%s': expected %s", text, buffer_text(&moves));
    } else {
        error_set(error, "illegal move '%s': no %s can go to %c%c", text, names[kind],
                  'a' + file_of(to), '1' + rank_of(to));
    }
}

static bool refuse_move(const void *position, const char *text, struct error *error)
{
    bool short_side;
    if (is_castling(text, &short_side)) {
        error_set(error, "illegal move '%s': no castling here: %s", text,
                  why_not_castling(position, short_side));
        return true;
    }
    const char *letter = *text ? strchr(chess_letters, *text) : NULL;
    size_t length = strcspn(text, "+#!?=");
    if (!letter || *letter == 'P' || length < 3) {
        return false;
    }
    int file = text[length - 2] - 'a', rank = text[length - 1] - '1';
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS) {
        return false;
    }
    refuse_piece(position, text, (enum kind)(letter - chess_letters), square_at(file, rank), error);
    return true;
}

/* White's pieces, then Black's, each in the order of enum kind. */
static const struct look_piece pieces[] = {
    {.name = "white pawn", .side = 1, .ascii = "P", .glyph = "♙", .shape = "pawn"},
    {.name = "white knight", .side = 1, .ascii = "N", .glyph = "♘", .shape = "knight"},
    {.name = "white bishop", .side = 1, .ascii = "B", .glyph = "♗", .shape = "bishop"},
    {.name = "white rook", .side = 1, .ascii = "R", .glyph = "♖", .shape = "rook"},
    {.name = "white queen", .side = 1, .ascii = "Q", .glyph = "♕", .shape = "queen"},
    {.name = "white king", .side = 1, .ascii = "K", .glyph = "♔", .shape = "king"},
    {.name = "black pawn", .side = 2, .ascii = "p", .glyph = "♟", .shape = "pawn"},
    {.name = "black knight", .side = 2, .ascii = "n", .glyph = "♞", .shape = "knight"},
    {.name = "black bishop", .side = 2, .ascii = "b", .glyph = "♝", .shape = "bishop"},
    {.name = "black rook", .side = 2, .ascii = "r", .glyph = "♜", .shape = "rook"},
    {.name = "black queen", .side = 2, .ascii = "q", .glyph = "♛", .shape = "queen"},
    {.name = "black king", .side = 2, .ascii = "k", .glyph = "♚", .shape = "king"},
};

static const char *const spellings[] = {"fischerandom",
                                        "fischerrandom",
                                        "fischerandomchess",
                                        "fischerrandomchess",
                                        "chess9lx",
                                        "frc",
                                        "960",
                                        NULL};

static const struct look_pgn pgn = {
    .move_number = move_number,
    .variant = variant,
    .spellings = spellings,
    .openings = chess_openings,
    .openings_end = chess_openings_end,
};

/* Castling is always written as the king capturing the rook. */
static const struct look_external external = {.variant = "chess", .setting = "chess960"};

/* UCI was made for chess. An engine that speaks UGI and offers no choice of games also plays
 * chess. */
static const char *const implied_by[] = {"uci", "ugi", "cecp", NULL};

static const char *const forms[] = {
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0",
    "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "fen 4k3/8/8/8/8/8/8/4K2R w K - 12 34 moves e1g1",
    NULL,
};

static const char *const refused[] = {
    "startpos moves e2e4 e7e5 e4e5",
    "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "startpos moves e2e4 0000",
    "startpos moves e2e5",
    NULL,
};

static const struct look_sample_move moves[] = {
    {"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8Q"},
    {"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", NULL},
    {"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", NULL},
    {NULL, NULL, NULL},
};

static const struct look_sample_option option = {
    .option = "UCI_Chess960",
    .value = "true",
    .position = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    .move = "e1h1",
    .plain = "e1g1",
};

static const struct look_samples samples = {
    .after = "startpos moves e2e4",
    .win = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    .win_move = "a1a8",
    .over = "fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    .loss = "fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
    .cycle = "g1f3 g8f6 f3g1 f6g8",
    .elsewhere = "fen 8/8/8/8/8/k7/8/K6R w - - 0 1",
    .first_move = "d2d4",
    .forms = forms,
    .refused = refused,
    .moves = moves,
    .option = &option,
};

const struct look chess_look = {
    .kind = LOOK_SQUARES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "White", .colour = {.palette = 231, .basic = 15, .web = "#ffffff"}},
              {.name = "Black", .colour = {.palette = 16, .basic = 0, .web = "#000000"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .alarm = alarm_squares,
    .entry = LOOK_ENTER_PATH,
    .promotions = "qrbn",
    .format_move = chess_format_san,
    .parse_move = chess_parse_san,
    .refuse_move = refuse_move,
    .notation = "e4, Nf3, O-O",
    .pgn = &pgn,
    .cecp_variants = "normal,fischerandom",
    .external = &external,
    .implied_by = implied_by,
    .samples = &samples,
};
