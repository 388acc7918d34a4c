/* SPDX-License-Identifier: MIT */
#include "svg_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pages.h"

/* Bytes of a file, without a final 0. */
struct text {
    const char *bytes;
    size_t length;
};

static struct text file_text(const char *name)
{
    struct page page;
    return pages_find(name, strlen(name), &page) ? (struct text){page.bytes, page.length}
                                                 : (struct text){"", 0};
}

/* Finds the text between `begin` and the next `end`; false if one of them is missing. */
static bool find_between(struct text text, const char *begin, const char *end, struct text *found)
{
    const char *at = memmem(text.bytes, text.length, begin, strlen(begin));
    if (!at) {
        return false;
    }
    at += strlen(begin);
    size_t left = text.length - (size_t)(at - text.bytes);
    const char *stop = memmem(at, left, end, strlen(end));
    *found = (struct text){at, stop ? (size_t)(stop - at) : 0};
    return stop != NULL;
}

/* Returns one theme's part of a value: "#rrggbb" for both themes, or "light-dark(#rrggbb,
 * #rrggbb)". */
static struct text theme_part(struct text value, bool dark)
{
    struct text part = value;
    if (dark ? find_between(value, ", ", ")", &part) : find_between(value, "(", ",", &part)) {
        return part;
    }
    return value;
}

struct svg_colour svg_theme_colour(bool dark, const char *name)
{
    struct svg_colour colour = {"#000000"};
    struct text variables, value;
    char variable[40];
    snprintf(variable, sizeof variable, " --%s: ", name);
    if (find_between(file_text("style.css"), ":root {", "\n}", &variables) &&
        find_between(variables, variable, ";", &value)) {
        value = theme_part(value, dark);
        if (value.length < SVG_COLOUR_ROOM) {
            snprintf(colour.text, sizeof colour.text, "%.*s", (int)value.length, value.bytes);
        }
    }
    return colour;
}

struct svg_colour svg_side_colour(const char *web)
{
    struct svg_colour colour;
    if (strcmp(web, "#000000") == 0) {
        return svg_theme_colour(false, "soft-black");
    }
    if (strcmp(web, "#ffffff") == 0) {
        return svg_theme_colour(false, "soft-white");
    }
    snprintf(colour.text, sizeof colour.text, "%s", web);
    return colour;
}

struct svg_colour svg_colour_on(const char *web)
{
    long rgb = strtol(web + 1, NULL, 16);
    long brightness = 30 * (rgb >> 16 & 255) + 59 * (rgb >> 8 & 255) + 11 * (rgb & 255);
    return svg_theme_colour(false, brightness > 50L * 255 ? "on-bright" : "on-dim");
}

struct svg_paint svg_paint(const char *attribute, struct svg_colour colour)
{
    struct svg_paint paint = {""};
    char *text = paint.text, *end = text + sizeof paint.text;
    text += snprintf(text, sizeof paint.text, " %s=\"%.7s\"", attribute, colour.text);
    if (strlen(colour.text) == 9) {
        long opacity = strtol(colour.text + 7, NULL, 16);
        snprintf(text, (size_t)(end - text), " %s-opacity=\".%02ld\"", attribute,
                 opacity * 99 / 255);
    }
    return paint;
}

/* Appends the text with its variables replaced. */
static void put_painted(struct buffer *out, struct text text, struct svg_colour fill,
                        struct svg_colour on)
{
    struct text variable;
    while (find_between(text, "var(--", ")", &variable)) {
        const char *behind = variable.bytes + variable.length + 1;
        buffer_append(out, text.bytes, (size_t)(variable.bytes - text.bytes) - strlen("var(--"));
        buffer_puts(out, variable.length == 2 ? on.text : fill.text);
        text = (struct text){behind, text.length - (size_t)(behind - text.bytes)};
    }
    buffer_append(out, text.bytes, text.length);
}

/* Finds the content of a symbol. */
static bool find_symbol(const char *id, struct text *inside)
{
    char begin[80];
    struct text symbol;
    snprintf(begin, sizeof begin, "<symbol id=\"%s\"", id);
    if (!find_between(file_text("index.html"), begin, "</symbol>", &symbol)) {
        return false;
    }
    const char *end = memchr(symbol.bytes, '>', symbol.length);
    size_t head = end ? (size_t)(end + 1 - symbol.bytes) : 0;
    *inside = (struct text){symbol.bytes + head, symbol.length - head};
    return true;
}

bool svg_put_shape(struct buffer *out, const char *shape, int owner, struct svg_colour fill,
                   struct svg_colour on)
{
    char own[40];
    struct text inside;
    snprintf(own, sizeof own, "%s-%d", shape, owner);
    if (!find_symbol(own, &inside) && !find_symbol(shape, &inside)) {
        return false;
    }
    put_painted(out, inside, fill, on);
    return true;
}

void svg_put_text(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("&<>\"", *text)) {
            buffer_printf(out, "&#%d;", *text);
        } else {
            buffer_putc(out, *text);
        }
    }
}
