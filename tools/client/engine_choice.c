/* SPDX-License-Identifier: MIT */
#include "engine_choice.h"

#include <string.h>

#include "memory.h"

bool engine_choice_read(void *at, const char *name, char *value, struct error *error)
{
    struct engine_choice *choice = at;
    engine_command_finish(&choice->command);
    engine_command_split(&choice->command, value);
    return choice->command.arguments[0] ||
           error_set(error, "%s: expected a command, found none", name);
}

bool engine_choice_read_option(void *at, const char *name, char *value, struct error *error)
{
    (void)name;
    return engine_settings_read(at, value, error);
}

bool engine_choice_complete(struct engine_choice *choice, struct error *error)
{
    char path[ENGINE_PATH_ROOM];
    struct engine_command *command = &choice->command;
    if (choice->spec.address && command->arguments[0]) {
        return error_set(error, "--engine and --connect: expected one of them");
    }
    if (!choice->spec.address) {
        if (!command->arguments[0]) {
            engine_command_finish(command);
            command->text = memory_text(engine_command_default(path));
            command->arguments[0] = command->text;
        }
        choice->spec.program.arguments = command->arguments;
    }
    choice->spec.options = choice->settings.list;
    choice->spec.option_count = choice->settings.count;
    return true;
}

void engine_choice_finish(struct engine_choice *choice)
{
    engine_command_finish(&choice->command);
}

const char *engine_choice_command(const struct client_spec *spec)
{
    return spec->program.arguments ? spec->program.arguments[0] : spec->address;
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
