/* SPDX-License-Identifier: MIT */
/* Formats an engine's registration for a site, and finds it in the list of registered engines. */
#ifndef PROVIDER_REGISTRATION_H
#define PROVIDER_REGISTRATION_H

#include "buffer.h"
#include "error.h"
#include "game.h"

/* The size of an identifier that a site assigns, in bytes. */
#define REGISTRATION_ID_ROOM 65

/* The limits of the interface: characters of a name, threads, and MiB of a table. */
#define REGISTRATION_NAME_LEAST   3
#define REGISTRATION_NAME_MOST    200
#define REGISTRATION_THREADS_MOST 65536
#define REGISTRATION_HASH_MOST    1048576

struct registration {
    const char *name, *secret;
    int64_t max_threads, max_hash;   /* max_hash in MiB */
    const struct game *const *games; /* known to the engine and the interface; ends with NULL */
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

#endif
