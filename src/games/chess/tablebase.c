/* SPDX-License-Identifier: MIT */
#include "tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>

#include "position.h"

int chess_tablebase_open(const char *folders, struct error *error)
{
    char *paths = strdup(folders);
    if (!paths) {
        error_set(error, "out of memory for the tables in '%s'", folders);
        return 0;
    }
    for (char *at = paths; (at = strchr(at, ';'));) {
        *at = ':';
    }
    bool good = tb_init(paths) && TB_LARGEST > 0;
    free(paths);
    if (!good) {
        error_set(error, "there are no Syzygy tables (*.rtbw) in '%s'", folders);
        return 0;
    }
    return (int)TB_LARGEST;
}

bool chess_tablebase_probe(const struct chess_position *position, enum chess_wdl *wdl)
{
    const struct chess_board *board = &position->state.board;
    const bitboard_t *kinds = board->kinds;
    if ((unsigned)bit_count(occupied(board)) > TB_LARGEST) {
        return false;
    }
    const unsigned found =
        tb_probe_wdl(board->sides[WHITE], board->sides[BLACK], kinds[KING], kinds[QUEEN],
                     kinds[ROOK], kinds[BISHOP], kinds[KNIGHT], kinds[PAWN], 0,
                     board->castling != 0, board->ep, board->side == WHITE);
    *wdl = (enum chess_wdl)found;
    return found != TB_RESULT_FAILED;
}

/* A win or a loss of the tables is one only if the count of fifty moves begins with the position. A
 * draw does not depend on it. */
static bool find(const void *opaque, int pieces, bool ignores_clock, enum game_result *result)
{
    const struct chess_position *position = opaque;
    enum chess_wdl wdl;
    if (bit_count(occupied(&position->state.board)) > pieces ||
        !chess_tablebase_probe(position, &wdl)) {
        return false;
    }
    const bool cursed = wdl == WDL_CURSED_LOSS || wdl == WDL_CURSED_WIN;
    if (wdl == WDL_DRAW || (cursed && !ignores_clock)) {
        *result = RESULT_DRAW;
        return true;
    }
    const bool first_wins = (wdl > WDL_DRAW) == (side_to_move(position) == WHITE);
    *result = first_wins ? RESULT_P1_WINS : RESULT_P2_WINS;
    return ignores_clock || position->state.clock == 0;
}

const struct game_tables chess_tables_for_clients = {.open = chess_tablebase_open, .find = find};
