/* SPDX-License-Identifier: MIT */
#include "tablebase.h"

#include <string.h>
#include <tbprobe.h>

#include "alloc.h"
#include "library.h"
#include "position.h"

/* The library is loaded when tables are opened: a program that needs none starts without it. */
static struct {
    bool (*init)(const char *paths);
    unsigned (*probe)(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                      uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                      unsigned ep, bool turn);
    const unsigned *largest; /* pieces of the largest table */
} fathom;

_Static_assert(_Generic(&tb_init, bool (*)(const char *)
                        : true, default
                        : false),
               "tb_init has another type");
_Static_assert(_Generic(&tb_probe_wdl_impl,
                        unsigned (*)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                     uint64_t, uint64_t, unsigned, bool)
                        : true, default
                        : false),
               "tb_probe_wdl_impl has another type");
_Static_assert(_Generic(&TB_LARGEST, unsigned *: true, default: false),
               "TB_LARGEST has another type");

static bool load(struct error *error)
{
    static const char *const names[] = {"libfathom.so.1"};
    const struct library_function functions[] = {
        {"tb_init", &fathom.init},
        {"tb_probe_wdl_impl", &fathom.probe},
        {"TB_LARGEST", &fathom.largest},
    };
    return fathom.largest ||
           library_load(names, LENGTH(names), functions, LENGTH(functions), error);
}

int chess_tablebase_open(const char *folders, struct error *error)
{
    if (!load(error)) {
        return 0;
    }
    FREED char *paths = alloc_text(folders);
    if (!paths) {
        error_set(error, "out of memory for the tables in '%s'", folders);
        return 0;
    }
    for (char *at = paths; (at = strchr(at, ';'));) {
        *at = ':';
    }
    bool good = fathom.init(paths) && *fathom.largest > 0;
    if (!good) {
        error_set(error, "there are no Syzygy tables (*.rtbw) in '%s'", folders);
        return 0;
    }
    return (int)*fathom.largest;
}

bool chess_tablebase_probe(const struct chess_position *position, enum chess_wdl *wdl)
{
    const struct chess_board *board = &position->state.board;
    const bitboard_t *kinds = board->kinds;
    if (!fathom.largest || (unsigned)bit_count(occupied(board)) > *fathom.largest ||
        board->castling != 0) {
        return false;
    }
    const unsigned found = fathom.probe(board->sides[WHITE], board->sides[BLACK], kinds[KING],
                                        kinds[QUEEN], kinds[ROOK], kinds[BISHOP], kinds[KNIGHT],
                                        kinds[PAWN], board->ep, board->side == WHITE);
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
