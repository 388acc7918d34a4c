/* SPDX-License-Identifier: MIT */
#include "game_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"

bool game_record_open(struct game_record *record, const struct game *game,
                      const struct game_settings *settings, const char *fen, const char *moves,
                      struct error *error)
{
    *record = (struct game_record){.game = game,
                                   .settings = settings,
                                   .start = memory_zeroed(1, game->position_size),
                                   .position = memory_zeroed(1, game->position_size),
                                   .before = memory_zeroed(1, game->position_size)};
    return game_record_begin(record, fen, moves, error);
}

void game_record_init(struct game_record *record, const struct game *game,
                      const struct game_settings *settings)
{
    game_record_open(record, game, settings, NULL, NULL, NULL);
}

void game_record_finish(struct game_record *record)
{
    free(record->start);
    free(record->position);
    free(record->before);
    free(record->fen);
    buffer_finish(&record->moves);
    buffer_finish(&record->players);
    *record = (struct game_record){0};
}

static void rewind_to_start(struct game_record *record)
{
    memcpy(record->position, record->start, record->game->position_size);
    buffer_clear(&record->moves);
    buffer_clear(&record->players);
    record->last_move = MOVE_NONE;
    record->plies = 0;
}

/* Plays the first `limit` moves, or fewer, of a list separated by blanks. */
static bool play_list(struct game_record *record, const char *moves, int limit, struct error *error)
{
    char text[GAME_MOVE_TEXT];
    while (*moves && limit-- > 0) {
        size_t length = strcspn(moves, " ");
        if (length >= sizeof text) {
            return error_set(error, "'%.40s' is no move", moves);
        }
        memcpy(text, moves, length);
        text[length] = '\0';
        if (!game_record_play(record, text, error)) {
            return false;
        }
        moves += length + strspn(moves + length, " ");
    }
    return true;
}

bool game_record_begin(struct game_record *record, const char *fen, const char *moves,
                       struct error *error)
{
    free(record->fen);
    record->fen = memory_text(fen);
    bool good = true;
    if (fen) {
        good = record->game->parse_fen(record->settings, fen, record->start, error);
    } else {
        record->game->start(record->settings, record->start);
    }
    rewind_to_start(record);
    if (good && (!moves || play_list(record, moves, INT32_MAX, error))) {
        return true;
    }
    free(record->fen);
    record->fen = NULL;
    record->game->start(record->settings, record->start);
    rewind_to_start(record);
    return false;
}

bool game_record_play(struct game_record *record, const char *text, struct error *error)
{
    move_t move;
    if (!record->game->parse_move(record->position, text, &move, error)) {
        return false;
    }
    game_record_play_move(record, move);
    return true;
}

/* True if a pass is the only legal move. */
static bool must_pass(const struct game *game, const void *position)
{
    struct move_list list = {.count = 0};
    if (!game->look->pass) {
        return false;
    }
    game->legal_moves(position, &list);
    return list.count == 1 && list.moves[0] == MOVE_PASS;
}

const char *game_answer(const struct game *game, const void *position, const char *move)
{
    return !move && must_pass(game, position) ? game->look->pass : move;
}

const char *game_record_answer(const struct game_record *record, const char *move)
{
    return game_answer(record->game, record->position, move);
}

bool game_record_pass(struct game_record *record)
{
    if (!must_pass(record->game, record->position)) {
        return false;
    }
    game_record_play_move(record, MOVE_PASS);
    return true;
}

void game_record_play_move(struct game_record *record, move_t move)
{
    if (record->plies > 0) {
        buffer_putc(&record->moves, ' ');
    }
    record->game->format_move(record->position, move, &record->moves);
    buffer_putc(&record->players, (char)record->game->player(record->position));
    memcpy(record->before, record->position, record->game->position_size);
    record->game->play(record->position, move);
    record->last_move = move;
    record->plies++;
}

void game_record_undo(struct game_record *record, int plies)
{
    int kept = record->plies > plies ? record->plies - plies : 0;
    FREED char *moves = memory_text(buffer_text(&record->moves));
    rewind_to_start(record);
    play_list(record, moves, kept, NULL);
}

void game_record_last_move(const struct game_record *record, char *text)
{
    const char *moves = buffer_text(&record->moves);
    const char *blank = strrchr(moves, ' ');
    const char *last = blank ? blank + 1 : moves;
    size_t length = strnlen(last, GAME_MOVE_TEXT - 1);
    memcpy(text, last, length);
    text[length] = '\0';
}

enum game_result game_record_result(const struct game_record *record)
{
    return record->game->result(record->position);
}

int game_record_player(const struct game_record *record)
{
    return record->game->player(record->position);
}

int game_record_mover(const struct game_record *record, int ply)
{
    return buffer_text(&record->players)[ply];
}

struct command_position game_record_command(const struct game_record *record)
{
    return (struct command_position){.fen = record->fen,
                                     .moves = record->plies ? buffer_text(&record->moves) : NULL};
}

const char *newgame_value(const struct game *game, const struct game_settings *settings, int index,
                          struct newgame_room *room)
{
    const struct setting *setting = &game->settings[index];
    int value = settings->values[index];
    switch (setting->kind) {
    case SETTING_CHECK:
        return value ? "true" : "false";
    case SETTING_CHOICE:
        return setting->choices[value];
    case SETTING_TEXT:
        return settings->texts[index];
    case SETTING_SPIN:
    case SETTING_BUTTON:
        break;
    }
    snprintf(room->numbers[index], sizeof room->numbers[index], "%d", value);
    return room->numbers[index];
}

struct command newgame_command(const struct game *game, const struct game_settings *settings,
                               struct newgame_room *room)
{
    struct command command = {.kind = COMMAND_NEWGAME, .newgame = {.game = game->name}};
    struct command_newgame *newgame = &command.newgame;
    for (int i = 0; i < game->setting_count && newgame->count < COMMAND_MAX_PARAMETERS; i++) {
        const struct setting *setting = &game->settings[i];
        if (setting->name && setting->kind != SETTING_TEXT) {
            newgame->parameters[newgame->count].name = setting->name;
            newgame->parameters[newgame->count].value = newgame_value(game, settings, i, room);
            newgame->count++;
        }
    }
    return command;
}
