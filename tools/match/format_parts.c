/* SPDX-License-Identifier: MIT */
/* What several formats share. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "formats.h"
#include "memory.h"

const char *format_player(const struct format_context *context, const struct played_game *played,
                          int player)
{
    return context->names[played->engines[player]];
}

void format_date(const struct played_game *played, const char *pattern, struct buffer *out)
{
    char date[32];
    struct tm broken;
    time_t began = (time_t)played->began;
    gmtime_r(&began, &broken);
    strftime(date, sizeof date, pattern, &broken);
    buffer_puts(out, date);
}

bool format_find_square(const struct game *game, const void *position, move_t move, int *column,
                        int *row)
{
    struct look_board before, after;
    struct look_squares squares;
    void *next = memory_zeroed(1, game->position_size);
    memcpy(next, position, game->position_size);
    game->play(next, move);
    game->look->board(position, &before);
    game->look->board(next, &after);
    free(next);
    look_move_squares(game, position, move, &squares);
    for (int i = 0; i < squares.count; i++) {
        int square = squares.list[i];
        if (!before.squares[square] && after.squares[square]) {
            *column = square % before.files;
            *row = before.ranks - 1 - square / before.files;
            return true;
        }
    }
    return false;
}
