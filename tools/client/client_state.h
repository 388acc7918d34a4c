/* SPDX-License-Identifier: MIT */
/* The internals of a client, shared only by client.c and client_dialect.c. */
#ifndef CLIENT_CLIENT_STATE_H
#define CLIENT_CLIENT_STATE_H

#include <ev.h>

#include "client.h"
#include "game_record.h"

struct client {
    struct ev_loop *loop;
    const struct client_spec *spec;
    struct client_handlers handlers;
    void *context;
    struct engine_process *process;
    const struct dialect *dialect;
    struct dialect_state dialect_state;
    enum client_state state;
    int guess; /* the number of the attempt; -1: the dialect is given */
    ev_timer timeout;
    char *name;
    struct engine_option_list options;
    enum client_failure failure;
    struct error reason;    /* of the failure */
    struct error closed;    /* why the engine ended while a dialect was tried; "": it did not */
    struct error complaint; /* the first error since the last go */
    struct buffer out;
    bool unlimited; /* the search has no limit of time */
    bool unasked;   /* PREPARING: the dialect has no way to ask whether the engine is ready */
    bool released;
    const struct game *game; /* NULL: none has begun */
    bool knows_ranks;        /* the next one is known for this game */
    bool asks_ranks;         /* PREPARING: the engine searches the start for a move that shows it */
    int rank_shift;          /* what the engine adds to the numbers of ranks */
    /* CECP and GTP: the position of the last search, by which moves are read. */
    struct game_settings settings;
    void *position;
};

/* client_dialect.c: what differs between dialects. */
bool client_is_gomocup(const struct client *client);
bool client_is_cecp(const struct client *client);
bool client_is_gtp(const struct client *client);

/* True if moves are written differently than in the protocol: CECP and GTP. */
bool client_keeps_moves(const struct client *client);

/* The time limit of a greeting, in seconds, of which the client has so many to try. */
double client_hello_s(const struct client *client, int dialects);

/* True if a line means that the engine does not understand the greeting, so the next dialect can be
 * tried. */
bool client_is_refusal(const struct client *client, const char *line);

/* True if a line answers ABOUT in a form that the specification does not have. */
bool client_is_about(const struct client *client, const char *line);

/* Returns the command that begins a game in such a dialect. `room` is for its texts. */
struct command client_moves_newgame(struct client *client, const struct game *game,
                                    const struct game_settings *settings,
                                    struct newgame_room *room);

/* Formats the position and the search as the engine reads them. */
void client_put_go(struct client *client, const struct command_position *position,
                   const struct command_go *go);

/* Notes the engine's game. If it may count ranks in another way than the game, asks for a move from
 * the start, and client_learn_ranks must get the events until it returns true, when the new game
 * can begin. Otherwise returns false. */
bool client_ask_ranks(struct client *client, const struct game *game,
                      const struct game_settings *settings);
bool client_learn_ranks(struct client *client, const struct event *event);

/* Gives an event to the handler with its moves as the protocol writes them. */
void client_hand_over(struct client *client, const struct event *event, int64_t when_ns);

#endif
