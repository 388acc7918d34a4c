/* SPDX-License-Identifier: MIT */
/* What a site is told of an engine, and how it is found again among those that it knows. */
#ifndef PROVIDER_REGISTRATION_H
#define PROVIDER_REGISTRATION_H

#include "buffer.h"
#include "error.h"
#include "game.h"

/* Room for an identifier that a site gives. */
#define REGISTRATION_ID_ROOM 65

/* What the interface allows: characters of a name, threads, and MiB of a table. */
#define REGISTRATION_NAME_LEAST   3
#define REGISTRATION_NAME_MOST    200
#define REGISTRATION_THREADS_MOST 65536
#define REGISTRATION_HASH_MOST    1048576

struct registration {
    const char *name, *secret;
    int64_t max_threads, max_hash;   /* MiB */
    const struct game *const *games; /* that the engine plays and the interface knows; NULL after
                                        the last */
};

/* Appends it as JSON. */
void registration_format(const struct registration *registration, struct buffer *out);

/* Appends the request for work of all engines with that secret. */
void registration_format_secret(const char *secret, struct buffer *out);

/* Finds the engine of that name in a list of them as JSON; `id` is "" when it is not there. */
bool registration_find(const char *text, size_t length, const char *name,
                       char id[REGISTRATION_ID_ROOM], struct error *error);

/* Whether a text may be part of a path: letters, digits, '-' and '_'. */
bool registration_id_check(const char *id, struct error *error);

#endif
