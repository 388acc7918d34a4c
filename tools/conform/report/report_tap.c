/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, version 14 (testanything.org). A failure that does not count has its
 * directive TODO, a row that does not apply SKIP. Each failure has a block of YAML. */
#include <string.h>

#include "encoding.h"
#include "report.h"

/* Appends a description: `#` and `\` are escaped in it. */
static void put_description(const char *text, struct buffer *out)
{
    LOCAL_BUFFER clean = {0};
    buffer_put_clean(&clean, text, strlen(text), '?');
    for (const char *at = buffer_text(&clean); *at; at++) {
        if (*at == '#' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
}

static void put_head(const struct report *report, struct buffer *out)
{
    buffer_printf(out, "TAP version 14\n1..%d\n# %s: ", report->count, report->dialect);
    put_description(report->engine, out);
    buffer_putc(out, '\n');
}

/* The strings of JSON are strings of YAML, too. */
static void put_diagnosis(const struct report_row *row, struct buffer *out)
{
    const struct result *result = row->result;
    buffer_printf(out, "  ---\n  level: %s\n  source: ", demand_level_name(result->demand.level));
    encoding_put_json(result->demand.source, out);
    buffer_puts(out, "\n  message: ");
    encoding_put_json(result->reason.text, out);
    buffer_printf(out, "\n  duration_ms: %.3f\n", result->seconds * 1e3);
    if (row->conversation[0]) {
        buffer_puts(out, "  conversation: ");
        report_put_json_lines(row->conversation, out);
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "  ...\n");
}

static void put_row(const struct report *report UNUSED, const struct report_row *row,
                    struct buffer *out)
{
    static const char *const directives[OUTCOMES] = {
        [OUTCOME_WARN] = " # TODO this level does not count",
        [OUTCOME_EXPECTED] = " # TODO expected to fail",
        [OUTCOME_SURPRISE] = " # TODO expected to fail",
        [OUTCOME_NOT_APPLICABLE] = " # SKIP ",
    };
    const enum outcome outcome = row->outcome;
    const bool failed =
        outcome == OUTCOME_FAIL || outcome == OUTCOME_WARN || outcome == OUTCOME_EXPECTED;
    buffer_printf(out, "%s %d - ", failed ? "not ok" : "ok", row->index);
    put_description(row->name, out);
    buffer_puts(out, directives[outcome] ? directives[outcome] : "");
    if (outcome == OUTCOME_NOT_APPLICABLE) {
        put_description(row->result->reason.text[0] ? row->result->reason.text : "another dialect",
                        out);
    }
    buffer_putc(out, '\n');
    if (failed) {
        put_diagnosis(row, out);
    }
}

const struct report_format report_tap = {put_head, NULL, put_row, NULL};
