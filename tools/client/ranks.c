/* SPDX-License-Identifier: MIT */
#include "ranks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"

int ranks_shift(const struct game *game, enum ranks_origin origin)
{
    const struct look *look = game->look;
    if (origin == RANKS_AUTO || !look || look->ranks.labels != LOOK_NUMBERS) {
        return 0;
    }
    return (origin == RANKS_FROM_1) - look->ranks.first;
}

int ranks_shift_of(const struct game *game, const struct game_settings *settings, const char *move)
{
    const int shifts[] = {0, ranks_shift(game, RANKS_FROM_1), ranks_shift(game, RANKS_FROM_0)};
    void *start = memory_zeroed(1, game->position_size);
    int found = 0;
    game->start(settings, start);
    for (int i = 0; i < LENGTH(shifts); i++) {
        LOCAL_BUFFER text = {0};
        move_t parsed;
        ranks_put(&text, move, -shifts[i]);
        if (game->parse_move(start, buffer_text(&text), &parsed, NULL)) {
            found = shifts[i];
            break;
        }
    }
    free(start);
    return found;
}

void ranks_put(struct buffer *out, const char *moves, int shift)
{
    while (*moves) {
        const size_t others = strcspn(moves, "0123456789");
        buffer_append(out, moves, others);
        moves += others;
        if (*moves) {
            char *end;
            const long long number = strtoll(moves, &end, 10);
            buffer_put_number(out, number < LLONG_MAX ? number + shift : number);
            moves = end;
        }
    }
}
