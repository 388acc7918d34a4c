/* SPDX-License-Identifier: MIT */
#include "marks.h"

#include <string.h>

#include "picture.h"

static void mark(const struct look_squares *squares, uint8_t kind, uint8_t *marks)
{
    for (int i = 0; i < squares->count; i++) {
        marks[squares->list[i]] = (uint8_t)(marks[squares->list[i]] | kind);
    }
}

static void mark_move(const struct game *game, const void *position, move_t move, uint8_t kind,
                      uint8_t *marks)
{
    struct look_squares squares;
    look_move_squares(game, position, move, &squares);
    mark(&squares, kind, marks);
}

void marks_find(const struct game_record *record, const char *hint, const struct look_board *board,
                uint8_t *marks)
{
    const struct game *game = record->game;
    struct look_squares stars = {.count = 0};
    struct look_marks found;
    move_t move;
    memset(marks, 0, (size_t)board->files * (size_t)board->ranks);
    if (record->plies > 0) {
        mark_move(game, record->before, record->last_move, MARK_LAST, marks);
    }
    if (*hint && game->parse_move(record->position, hint, &move, NULL)) {
        mark_move(game, record->position, move, MARK_HINT, marks);
    }
    if (game->look->star_points) {
        game->look->star_points(board, &stars);
    }
    look_find_marks(game, record->position, &found);
    mark(&stars, MARK_STAR, marks);
    mark(&found.win, MARK_WIN, marks);
    mark(&found.forbidden, MARK_FORBIDDEN, marks);
    mark(&found.alarm, MARK_ALARM, marks);
    mark(&found.threats, MARK_THREAT, marks);
}
