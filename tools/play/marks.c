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

static void mark_winning_line(const struct game_record *record, uint8_t *marks)
{
    enum game_result result = game_record_result(record);
    struct look_squares squares = {.count = 0};
    if (record->game->look->winning_squares &&
        (result == RESULT_P1_WINS || result == RESULT_P2_WINS)) {
        record->game->look->winning_squares(record->position, &squares);
        mark(&squares, MARK_WIN, marks);
    }
}

void marks_find(const struct game_record *record, const char *hint, const struct look_board *board,
                uint8_t *marks)
{
    const struct game *game = record->game;
    struct look_squares squares = {.count = 0};
    move_t move;
    memset(marks, 0, (size_t)board->files * (size_t)board->ranks);
    if (record->plies > 0) {
        mark_move(game, record->before, record->last_move, MARK_LAST, marks);
    }
    if (*hint && game->parse_move(record->position, hint, &move, NULL)) {
        mark_move(game, record->position, move, MARK_HINT, marks);
    }
    mark_winning_line(record, marks);
    if (game->look->star_points) {
        game->look->star_points(board, &squares);
        mark(&squares, MARK_STAR, marks);
        squares.count = 0;
    }
    if (game->look->forbidden_squares && game_record_result(record) == RESULT_NONE) {
        game->look->forbidden_squares(record->position, &squares);
        mark(&squares, MARK_FORBIDDEN, marks);
        squares.count = 0;
    }
    if (game->look->alarm) {
        game->look->alarm(record->position, &squares);
        mark(&squares, MARK_ALARM, marks);
    }
    if (game_record_result(record) == RESULT_NONE) {
        look_threats(game, record->position, &squares);
        mark(&squares, MARK_THREAT, marks);
    }
}
