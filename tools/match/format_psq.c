#include "course.h"
#include "formats.h"

void format_psq(const struct format_context *context, const struct game_record *record,
                struct buffer *out)
{
    struct course course;
    struct look_board board;
    course_init(&course, context->game, context->settings);
    course_begin(&course, record->fen, NULL, NULL);
    context->game->look->board(course.position, &board);
    buffer_printf(out, "%s %dx%d, 11:11, 0\n", context->game->look->psq, board.files, board.ranks);
    for (int ply = 0; ply < record->count; ply++) {
        const struct move_record *entry = &record->moves[ply];
        move_t move;
        int column, row;
        if (!context->game->parse_move(course.position, entry->text, &move, NULL) ||
            !format_find_square(context->game, course.position, move, &column, &row)) {
            break;
        }
        buffer_printf(out, "%d,%d,%lld\n", column + 1, row + 1, (long long)entry->time_us / 1000);
        course_play_move(&course, move);
    }
    buffer_printf(out, "%s\n%s\n-1\n", format_player(context, record, 0),
                  format_player(context, record, 1));
    course_finish(&course);
}
