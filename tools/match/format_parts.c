/* What several formats share. */
#include <time.h>

#include "formats.h"

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
    struct look_board board;
    struct look_squares squares;
    game->look->board(position, &board);
    look_move_squares(game, position, move, &squares);
    for (int i = 0; i < squares.count; i++) {
        int square = squares.list[i];
        if (!board.squares[square]) {
            *column = square % board.files;
            *row = board.ranks - 1 - square / board.files;
            return true;
        }
    }
    return false;
}
