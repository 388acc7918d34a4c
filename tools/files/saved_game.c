/* SPDX-License-Identifier: MIT */
#include "saved_game.h"

#include "look.h"

bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error)
{
    return game_record_open(&saved->record, saved->game, &saved->settings, fen, NULL, error);
}

void saved_game_finish(struct saved_game *saved)
{
    if (saved->record.game) {
        game_record_finish(&saved->record);
    }
    buffer_finish(&saved->tags);
}

bool saved_game_play(struct saved_game *saved, const char *text, struct error *error)
{
    move_t move;
    if (!look_parse_move(saved->game, saved->record.position, text, &move, error)) {
        return false;
    }
    game_record_play_move(&saved->record, move);
    return true;
}
