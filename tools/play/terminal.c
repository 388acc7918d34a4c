/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <curses.h>
#include <unistd.h>
/* This header defines common words as macros, so this file contains nothing else. */
#include <term.h>

bool terminal_can_draw(void)
{
    int status;
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK) {
        return false;
    }
    const char *sequence = tigetstr("cup");
    bool can = sequence && sequence != (const char *)-1 && *sequence;
    del_curterm(cur_term);
    return can;
}
