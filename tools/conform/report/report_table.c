/* SPDX-License-Identifier: MIT */
/* The table for people. */
#include <stdio.h>
#include <string.h>

#include "report.h"

static void put_row(const struct report *report, const struct report_row *row, struct buffer *out)
{
    char number[8] = "";
    const struct result *result = row->result;
    const bool failed = row->outcome == OUTCOME_FAIL;
    const bool told = failed || row->outcome == OUTCOME_WARN;
    if (report->quiet && !failed && row->outcome != OUTCOME_SURPRISE) {
        return;
    }
    if (row->task->number) {
        snprintf(number, sizeof number, "%d", row->task->number);
    }
    buffer_printf(out, "%4s  %-5s  %-6s  %s\n", number, outcome_name(row->outcome),
                  demand_level_name(result->demand.level), row->task->sentence);
    if (row->outcome == OUTCOME_SURPRISE) {
        buffer_puts(out, "            it passes, but is listed as an expected failure\n");
    } else if (row->outcome != OUTCOME_PASS && result->reason.text[0]) {
        buffer_printf(out, "            %s\n", result->reason.text);
    }
    if (told) {
        buffer_printf(out, "            source: %s\n", result->demand.source);
    }
    for (const char *line = told ? row->conversation : ""; *line;) {
        const size_t length = strcspn(line, "\n");
        buffer_printf(out, "        %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void put_counts(const struct report *report, struct buffer *out)
{
    const int *tally = report->tally;
    buffer_printf(out, "%d pass, %d fail, %d warn, %d not applicable", tally[OUTCOME_PASS],
                  tally[OUTCOME_FAIL], tally[OUTCOME_WARN], tally[OUTCOME_NOT_APPLICABLE]);
    if (report->expected->any) {
        buffer_printf(out, ", %d expected to fail, %d passed unexpectedly", tally[OUTCOME_EXPECTED],
                      tally[OUTCOME_SURPRISE]);
    }
    buffer_putc(out, '\n');
}

const struct report_format report_table = {NULL, NULL, put_row, put_counts};
