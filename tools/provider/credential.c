/* SPDX-License-Identifier: MIT */
#include "credential.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "file.h"

/* The number of random bytes in a secret. */
#define SECRET_BYTES 24

static bool check(const struct credential *credential, const char *where, int least,
                  struct error *error)
{
    size_t length = strlen(credential->text);
    for (const char *at = credential->text; *at; at++) {
        if (*at <= ' ' || *at > '~') {
            return error_set(error, "%s: expected one word of printable ASCII, found another byte",
                             where);
        }
    }
    return length >= (size_t)least ||
           error_set(error, "%s: expected %d characters or more, found %zu", where, least, length);
}

/* Reads the only line of a file. A second line is rejected with the file's name. */
static bool read_file(struct credential *credential, const char *option, const char *path,
                      struct error *error)
{
    char bytes[CREDENTIAL_MOST + 3];
    FILE *file = private_file_open(option, path, error);
    if (!file) {
        return false;
    }
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    bool good = !ferror(file) || error_set(error, "%s %s: it cannot be read", option, path);
    fclose(file);
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r')) {
        length--;
    }
    if (good && (length > CREDENTIAL_MOST || memchr(bytes, '\0', length))) {
        good = error_set(error, "%s %s: expected one line of at most %d characters", option, path,
                         CREDENTIAL_MOST);
    }
    if (good) {
        memcpy(credential->text, bytes, length);
        credential->text[length] = '\0';
    }
    explicit_bzero(bytes, sizeof bytes);
    return good;
}

bool credential_read(struct credential *credential, const char *option, const char *file,
                     const char *variable, int least, struct error *error)
{
    struct error where;
    const char *value = getenv(variable);
    credential->text[0] = '\0';
    bool good = true;
    if (file) {
        error_set(&where, "%s %.200s", option, file);
        good = read_file(credential, option, file, error) &&
               check(credential, where.text, least, error);
    } else if (value && strlen(value) > CREDENTIAL_MOST) {
        good = error_set(error, "%s: expected at most %d characters", variable, CREDENTIAL_MOST);
    } else if (value && *value) {
        snprintf(credential->text, sizeof credential->text, "%s", value);
        good = check(credential, variable, least, error);
    }
    unsetenv(variable);
    return good;
}

bool credential_make(struct credential *credential, struct error *error)
{
    unsigned char bytes[SECRET_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return error_set(error, "no random bytes: %s", strerror(errno));
    }
    for (size_t i = 0; i < SECRET_BYTES; i++) {
        snprintf(credential->text + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}
