/* SPDX-License-Identifier: MIT */
/* XML as JUnit's runners write it and CI servers read it. It has no form for a failure that does
 * not count: such a row is skipped, with its reason. */
#include <string.h>

#include "report.h"

/* Appends a text with line feeds. Other control characters, and bytes that are not UTF-8, become
 * `?`, since XML may forbid them. */
static void put_text(const char *text, struct buffer *out)
{
    static const char *const escaped[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    LOCAL_BUFFER clean = {0};
    buffer_put_clean(&clean, text, strlen(text), '?');
    for (const char *at = buffer_text(&clean); *at; at++, text++) {
        const unsigned char byte = (unsigned char)*at;
        if (byte < 128 && escaped[byte]) {
            buffer_puts(out, escaped[byte]);
        } else {
            buffer_putc(out, *text == '\n' ? '\n' : *at);
        }
    }
}

static void put_head(const struct report *report, struct buffer *out)
{
    const int *tally = report->tally;
    buffer_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuites>\n"
                  "<testsuite name=\"myosu-conform\" tests=\"%d\" failures=\"%d\" errors=\"0\" "
                  "skipped=\"%d\" time=\"%.3f\">\n"
                  "<properties><property name=\"engine\" value=\"",
                  report->next, tally[OUTCOME_FAIL],
                  tally[OUTCOME_NOT_APPLICABLE] + tally[OUTCOME_WARN] + tally[OUTCOME_EXPECTED],
                  report->seconds);
    put_text(report->engine, out);
    buffer_puts(out, "\"/></properties>\n");
}

/* Appends an element with a message, and the source and the conversation as its text. */
static void put_failure(const struct report_row *row, const char *element, const char *prefix,
                        struct buffer *out)
{
    const struct result *result = row->result;
    buffer_printf(out, "<%s message=\"%s", element, prefix);
    put_text(result->reason.text, out);
    buffer_printf(out, "\">%s; source: ", demand_level_name(result->demand.level));
    put_text(result->demand.source, out);
    buffer_putc(out, '\n');
    put_text(row->conversation, out);
    buffer_printf(out, "</%s>", element);
}

static void put_row(const struct report *report, const struct report_row *row, struct buffer *out)
{
    buffer_printf(out, "<testcase classname=\"myosu-conform.%s\" name=\"", report->dialect);
    put_text(row->name, out);
    buffer_printf(out, "\" time=\"%.3f\">", row->result->seconds);
    switch (row->outcome) {
    case OUTCOME_FAIL:
        put_failure(row, "failure", "", out);
        break;
    case OUTCOME_WARN:
        put_failure(row, "skipped", "fails, but its level does not count: ", out);
        break;
    case OUTCOME_EXPECTED:
        put_failure(row, "skipped", "fails as expected: ", out);
        break;
    case OUTCOME_NOT_APPLICABLE:
        put_failure(row, "skipped", "does not apply. ", out);
        break;
    case OUTCOME_SURPRISE:
        buffer_puts(out,
                    "<system-out>it passes, but is listed as an expected failure</system-out>");
        break;
    case OUTCOME_PASS:
    case OUTCOMES:
        break;
    }
    buffer_puts(out, "</testcase>\n");
}

static void put_end(const struct report *report UNUSED, struct buffer *out)
{
    buffer_puts(out, "</testsuite>\n</testsuites>\n");
}

const struct report_format report_junit = {NULL, put_head, put_row, put_end};
