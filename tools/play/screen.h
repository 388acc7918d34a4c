/* The table on a whole terminal: the board in colour, the engine's thinking live, a line to type
 * in. */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H

#include <stdbool.h>

#include "shell.h"

struct screen;

/* Takes the terminal over; NULL if it is none that will do. */
struct screen *screen_open(struct ev_loop *loop, bool ascii);

/* Gives it back. */
void screen_close(struct screen *screen);

/* What the table must tell. */
extern const struct table_handlers screen_handlers;

void screen_show(struct screen *screen, struct shell *shell);

#endif
