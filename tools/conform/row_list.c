/* SPDX-License-Identifier: MIT */
#include "row_list.h"

#include <string.h>

#include "checks.h"
#include "file.h"
#include "option_table.h"

_Static_assert(LAST_CHECK < ROWS_MOST, "a set has room for each row");

void row_set_add(struct row_set *rows, int row)
{
    rows->any = true;
    rows->has[row] = true;
}

static bool add_rows(const char *name, char *range, struct row_set *rows, struct error *error)
{
    char *dash = range[0] == '-' ? NULL : strchr(range, '-');
    int64_t first, last;
    if (dash) {
        *dash++ = '\0';
    }
    if (!option_read_number(name, range, 1, LAST_CHECK, &first, error) ||
        !option_read_number(name, dash ? dash : range, 1, LAST_CHECK, &last, error)) {
        return false;
    }
    if (last < first) {
        return error_set(error, "%s: the range %d-%d is empty; expected FIRST-LAST", name,
                         (int)first, (int)last);
    }
    for (int row = (int)first; row <= last; row++) {
        row_set_add(rows, row);
    }
    return true;
}

bool row_list_read(const char *name, char *list, struct row_set *rows, struct error *error)
{
    for (char *range; (range = strsep(&list, ","));) {
        if (!add_rows(name, range, rows, error)) {
            return false;
        }
    }
    return true;
}

static bool read_line(void *rows, char *line, long number UNUSED, struct error *error)
{
    line += strspn(line, " \t");
    line[strcspn(line, " \t")] = '\0';
    if (!*line || *line == '#') {
        return true;
    }
    return add_rows("a row", line, rows, error);
}

bool row_list_read_file(const char *path, struct row_set *rows, struct error *error)
{
    struct error reason = {""};
    return text_file_read(path, read_line, rows, &reason) ||
           error_set(error, "%.150s:%s", path, reason.text);
}
