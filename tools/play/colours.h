/* The colours of the picture on a terminal, as pairs of ncurses. */
#ifndef PLAY_COLOURS_H
#define PLAY_COLOURS_H

#include "look.h"

/* Defines all pairs for a game; colours must have been started. */
void colours_define(const struct look *look);

/* The pair of an enum ink on an enum ground. */
int colours_pair(int ink, int ground);

#endif
