/* SPDX-License-Identifier: MIT */
#include "play.h"

#include <stdio.h>
#include <string.h>

#include "line.h"
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

bool play_move(struct play *play, struct engine *engine, move_t move, struct error *error)
{
    LOCAL_BUFFER text = {0};
    engine_game(engine)->format_move(engine_position(engine), move, &text);
    const size_t length = buffer_length(&text) + 1;
    if (buffer_length(&play->moves) + length > LINE_LIMIT) {
        return error_set(error, "the game has more than %d bytes of moves; begin a new one",
                         LINE_LIMIT);
    }
    if (!buffer_reserve(&play->moves, length)) {
        return error_set(error, "out of memory for the game");
    }
    buffer_puts(&play->moves, buffer_length(&play->moves) > 0 ? " " : "");
    buffer_puts(&play->moves, buffer_text(&text));
    engine_play(engine, move);
    return true;
}

/* True if the player is to move, or the game is over. If another must pass first, that is played.
 */
static bool pass_to(struct play *play, struct engine *engine, int player, struct error *error)
{
    const struct game *game = engine_game(engine);
    struct move_list moves = {.count = 0};
    LOCAL_BUFFER text = {0};
    if (game->player(engine_position(engine)) == player ||
        game->result(engine_position(engine)) != RESULT_NONE) {
        return true;
    }
    game->legal_moves(engine_position(engine), &moves);
    if (moves.count == 1) {
        look_format_vertices(game, engine_position(engine), moves.moves[0], &text);
    }
    return strcmp(buffer_text(&text), "pass") == 0 ? play_move(play, engine, moves.moves[0], error)
                                                   : error_set(error, "the other side is to move");
}

/* Plays a move as players write it, or as squares. */
static bool play_text(struct play *play, struct engine *engine, const char *text, bool vertices,
                      struct error *error)
{
    struct error reason = {""};
    move_t move = MOVE_NONE;
    if (!engine_has_position(engine, "move", error)) {
        return false;
    }
    if (!(vertices ? look_parse_vertices : look_parse_move)(
            engine_game(engine), engine_position(engine), text, &move, &reason)) {
        /* The client's line follows the reason. */
        const char *after =
            strncmp(reason.text, "illegal move ", 13) == 0 ? strstr(reason.text, "': ") : NULL;
        return error_set(error, "%s", after ? after + 3 : reason.text);
    }
    return play_move(play, engine, move, error);
}

/* Takes back the last `count` moves. */
static bool take_back(struct play *play, struct engine *engine, int count, struct error *error)
{
    const struct command_position whole = play_position(play);
    const char *moves = whole.moves ? whole.moves : "";
    size_t length = strlen(moves);
    for (; count > 0 && length > 0; count--) {
        const char *blank = memrchr(moves, ' ', length);
        length = blank ? (size_t)(blank - moves) : 0;
    }
    if (count > 0) {
        return error_set(error, "no move to take back");
    }
    LOCAL_BUFFER kept = {0};
    buffer_append(&kept, moves, length);
    if (kept.failed) {
        return error_set(error, "out of memory for the game");
    }
    if (!engine_set_position(engine, whole.fen, buffer_text(&kept), error)) {
        return false;
    }
    error->text[0] = '\0'; /* the FEN's repairs are known */
    buffer_clear(&play->moves);
    buffer_append(&play->moves, buffer_text(&kept), length);
    return true;
}

bool play_continue(struct play *play, struct engine *engine,
                   const struct command_position *position, bool vertices, struct error *error,
                   bool *illegal)
{
    const size_t length = buffer_length(&play->moves);
    *illegal = position->moves || position->side;
    if (position->undone > 0) {
        return take_back(play, engine, position->undone, error);
    }
    if (vertices && position->moves && strcmp(position->moves, "pass") == 0 &&
        engine_game(engine)->result(engine_position(engine)) != RESULT_NONE) {
        return true; /* clients of go end a game by passes */
    }
    const bool continues =
        (!position->side || pass_to(play, engine, position->side, error)) &&
        (!position->moves || play_text(play, engine, position->moves, vertices, error));
    if (!continues && buffer_length(&play->moves) > length) { /* the pass alone */
        take_back(play, engine, 1, &(struct error){""});
    }
    return continues;
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
