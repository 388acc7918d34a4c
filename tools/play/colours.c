/* SPDX-License-Identifier: MIT */
#include "colours.h"

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "terminal.h"

enum { INKS = INK_FORBIDDEN + 1, GROUNDS = GROUND_ALARM + 1 };

/* The numbers of colours from which a terminal has a palette of 256, and shows each colour. */
#define PALETTE      256
#define TRUE_COLOURS (1 << 24)

/* A colour. */
struct tint {
    int32_t rgb; /* 0xrrggbb, or OWN */
    short basic; /* the nearest useful one of 16: 0 to 7 for grounds, few terminals have bright ones
                  */
};

/* The terminal's own colour. */
#define OWN (-1)

/* A colour, and the nearest useful one of 256; 0: the nearest one. */
struct shade {
    struct tint tint;
    short palette;
};

static const struct shade own = {.tint.rgb = OWN};

/* The colours of a board, without those of its sides. */
struct scheme {
    struct tint inks[INKS], grounds[GROUNDS];
};

enum { SQUARES, WOOD, PALE, DARK, GREEN };

/* Each ground is such that the sides that scheme_of() allows on it have a contrast of about 3 to 1
 * to it, or of 2 to 1 among 16 colours. */
static const struct scheme schemes[] =
    {
        [SQUARES] =
            {
                .inks = {[INK_TEXT] = {0xffffff, 15},
                         [INK_FAINT] = {0xe4d5b7, 0},
                         [INK_THREAT] = {0x5f0000, 0},
                         [INK_HINT] = {0xd7ffd7, 15},
                         [INK_FORBIDDEN] = {0x5f0000, 0}},
                .grounds = {[GROUND_LIGHT] = {0xaf875f, 2},
                            [GROUND_DARK] = {0x875f00, 5},
                            [GROUND_LAST] = {0x878700, 6},
                            [GROUND_WIN] = {0x5f8700, 6},
                            [GROUND_CURSOR] = {0x5f87af, 4},
                            [GROUND_ALARM] = {0xd70000, 1}},
            },
        [WOOD] =
            {
                .inks = {[INK_TEXT] = {0x000000, 0},
                         [INK_FAINT] = {0x4d381c, 0},
                         [INK_THREAT] = {0x870000, 1},
                         [INK_HINT] = {0x00005f, 4},
                         [INK_FORBIDDEN] = {0x5f005f, 5}},
                .grounds = {[GROUND_BOARD] = {0xaf875f, 2},
                            [GROUND_LAST] = {0x878700, 6},
                            [GROUND_WIN] = {0xaf5f5f, 5},
                            [GROUND_CURSOR] = {0x5f87af, 4},
                            [GROUND_ALARM] = {0xd70000, 1}},
            },
        [PALE] =
            {
                .inks = {[INK_TEXT] = {0x000000, 0},
                         [INK_FAINT] = {0x876d3b, 0},
                         [INK_THREAT] = {0xaf0000, 1},
                         [INK_HINT] = {0x005f87, 4},
                         [INK_FORBIDDEN] = {0x5f005f, 5}},
                .grounds = {[GROUND_BOARD] = {0xefd9b0, 7},
                            [GROUND_LAST] = {0xd7d787, 6},
                            [GROUND_WIN] = {0xafd7af, 6},
                            [GROUND_CURSOR] = {0xafd7ff, 2},
                            [GROUND_ALARM] = {0xffafaf, 3}},
            },
        [DARK] =
            {
                .inks = {[INK_TEXT] = {0xb2b2b2, 7},
                         [INK_FAINT] = {0x8a8a8a, 7},
                         [INK_THREAT] = {0xff5f5f, 13},
                         [INK_HINT] = {0x5fff5f, 10},
                         [INK_FORBIDDEN] = {0xff5fff, 13}},
                .grounds = {[GROUND_BOARD] = {0x000000, 0},
                            [GROUND_LAST] = {0x262626, 0},
                            [GROUND_WIN] = {0x00005f, 4},
                            [GROUND_CURSOR] = {0x5f005f, 4},
                            [GROUND_ALARM] = {0x5f0000, 0}},
            },
        [GREEN] =
            {
                .inks = {[INK_TEXT] = {0x000000, 0},
                         [INK_FAINT] = {0x003f1c, 0},
                         [INK_THREAT] = {0xffff87, 11},
                         [INK_HINT] = {0xd7ffff, 15},
                         [INK_FORBIDDEN] = {0x5f0000, 1}},
                .grounds = {[GROUND_BOARD] = {0x2e8b57, 2},
                            [GROUND_LIGHT] = {0x2e8b57, 2},
                            [GROUND_DARK] = {0x2e8b3a, 2},
                            [GROUND_LAST] = {0x878700, 6},
                            [GROUND_WIN] = {0xaf5f5f, 5},
                            [GROUND_CURSOR] = {0x5f87af, 4},
                            [GROUND_ALARM] = {0xd70000, 1}},
            },
};

bool colours_wanted(enum colour_choice choice)
{
    const char *refused = getenv("NO_COLOR");
    return choice == COLOUR_ALWAYS || (choice == COLOUR_AUTO && (!refused || !*refused));
}

static int32_t rgb_of(const char *web)
{
    return (int32_t)strtol(web + 1, NULL, 16);
}

/* The relative luminance of WCAG 2, from 0 to 1, with squares instead of powers of 2.4. */
static double luminance(int32_t rgb)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = (rgb >> (16 - 8 * i) & 255) / 255.0;
        sum += weights[i] * part * part;
    }
    return sum;
}

/* The contrast of WCAG 2, 1 to 21. */
static double contrast(int32_t one, int32_t other)
{
    double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

/* True if both sides' colours are visible on a scheme's board. */
static bool shows_sides(const struct scheme *scheme, const struct look *look)
{
    static const double least = 2.5;
    for (int side = 0; side < 2; side++) {
        if (contrast(rgb_of(look->sides[side].colour.web), scheme->grounds[GROUND_BOARD].rgb) <
            least) {
            return false;
        }
    }
    return true;
}

/* Returns the scheme for a game: the usual ground of its kind of board, or another one if a side
 * would not be visible there. */
static const struct scheme *scheme_of(const struct look *look)
{
    if (look->kind == LOOK_SQUARES) {
        /* Discs on squares are those of Othello. */
        bool discs = strcmp(look->pieces[0].shape, "disc") == 0;
        return &schemes[discs && shows_sides(&schemes[GREEN], look) ? GREEN : SQUARES];
    }
    if (look->kind == LOOK_CROSSINGS) {
        return &schemes[shows_sides(&schemes[WOOD], look) ? WOOD : PALE];
    }
    return &schemes[shows_sides(&schemes[DARK], look) ? DARK : GREEN];
}

/* Returns the number, 16 to 255, of the nearest colour of xterm's palette: a cube of six steps for
 * red, green and blue, and 24 greys. */
static int palette_of(int32_t rgb)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int best = 16, least = INT32_MAX;
    for (int number = 16; number < PALETTE; number++) {
        int cube = number - 16, grey = 8 + 10 * (number - 232), distance = 0;
        const int parts[] = {steps[cube / 36 % 6], steps[cube / 6 % 6], steps[cube % 6]};
        for (int i = 0; i < 3; i++) {
            int d = (rgb >> (16 - 8 * i) & 255) - (number < 232 ? parts[i] : grey);
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            best = number;
        }
    }
    return best;
}

/* Returns the terminal's number of a shade, or -1 for its own colour. */
static int number_of(struct shade shade, int colours)
{
    return shade.tint.rgb == OWN     ? -1
           : colours >= TRUE_COLOURS ? shade.tint.rgb
           : colours < PALETTE       ? shade.tint.basic
           : shade.palette           ? shade.palette
                                     : palette_of(shade.tint.rgb);
}

static struct shade ink_shade(const struct look *look, int ink, int ground)
{
    if (ink == INK_FIRST || ink == INK_SECOND) {
        const struct look_colour *colour = &look->sides[ink - INK_FIRST].colour;
        return (struct shade){{rgb_of(colour->web), colour->basic}, colour->palette};
    }
    return ground == GROUND_NONE ? own : (struct shade){.tint = scheme_of(look)->inks[ink]};
}

static struct shade ground_shade(const struct look *look, int ground)
{
    return ground == GROUND_NONE ? own : (struct shade){.tint = scheme_of(look)->grounds[ground]};
}

static int pair_of(int ink, int ground)
{
    return 1 + ink * GROUNDS + ground;
}

int colours_attribute(const struct look *look, int ink, int ground)
{
    if (COLORS == 0) {
        return (int)(ground == GROUND_CURSOR ? A_REVERSE
                     : ground == GROUND_WIN  ? A_BOLD
                                             : A_NORMAL);
    }
    /* Of eight colours, the bright ones are the bold ones. */
    bool bold = COLORS < 16 && number_of(ink_shade(look, ink, ground), COLORS) >= 8;
    return (int)(COLOR_PAIR(pair_of(ink, ground)) | (bold ? A_BOLD : 0));
}

void colours_define(const struct look *look)
{
    for (int ink = 0; COLORS > 0 && ink < INKS; ink++) {
        for (int ground = 0; ground < GROUNDS; ground++) {
            int front = number_of(ink_shade(look, ink, ground), COLORS);
            int back = number_of(ground_shade(look, ground), COLORS);
            front = COLORS < 16 && front >= 8 ? front - 8 : front;
            init_extended_pair(pair_of(ink, ground), front, back);
        }
    }
}

/* Returns how many colours escape sequences may name. COLORTERM names what a terminal shows beyond
 * its description. */
static int colours_of_lines(void)
{
    const char *more = getenv("COLORTERM");
    if (more && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0)) {
        return TRUE_COLOURS;
    }
    return terminal_colours();
}

/* Writes the parameters of a colour: `basic` is 30 for inks and 40 for grounds. */
static void put_colour(struct shade shade, int basic, int colours, struct buffer *out)
{
    int number = number_of(shade, colours);
    if (number < 0) {
        return;
    }
    if (colours >= TRUE_COLOURS) {
        buffer_printf(out, ";%d;2;%d;%d;%d", basic + 8, number >> 16, number >> 8 & 255,
                      number & 255);
    } else if (colours >= PALETTE) {
        buffer_printf(out, ";%d;5;%d", basic + 8, number);
    } else if (number >= 8 && colours < 16) {
        buffer_printf(out, ";1;%d", basic + number - 8);
    } else {
        buffer_printf(out, ";%d", number >= 8 ? basic + 60 + number - 8 : basic + number);
    }
}

void colours_format(const struct picture *picture, const struct look *look, struct buffer *out)
{
    const int colours = colours_of_lines();
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
                buffer_puts(out, "\033[0");
                put_colour(ink_shade(look, ink, ground), 30, colours, out);
                put_colour(ground_shade(look, ground), 40, colours, out);
                buffer_putc(out, 'm');
            }
            buffer_puts(out, glyph->text[0] ? glyph->text : " ");
        }
    }
}
