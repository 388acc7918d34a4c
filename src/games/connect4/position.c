#include "position.h"

void connect4_start(const struct game_settings *settings, void *position)
{
    (void)settings;
    *(struct connect4_position *)position = (struct connect4_position){0};
}

void connect4_play(void *position, move_t move)
{
    struct connect4_position *here = position;
    connect4_drop(here, connect4_landings(here) & connect4_column(connect4_move_column(move)));
}

enum game_result connect4_result(const void *position)
{
    const struct connect4_position *here = position;
    if (connect4_is_won(here)) {
        return here->ply & 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return here->ply == CONNECT4_SQUARES ? RESULT_DRAW : RESULT_NONE;
}

int connect4_player(const void *position)
{
    const struct connect4_position *here = position;
    return here->ply & 1 ? 2 : 1;
}

uint64_t connect4_key(const void *position)
{
    return connect4_key_of(position);
}
