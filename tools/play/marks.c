/* SPDX-License-Identifier: MIT */
#include "marks.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
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

/* Plays `move` on a copy in `scratch`; whether it ends the game with a win for whoever plays it. */
static bool wins(const struct game *game, const void *position, move_t move, void *scratch)
{
    enum game_result won = game->player(position) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    memcpy(scratch, position, game->position_size);
    game->play(scratch, move);
    return game->result(scratch) == won;
}

/* Threats of the side that is not to move: moves that would win if it were. Each is tried after one
 * of the mover's own moves, which must be another one. */
static void mark_threats_against(const struct game *game, const void *position,
                                 const struct move_list *list, uint8_t *marks)
{
    void *passed = memory_zeroed(1, game->position_size);
    void *scratch = memory_zeroed(1, game->position_size);
    for (int quiet = 0; quiet < 2 && quiet < list->count; quiet++) {
        memcpy(passed, position, game->position_size);
        game->play(passed, list->moves[quiet]);
        struct move_list replies = {0};
        if (game->player(passed) != game->player(position)) {
            game->legal_moves(passed, &replies);
        }
        for (int i = 0; i < replies.count; i++) {
            bool common = move_list_find(list, replies.moves[i]) >= 0;
            if (common && replies.moves[i] != list->moves[quiet] &&
                wins(game, passed, replies.moves[i], scratch)) {
                mark_move(game, position, replies.moves[i], MARK_THREAT, marks);
            }
        }
    }
    free(passed);
    free(scratch);
}

static void mark_threats(const struct game_record *record, uint8_t *marks)
{
    const struct game *game = record->game;
    void *scratch = memory_zeroed(1, game->position_size);
    struct move_list list = {0};
    game->legal_moves(record->position, &list);
    for (int i = 0; i < list.count; i++) {
        if (wins(game, record->position, list.moves[i], scratch)) {
            mark_move(game, record->position, list.moves[i], MARK_THREAT, marks);
        }
    }
    mark_threats_against(game, record->position, &list, marks);
    free(scratch);
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
    if (game->look->shows_threats && game_record_result(record) == RESULT_NONE) {
        mark_threats(record, marks);
    }
}
