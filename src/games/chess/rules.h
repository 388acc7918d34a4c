/* SPDX-License-Identifier: MIT */
/* The rules of chess beyond the position: the legal moves, and how a game begins and ends. */
#ifndef CHESS_RULES_H
#define CHESS_RULES_H

#include "level.h"
#include "look.h"
#include "position.h"

enum chess_setting {
    CHESS_960,
    CHESS_LIMIT_STRENGTH,
    CHESS_ELO,
    CHESS_SKILL,
    CHESS_USE_NETWORK,
    CHESS_OWN_BOOK,
    CHESS_BOOK_FILE,
    CHESS_SYZYGY_PATH, /* this one and those after it only with endgame tables */
    CHESS_SYZYGY_DEPTH,
    CHESS_SYZYGY_LIMIT,
    CHESS_SYZYGY_FIFTY,
    CHESS_SETTINGS
};

/* Fifty moves of each side without a capture or a pawn move, in plies. */
#define FIFTY_MOVES 100

/* How often the position has occurred before, up to 2. An occurrence within the last `recent` plies
 * counts as two. */
PER_LEVEL int chess_repetitions(const struct chess_position *position, int recent);

/* Whether neither side can mate by any play: bare kings, one minor piece, or bishops all on one
 * colour. */
PER_LEVEL bool chess_is_insufficient_material(const struct chess_position *position);

/* Adds the legal moves of a class. */
PER_LEVEL void chess_generate(const struct chess_position *position, enum move_class move_class,
                              struct move_list *list);

/* Whether a normal legal move gives check. For castling, en passant and promotion, it detects only
 * the check of the piece that arrives, with its kind before the move. */
PER_LEVEL bool chess_gives_check(const struct chess_position *position, move_t move);

/* The leaves of the tree of a board, depth >= 1: game.h. In perft.c. */
uint64_t LEVEL_NAME(chess_count_leaves)(const struct chess_board *board, int depth,
                                        struct search *search);

INLINE uint64_t chess_perft(const struct chess_position *position, int depth, struct search *search)
{
    return depth <= 0 ? 1 : LEVEL_NAME(chess_count_leaves)(&position->state.board, depth, search);
}

/* Moves in standard algebraic notation: look.h. */
void chess_format_san(const void *position, move_t move, struct buffer *out);
bool chess_parse_san(const void *position, const char *text, move_t *move);

#define GAME                chess
#define GAME_START          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define GAME_SIDE(position) (position)->state.board.side
#define GAME_EXPLAIN_ONCE   1
#include "contract.h"

#endif
