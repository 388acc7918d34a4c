/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include <stdio.h>
#include <sys/wait.h>

#include "suite.h"

int shell_run(const char *command, struct buffer *output)
{
    FILE *pipe = popen(command, "r");
    char bytes[4096];
    size_t count;
    ck_assert_ptr_nonnull(pipe);
    while ((count = fread(bytes, 1, sizeof bytes, pipe)) > 0) {
        if (output) {
            buffer_append(output, bytes, count);
        }
    }
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
