/* SPDX-License-Identifier: MIT */
/* The messages of the interface, as JSON: an engine's registration for a site, the list of
 * registered engines, and a unit of work from the broker: a position, and how far to search it. */
#ifndef PROVIDER_MESSAGES_H
#define PROVIDER_MESSAGES_H

#include "buffer.h"
#include "command.h"
#include "game_record.h"
#include "variant.h"

/* The size of an identifier that a site assigns, in bytes. */
#define REGISTRATION_ID_ROOM 65

/* The limits of the interface: characters of a name, threads, and MiB of a table. */
#define REGISTRATION_NAME_LEAST   3
#define REGISTRATION_NAME_MOST    200
#define REGISTRATION_THREADS_MOST 65536
#define REGISTRATION_HASH_MOST    1048576

struct registration {
    const char *name, *secret;
    int64_t max_threads, max_hash; /* max_hash in MiB */
    const char *const *variants;   /* that the engine plays, by the interface's names; NULL ends */
};

/* Appends the registration as JSON. */
void registration_format(const struct registration *registration, struct buffer *out);

/* Appends the request for work for all engines with this secret. */
void registration_format_secret(const char *secret, struct buffer *out);

/* Finds the engine with this name in a list of engines as JSON; `id` is "" if it is not in the
 * list. */
bool registration_find(const char *text, size_t length, const char *name,
                       char id[REGISTRATION_ID_ROOM], struct error *error);

/* True if a text is a valid part of a path: letters, digits, '-' and '_'. */
bool registration_id_check(const char *id, struct error *error);

/* The most lines (MultiPV) that can be requested. The broker reads lines of analysis up to this
 * number. */
#define WORK_LINES_MOST 5

struct work {
    char id[REGISTRATION_ID_ROOM];
    char *session; /* an analysis of one person: its positions are treated as one game */
    struct variant variant;
    struct game_settings settings; /* of the variant's game, if we have it */
    struct game_record record;     /* the position, checked by its rules */
    char *fen;                     /* without such a game: the position, checked by form */
    struct buffer moves;
    int plies;
    int64_t threads, hash, lines; /* hash in MiB */
    struct command_go go;
};

/* Returns the position as a command, valid as long as the work. */
struct command_position work_position(const struct work *work);

/* Parses JSON into memory that must not move until work_finish, which must be called even after an
 * error. After an error, `id` is "" unless the identifier was read. */
bool work_read(struct work *work, const char *text, size_t length, struct error *error);
void work_finish(struct work *work);

#endif
