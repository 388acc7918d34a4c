/* SPDX-License-Identifier: MIT */
#include "engine_command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

void engine_command_split(struct engine_command *command, const char *text)
{
    *command = (struct engine_command){.text = memory_text(text)};
    char *rest = command->text, *word;
    int count = 0;
    while ((word = strsep(&rest, " ")) && count < ENGINE_MAX_ARGUMENTS - 1) {
        if (*word) {
            command->arguments[count++] = word;
        }
    }
}

void engine_command_finish(struct engine_command *command)
{
    free(command->text);
    *command = (struct engine_command){.text = NULL};
}

const char *engine_command_default(char path[ENGINE_PATH_ROOM])
{
    ssize_t length = readlink("/proc/self/exe", path, ENGINE_PATH_ROOM - sizeof "myosu");
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

bool engine_settings_read(struct engine_settings *settings, char *word, struct error *error)
{
    char *sign = strchr(word, '=');
    if (!*word || sign == word) {
        return error_set(error, "--option: expected NAME=VALUE, found '%s'", word);
    }
    if (settings->count == ENGINE_MAX_ARGUMENTS) {
        return error_set(error, "--option: more than %d of them", ENGINE_MAX_ARGUMENTS);
    }
    if (sign) {
        *sign = '\0';
    }
    settings->list[settings->count++] =
        (struct client_setting){.name = word, .value = sign ? sign + 1 : NULL};
    return true;
}
