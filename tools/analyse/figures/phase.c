/* SPDX-License-Identifier: MIT */
#include "phase.h"

#include <string.h>

#include "look.h"

/* The most pieces of a middlegame and of an endgame, and the fewest pieces on a side's first rank
 * in an opening. */
#define MIDDLEGAME_PIECES 10
#define ENDGAME_PIECES    6
#define FIRST_RANK_PIECES 4

const char *phase_name(enum phase phase)
{
    static const char *const names[] = {"opening", "middlegame", "endgame", ""};
    return names[phase];
}

static bool has_shape(const struct look_piece *piece, const char *shape)
{
    return piece->shape && strcmp(piece->shape, shape) == 0;
}

static bool has_pawns(const struct look *look)
{
    for (int i = 0; i < look->piece_count; i++) {
        if (has_shape(&look->pieces[i], "pawn")) {
            return true;
        }
    }
    return false;
}

enum phase phase_of(const struct game *game, const void *position, enum phase before)
{
    struct look_board board;
    int pieces = 0, first_rank[2] = {0, 0};
    if (!game->look || !has_pawns(game->look)) {
        return PHASE_NONE;
    }
    game->look->board(position, &board);
    for (int square = 0; square < board.files * board.ranks; square++) {
        const int code = board.squares[square], rank = square / board.files;
        const struct look_piece *piece = code > 0 ? &game->look->pieces[code - 1] : NULL;
        if (!piece || has_shape(piece, "pawn")) {
            continue;
        }
        pieces += !has_shape(piece, "king");
        first_rank[0] += piece->side == 1 && rank == 0;
        first_rank[1] += piece->side == 2 && rank == board.ranks - 1;
    }
    const enum phase now = pieces <= ENDGAME_PIECES ? PHASE_ENDGAME
                           : pieces <= MIDDLEGAME_PIECES || first_rank[0] < FIRST_RANK_PIECES ||
                                   first_rank[1] < FIRST_RANK_PIECES
                               ? PHASE_MIDDLEGAME
                               : PHASE_OPENING;
    return before != PHASE_NONE && before > now ? before : now;
}
