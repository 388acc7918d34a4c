/* SPDX-License-Identifier: MIT */
/* Reads secrets from a file or the environment, never from the command line, which other users can
 * see. */
#ifndef PROVIDER_CREDENTIAL_H
#define PROVIDER_CREDENTIAL_H

#include "error.h"

/* The longest secret, in characters, that the interface allows. */
#define CREDENTIAL_MOST 1024

struct credential {
    char text[CREDENTIAL_MOST + 1]; /* "": no secret */
};

/* Reads the only line of a private file that an option named or, if `file` is NULL, the environment
 * variable. The variable is removed from the environment, so that no engine inherits it. If neither
 * exists, `text` is "" and the result is true. Rejects a secret that is not one line of at least
 * `least` printable characters without a blank. */
bool credential_read(struct credential *credential, const char *option, const char *file,
                     const char *variable, int least, struct error *error);

/* Makes a random secret. */
bool credential_make(struct credential *credential, struct error *error);

#endif
