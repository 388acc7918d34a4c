/* SPDX-License-Identifier: MIT */
#include "known_game.h"

#include <stdio.h>
#include <string.h>

/* FNV-1a (Fowler, Noll and Vo), continued over a text and its end. */
static uint64_t hash_text(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i <= length; i++) {
        hash = (hash ^ (unsigned char)(i < length ? text[i] : 0)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_start(const struct command_position *position)
{
    const char *fen = position->fen ? position->fen : "";
    return hash_text(0, fen, strlen(fen));
}

const char *known_game_next(const char *moves, size_t *length)
{
    moves += *length;
    moves += strspn(moves, " ");
    *length = strcspn(moves, " ");
    return *length > 0 ? moves : NULL;
}

void known_game_begin(struct known_game *game)
{
    *game = (struct known_game){.hash = hash_text(0, "", 0)};
}

/* Squares such as "e2e4" can be compared with the client's. */
static bool is_path(const char *move)
{
    return move[0] >= 'a' && move[1] >= '0' && move[1] <= '9' && move[2] >= 'a';
}

const char *known_game_rest(const struct known_game *game, const struct command_position *position)
{
    const char *move = position->moves ? position->moves : "";
    size_t length = 0;
    uint64_t hash = hash_start(position);
    for (int count = 0; count < game->moves; count++) {
        move = known_game_next(move, &length);
        if (!move) {
            return NULL;
        }
        hash = hash_text(hash, move, length);
    }
    if (hash != game->hash) {
        return NULL;
    }
    move += length;
    if (game->answered) {
        length = 0;
        move = known_game_next(move, &length);
        const bool same =
            move && (!is_path(game->move) ||
                     (strlen(game->move) == length && strncmp(game->move, move, length) == 0));
        return same ? move + length : NULL;
    }
    return move;
}

void known_game_set(struct known_game *game, const struct command_position *position)
{
    const char *move = position->moves ? position->moves : "";
    const char *side = position->fen ? strchr(position->fen, ' ') : NULL;
    size_t length = 0;
    *game =
        (struct known_game){.hash = hash_start(position), .second_began = side && side[1] == 'b'};
    while ((move = known_game_next(move, &length))) {
        game->hash = hash_text(game->hash, move, length);
        game->moves++;
    }
}

void known_game_answer(struct known_game *game, const char *move)
{
    snprintf(game->move, sizeof game->move, "%.*s", (int)strcspn(move, " "), move);
    game->answered = true;
}
