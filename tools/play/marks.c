#include "marks.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "picture.h"
#include "san.h"

/* Marks the squares in which two boards differ. */
static void mark_changes(const struct board *before, const struct board *after, uint8_t mark,
                         uint8_t *marks)
{
    for (int i = 0; i < before->files * before->ranks; i++) {
        if (before->squares[i] != after->squares[i]) {
            marks[i] = (uint8_t)(marks[i] | mark);
        }
    }
}

static void mark_last_move(const struct course *course, const struct board *board, uint8_t *marks)
{
    struct course before;
    if (course->plies == 0) {
        return;
    }
    course_init(&before, course->game, course->settings);
    course_begin(&before, course->fen, buffer_text(&course->moves), NULL);
    course_undo(&before, 1);
    struct board old = board_read(before.game, before.position);
    mark_changes(&old, board, MARK_LAST, marks);
    course_finish(&before);
}

/* Plays `move` on a copy in `scratch`; whether it ends the game with a win for whoever plays it. */
static bool wins(const struct game *game, const void *position, move_t move, void *scratch)
{
    enum game_result won = game->player(position) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    memcpy(scratch, position, game->position_size);
    game->play(scratch, move);
    return game->result(scratch) == won;
}

static void mark_move(const struct game *game, const void *position, move_t move,
                      const struct board *board, uint8_t mark, uint8_t *marks, void *scratch)
{
    memcpy(scratch, position, game->position_size);
    game->play(scratch, move);
    struct board after = board_read(game, scratch);
    mark_changes(board, &after, mark, marks);
}

/* Threats of the side that is not to move: moves that would win if it were. Each is tried after one
 * of our moves, which must be another one. */
static void mark_threats_against(const struct game *game, const void *position,
                                 const struct move_list *list, const struct board *board,
                                 uint8_t *marks)
{
    void *passed = memory_zeroed(1, game->position_size);
    void *scratch = memory_zeroed(1, game->position_size);
    for (int quiet = 0; quiet < 2 && quiet < list->count; quiet++) {
        memcpy(passed, position, game->position_size);
        game->play(passed, list->moves[quiet]);
        struct move_list replies = {0};
        game->legal_moves(passed, &replies);
        for (int i = 0; i < replies.count; i++) {
            bool common = move_list_find(list, replies.moves[i]) >= 0;
            if (common && replies.moves[i] != list->moves[quiet] &&
                wins(game, passed, replies.moves[i], scratch)) {
                mark_move(game, position, replies.moves[i], board, MARK_THREAT, marks, scratch);
            }
        }
    }
    free(passed);
    free(scratch);
}

static void mark_threats(const struct course *course, const struct board *board, uint8_t *marks)
{
    const struct game *game = course->game;
    void *scratch = memory_zeroed(1, game->position_size);
    struct move_list list = {0};
    game->legal_moves(course->position, &list);
    for (int i = 0; i < list.count; i++) {
        if (wins(game, course->position, list.moves[i], scratch)) {
            mark_move(game, course->position, list.moves[i], board, MARK_THREAT, marks, scratch);
        }
    }
    mark_threats_against(game, course->position, &list, board, marks);
    free(scratch);
}

void marks_find(const struct course *course, const char *hint, const struct board *board,
                uint8_t *marks)
{
    const struct game *game = course->game;
    memset(marks, 0, (size_t)board->files * (size_t)board->ranks);
    mark_last_move(course, board, marks);
    move_t move;
    if (*hint && game->parse_move(course->position, hint, &move, NULL)) {
        void *scratch = memory_zeroed(1, game->position_size);
        mark_move(game, course->position, move, board, MARK_HINT, marks, scratch);
        free(scratch);
    }
    if (course_result(course) != RESULT_NONE) {
        return;
    }
    if (strcmp(game->name, "chess") != 0) {
        mark_threats(course, board, marks);
    } else if (san_checked_king(board) >= 0) {
        marks[san_checked_king(board)] |= MARK_ALARM;
    }
}
