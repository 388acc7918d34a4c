/* SPDX-License-Identifier: MIT */
/* The report of a match as one page of HTML: standings, cross table, curves, and every game with
 * the board of its final position. */
#ifndef MATCH_HTML_REPORT_H
#define MATCH_HTML_REPORT_H

#include "formats.h"
#include "standings.h"
#include "store.h"

/* The most games that are shown with their boards and moves; the page would be too large for a
 * browser. */
#define HTML_REPORT_BOARDS 300

struct html_report {
    const struct format_context *context;
    const struct standings *standings;
    const struct sprt *sprt;
};

/* Writes the page to a file, with the games of the store. */
bool html_report_write(const struct html_report *report, struct store *store, const char *path,
                       struct error *error);

#endif
