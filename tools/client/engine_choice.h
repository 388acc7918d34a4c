/* SPDX-License-Identifier: MIT */
/* The engine of a client that has one, as its command line names it: --engine, --connect and
 * --option; and what a person is told of it. */
#ifndef CLIENT_ENGINE_CHOICE_H
#define CLIENT_ENGINE_CHOICE_H

#include "engine_command.h"
#include "option_table.h"

/* Zeroed memory is no choice. Must not move once it is complete. */
struct engine_choice {
    struct engine_command command;
    struct engine_settings settings;
    struct client_spec spec; /* whose address is that of --connect */
};

/* Reads the value of --engine (`at` is the choice), and of --option (`at` is the settings). */
bool engine_choice_read(void *at, const char *name, char *value, struct error *error);
bool engine_choice_read_option(void *at, const char *name, char *value, struct error *error);

/* The rows of these options in a table; `member` is the choice (option_table.h). */
#define ENGINE_CHOICE_ROWS(member)                                                                 \
    OPTION_ROW("--engine", "'COMMAND ARGUMENT...'", VALUE, member,                                 \
               .help = "the engine (myosu, beside this program or in PATH)",                       \
               .read = engine_choice_read),                                                        \
        OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, member.spec.address,              \
                   .help = "an engine that runs already", .offers = "unix: tcp:"),                 \
        OPTION_ROW("--option", "NAME=VALUE", VALUE, member.settings,                               \
                   .help = "an option of the engine; may be repeated",                             \
                   .read = engine_choice_read_option)

/* Completes the specification: our own engine, unless another one was named or an address given;
 * both are refused. */
bool engine_choice_complete(struct engine_choice *choice, struct error *error);
void engine_choice_finish(struct engine_choice *choice);

/* How an engine is called before it has said its name. */
const char *engine_choice_command(const struct client_spec *spec);

/* The reason of a failure without the engine's command, with which some begin. */
const char *engine_choice_reason(const struct client_spec *spec, const char *reason);

/* "the engine COMMAND: " or "the engine COMMAND ", and the reason of its failure. */
void engine_choice_failure(const struct client_spec *spec, enum client_failure failure,
                           const char *reason, struct error *error);

#endif
