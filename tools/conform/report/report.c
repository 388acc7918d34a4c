/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "encoding.h"

const char *outcome_name(enum outcome outcome)
{
    static const char *const names[] = {"pass", "FAIL", "warn", "xfail", "xpass", "n/a"};
    return names[outcome];
}

const char *demand_level_name(enum demand_level level)
{
    static const char *const names[] = {"MAY", "SHOULD", "MUST"};
    return names[level];
}

void report_put_json_lines(const char *lines, struct buffer *out)
{
    LOCAL_BUFFER line = {0};
    const char *comma = "";
    buffer_putc(out, '[');
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        buffer_clear(&line);
        buffer_append(&line, lines, length);
        buffer_puts(out, comma);
        encoding_put_json(buffer_text(&line), out);
        lines += length + (lines[length] == '\n');
        comma = ",";
    }
    buffer_putc(out, ']');
}

/* Prints what a format has written. */
static void flush(struct buffer *out)
{
    fwrite(buffer_text(out), 1, buffer_length(out), stdout);
    fflush(stdout);
    buffer_finish(out);
}

void report_begin(struct report *report)
{
    struct buffer out = {0};
    if (report->format->begin) {
        report->format->begin(report, &out);
    }
    flush(&out);
}

static enum outcome outcome_of(const struct report *report, const struct task *task,
                               const struct result *result)
{
    const int number = task->number;
    const bool expected = number && report->expected->has[number];
    switch (result->verdict) {
    case VERDICT_PASS:
        return expected ? OUTCOME_SURPRISE : OUTCOME_PASS;
    case VERDICT_NOT_APPLICABLE:
        return OUTCOME_NOT_APPLICABLE;
    case VERDICT_FAIL:
        return expected                                 ? OUTCOME_EXPECTED
               : result->demand.level < report->fail_on ? OUTCOME_WARN
                                                        : OUTCOME_FAIL;
    case VERDICT_UNFINISHED:
        break;
    }
    return OUTCOME_FAIL;
}

void report_add(void *context, const struct task *task, const struct result *result)
{
    struct report *report = context;
    struct buffer name = {0}, out = {0};
    if (task->number) {
        buffer_printf(&name, "%d ", task->number);
    }
    buffer_puts(&name, task->sentence);
    const struct report_row row = {
        .index = ++report->next,
        .name = buffer_text(&name),
        .task = task,
        .result = result,
        .outcome = outcome_of(report, task, result),
        .conversation = report->brief ? "" : buffer_text(&result->conversation),
    };
    report->tally[row.outcome]++;
    report->seconds += result->seconds;
    report->format->row(report, &row, &out);
    if (report->format->begin_counted) {
        buffer_append(&report->body, buffer_text(&out), buffer_length(&out));
        buffer_clear(&out);
    }
    flush(&out);
    buffer_finish(&name);
}

bool report_end(struct report *report)
{
    struct buffer out = {0};
    if (report->format->begin_counted) {
        report->format->begin_counted(report, &out);
        buffer_append(&out, buffer_text(&report->body), buffer_length(&report->body));
    }
    if (report->format->end) {
        report->format->end(report, &out);
    }
    flush(&out);
    buffer_finish(&report->body);
    return report->tally[OUTCOME_FAIL] == 0;
}
