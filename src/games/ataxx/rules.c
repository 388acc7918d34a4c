/* SPDX-License-Identifier: MIT */
/* How a game begins and ends: as libataxx has it, the library behind the Universal Ataxx Interface
 * (kz04px, github.com/kz04px/libataxx: Position::gameover, Position::result). */
#include "ataxx.h"

void ataxx_start(const struct game_settings *settings, void *position)
{
    struct error error;
    ataxx_parse_fen(settings, "x5o/7/7/7/7/7/o5x x 0 1", position, &error);
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
