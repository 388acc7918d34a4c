/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "look.h"

/* Plays `move` on a copy in `scratch`. Returns whether it wins the game for the side that plays
 * it. */
static bool wins(const struct game *game, const void *position, move_t move, void *scratch)
{
    enum game_result won = game->player(position) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    memcpy(scratch, position, game->position_size);
    game->play(scratch, move);
    return game->result(scratch) == won;
}

/* Adds the squares of a move that are not in the set yet. */
static void add_move(const struct game *game, const void *position, move_t move,
                     struct look_squares *squares)
{
    struct look_squares touched;
    look_move_squares(game, position, move, &touched);
    for (int i = 0; i < touched.count; i++) {
        int at = 0;
        while (at < squares->count && squares->list[at] != touched.list[i]) {
            at++;
        }
        if (at == squares->count) {
            look_add_square(squares, touched.list[i]);
        }
    }
}

/* Adds the threats of the side that is not to move: moves that would win if it were its turn. Each
 * is tried after a move of the side to move that is a different move and does not end the game; two
 * such moves suffice. `passed` and `scratch` are memory for positions. */
static void add_threats_against(const struct game *game, const void *position,
                                const struct move_list *list, void *passed, void *scratch,
                                struct look_squares *squares)
{
    int tried = 0;
    for (int quiet = 0; tried < 2 && quiet < list->count; quiet++) {
        memcpy(passed, position, game->position_size);
        game->play(passed, list->moves[quiet]);
        struct move_list replies = {.count = 0};
        if (game->player(passed) != game->player(position)) {
            game->legal_moves(passed, &replies);
        }
        tried += replies.count > 0;
        for (int i = 0; i < replies.count; i++) {
            move_t reply = replies.moves[i];
            if (reply != list->moves[quiet] && wins(game, passed, reply, scratch) &&
                move_list_find(list, reply) >= 0) {
                add_move(game, position, reply, squares);
            }
        }
    }
}

/* Finds the squares on which either side wins at once, by playing the moves. */
static void find_threats(const struct game *game, const void *position, void *passed, void *scratch,
                         struct look_squares *squares)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (wins(game, position, list.moves[i], scratch)) {
            add_move(game, position, list.moves[i], squares);
        }
    }
    add_threats_against(game, position, &list, passed, scratch, squares);
}

void look_threats(const struct game *game, const void *position, struct look_squares *squares)
{
    squares->count = 0;
    if (!game->look->shows_threats) {
        return;
    }
    if (game->look->threats) {
        game->look->threats(position, squares);
        return;
    }
    void *passed = malloc(game->position_size), *scratch = malloc(game->position_size);
    if (passed && scratch) {
        find_threats(game, position, passed, scratch, squares);
    }
    free(passed);
    free(scratch);
}
