/* SPDX-License-Identifier: MIT */
/* One object of JSON: what was tested, the rows, and the counts. */
#include "encoding.h"
#include "report.h"

static void put_head(const struct report *report, struct buffer *out)
{
    buffer_puts(out, "{\"program\":\"myosu-conform\",\"dialect\":");
    encoding_put_json(report->dialect, out);
    buffer_puts(out, ",\"engine\":");
    encoding_put_json(report->engine, out);
    buffer_puts(out, ",\"rows\":[");
}

static void put_row(const struct report *report UNUSED, const struct report_row *row,
                    struct buffer *out)
{
    const struct result *result = row->result;
    buffer_puts(out, row->index > 1 ? ",\n{" : "\n{");
    if (row->task->number) {
        buffer_printf(out, "\"row\":%d,", row->task->number);
    }
    buffer_puts(out, "\"expectation\":");
    encoding_put_json(row->task->sentence, out);
    buffer_printf(out,
                  ",\"verdict\":\"%s\",\"level\":\"%s\",\"source\":", outcome_name(row->outcome),
                  demand_level_name(result->demand.level));
    encoding_put_json(result->demand.source, out);
    buffer_printf(out, ",\"seconds\":%.3f", result->seconds);
    if (result->reason.text[0]) {
        buffer_puts(out, ",\"reason\":");
        encoding_put_json(result->reason.text, out);
    }
    if (row->conversation[0]) {
        buffer_puts(out, ",\"conversation\":");
        report_put_json_lines(row->conversation, out);
    }
    buffer_putc(out, '}');
}

static void put_counts(const struct report *report, struct buffer *out)
{
    buffer_puts(out, "\n],\"counts\":{");
    for (enum outcome i = 0; i < OUTCOMES; i++) {
        buffer_printf(out, "%s\"%s\":%d", i ? "," : "", outcome_name(i), report->tally[i]);
    }
    buffer_puts(out, "}}\n");
}

const struct report_format report_json = {put_head, NULL, put_row, put_counts};
