/* SPDX-License-Identifier: MIT */
#include "line_filter.h"

#include "encoding.h"

bool line_filter_read(struct line_filter *filter, const char *pattern, struct error *error)
{
    char reason[100];
    line_filter_finish(filter);
    const int failure = regcomp(&filter->pattern, pattern, REG_EXTENDED | REG_NOSUB);
    if (failure != 0) {
        regerror(failure, &filter->pattern, reason, sizeof reason);
        return error_set(error, "match_line: '%.100s' is no regular expression: %s", pattern,
                         reason);
    }
    filter->used = true;
    filter->text = pattern;
    return true;
}

void line_filter_finish(struct line_filter *filter)
{
    if (filter->used) {
        regfree(&filter->pattern);
    }
    filter->used = false;
}

void line_filter_take(const struct line_filter *filter, const char *line, struct buffer *text)
{
    if (!filter->used || regexec(&filter->pattern, line, 0, NULL, 0) != 0) {
        return;
    }
    struct buffer clean = {0};
    encoding_put_line(line, &clean);
    buffer_clear(text);
    for (const char *at = buffer_text(&clean); *at; at++) {
        buffer_putc(text, *at == '"' ? '\'' : *at == '{' ? '(' : *at == '}' ? ')' : *at);
    }
    buffer_finish(&clean);
}
