#include "referee.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

void referee_init(struct referee *referee, const struct game *game,
                  const struct game_settings *settings)
{
    *referee = (struct referee){.game = game,
                                .settings = settings,
                                .start = memory_zeroed(1, game->position_size),
                                .position = memory_zeroed(1, game->position_size)};
    referee_begin(referee, NULL, NULL, NULL);
}

void referee_finish(struct referee *referee)
{
    free(referee->start);
    free(referee->position);
    free(referee->fen);
    buffer_finish(&referee->moves);
    *referee = (struct referee){0};
}

static void rewind_to_start(struct referee *referee)
{
    memcpy(referee->position, referee->start, referee->game->position_size);
    buffer_clear(&referee->moves);
    referee->plies = 0;
}

/* Plays up to `limit` moves of a list separated by blanks. */
static bool play_list(struct referee *referee, const char *moves, int limit, struct error *error)
{
    char text[REFEREE_MOVE_TEXT];
    while (*moves && limit-- > 0) {
        size_t length = strcspn(moves, " ");
        if (length >= sizeof text) {
            return error_set(error, "'%.40s' is no move", moves);
        }
        memcpy(text, moves, length);
        text[length] = '\0';
        if (!referee_play(referee, text, error)) {
            return false;
        }
        moves += length + strspn(moves + length, " ");
    }
    return true;
}

bool referee_begin(struct referee *referee, const char *fen, const char *moves, struct error *error)
{
    free(referee->fen);
    referee->fen = memory_text(fen);
    bool good = true;
    if (fen) {
        good = referee->game->parse_fen(referee->settings, fen, referee->start, error);
    } else {
        referee->game->start(referee->settings, referee->start);
    }
    rewind_to_start(referee);
    if (good && (!moves || play_list(referee, moves, INT32_MAX, error))) {
        return true;
    }
    free(referee->fen);
    referee->fen = NULL;
    referee->game->start(referee->settings, referee->start);
    rewind_to_start(referee);
    return false;
}

bool referee_play(struct referee *referee, const char *text, struct error *error)
{
    move_t move;
    if (!referee->game->parse_move(referee->position, text, &move, error)) {
        return false;
    }
    if (referee->plies > 0) {
        buffer_putc(&referee->moves, ' ');
    }
    referee->game->format_move(referee->position, move, &referee->moves);
    referee->game->play(referee->position, move);
    referee->plies++;
    return true;
}

void referee_undo(struct referee *referee, int plies)
{
    int kept = referee->plies > plies ? referee->plies - plies : 0;
    char *moves = memory_text(buffer_text(&referee->moves));
    rewind_to_start(referee);
    play_list(referee, moves, kept, NULL);
    free(moves);
}

void referee_last_move(const struct referee *referee, char *text)
{
    const char *moves = buffer_text(&referee->moves);
    const char *blank = strrchr(moves, ' ');
    const char *last = blank ? blank + 1 : moves;
    size_t length = strnlen(last, REFEREE_MOVE_TEXT - 1);
    memcpy(text, last, length);
    text[length] = '\0';
}

enum game_result referee_result(const struct referee *referee)
{
    return referee->game->result(referee->position);
}

int referee_player(const struct referee *referee)
{
    return referee->game->player(referee->position);
}

struct command_position referee_command(const struct referee *referee)
{
    return (struct command_position){.fen = referee->fen,
                                     .moves = referee->plies ? buffer_text(&referee->moves) : NULL};
}
