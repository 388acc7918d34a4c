/* SPDX-License-Identifier: MIT */
/* A curve with axes, as SVG for a page of page.h, whose style sheet has its colours. */
#ifndef HTML_CURVE_H
#define HTML_CURVE_H

#include <stdbool.h>

#include "buffer.h"

/* A mark on an axis. */
struct html_tick {
    double at; /* an index of the values, or a value */
    char label[16];
};

struct html_curve {
    const char *title;        /* what it shows, for those who do not see it */
    const char *across, *up;  /* the titles of the axes; NULL: none */
    int count;                /* of the values, which are spread evenly from left to right */
    const double *values;     /* NAN: unknown; the line goes on at the next one */
    const double *low, *high; /* the borders of a band around the values; NULL: none */
    double bottom, top;       /* the range that is shown; values beyond it are cut */
    bool filled;              /* the area below the line is filled */
    const struct html_tick *across_ticks, *up_ticks;
    int across_count, up_count; /* of the ticks; those of `up` have a line across */
};

/* The size of a curve and the edges of its field, in units of the picture. The picture is as wide
 * as its place on the page. */
#define HTML_CURVE_WIDTH  720
#define HTML_CURVE_HEIGHT 220
#define HTML_CURVE_LEFT   46
#define HTML_CURVE_RIGHT  (HTML_CURVE_WIDTH - 10)
#define HTML_CURVE_TOP    10
#define HTML_CURVE_BOTTOM (HTML_CURVE_HEIGHT - 40)

/* Return the place of an index and of a value. */
double html_curve_x(const struct html_curve *curve, double index);
double html_curve_y(const struct html_curve *curve, double value);

/* Fills in the ticks of an axis of `count` values, of which the first has the number `first`: at
 * most `most` round numbers. Returns how many. */
int html_curve_count(int count, int first, int most, struct html_tick *ticks);

/* Begins and ends the picture. `attributes` are further ones of its element, with a blank before
 * them. Between the calls the caller can add marks of its own. */
void html_curve_begin(const struct html_curve *curve, const char *attributes, struct buffer *out);
void html_curve_end(struct buffer *out);

#endif
