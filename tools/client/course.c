#include "course.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

void course_init(struct course *course, const struct game *game,
                 const struct game_settings *settings)
{
    *course = (struct course){.game = game,
                              .settings = settings,
                              .start = memory_zeroed(1, game->position_size),
                              .position = memory_zeroed(1, game->position_size),
                              .before = memory_zeroed(1, game->position_size)};
    course_begin(course, NULL, NULL, NULL);
}

void course_finish(struct course *course)
{
    free(course->start);
    free(course->position);
    free(course->before);
    free(course->fen);
    buffer_finish(&course->moves);
    buffer_finish(&course->players);
    *course = (struct course){0};
}

static void rewind_to_start(struct course *course)
{
    memcpy(course->position, course->start, course->game->position_size);
    buffer_clear(&course->moves);
    buffer_clear(&course->players);
    course->last_move = MOVE_NONE;
    course->plies = 0;
}

/* Plays up to `limit` moves of a list separated by blanks. */
static bool play_list(struct course *course, const char *moves, int limit, struct error *error)
{
    char text[GAME_MOVE_TEXT];
    while (*moves && limit-- > 0) {
        size_t length = strcspn(moves, " ");
        if (length >= sizeof text) {
            return error_set(error, "'%.40s' is no move", moves);
        }
        memcpy(text, moves, length);
        text[length] = '\0';
        if (!course_play(course, text, error)) {
            return false;
        }
        moves += length + strspn(moves + length, " ");
    }
    return true;
}

bool course_begin(struct course *course, const char *fen, const char *moves, struct error *error)
{
    free(course->fen);
    course->fen = memory_text(fen);
    bool good = true;
    if (fen) {
        good = course->game->parse_fen(course->settings, fen, course->start, error);
    } else {
        course->game->start(course->settings, course->start);
    }
    rewind_to_start(course);
    if (good && (!moves || play_list(course, moves, INT32_MAX, error))) {
        return true;
    }
    free(course->fen);
    course->fen = NULL;
    course->game->start(course->settings, course->start);
    rewind_to_start(course);
    return false;
}

bool course_play(struct course *course, const char *text, struct error *error)
{
    move_t move;
    if (!course->game->parse_move(course->position, text, &move, error)) {
        return false;
    }
    course_play_move(course, move);
    return true;
}

void course_play_move(struct course *course, move_t move)
{
    if (course->plies > 0) {
        buffer_putc(&course->moves, ' ');
    }
    course->game->format_move(course->position, move, &course->moves);
    buffer_putc(&course->players, (char)course->game->player(course->position));
    memcpy(course->before, course->position, course->game->position_size);
    course->game->play(course->position, move);
    course->last_move = move;
    course->plies++;
}

void course_undo(struct course *course, int plies)
{
    int kept = course->plies > plies ? course->plies - plies : 0;
    char *moves = memory_text(buffer_text(&course->moves));
    rewind_to_start(course);
    play_list(course, moves, kept, NULL);
    free(moves);
}

void course_last_move(const struct course *course, char *text)
{
    const char *moves = buffer_text(&course->moves);
    const char *blank = strrchr(moves, ' ');
    const char *last = blank ? blank + 1 : moves;
    size_t length = strnlen(last, GAME_MOVE_TEXT - 1);
    memcpy(text, last, length);
    text[length] = '\0';
}

enum game_result course_result(const struct course *course)
{
    return course->game->result(course->position);
}

int course_player(const struct course *course)
{
    return course->game->player(course->position);
}

int course_mover(const struct course *course, int ply)
{
    return buffer_text(&course->players)[ply];
}

struct command_position course_command(const struct course *course)
{
    return (struct command_position){.fen = course->fen,
                                     .moves = course->plies ? buffer_text(&course->moves) : NULL};
}
