/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "universal.h"

/* The words of one command, blanks between them. */
static char *join(int count, const char *const *words)
{
    size_t size = 1;
    for (int i = 0; i < count; i++) {
        size += strlen(words[i]) + 1;
    }
    char *line = calloc(size, 1);
    for (int i = 0; line && i < count; i++) {
        strcat(line, words[i]);
        strcat(line, i + 1 < count ? " " : "");
    }
    return line;
}

const char *const *script_of_words(int count, const char *const *words)
{
    const char **script = calloc((size_t)count + 1, sizeof *script);
    int length = 0;
    for (int i = 0, next; script && i < count; i = next) {
        next = i + 1;
        while (next < count && !universal_is_command(words[next])) {
            next++;
        }
        script[length] = join(next - i, words + i);
        if (!script[length++]) {
            return NULL;
        }
    }
    return script;
}
