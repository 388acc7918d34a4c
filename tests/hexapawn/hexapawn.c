/* SPDX-License-Identifier: MIT */
/* Hexapawn (Martin Gardner, 1962), the example of a game in one file: src/README.md. Three pawns a
 * side on 3 by 3 squares move one square forward, or capture diagonally. A player wins by reaching
 * the last rank, or if the opponent cannot move. */
#include <string.h>

#include "fen_reader.h"
#include "params_plain.h"

/* What is a position, and whose turn is it? */
struct hexapawn_position {
    uint8_t squares[9]; /* from a1, rank by rank: 0 empty, 1 White, 2 Black */
    uint8_t side;       /* to move: 0 White, 1 Black */
};

struct hexapawn_undo {
    uint8_t captured; /* all that unmake needs besides the move */
};

#define GAME         hexapawn
#define GAME_SIMPLE  1
#define GAME_UNMAKES 1
#define GAME_START   "bbb/3/www w"
#include "contract.h"

static const char letters[] = "wb";

bool hexapawn_parse_fen(const struct game_settings *settings, const char *fen,
                        struct hexapawn_position *position, struct error *error)
{
    (void)settings;
    struct look_board board;
    int side;
    if (!fen_read_grid(fen, 3, 3, letters, &board, &side, error)) {
        return false;
    }
    *position = (struct hexapawn_position){.side = (uint8_t)side};
    memcpy(position->squares, board.squares, sizeof position->squares);
    return true;
}

static void look_board(const void *position, struct look_board *board)
{
    *board = (struct look_board){.files = 3, .ranks = 3};
    memcpy(board->squares, ((const struct hexapawn_position *)position)->squares, 9);
}

void hexapawn_format_fen(const struct hexapawn_position *position, struct buffer *out)
{
    struct look_board board;
    look_board(position, &board);
    fen_format_grid(&board, position->side, letters, out);
}

/* A move is 1 + 9 * from + to. Its text is both squares. */
void hexapawn_format_move(const struct hexapawn_position *position, move_t move, struct buffer *out)
{
    (void)position;
    const int from = (move - 1) / 9, to = (move - 1) % 9;
    buffer_printf(out, "%c%c%c%c", 'a' + from % 3, '1' + from / 3, 'a' + to % 3, '1' + to / 3);
}

/* Which moves are there? None if a pawn of the other side has reached its last rank. */
void hexapawn_legal_moves(const struct hexapawn_position *position, struct move_list *list)
{
    const int own = 1 + position->side, forward = position->side ? -3 : 3;
    const bool over = memchr(position->squares + (own == 1 ? 0 : 6), 3 - own, 3) != NULL;
    for (int from = 0; from < 9 && !over; from++) {
        for (int turn = -1; turn <= 1 && position->squares[from] == own; turn++) {
            const int file = from % 3 + turn, to = from + forward + turn;
            if (file >= 0 && file <= 2 && to >= 0 && to <= 8 &&
                position->squares[to] == (turn ? 3 - own : 0)) {
                move_list_add(list, (move_t)(1 + 9 * from + to));
            }
        }
    }
}

/* What does a move do? */
void hexapawn_make(struct hexapawn_position *position, move_t move, struct hexapawn_undo *undo)
{
    const int from = (move - 1) / 9, to = (move - 1) % 9;
    undo->captured = position->squares[to];
    position->squares[to] = position->squares[from];
    position->squares[from] = 0;
    position->side ^= 1;
}

void hexapawn_unmake(struct hexapawn_position *position, move_t move,
                     const struct hexapawn_undo *undo)
{
    const int from = (move - 1) / 9, to = (move - 1) % 9;
    position->squares[from] = position->squares[to];
    position->squares[to] = undo->captured;
    position->side ^= 1;
}

/* When is the game over, and which player has won? */
enum game_result hexapawn_result(const struct hexapawn_position *position)
{
    struct move_list list = {.count = 0};
    hexapawn_legal_moves(position, &list);
    return list.count ? RESULT_NONE : position->side ? RESULT_P1_WINS : RESULT_P2_WINS;
}

/* What is a position worth to the side to move? A pawn is 100. */
score_t hexapawn_evaluate(const struct hexapawn_position *position)
{
    score_t value = 0;
    for (int square = 0; square < 9; square++) {
        value += position->squares[square] == 1 ? 100 : position->squares[square] == 2 ? -100 : 0;
    }
    return position->side ? -value : value;
}

static const struct look_piece pieces[] = {
    {.name = "white pawn", .side = 1, .ascii = "W", .glyph = "♙", .shape = "pawn"},
    {.name = "black pawn", .side = 2, .ascii = "B", .glyph = "♟", .shape = "pawn"},
};

const struct look hexapawn_look = {
    .kind = LOOK_SQUARES,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{"White", {230, 7, "#f4f0e8"}}, {"Black", {240, 0, "#39342e"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .entry = LOOK_ENTER_PATH,
};

#define GAME                hexapawn
#define SEARCH_NODE         "node_plain.h"
#define SEARCH_HISTORY_SIZE 82
#include "search_template.h"

#define GAME               hexapawn
#define GAME_SIMPLE        1
#define GAME_ANTISYMMETRIC 1
#include "game_template.h"

const struct game game_hexapawn = {
    GAME_FUNCTIONS,
    .title = "Hexapawn",
    .look = &hexapawn_look,
    .known_leaves = (const uint64_t[]){3, 10, 28, 56, 70, 64, 20, 0},
};
