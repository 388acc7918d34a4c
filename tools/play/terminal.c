/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <curses.h>
#include <unistd.h>
/* This header defines common words as macros, so this file contains nothing else. */
#include <term.h>

int terminal_colours(void)
{
    int status, colours = 0;
    if (setupterm(NULL, STDOUT_FILENO, &status) == OK) {
        colours = tigetnum("colors");
        del_curterm(cur_term);
    }
    return colours;
}

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
