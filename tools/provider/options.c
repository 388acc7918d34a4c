/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

#include "machine.h"
#include "messages.h"

/* The addresses of the site and its broker. */
#define LICHESS "https://lichess.org"
#define BROKER  "https://engine.lichess.ovh"

/* The environment variables that hold secrets. */
#define TOKEN_VARIABLE  "LICHESS_API_TOKEN"
#define SECRET_VARIABLE "PROVIDER_SECRET"

/* The fewest characters of a provider's secret that the interface allows. */
#define SECRET_LEAST 16

/* The largest table that is offered without --max-hash, in MiB. */
#define DEFAULT_HASH 512

/* How long the engine is kept without work, in seconds: the default, and the most. The default is
 * that of the interface's example (lichess-org/external-engine). */
#define KEEP_ALIVE_S      300
#define KEEP_ALIVE_MOST_S (INT64_C(365) * 24 * 3600)

/* Returns the address without its scheme if others cannot read the traffic: https, or http to this
 * machine. Otherwise NULL. */
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

static bool read_address(void *at, const char *name, char *value, struct error *error)
{
    const char **address = at;
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

static bool read_name(void *at, const char *name, char *value, struct error *error)
{
    size_t length = strlen(value);
    *(const char **)at = value;
    return (length >= REGISTRATION_NAME_LEAST && length <= REGISTRATION_NAME_MOST) ||
           error_set(error, "%s: expected %d to %d bytes, found %zu", name, REGISTRATION_NAME_LEAST,
                     REGISTRATION_NAME_MOST, length);
}

#define OPTION_TYPE struct options

static const struct option_row rows[] = {
    OPTION_ROW("--token-file", "FILE", TEXT, token_file,
               .help = "a token with the scopes engine:read and engine:write, which only you can "
                       "read (or LICHESS_API_TOKEN in the environment)",
               .more = "The file has one line. Neither the group nor others may write it, and "
                       "others may not read it.",
               .offers = "%file"),
    OPTION_ROW("--secret-file", "FILE", TEXT, secret_file,
               .help = "the provider's secret, 16 characters or more (or PROVIDER_SECRET; without "
                       "either a new one each time)",
               .more = "The broker recognises the provider by it. The same permissions are "
                       "needed.",
               .offers = "%file"),
    OPTION_ROW("--name", "NAME", VALUE, name, .read = read_name,
               .help = "the engine's name at the site, 3 to 200 bytes (its own name)",
               .more = "An engine of this name is registered again with the present limits."),
    OPTION_ROW("--max-threads", "N", INT64, max_threads, .min = 1, .max = REGISTRATION_THREADS_MOST,
               .help = "threads that a search may use (all processors)",
               .more = "The engine's own maximum holds, too."),
    OPTION_ROW("--max-hash", "MIB", INT64, max_hash, .min = 1, .max = REGISTRATION_HASH_MOST,
               .help = "memory in MiB that the engine's table may use (@)",
               .more = "The engine's own maximum holds, too."),
    OPTION_TITLE("The engine:"),
    ENGINE_CHOICE_ROWS(engine),
    OPTION_ROW("--keep-alive", "SECONDS", INT64, keep_alive_s, .min = 0, .max = KEEP_ALIVE_MOST_S,
               .help = "how long the engine is kept running without work (@)",
               .more = "After that it is ended, which frees its memory, and started again for the "
                       "next work. With 0 it is ended after each search."),
    OPTION_TITLE("Addresses and messages:"),
    OPTION_ROW("--lichess", "URL", VALUE, lichess, .read = read_address, .offers = "https://",
               .help = "another address of the site (@)"),
    OPTION_ROW("--broker", "URL", VALUE, broker, .read = read_address, .offers = "https://",
               .help = "another address of its broker (@)"),
    OPTION_ROW("--quiet", NULL, FLAG, quiet, .help = "print errors only"),
};

static const struct option_table table = {
    .program = "myosu-provider",
    .usage = "myosu-provider [OPTION...]   searches for lichess' board of analysis (external "
             "engine)\n\n",
    .notes =
        "\nIt runs until SIGTERM or SIGINT. The exit status is 0 then, 1 if the site refuses the "
        "token\nor the engine, 2 for wrong use or an engine that does not start.\n",
    .rows = rows,
    .count = LENGTH(rows),
};

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

enum option_outcome options_read(struct options *options, int count, char **words,
                                 struct error *error)
{
    *options = (struct options){.lichess = LICHESS,
                                .broker = BROKER,
                                .max_threads = machine_processors(),
                                .max_hash = DEFAULT_HASH,
                                .keep_alive_s = KEEP_ALIVE_S,
                                .words = {.list = words, .count = count}};
    enum option_outcome outcome = option_table_read(&table, &options->words, options, error);
    if (outcome == OPTIONS_READ && options->words.other_count) {
        error_set(error, "'%.100s' is no option; see --help", words[0]);
        return OPTIONS_REFUSED;
    }
    return outcome == OPTIONS_READ && !complete(options, error) ? OPTIONS_REFUSED : outcome;
}

void options_finish(struct options *options)
{
    engine_choice_finish(&options->engine);
    option_words_finish(&options->words);
    explicit_bzero(&options->token, sizeof options->token);
    explicit_bzero(&options->secret, sizeof options->secret);
}
