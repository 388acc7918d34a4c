/* SPDX-License-Identifier: MIT */
/* The engine that a user chooses: the options --engine, --connect, --option and --dialect of a
 * client, the messages about the engine, and whether it plays a game. */
#ifndef CLIENT_ENGINE_CHOICE_H
#define CLIENT_ENGINE_CHOICE_H

#include "client.h"
#include "option_table.h"

/* The most arguments of an engine, and the most options for it. */
#define ENGINE_MAX_ARGUMENTS 64

/* Options as NAME=VALUE. Zeroed memory is an empty list. The list points into the words that were
 * read. */
struct engine_settings {
    struct client_setting list[ENGINE_MAX_ARGUMENTS];
    int count;
};

/* Zeroed memory is an empty choice. The choice must not move after engine_choice_complete. */
struct engine_choice {
    char *command, *arguments[ENGINE_MAX_ARGUMENTS]; /* the command, split at blanks */
    struct engine_settings settings;
    struct client_spec spec; /* its address is the value of --connect */
};

/* Read the values of --engine (`at` is the choice) and --option (`at` is the settings). */
bool engine_choice_read(void *at, const char *name, char *value, struct error *error);
bool engine_choice_read_option(void *at, const char *name, char *value, struct error *error);

/* Reads the name of a dialect, or `auto`; `at` is a pointer to it. */
#define ENGINE_CHOICE_DIALECTS "auto|uci|ugi|uai|ucci|gomocup|cecp|nboard|gtp"
bool engine_choice_read_dialect(void *at, const char *name, char *value, struct error *error);

/* Rows of an option table for these options; `member` is the choice (option_table.h). The name of a
 * member must not be in parentheses. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define ENGINE_CHOICE_ROWS(member)                                                                 \
    OPTION_ROW("--engine", "'COMMAND ARGUMENT...'", VALUE, member,                                 \
               .help = "the engine (myosu, beside this program or in PATH)",                       \
               .read = engine_choice_read),                                                        \
        OPTION_ROW("--connect", "unix:PATH|tcp:HOST:PORT", TEXT, member.spec.address,              \
                   .help = "an engine that runs already", .offers = "unix: tcp:"),                 \
        OPTION_ROW("--option", "NAME=VALUE", VALUE, member.settings,                               \
                   .help = "an option of the engine; may be repeated",                             \
                   .read = engine_choice_read_option),                                             \
        OPTION_ROW("--dialect", ENGINE_CHOICE_DIALECTS, VALUE, member.spec.dialect,                \
                   .help = "the engine's dialect; auto (default) tries them in turn",              \
                   .read = engine_choice_read_dialect),                                            \
        OPTION_ROW("--ranks", RANKS_ORIGINS, CHOICE, member.spec.ranks,                            \
                   .help =                                                                         \
                       "the number of the first rank in moves of UCI; auto (default) finds it")
/* NOLINTEND(bugprone-macro-parentheses) */

/* Completes the specification. Without --engine and --connect it is our own engine: the one in the
 * folder of this program, otherwise in PATH. Returns false if both are given. */
bool engine_choice_complete(struct engine_choice *choice, struct error *error);
void engine_choice_finish(struct engine_choice *choice);

/* Returns the text for an engine that has not sent its name. */
const char *engine_choice_command(const struct client_spec *spec);

/* Returns the engine's own name, otherwise its command or address. */
const char *engine_choice_name(const struct client_spec *spec, const struct client *client);

/* Returns the reason of a failure without the engine's command, if it begins with that. */
const char *engine_choice_reason(const struct client_spec *spec, const char *reason);

/* Writes the error "the engine COMMAND: REASON" or "the engine COMMAND REASON". */
void engine_choice_failure(const struct client_spec *spec, enum client_failure failure,
                           const char *reason, struct error *error);

/* True if the engine's dialect and options show that it plays the game. The client must have
 * greeted. Otherwise the error gives the reason and calls the engine `name`. */
bool engine_plays(const struct client *client, const char *name, const struct game *game,
                  struct error *error);

#endif
