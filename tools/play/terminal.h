/* What the terminal at hand can do. */
#ifndef PLAY_TERMINAL_H
#define PLAY_TERMINAL_H

#include <stdbool.h>

/* Whether standard output is a terminal that can write where it is told to; one that is called
 * `dumb` cannot. */
bool terminal_can_draw(void);

#endif
