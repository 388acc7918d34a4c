/* SPDX-License-Identifier: MIT */
#include "engine_choice.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "look.h"
#include "memory.h"
#include "registry.h"

/* The size of the path of our own engine, in bytes. */
#define PATH_ROOM 4096

bool engine_choice_read(void *at, const char *name, char *value, struct error *error)
{
    struct engine_choice *choice = at;
    free(choice->command);
    memset(choice->arguments, 0, sizeof choice->arguments);
    choice->command = memory_text(value);
    char *rest = choice->command, *word;
    for (int count = 0; count < ENGINE_MAX_ARGUMENTS - 1 && (word = strsep(&rest, " "));) {
        if (*word) {
            choice->arguments[count++] = word;
        }
    }
    return choice->arguments[0] || error_set(error, "%s: expected a command, found none", name);
}

bool engine_choice_read_option(void *at, const char *name, char *value, struct error *error)
{
    struct engine_settings *settings = at;
    char *sign = strchr(value, '=');
    (void)name;
    if (!*value || sign == value) {
        return error_set(error, "--option: expected NAME=VALUE, found '%s'", value);
    }
    if (settings->count == ENGINE_MAX_ARGUMENTS) {
        return error_set(error, "--option: more than %d of them", ENGINE_MAX_ARGUMENTS);
    }
    if (sign) {
        *sign = '\0';
    }
    settings->list[settings->count++] =
        (struct client_setting){.name = value, .value = sign ? sign + 1 : NULL};
    return true;
}

bool engine_choice_read_dialect(void *at, const char *name, char *value, struct error *error)
{
    const struct dialect **dialect = at;
    LOCAL_BUFFER names = {0};
    *dialect = dialect_find(value);
    dialect_put_names(&names);
    return *dialect || strcmp(value, "auto") == 0 ||
           error_set(error, "%s: expected auto, %s, found '%.40s'", name, buffer_text(&names),
                     value);
}

/* Returns our own engine: its path, if it is in the same folder as this program, otherwise its
 * name, to be found in PATH. */
static const char *find_our_engine(char path[PATH_ROOM])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_ROOM - sizeof "myosu");
    char *slash = NULL;
    if (length > 0) {
        path[length] = '\0';
        slash = strrchr(path, '/');
    }
    if (slash) {
        memcpy(slash + 1, "myosu", sizeof "myosu");
    }
    return slash && access(path, X_OK) == 0 ? path : "myosu";
}

bool engine_choice_complete(struct engine_choice *choice, struct error *error)
{
    char path[PATH_ROOM];
    if (choice->spec.address && choice->arguments[0]) {
        return error_set(error, "--engine and --connect: expected one of them");
    }
    if (!choice->spec.address) {
        if (!choice->arguments[0]) {
            free(choice->command);
            choice->arguments[0] = choice->command = memory_text(find_our_engine(path));
        }
        choice->spec.program.arguments = choice->arguments;
    }
    choice->spec.options = choice->settings.list;
    choice->spec.option_count = choice->settings.count;
    return true;
}

void engine_choice_finish(struct engine_choice *choice)
{
    free(choice->command);
    choice->command = NULL;
}

const char *engine_choice_command(const struct client_spec *spec)
{
    return spec->program.arguments ? spec->program.arguments[0] : spec->address;
}

const char *engine_choice_name(const struct client_spec *spec, const struct client *client)
{
    const char *name = client_name(client);
    return *name ? name : engine_choice_command(spec);
}

const char *engine_choice_reason(const struct client_spec *spec, const char *reason)
{
    const char *command = engine_choice_command(spec);
    size_t length = strlen(command);
    bool begins = strncmp(reason, command, length) == 0 && strncmp(reason + length, ": ", 2) == 0;
    return begins ? reason + length + 2 : reason;
}

void engine_choice_failure(const struct client_spec *spec, enum client_failure failure,
                           const char *reason, struct error *error)
{
    error_set(error, "the engine %.100s%s%.200s", engine_choice_command(spec),
              failure == CLIENT_GONE ? " " : ": ", engine_choice_reason(spec, reason));
}

bool engine_plays(const struct client *client, const char *name, const struct game *game,
                  struct error *error)
{
    const char *dialect = client_dialect(client)->name;
    const struct engine_option *variants =
        engine_option_find(client_options(client), "UCI_Variant");
    const struct game *implied = registry_find_implied(registry_games(), dialect);
    if (look_is_implied(game, dialect)) {
        return true;
    }
    if (client_dialect(client) == &dialect_gomocup) {
        return error_set(error, "%s speaks %s, so it plays %s, not %s", name, dialect,
                         implied->name, game->name);
    }
    /* An engine without options plays one game, and the user knows which. */
    if ((!variants && strcmp(dialect, "ugi") == 0) || client_options(client)->count == 0) {
        return true;
    }
    if (!variants) {
        return error_set(error, "%s has no option UCI_Variant, so it plays %s, not %s", name,
                         implied->name, game->name);
    }
    return engine_option_offers(variants, game->name) ||
           error_set(error, "%s does not play %s: its UCI_Variant lacks it", name, game->name);
}
