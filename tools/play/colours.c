/* SPDX-License-Identifier: MIT */
#include "colours.h"

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdlib.h>

#include "picture.h"

enum { INKS = INK_FORBIDDEN + 1, GROUNDS = GROUND_ALARM + 1 };

bool colours_wanted(enum colour_choice choice)
{
    const char *refused = getenv("NO_COLOR");
    return choice == COLOUR_ALWAYS || (choice == COLOUR_AUTO && (!refused || !*refused));
}

static int pair_of(int ink, int ground)
{
    return 1 + ink * GROUNDS + ground;
}

int colours_attribute(int ink, int ground)
{
    if (COLORS > 0) {
        return (int)COLOR_PAIR(pair_of(ink, ground));
    }
    return (int)(ground == GROUND_CURSOR ? A_REVERSE : ground == GROUND_WIN ? A_BOLD : A_NORMAL);
}

/* Appends the escape sequence for an ink on a ground. Its numbers start at 30 for inks and at 40
 * for grounds. */
static void put_escape(const struct look *look, int ink, int ground, struct buffer *out)
{
    const int inks[INKS] = {
        [INK_FAINT] = 90,
        [INK_FIRST] = 30 + look->sides[0].colour.basic,
        [INK_SECOND] = 30 + look->sides[1].colour.basic,
        [INK_THREAT] = 35,
        [INK_HINT] = 32,
        [INK_FORBIDDEN] = 35,
    };
    static const int grounds[GROUNDS] = {
        [GROUND_LIGHT] = 46, [GROUND_DARK] = 44,   [GROUND_LAST] = 42,
        [GROUND_WIN] = 42,   [GROUND_CURSOR] = 44, [GROUND_ALARM] = 41,
    };
    bool stones = look->kind != LOOK_SQUARES;
    buffer_puts(out, "\033[0");
    if (inks[ink]) {
        buffer_printf(out, ";%d", inks[ink]);
    }
    if (grounds[ground] && !(stones && ground == GROUND_LAST)) {
        buffer_printf(out, ";%d", grounds[ground]);
    }
    buffer_putc(out, 'm');
}

void colours_format(const struct picture *picture, const struct look *look, struct buffer *out)
{
    for (int y = 0; y < picture->height; y++) {
        const struct glyph *row = picture->cells[y];
        int ink = INK_TEXT, ground = GROUND_NONE, end = picture_row_end(picture, y);
        while (end < picture->width && row[end].ground != GROUND_NONE) {
            end++;
        }
        for (int x = 0; x < end; x++) {
            if (row[x].ink != ink || row[x].ground != ground) {
                ink = row[x].ink;
                ground = row[x].ground;
                put_escape(look, ink, ground, out);
            }
            buffer_puts(out, row[x].text[0] ? row[x].text : " ");
        }
        if (ink != INK_TEXT || ground != GROUND_NONE) {
            put_escape(look, INK_TEXT, GROUND_NONE, out);
        }
        buffer_putc(out, '\n');
    }
}

/* Uses the palette of 256 colours if there is one, otherwise the eight basic colours. */
void colours_define(const struct look *look)
{
    if (COLORS == 0) {
        return;
    }
    bool rich = COLORS >= 256, squares = look->kind == LOOK_SQUARES;
    const struct look_colour *first = &look->sides[0].colour, *second = &look->sides[1].colour;
    const int inks[INKS] = {
        [INK_TEXT] = -1,
        [INK_FAINT] = rich ? 245 : -1,
        [INK_FIRST] = rich ? first->palette : first->basic,
        [INK_SECOND] = rich ? second->palette : second->basic,
        [INK_THREAT] = rich ? 196 : COLOR_MAGENTA,
        [INK_HINT] = rich ? 46 : COLOR_GREEN,
        [INK_FORBIDDEN] = rich ? 201 : COLOR_MAGENTA,
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
            init_pair((short)pair_of(ink, ground), (short)inks[ink], (short)grounds[ground]);
        }
    }
}
