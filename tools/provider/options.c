/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

#include "machine.h"
#include "option_number.h"
#include "registration.h"

/* Where the site is, and its broker. */
#define LICHESS "https://lichess.org"
#define BROKER  "https://engine.lichess.ovh"

/* Variables of the environment that hold secrets. */
#define TOKEN_VARIABLE  "LICHESS_API_TOKEN"
#define SECRET_VARIABLE "PROVIDER_SECRET"

/* The fewest characters of a provider's secret: what the interface allows. */
#define SECRET_LEAST 16

/* MiB of a table that are offered without --max-hash. */
#define DEFAULT_HASH 512

/* The part of an address behind the scheme, if others cannot listen to what is sent there. */
static const char *safe_part(const char *address)
{
    static const char *const loopback[] = {"localhost", "127.0.0.1", "[::1]"};
    const char *host = address;
    if (strncmp(address, "https://", 8) == 0) {
        return address + 8;
    }
    if (strncmp(address, "http://", 7) != 0) {
        return NULL;
    }
    host += 7;
    size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/");
    for (int i = 0; i < LENGTH(loopback); i++) {
        if (strlen(loopback[i]) == length && strncmp(host, loopback[i], length) == 0) {
            return host;
        }
    }
    return NULL;
}

static bool read_address(const char *name, char *value, const char **address, struct error *error)
{
    const char *rest = safe_part(value);
    if (!rest || !*rest || *rest == '/' || *rest == ':' || strpbrk(value, "@?# \\")) {
        return error_set(error,
                         "%s: expected https://HOST, or http://HOST of this machine "
                         "(localhost, 127.0.0.1, [::1]), found '%.100s'",
                         name, value);
    }
    for (size_t length = strlen(value); value[length - 1] == '/'; length--) {
        value[length - 1] = '\0';
    }
    *address = value;
    return true;
}

static bool read_name(struct options *options, const char *value, struct error *error)
{
    size_t length = strlen(value);
    options->name = value;
    return (length >= REGISTRATION_NAME_LEAST && length <= REGISTRATION_NAME_MOST) ||
           error_set(error, "--name: expected %d to %d bytes, found %zu", REGISTRATION_NAME_LEAST,
                     REGISTRATION_NAME_MOST, length);
}

enum word {
    WORD_ENGINE,
    WORD_CONNECT,
    WORD_OPTION,
    WORD_LICHESS,
    WORD_BROKER,
    WORD_TOKEN_FILE,
    WORD_SECRET_FILE,
    WORD_NAME,
    WORD_MAX_THREADS,
    WORD_MAX_HASH,
    WORD_QUIET,
    WORD_COUNT
};

static const char *const known[WORD_COUNT] = {
    [WORD_ENGINE] = "--engine",
    [WORD_CONNECT] = "--connect",
    [WORD_OPTION] = "--option",
    [WORD_LICHESS] = "--lichess",
    [WORD_BROKER] = "--broker",
    [WORD_TOKEN_FILE] = "--token-file",
    [WORD_SECRET_FILE] = "--secret-file",
    [WORD_NAME] = "--name",
    [WORD_MAX_THREADS] = "--max-threads",
    [WORD_MAX_HASH] = "--max-hash",
    [WORD_QUIET] = "--quiet",
};

static enum word find_word(const char *name)
{
    int word = 0;
    while (word < WORD_COUNT && strcmp(name, known[word]) != 0) {
        word++;
    }
    return (enum word)word;
}

static bool take_word(struct options *options, enum word word, char *value, struct error *error)
{
    const char *name = known[word];
    switch (word) {
    case WORD_ENGINE:
        return engine_choice_read(&options->engine, value, error);
    case WORD_CONNECT:
        options->engine.spec.address = value;
        return true;
    case WORD_OPTION:
        return engine_settings_read(&options->engine.settings, value, error);
    case WORD_LICHESS:
        return read_address(name, value, &options->lichess, error);
    case WORD_BROKER:
        return read_address(name, value, &options->broker, error);
    case WORD_TOKEN_FILE:
        options->token_file = value;
        return true;
    case WORD_SECRET_FILE:
        options->secret_file = value;
        return true;
    case WORD_NAME:
        return read_name(options, value, error);
    case WORD_MAX_THREADS:
        return option_number(name, value, REGISTRATION_THREADS_MOST, &options->max_threads, error);
    case WORD_MAX_HASH:
        return option_number(name, value, REGISTRATION_HASH_MOST, &options->max_hash, error);
    case WORD_QUIET:
        options->quiet = true;
        return true;
    case WORD_COUNT:
        break;
    }
    return false;
}

static bool read_words(struct options *options, int count, char **words, struct error *error)
{
    for (int i = 0; i < count; i++) {
        enum word word = find_word(words[i]);
        if (word == WORD_COUNT) {
            return error_set(error, "'%.100s' is no option; see --help", words[i]);
        }
        bool has_value = word != WORD_QUIET;
        if (has_value && (i + 1 == count || !*words[i + 1])) {
            return error_set(error, "%s: expected a value", words[i]);
        }
        i += has_value;
        if (!take_word(options, word, words[i], error)) {
            return false;
        }
    }
    return true;
}

static bool complete(struct options *options, struct error *error)
{
    if (!engine_choice_complete(&options->engine, error) ||
        !credential_read(&options->token, "--token-file", options->token_file, TOKEN_VARIABLE, 1,
                         error) ||
        !credential_read(&options->secret, "--secret-file", options->secret_file, SECRET_VARIABLE,
                         SECRET_LEAST, error)) {
        return false;
    }
    if (!options->token.text[0]) {
        return error_set(error,
                         "no token; expected --token-file FILE, or " TOKEN_VARIABLE
                         " in the environment, from "
                         "%s/account/oauth/token/create?scopes[]=engine:read"
                         "&scopes[]=engine:write",
                         options->lichess);
    }
    return options->secret.text[0] || credential_make(&options->secret, error);
}

bool options_read(struct options *options, int count, char **words, struct error *error)
{
    *options = (struct options){.lichess = LICHESS,
                                .broker = BROKER,
                                .max_threads = machine_processors(),
                                .max_hash = DEFAULT_HASH,
                                .engine.spec.dialect = &dialect_uci};
    return read_words(options, count, words, error) && complete(options, error);
}

void options_finish(struct options *options)
{
    engine_choice_finish(&options->engine);
    explicit_bzero(&options->token, sizeof options->token);
    explicit_bzero(&options->secret, sizeof options->secret);
}
