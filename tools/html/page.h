/* SPDX-License-Identifier: MIT */
/* A page of HTML that is one file: it has its style sheet and its scripts, and it forbids the
 * browser to load anything. The colours are those of the boards, dark and light as the reader
 * prefers. */
#ifndef HTML_PAGE_H
#define HTML_PAGE_H

#include "buffer.h"

/* A part of a page that is not made from data, such as an embedded file. */
struct html_part {
    const char *text, *end;
};

struct html_page {
    const char *title;
    struct html_part style, script; /* further rules, and the page's script; may be empty */
};

/* Begins the page: its head, and in the body the title as a heading. */
void html_page_begin(const struct html_page *page, struct buffer *out);

/* Ends the page, with its script. */
void html_page_end(const struct html_page *page, struct buffer *out);

/* Appends a text, in UTF-8 or ISO-8859-1, as one line, escaped for HTML and its attributes. */
void html_put_text(const char *text, struct buffer *out);

/* Appends a text as a string of JSON, in quotes, which may stand in a `script` element. */
void html_put_json(const char *text, struct buffer *out);

#endif
