/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <limits.h>
#include <string.h>

#include "compiler.h"
#include "encoding.h"
#include "html_style_name.h"
#include "svg_parts.h"

EMBED_FILE(html_style, HTML_STYLE_FILE);
extern const char html_style[], html_style_end[];

/* The colours that pages and pictures of boards use, from the style sheet of the server's page. */
static const char *const colours[] = {
    "ground",      "surface", "line",     "ink",       "faint",          "accent",
    "accent-soft", "bad",     "light",    "dark",      "wood",           "frame",
    "box",         "last",    "chosen",   "wood-line", "label-on-light", "label-on-wood",
    "alarm",       "win",     "win-edge", "forbidden", "threat-on-wood", "soft-black",
    "soft-white",
};

static void put_colours(bool dark, struct buffer *out)
{
    for (int i = 0; i < LENGTH(colours); i++) {
        buffer_printf(out, "--%s:%s;", colours[i], svg_theme_colour(dark, colours[i]).text);
    }
}

static void put_part(const struct html_part *part, struct buffer *out)
{
    if (part->text != part->end) {
        buffer_append(out, part->text, (size_t)(part->end - part->text));
    }
}

void html_put_text(const char *text, struct buffer *out)
{
    static const char *const entities[UCHAR_MAX + 1] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    struct buffer line = {0};
    encoding_put_line(text, &line);
    for (const char *at = buffer_text(&line); *at; at++) {
        const char *entity = entities[(unsigned char)*at];
        if (entity) {
            buffer_puts(out, entity);
        } else {
            buffer_putc(out, *at);
        }
    }
    buffer_finish(&line);
}

void html_put_json(const char *text, struct buffer *out)
{
    struct buffer json = {0};
    encoding_put_json(text, &json);
    for (const char *at = buffer_text(&json); *at; at++) {
        if (*at == '<') { /* "</script>" would end the element */
            buffer_puts(out, "\\u003c");
        } else {
            buffer_putc(out, *at);
        }
    }
    buffer_finish(&json);
}

void html_page_begin(const struct html_page *page, struct buffer *out)
{
    buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>");
    html_put_text(page->title, out);
    buffer_puts(out, "</title>\n<style>\n:root{color-scheme:light dark;");
    put_colours(false, out);
    buffer_puts(out, "}\n@media (prefers-color-scheme:dark){:root{");
    put_colours(true, out);
    buffer_puts(out, "}}\n");
    put_part(&(const struct html_part){html_style, html_style_end}, out);
    put_part(&page->style, out);
    buffer_puts(out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    html_put_text(page->title, out);
    buffer_puts(out, "</h1>\n");
}

void html_page_end(const struct html_page *page, struct buffer *out)
{
    buffer_puts(out, "</main>\n");
    if (page->script.text != page->script.end) {
        buffer_puts(out, "<script>\n");
        put_part(&page->script, out);
        buffer_puts(out, "</script>\n");
    }
    buffer_puts(out, "</body>\n</html>\n");
}
