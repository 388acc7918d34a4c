/* SPDX-License-Identifier: MIT */
/* The behaviour of a client that differs between dialects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client_state.h"
#include "compiler.h"
#include "look.h"
#include "memory.h"

bool client_is_cecp(const struct client *client)
{
    return client->dialect == &dialect_cecp;
}

bool client_is_gtp(const struct client *client)
{
    return client->dialect == &dialect_gtp;
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
    static const char *const words[] = {"UNKNOWN", "ERROR", "ILLEGAL MOVE", "? "};
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
    static const struct {
        const struct dialect *dialect;
        unsigned without;
        const char *expected;
    } rows[] = {
        {&dialect_cecp, GO_NODES | GO_MATE | GO_SEARCHMOVES,
         "CECP has no such limit: expected a "
         "clock, a time or a depth"},
        {&dialect_ucci, GO_MATE | GO_SEARCHMOVES,
         "UCCI has no such limit: expected a clock, a time, "
         "nodes or a depth"},
        {&dialect_gtp, GO_NODES | GO_MATE | GO_SEARCHMOVES | GO_DEPTH,
         "GTP has no such limit: expected a clock or a time"},
        {&dialect_nboard, GO_NODES | GO_MATE | GO_SEARCHMOVES | GO_MOVETIME,
         "NBoard has no such limit: expected a clock or a depth"},
    };
    if (client_is_cecp(client) && client->dialect_state.cecp.features & CECP_NPS) {
        given &= ~(unsigned)GO_NODES;
    }
    for (int i = 0; i < LENGTH(rows); i++) {
        if (client->dialect == rows[i].dialect && given & rows[i].without) {
            return error_set(error, "%s", rows[i].expected);
        }
    }
    return true;
}

/* The name of the game, with these settings, in CECP; NULL: it has none. */
static const char *variant_of(const struct game *game, const struct game_settings *settings,
                              struct newgame_room *room)
{
    const char *names = game->look && game->look->cecp_variants ? game->look->cecp_variants : "";
    while (*names) {
        const size_t length = strcspn(names, ",");
        struct game_settings named;
        bool same = true;
        char *name = room->numbers[0];
        snprintf(name, sizeof room->numbers[0], "%.*s", (int)length, names);
        game_named_settings(game, name, &named);
        for (int i = 0; i < game->setting_count; i++) {
            same &= !game->settings[i].shapes_board || named.values[i] == settings->values[i];
        }
        if (same) {
            return name;
        }
        names += length + (names[length] == ',');
    }
    return NULL;
}

/* Takes the next word of a text into `word`; false at its end, or if the word is too long. */
static bool take_word(const char **text, char word[GAME_MOVE_TEXT])
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    if (length == 0 || length >= GAME_MOVE_TEXT) {
        return false;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

/* Sets `position` to that of the command, and appends its moves as the engine reads them: as
 * squares in GTP, otherwise as players write them, or only castling if `castling`. False if a move
 * is not legal. */
static bool write_moves(const struct client *client, const struct command_position *command,
                        bool castling, void *position, struct buffer *out)
{
    char word[GAME_MOVE_TEXT];
    const char *moves = command->moves ? command->moves : "";
    const struct game *game = client->game;
    if (!command->fen) {
        game->start(&client->settings, position);
    } else if (!game->parse_fen(&client->settings, command->fen, position, NULL)) {
        return false;
    }
    while (take_word(&moves, word)) {
        struct buffer written = {0};
        move_t move = MOVE_NONE;
        if (!game->parse_move(position, word, &move, NULL)) {
            return false;
        }
        (client_is_gtp(client) ? look_format_vertices : look_format_move)(game, position, move,
                                                                          &written);
        const char *text = buffer_text(&written);
        text = castling && strncmp(text, "O-O", 3) != 0 ? word : text;
        buffer_printf(out, "%s%.*s", buffer_length(out) > 0 ? " " : "", (int)strcspn(text, "+#"),
                      text);
        buffer_finish(&written);
        game->play(position, move);
    }
    return true;
}

/* Appends the legal moves with which a text begins, as the protocol writes them, and skips the
 * numbers of moves. */
static void read_moves(const struct client *client, const char *text, struct buffer *out)
{
    const struct game *game = client->game;
    char word[GAME_MOVE_TEXT];
    void *scratch = memory_zeroed(1, game->position_size);
    memcpy(scratch, client->position, game->position_size);
    while (take_word(&text, word)) {
        const char *at = word + strspn(word, "0123456789");
        at = *at == '.' ? at + strspn(at, ".") : word;
        move_t move = MOVE_NONE;
        if (*at == '\0') {
            continue;
        }
        if (!(client_is_gtp(client) ? look_parse_vertices : look_parse_move)(game, scratch, at,
                                                                             &move, NULL)) {
            break;
        }
        buffer_puts(out, buffer_length(out) > 0 ? " " : "");
        game->format_move(scratch, move, out);
        game->play(scratch, move);
    }
    free(scratch);
}

bool client_says(const struct client *client, const struct game *game,
                 const struct game_settings *settings, const char *fen, struct error *error)
{
    if (client_is_gtp(client) && fen) {
        return error_set(error, "cannot begin at a position: GTP has only moves from the start");
    }
    for (int i = 0; client_is_gtp(client) && i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        if (setting->name && strcmp(setting->name, "size") != 0 &&
            settings->values[i] != setting->initial) {
            return error_set(error, "cannot be told the %s: GTP has no word for it", setting->name);
        }
    }
    return true;
}

bool client_keeps_moves(const struct client *client)
{
    return client_is_cecp(client) || client_is_gtp(client);
}

struct command client_moves_newgame(struct client *client, const struct game *game,
                                    const struct game_settings *settings, struct newgame_room *room)
{
    if (client->game != game) {
        free(client->position);
        client->position = memory_zeroed(1, game->position_size);
    }
    client->game = game;
    client->settings = *settings;
    game->start(settings, client->position);
    if (client_is_gtp(client)) {
        return newgame_command(game, settings, room);
    }
    return (struct command){.kind = COMMAND_NEWGAME,
                            .newgame = {.game = variant_of(game, settings, room)}};
}

static void put_moves_position(struct client *client, const struct command_position *position)
{
    const struct cecp_state *state = &client->dialect_state.cecp;
    struct command command = {.kind = COMMAND_POSITION, .position = *position};
    struct buffer moves = {0};
    const bool all = client_is_gtp(client) || state->features & CECP_SAN;
    const bool castling = all || strcmp(state->variant, CECP_FIRST_GAME) != 0;
    if (client->game && write_moves(client, position, !all, client->position, &moves) && castling &&
        position->moves) {
        command.position.moves = buffer_text(&moves);
    }
    client->dialect->format_command(&client->dialect_state, &command, &client->out);
    buffer_finish(&moves);
}

/* Appends moves of the engine as the protocol writes them. */
static void take_moves(const struct client *client, const char *text, struct buffer *out)
{
    if (client_keeps_moves(client)) {
        read_moves(client, text, out);
    } else {
        ranks_put(out, text, -client->rank_shift);
    }
}

void client_hand_over(struct client *client, const struct event *event, int64_t when_ns)
{
    LOCAL_BUFFER moves = {0};
    LOCAL_BUFFER ponder = {0};
    struct event copy = *event;
    const bool writes =
        client_keeps_moves(client) ? client->position != NULL : client->rank_shift != 0;
    if (writes && event->kind == EVENT_INFO && event->info.pv) {
        take_moves(client, event->info.pv, &moves);
        copy.info.pv = buffer_length(&moves) > 0 ? buffer_text(&moves) : NULL;
    } else if (writes && event->kind == EVENT_BESTMOVE && event->bestmove.move) {
        take_moves(client, event->bestmove.move, &moves);
        if (buffer_length(&moves) > 0) {
            copy.bestmove.move = buffer_text(&moves);
        }
        if (client->rank_shift != 0 && event->bestmove.ponder) {
            take_moves(client, event->bestmove.ponder, &ponder);
            copy.bestmove.ponder = buffer_text(&ponder);
        }
    }
    client->handlers.event(client->context, &copy, when_ns);
}

/* True if the dialect leaves it to the engine from which number it counts ranks, and only a move of
 * the engine shows it. */
static bool hides_ranks(const struct client *client, const struct game *game)
{
    const bool counts_freely = client->dialect == &dialect_uci || client->dialect == &dialect_ugi ||
                               client->dialect == &dialect_uai;
    return counts_freely && client->spec->ranks == RANKS_AUTO &&
           ranks_shift(game, RANKS_FROM_1) != 0 && !(client->knows_ranks && client->game == game);
}

bool client_must_prepare(const struct client *client, const struct game *game)
{
    return client->dialect->lines_build_on_another || hides_ranks(client, game);
}

bool client_ask_ranks(struct client *client, const struct game *game,
                      const struct game_settings *settings)
{
    const struct command_position start = {.fen = NULL};
    const struct command_go go = {.given = GO_DEPTH, .depth = 1};
    client->asks_ranks = hides_ranks(client, game);
    if (client->game != game) {
        client->knows_ranks = false;
        client->rank_shift = ranks_shift(game, (enum ranks_origin)client->spec->ranks);
    }
    client->game = game;
    client->settings = *settings;
    if (client->asks_ranks) {
        client_put_go(client, &start, &go);
    }
    return client->asks_ranks;
}

bool client_learn_ranks(struct client *client, const struct event *event)
{
    if (event->kind != EVENT_BESTMOVE) {
        return false;
    }
    const char *move = event->bestmove.move;
    client->asks_ranks = false;
    client->knows_ranks = true;
    client->rank_shift = move ? ranks_shift_of(client->game, &client->settings, move) : 0;
    return true;
}

void client_put_go(struct client *client, const struct command_position *position,
                   const struct command_go *go)
{
    LOCAL_BUFFER moves = {0};
    LOCAL_BUFFER searched = {0};
    struct command set = {.kind = COMMAND_POSITION, .position = *position};
    struct command search = {.kind = COMMAND_GO, .go = *go};
    if (client->rank_shift != 0 && position->moves) {
        ranks_put(&moves, position->moves, client->rank_shift);
        set.position.moves = buffer_text(&moves);
    }
    if (client->rank_shift != 0 && go->given & GO_SEARCHMOVES) {
        ranks_put(&searched, go->searchmoves, client->rank_shift);
        search.go.searchmoves = buffer_text(&searched);
    }
    if (client_keeps_moves(client)) {
        put_moves_position(client, position);
    } else if (client->dialect == &dialect_nboard) {
        search.has_board = true;
        search.board = *position;
    } else {
        client->dialect->format_command(&client->dialect_state, &set, &client->out);
    }
    client->dialect->format_command(&client->dialect_state, &search, &client->out);
}
