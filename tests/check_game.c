/* SPDX-License-Identifier: MIT */
/* Tests one game, with which it is linked, as `myosu check-game` does: the mutants of hexapawn, and
 * the game that tools/newgame writes. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"

#ifndef CHECKED_GAME
#define CHECKED_GAME game_hexapawn
#endif

extern const struct game CHECKED_GAME;

int main(void)
{
    struct buffer report = {0};
    const bool good = check_game(&CHECKED_GAME, 100, 1, &report);
    fputs(buffer_text(&report), stdout);
    buffer_finish(&report);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
