/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "dialect.h"
#include "universal.h"

/* Joins the words of one command with blanks; NULL if allocation fails. */
static char *join(int count, const char *const *words)
{
    struct buffer line;
    buffer_init(&line);
    for (int i = 0; i < count; i++) {
        buffer_puts(&line, i > 0 ? " " : "");
        buffer_puts(&line, words[i]);
    }
    char *text = strdup(buffer_text(&line));
    buffer_finish(&line);
    return text;
}

const char *const *script_of_words(int count, const char *const *words)
{
    const char **script = calloc((size_t)count + 1, sizeof *script);
    const struct dialect *dialect = count > 0 ? dialect_of_line(words[0]) : NULL;
    const bool by_line = dialect && dialect->lines_build_on_another;
    int length = 0;
    for (int i = 0, next; script && i < count; i = next) {
        next = i + 1;
        while (!by_line && next < count && !universal_is_command(words[next])) {
            next++;
        }
        script[length] = join(next - i, words + i);
        if (!script[length++]) {
            free(script); /* the program is about to end */
            return NULL;
        }
    }
    return script;
}
