/* SPDX-License-Identifier: MIT */
/* Secrets, from a file or from the environment; never from the command line, which others can see.
 */
#ifndef PROVIDER_CREDENTIAL_H
#define PROVIDER_CREDENTIAL_H

#include "error.h"

/* The longest secret, in characters: what the interface allows. */
#define CREDENTIAL_MOST 1024

struct credential {
    char text[CREDENTIAL_MOST + 1]; /* "": there is none */
};

/* Reads the one line of a private file that an option names, or without a file (NULL) the variable
 * of the environment, which is taken out of it so that no engine inherits it. Neither of them is no
 * error. Refuses what is no line of `least` or more printable characters without a blank. */
bool credential_read(struct credential *credential, const char *option, const char *file,
                     const char *variable, int least, struct error *error);

/* A secret made by chance. */
bool credential_make(struct credential *credential, struct error *error);

#endif
