/* SPDX-License-Identifier: MIT */
#include "curve.h"

#include <math.h>
#include <stdio.h>

#include "page.h"

double html_curve_x(const struct html_curve *curve, double index)
{
    const double width = HTML_CURVE_RIGHT - HTML_CURVE_LEFT;
    return HTML_CURVE_LEFT + (curve->count > 1 ? width * index / (curve->count - 1) : 0);
}

double html_curve_y(const struct html_curve *curve, double value)
{
    const double height = HTML_CURVE_BOTTOM - HTML_CURVE_TOP;
    const double part = (value - curve->bottom) / (curve->top - curve->bottom);
    return HTML_CURVE_BOTTOM - height * fmin(fmax(part, 0), 1);
}

int html_curve_count(int count, int first, int most, struct html_tick *ticks)
{
    static const int steps[] = {1, 2, 5, 10};
    int scale = 1, step = 1, found = 0;
    for (int i = 0; (count + step - 1) / step > most; i++) {
        scale *= i > 0 && i % 3 == 0 ? 10 : 1;
        step = steps[i % 3] * scale;
    }
    for (int at = (step - first % step) % step; at < count && found < most; at += step) {
        ticks[found].at = at;
        snprintf(ticks[found++].label, sizeof ticks->label, "%d", first + at);
    }
    return found;
}

static void put_ticks(const struct html_curve *curve, struct buffer *out)
{
    for (int i = 0; i < curve->up_count; i++) {
        const double y = html_curve_y(curve, curve->up_ticks[i].at);
        buffer_printf(out, "<path class=\"level\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" ",
                      HTML_CURVE_LEFT, y, HTML_CURVE_RIGHT, HTML_CURVE_LEFT - 6, y + 4);
        buffer_puts(out, "text-anchor=\"end\">");
        html_put_text(curve->up_ticks[i].label, out);
        buffer_puts(out, "</text>\n");
    }
    for (int i = 0; i < curve->across_count; i++) {
        const double x = html_curve_x(curve, curve->across_ticks[i].at);
        buffer_printf(out, "<path class=\"tick\" d=\"M%.1f %dv5\"/><text x=\"%.1f\" y=\"%d\" ", x,
                      HTML_CURVE_BOTTOM, x, HTML_CURVE_BOTTOM + 18);
        buffer_puts(out, "text-anchor=\"middle\">");
        html_put_text(curve->across_ticks[i].label, out);
        buffer_puts(out, "</text>\n");
    }
}

static void put_names(const struct html_curve *curve, struct buffer *out)
{
    if (curve->across) {
        buffer_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", HTML_CURVE_RIGHT,
                      HTML_CURVE_HEIGHT - 6);
        html_put_text(curve->across, out);
        buffer_puts(out, "</text>\n");
    }
    if (curve->up) {
        const int middle = (HTML_CURVE_TOP + HTML_CURVE_BOTTOM) / 2;
        buffer_printf(out,
                      "<text class=\"up\" text-anchor=\"middle\" transform=\"translate(11 %d) "
                      "rotate(-90)\">",
                      middle);
        html_put_text(curve->up, out);
        buffer_puts(out, "</text>\n");
    }
}

/* Appends a line along the known values, from left to right or back. */
static void put_way(const struct html_curve *curve, const double *values, bool back,
                    const char *begin, struct buffer *out)
{
    for (int i = 0; i < curve->count; i++) {
        const int at = back ? curve->count - 1 - i : i;
        if (!isnan(values[at])) {
            buffer_printf(out, "%s%.1f %.1f", begin, html_curve_x(curve, at),
                          html_curve_y(curve, values[at]));
            begin = "L";
        }
    }
}

static int first_known(const struct html_curve *curve)
{
    int at = 0;
    while (at < curve->count && isnan(curve->values[at])) {
        at++;
    }
    return at;
}

static void put_area(const struct html_curve *curve, struct buffer *out)
{
    int last = curve->count - 1;
    const int first = first_known(curve);
    if (first > last) {
        return;
    }
    while (isnan(curve->values[last])) {
        last--;
    }
    buffer_printf(out, "<path class=\"area\" d=\"M%.1f %d", html_curve_x(curve, first),
                  HTML_CURVE_BOTTOM);
    put_way(curve, curve->values, false, "L", out);
    buffer_printf(out, "V%dZ\"/>\n", HTML_CURVE_BOTTOM);
}

void html_curve_begin(const struct html_curve *curve, const char *attributes, struct buffer *out)
{
    buffer_printf(out, "<svg class=\"curve\" viewBox=\"0 0 %d %d\"%s>\n<title>", HTML_CURVE_WIDTH,
                  HTML_CURVE_HEIGHT, attributes);
    html_put_text(curve->title, out);
    buffer_puts(out, "</title>\n");
    buffer_printf(out, "<rect class=\"field\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                  HTML_CURVE_LEFT, HTML_CURVE_TOP, HTML_CURVE_RIGHT - HTML_CURVE_LEFT,
                  HTML_CURVE_BOTTOM - HTML_CURVE_TOP);
    if (curve->low && curve->high) {
        buffer_puts(out, "<path class=\"band\" d=\"");
        put_way(curve, curve->low, false, "M", out);
        put_way(curve, curve->high, true, "L", out);
        buffer_puts(out, "Z\"/>\n");
    }
    if (curve->filled) {
        put_area(curve, out);
    }
    put_ticks(curve, out);
    put_names(curve, out);
    buffer_puts(out, "<path class=\"way\" d=\"");
    put_way(curve, curve->values, false, "M", out);
    buffer_puts(out, "\"/>\n");
}

void html_curve_end(struct buffer *out)
{
    buffer_puts(out, "</svg>\n");
}
