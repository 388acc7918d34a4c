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

/* The number of a faint ink in an escape sequence. The basic colours start at 30 for inks and at 40
 * for grounds. */
#define FAINT 90

static void put_escape(int ink, int ground, struct buffer *out)
{
    buffer_puts(out, "\033[0");
    if (ink >= 30) {
        buffer_printf(out, ";%d", ink);
    }
    if (ground >= 40) {
        buffer_printf(out, ";%d", ground);
    }
    buffer_putc(out, 'm');
}

/* Finds the colours of inks and grounds for a game, in a terminal's palette of 256 colours if
 * `rich`, otherwise among the eight basic colours. -1: the terminal's own. */
static void find_colours(const struct look *look, bool rich, int inks[INKS], int grounds[GROUNDS])
{
    const bool squares = look->kind == LOOK_SQUARES;
    const struct look_colour *first = &look->sides[0].colour, *second = &look->sides[1].colour;
    inks[INK_TEXT] = -1;
    inks[INK_FAINT] = rich ? 245 : -1;
    inks[INK_FIRST] = rich ? first->palette : first->basic;
    inks[INK_SECOND] = rich ? second->palette : second->basic;
    inks[INK_THREAT] = rich ? 196 : COLOR_MAGENTA;
    inks[INK_HINT] = rich ? 46 : COLOR_GREEN;
    inks[INK_FORBIDDEN] = rich ? 201 : COLOR_MAGENTA;
    grounds[GROUND_NONE] = -1;
    grounds[GROUND_LIGHT] = rich ? 137 : COLOR_CYAN;
    grounds[GROUND_DARK] = rich ? 94 : COLOR_BLUE;
    grounds[GROUND_LAST] = squares ? (rich ? 100 : COLOR_GREEN) : (rich ? 239 : -1);
    grounds[GROUND_WIN] = rich ? 22 : COLOR_GREEN;
    grounds[GROUND_CURSOR] = rich ? 25 : COLOR_BLUE;
    grounds[GROUND_ALARM] = rich ? 124 : COLOR_RED;
}

void colours_format(const struct picture *picture, const struct look *look, struct buffer *out)
{
    int inks[INKS], grounds[GROUNDS];
    find_colours(look, false, inks, grounds);
    for (int y = 0; y < picture->height; y++) {
        const struct glyph *row = picture->cells[y];
        int ink = INK_TEXT, ground = GROUND_NONE, end = picture_row_end(picture, y);
        while (end < picture->width && row[end].ground != GROUND_NONE) {
            end++;
        }
        for (int x = 0; x <= end; x++) {
            /* The line ends in the terminal's own colours. */
            const struct glyph *glyph = x < end ? &row[x] : &(struct glyph){.text = "\n"};
            if (glyph->ink != ink || glyph->ground != ground) {
                ink = glyph->ink;
                ground = glyph->ground;
                put_escape(ink == INK_FAINT ? FAINT : 30 + inks[ink], 40 + grounds[ground], out);
            }
            buffer_puts(out, glyph->text[0] ? glyph->text : " ");
        }
    }
}

void colours_define(const struct look *look)
{
    int inks[INKS], grounds[GROUNDS];
    if (COLORS == 0) {
        return;
    }
    find_colours(look, COLORS >= 256, inks, grounds);
    for (int ink = 0; ink < INKS; ink++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            init_pair((short)pair_of(ink, ground), (short)inks[ink], (short)grounds[ground]);
        }
    }
}
