/* SPDX-License-Identifier: MIT */
/* The parts of pictures of boards. They come from the page's own files, so that both look alike:
 * the symbols at the end of index.html, and the theme colours, which are variables of style.css. */
#ifndef SERVER_SVG_PARTS_H
#define SERVER_SVG_PARTS_H

#include <stdbool.h>

#include "buffer.h"

/* "#rrggbb", or "#rrggbbaa" with an opacity. */
#define SVG_COLOUR_ROOM 10

struct svg_colour {
    char text[SVG_COLOUR_ROOM];
};

/* Returns a theme's colour with this name, such as "wood"; black if there is none. */
struct svg_colour svg_theme_colour(bool dark, const char *name);

/* Return a side's own colour "#rrggbb" as it is drawn, and a colour that is visible on it. */
struct svg_colour svg_side_colour(const char *web);
struct svg_colour svg_colour_on(const char *web);

/* The attribute `fill` or `stroke`, with a blank before it. */
struct svg_paint {
    char text[48];
};
struct svg_paint svg_paint(const char *attribute, struct svg_colour colour);

/* Appends the inside of a shape's symbol, painted for its owner, 1 or 2; false, with nothing
 * appended, if there is no such symbol. */
bool svg_put_shape(struct buffer *out, const char *shape, int owner, struct svg_colour fill,
                   struct svg_colour on);

/* Appends a text, escaped for XML. */
void svg_put_text(struct buffer *out, const char *text);

#endif
