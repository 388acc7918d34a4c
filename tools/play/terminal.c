#include "terminal.h"

#include <curses.h>
#include <unistd.h>
/* This header's macros take common words away: nothing else shares a file with it. */
#include <term.h>

bool terminal_can_draw(void)
{
    int status;
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK) {
        return false;
    }
    const char *sequence = tigetstr("cup");
    return sequence && sequence != (const char *)-1 && *sequence;
}
