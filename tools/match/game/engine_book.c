/* SPDX-License-Identifier: MIT */
#include "engine_book.h"

#include "rng.h"

/* The options with which engines of any game are given a book. */
#define BOOK_OPTION "Book File"
#define USE_OPTION  "OwnBook"

bool engine_book_open(struct engine_book *book, const struct game *game,
                      const struct game_settings *settings, struct error *error)
{
    const int use = game_find_option(game, USE_OPTION);
    struct error reason = {""};
    const int place = game_find_option(game, BOOK_OPTION);
    if (!game->book_move || use < 0 || place < 0) {
        return error_set(error, "book=: %s has no opening books", game->name);
    }
    book->settings = *settings;
    book->place = place;
    book->settings.values[use] = 1;
    return game->settings[book->place].open(book->path, &book->settings.resources[book->place],
                                            &reason) ||
           error_set(error, "book=: %s", reason.text);
}

void engine_book_close(struct engine_book *book, const struct game *game)
{
    const void *resource = book->settings.resources[book->place];
    if (resource) {
        game->settings[book->place].close(resource);
    }
    book->settings.resources[book->place] = NULL;
}

bool engine_book_play(const struct engine_book *book, struct game_record *record, uint64_t seed,
                      struct played_game *played)
{
    const int player = game_record_player(record);
    move_t found;
    if (!book->settings.resources[book->place] || record->plies / 2 >= book->depth ||
        !record->game->book_move(record->position, &book->settings,
                                 rng_mix(seed + (uint64_t)record->plies), &found)) {
        return false;
    }
    game_record_play_move(record, found);
    struct played_move *move = played_game_add(played);
    move->player = player;
    move->time_us = -1; /* no engine has thought about it */
    game_record_last_move(record, move->text);
    return true;
}
