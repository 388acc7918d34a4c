/* SPDX-License-Identifier: MIT */
/* What pictures of boards are made of, taken from the page's own files so that both look alike: the
 * symbols at the end of index.html, and the colours of the themes, which are variables of
 * style.css. */
#ifndef SERVER_SVG_PARTS_H
#define SERVER_SVG_PARTS_H

#include <stdbool.h>

#include "buffer.h"

/* "#rrggbb", or "#rrggbbaa" with an opacity. */
#define SVG_COLOUR_ROOM 10

struct svg_colour {
    char text[SVG_COLOUR_ROOM];
};

/* The colour that a theme has under a name, such as "wood"; black where it has none. */
struct svg_colour svg_theme_colour(bool dark, const char *name);

/* A side's own colour "#rrggbb" as it is drawn, and what shows on it. */
struct svg_colour svg_side_colour(const char *web);
struct svg_colour svg_colour_on(const char *web);

/* Appends an attribute that paints, `fill` or `stroke`, with a blank before it. */
void svg_put_paint(struct buffer *out, const char *attribute, struct svg_colour colour);

/* Appends what is in the symbol of a shape, painted for its owner, 1 or 2; false, and nothing is
 * appended, where there is no such symbol. */
bool svg_put_shape(struct buffer *out, const char *shape, int owner, struct svg_colour fill,
                   struct svg_colour on);

/* Appends a text with what XML wants escaped. */
void svg_put_text(struct buffer *out, const char *text);

#endif
