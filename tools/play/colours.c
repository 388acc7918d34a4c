#include "colours.h"

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#include "picture.h"

enum { INKS = INK_HINT + 1, GROUNDS = GROUND_ALARM + 1 };

int colours_pair(int ink, int ground)
{
    return 1 + ink * GROUNDS + ground;
}

/* Colours from the palette of 256 where there is one, else from the eight. */
void colours_define(const struct look *look)
{
    bool rich = COLORS >= 256, squares = look->kind == LOOK_SQUARES;
    const struct look_colour *first = &look->sides[0].colour, *second = &look->sides[1].colour;
    const int inks[INKS] = {
        [INK_TEXT] = -1,
        [INK_FAINT] = rich ? 245 : -1,
        [INK_FIRST] = rich ? first->palette : first->basic,
        [INK_SECOND] = rich ? second->palette : second->basic,
        [INK_THREAT] = rich ? 196 : COLOR_MAGENTA,
        [INK_HINT] = rich ? 46 : COLOR_GREEN,
    };
    const int grounds[GROUNDS] = {
        [GROUND_NONE] = -1,
        [GROUND_LIGHT] = rich ? 137 : COLOR_CYAN,
        [GROUND_DARK] = rich ? 94 : COLOR_BLUE,
        [GROUND_LAST] = squares ? (rich ? 100 : COLOR_GREEN) : (rich ? 239 : -1),
        [GROUND_WIN] = rich ? 22 : COLOR_GREEN,
        [GROUND_CURSOR] = rich ? 25 : COLOR_BLUE,
        [GROUND_ALARM] = rich ? 124 : COLOR_RED,
    };
    for (int ink = 0; ink < INKS; ink++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            init_pair((short)colours_pair(ink, ground), (short)inks[ink], (short)grounds[ground]);
        }
    }
}
