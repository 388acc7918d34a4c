/* SPDX-License-Identifier: MIT */
/* How a game begins and ends: as libataxx has it, the library behind the Universal Ataxx Interface
 * (kz04px, github.com/kz04px/libataxx: Position::gameover, Position::result). */
#include "ataxx.h"

/* As choices of a setting, and the boards that they begin with: those whose trees of moves
 * libataxx's tests count. */
const char *const ataxx_blocked_names[] = {"none", "inner", "diamond", NULL};
static const char *const starts[] = {
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1",
};

void ataxx_start(const struct game_settings *settings, void *position)
{
    struct error error;
    ataxx_parse_fen(settings, starts[settings->values[ATAXX_BLOCKED]], position, &error);
}

enum game_result ataxx_result(const void *opaque)
{
    const struct ataxx_position *position = opaque;
    if (!ataxx_is_over(position)) {
        return RESULT_NONE;
    }
    const int outcome = ataxx_outcome(position);
    return outcome == 0                       ? RESULT_DRAW
           : (outcome > 0) == !position->side ? RESULT_P1_WINS
                                              : RESULT_P2_WINS;
}
