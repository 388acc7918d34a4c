/* SPDX-License-Identifier: MIT */
/* A client of one engine in any dialect: greeting, options, new games and searches.
 *
 * If the dialect is not given, the client tries one greeting after another and restarts the engine
 * for each. All calls return immediately; the event loop calls the handlers later. A handler may
 * release the client. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "dialect.h"
#include "engine_open.h"
#include "engine_option.h"
#include "event.h"
#include "game.h"
#include "ranks.h"

/* Time limits in seconds: for the engine's greeting, and for `readyok` unless the specification has
 * another. */
#define CLIENT_HELLO_S 10.0
#define CLIENT_READY_S 60.0
/* The time limit for a greeting while several dialects are tried again, in seconds. */
#define CLIENT_GUESS_S 3.0
/* The time limit for an answer to `stop`, unless the specification has another, in seconds. */
#define CLIENT_STOP_S 5.0
/* The time limit for the features of an engine of CECP. Older engines send none. */
#define CLIENT_FEATURES_S 2.0
/* The time limits for a greeting while several dialects are tried for the first time. UCI is the
 * first of them, and has time for a slow start: an engine may speak others, too. */
#define CLIENT_UCI_GUESS_S   1.8
#define CLIENT_FIRST_GUESS_S 0.4
/* How long a search without a limit of time may go on without a line, in seconds. */
#define CLIENT_SILENCE_S 300.0
/* The time from `quit` until the engine is killed, in seconds. */
#define CLIENT_QUIT_S 0.5

struct client_setting {
    char *name, *value; /* value NULL: a button */
};

/* How to start and configure an engine. The caller owns it; it must outlive its clients. */
struct client_spec {
    struct engine_program program; /* if its arguments are NULL, the client connects to `address` */
    const char *address;
    const struct dialect *dialect; /* NULL: tried one after another */
    int ranks;                     /* enum ranks_origin */
    int option_count;
    struct client_setting *options;
    bool is_lenient; /* options that the engine lacks, or whose values it refuses, are not set */
    double ready_s;  /* time limit for `readyok`, in seconds; 0: CLIENT_READY_S */
    double stop_s;   /* time limit for an answer to `stop`; 0: CLIENT_STOP_S */
};

enum client_failure {
    CLIENT_NOT_STARTED, /* the program or the socket does not exist */
    CLIENT_NO_GREETING, /* no dialect's greeting was answered in time */
    CLIENT_BAD_OPTION,  /* the engine does not offer an option, or rejects its value */
    CLIENT_NOT_READY,   /* isready was not answered in time */
    CLIENT_HANG,        /* a query, or a search and then `stop`, was not answered in time */
    CLIENT_GONE         /* the engine ended or closed the connection */
};

/* Each may be NULL. */
struct client_handlers {
    /* The greeting is complete or the new game is ready: the client is idle. */
    void (*ready)(void *context);
    /* Any other event that the engine sends; `when_ns` is its time of arrival. */
    void (*event)(void *context, const struct event *event, int64_t when_ns);
    /* The client has failed: it calls no further handler and must be released. With CLIENT_GONE the
     * reason continues a sentence that begins with the engine's name: "ended with status 1 before
     * any greeting". */
    void (*failed)(void *context, enum client_failure failure, const char *reason);
    /* Every line, sent or received, without its line end. */
    void (*trace)(void *context, bool sent, const char *line);
};

enum client_state {
    CLIENT_GREETING,  /* no greeting has been answered yet */
    CLIENT_SETTING,   /* the engine has not reacted to the options of the specification yet */
    CLIENT_PREPARING, /* the engine is not ready for the new game yet */
    CLIENT_IDLE,      /* every command may be sent */
    CLIENT_SEARCHING, /* a bestmove is awaited */
    CLIENT_STOPPING,  /* the same, after `stop` */
    CLIENT_FAILED
};

struct ev_loop;
struct client;

/* Starts an engine or connects to one. `ready` or `failed` is called later. */
struct client *client_open(struct ev_loop *loop, const struct client_spec *spec,
                           const struct client_handlers *handlers, void *context);

/* Sends `quit` and kills the engine after CLIENT_QUIT_S, or immediately if `killed`. NULL is
 * allowed. */
void client_release(struct client *client, bool killed);

enum client_state client_state(const struct client *client);

/* Runs the loop until the engine is ready for its first game; false if it has failed. */
bool client_await(struct client *client);

/* Returns how a client has failed, and the reason. */
enum client_failure client_failure(const struct client *client, const char **reason);

/* Return the engine's name ("" before ready), its dialect and its options. */
const char *client_name(const struct client *client);
const struct dialect *client_dialect(const struct client *client);
/* True if the engine's dialect has these limits of a search. Otherwise the error names those that
 * it has. */
bool client_obeys(const struct client *client, unsigned given, struct error *error);

/* True if the dialect has words for a game with these settings, and for a position; NULL: the
 * start.
 */
bool client_says(const struct client *client, const struct game *game,
                 const struct game_settings *settings, const char *fen, struct error *error);

/* True if the engine plays only one game before it must be started again. */
bool client_plays_once(const struct client *client);
const struct engine_option_list *client_options(const struct client *client);

/* True if the engine has this option and accepts its value, as far as it says so; otherwise the
 * error says what it accepts. */
bool client_offers(const struct client *client, const struct client_setting *setting,
                   struct error *error);

/* Starts a new game with these settings; `ready` is called when the engine is ready. */
void client_prepare(struct client *client, const struct game *game,
                    const struct game_settings *settings);

/* Starts a new game of the kind that the options select, for games that we do not have. */
void client_prepare_selected(struct client *client);

/* True if a new game of this kind must be ready before its first search is sent, because the answer
 * shows how the engine writes moves. */
bool client_must_prepare(const struct client *client, const struct game *game);

/* Sends the new game, the position and the go in one write, without waiting for readyok; a missing
 * readyok still fails the client. Returns the time of the write. Not if client_must_prepare. */
int64_t client_prepare_and_go(struct client *client, const struct game *game,
                              const struct game_settings *settings,
                              const struct command_position *position, const struct command_go *go);

/* Sends one command. */
void client_send(struct client *client, const struct command *command);

/* Sends the position and the go in one write. Returns the time of the write on clock_ns(). Calls
 * client_stop if no bestmove comes within `limit_ns`; INT64_MAX: if no line comes within
 * CLIENT_SILENCE_S; -1: never. */
int64_t client_go(struct client *client, const struct command_position *position,
                  const struct command_go *go, int64_t limit_ns);

/* Sends `stop`. The client fails with CLIENT_HANG if no bestmove comes in time. */
void client_stop(struct client *client);

/* Limits the time for the answers to queries: the client fails with CLIENT_HANG after so many
 * seconds. -1: they have arrived. */
void client_expect(struct client *client, double seconds);

/* Returns the first error that the engine reported since the last client_go, or "". It explains an
 * answer without a move. */
const char *client_complaint(const struct client *client);

#endif
