/* SPDX-License-Identifier: MIT */
/* The behaviour of a client that differs between dialects. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client_state.h"
#include "compiler.h"
#include "memory.h"
#include "notation.h"

bool client_is_cecp(const struct client *client)
{
    return client->dialect == &dialect_cecp;
}

bool client_is_gomocup(const struct client *client)
{
    return client->dialect == &dialect_gomocup;
}

double client_hello_s(const struct client *client, int dialects)
{
    return client->guess >= dialects ? CLIENT_GUESS_S
           : client->guess > 0       ? CLIENT_FIRST_GUESS_S
           : client->guess == 0      ? CLIENT_UCI_GUESS_S
           : client_is_cecp(client)  ? CLIENT_FEATURES_S
                                     : CLIENT_HELLO_S;
}

bool client_is_refusal(const struct client *client, const char *line)
{
    static const char *const words[] = {"UNKNOWN", "ERROR", "ILLEGAL MOVE"};
    bool found = false;
    for (int i = 0; i < LENGTH(words); i++) {
        found |= strncasecmp(line, words[i], strlen(words[i])) == 0;
    }
    return found && client->state == CLIENT_GREETING && client->guess >= 0 &&
           !(client_is_cecp(client) && client->dialect_state.cecp.greets);
}

bool client_is_about(const struct client *client, const char *line)
{
    return client->state == CLIENT_GREETING && client_is_gomocup(client) &&
           !strstr(line, "name=\"") && strstr(line, "author") && strchr(line, '"');
}

bool client_plays_once(const struct client *client)
{
    return client_is_cecp(client) && !(client->dialect_state.cecp.features & CECP_REUSE);
}

bool client_obeys(const struct client *client, unsigned given, struct error *error)
{
    const unsigned without = GO_NODES | GO_MATE | GO_SEARCHMOVES;
    return !client_is_cecp(client) || !(given & without) ||
           error_set(error, "CECP has no such limit: expected a clock, a time or a depth");
}

struct command client_cecp_newgame(struct client *client, const struct game *game,
                                   const struct game_settings *settings, char room[32])
{
    if (client->game != game) {
        free(client->position);
        client->position = memory_zeroed(1, game->position_size);
    }
    client->game = game;
    client->settings = settings;
    game->start(settings, client->position);
    return (struct command){.kind = COMMAND_NEWGAME,
                            .newgame = {.game = notation_variant(game, settings, room)}};
}

void client_cecp_position(struct client *client, const struct command_position *position)
{
    const struct cecp_state *state = &client->dialect_state.cecp;
    struct command command = {.kind = COMMAND_POSITION, .position = *position};
    struct buffer moves = {0};
    const bool all = state->features & CECP_SAN;
    const bool castling = strcmp(state->variant, CECP_FIRST_GAME) != 0;
    if (client->game &&
        notation_write_moves(client->game, client->settings, position, !all, client->position,
                             &moves) &&
        (all || castling) && position->moves) {
        command.position.moves = buffer_text(&moves);
    }
    client->dialect->format_command(&client->dialect_state, &command, &client->out);
    buffer_finish(&moves);
}

bool client_cecp_event(struct client *client, const struct event *event, int64_t when_ns)
{
    struct event copy = *event;
    struct buffer moves = {0};
    const char *text = event->kind == EVENT_BESTMOVE ? event->bestmove.move
                       : event->kind == EVENT_INFO   ? event->info.pv
                                                     : NULL;
    if (!text || !client->position) {
        return false;
    }
    notation_read_moves(client->game, client->position, text, &moves);
    const bool found = buffer_length(&moves) > 0;
    if (event->kind == EVENT_INFO) {
        copy.info.pv = found ? buffer_text(&moves) : NULL;
    } else if (found) {
        copy.bestmove.move = buffer_text(&moves);
    }
    client->handlers.event(client->context, &copy, when_ns);
    buffer_finish(&moves);
    return true;
}
