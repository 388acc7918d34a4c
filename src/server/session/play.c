/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <stdio.h>
#include <string.h>

#include "look.h"

void play_finish(struct play *play)
{
    buffer_finish(&play->fen);
    buffer_finish(&play->moves);
}

void play_begin(struct play *play, const struct command_position *position)
{
    buffer_clear(&play->fen);
    buffer_clear(&play->moves);
    if (position && position->fen) {
        buffer_puts(&play->fen, position->fen);
    }
    if (position && position->moves) {
        buffer_puts(&play->moves, position->moves);
    }
}

struct command_position play_position(const struct play *play)
{
    return (struct command_position){
        .fen = buffer_length(&play->fen) > 0 ? buffer_text(&play->fen) : NULL,
        .moves = buffer_length(&play->moves) > 0 ? buffer_text(&play->moves) : NULL,
    };
}

/* Removes the last `count` moves; false if there are fewer. */
static bool take_back(struct buffer *moves, int count)
{
    for (; count > 0; count--) {
        char *blank = buffer_length(moves) > 0 ? strrchr(moves->data + moves->start, ' ') : NULL;
        if (blank) {
            *blank = '\0';
            moves->end = (size_t)(blank - moves->data);
        } else if (buffer_length(moves) > 0) {
            buffer_clear(moves);
        } else {
            return false;
        }
    }
    return true;
}

/* Appends a move, as the engine writes it. */
static bool add_move(struct buffer *moves, const struct engine *engine, const char *text,
                     struct error *error)
{
    const struct game *game = engine_game(engine);
    const void *position = engine_position(engine);
    struct error reason = {""};
    move_t move;
    if (!engine_has_position(engine, "move", error)) {
        return false;
    }
    if (!look_parse_move(game, position, text, &move, &reason)) {
        /* The client's line follows the reason. */
        const char *after =
            strncmp(reason.text, "illegal move ", 13) == 0 ? strstr(reason.text, "': ") : NULL;
        return error_set(error, "%s", after ? after + 3 : reason.text);
    }
    buffer_puts(moves, buffer_length(moves) > 0 ? " " : "");
    game->format_move(position, move, moves);
    return true;
}

bool play_continue(struct play *play, struct engine *engine,
                   const struct command_position *position, struct error *error, bool *illegal)
{
    const struct command_position whole = play_position(play);
    struct buffer moves = {0};
    *illegal = position->moves != NULL;
    buffer_puts(&moves, whole.moves ? whole.moves : "");
    bool good = take_back(&moves, position->undone) || error_set(error, "no move to take back");
    good = good && (!position->moves || add_move(&moves, engine, position->moves, error));
    good = good && (!moves.failed || error_set(error, "out of memory for the game"));
    good = good && engine_set_position(engine, whole.fen, buffer_text(&moves), error);
    if (good) {
        buffer_finish(&play->moves);
        play->moves = moves;
        error->text[0] = '\0';
    } else {
        buffer_finish(&moves);
    }
    return good;
}

bool play_report_result(const struct engine *engine, struct output *output)
{
    const struct game *game = engine_game(engine);
    const void *position = engine_position(engine);
    const enum game_result result = game->result(position);
    struct event event = {.kind = EVENT_RESULT};
    struct look_squares alarm = {.count = 0};
    struct move_list moves = {.count = 0};
    char reason[80];
    if (result == RESULT_NONE) {
        return false;
    }
    game->legal_moves(position, &moves);
    if (result == RESULT_DRAW) {
        snprintf(reason, sizeof reason, moves.count == 0 ? "Stalemate" : "Draw by the rules");
    } else {
        event.result.winner = result == RESULT_P1_WINS ? 1 : 2;
        if (game->look && game->look->alarm) {
            game->look->alarm(position, &alarm);
        }
        snprintf(reason, sizeof reason, "%s %s",
                 game->look ? game->look->sides[event.result.winner - 1].name : "Player",
                 alarm.count > 0 ? "mates" : "wins");
    }
    event.result.reason = reason;
    output_say(output, &event);
    return true;
}
