/* SPDX-License-Identifier: MIT */
#include "kept_rows.h"

#include <sqlite3.h>
#include <string.h>

#include "suite.h"

void kept_rows_look(struct kept_rows *rows, const char *path, const char *query)
{
    struct kept_rows now = {.count = 0};
    sqlite3 *database;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) != SQLITE_OK) {
        /* The program was killed before it had created its tables. */
        ck_assert_msg(rows->count == 0, "%s: %s", path, sqlite3_errmsg(database));
        sqlite3_close(database);
        return;
    }
    buffer_putc(&now.text, '\n');
    while (sqlite3_step(statement) == SQLITE_ROW) {
        buffer_printf(&now.text, "%s\n", (const char *)sqlite3_column_text(statement, 0));
        now.count++;
    }
    ck_assert_msg(sqlite3_finalize(statement) == SQLITE_OK, "%s: %s", path,
                  sqlite3_errmsg(database));
    sqlite3_close(database);
    /* A row is searched for together with the line ends around it. */
    for (const char *row = buffer_text(&rows->text); rows->count > 0 && row[1];) {
        const char *end = strchr(row + 1, '\n');
        struct buffer line = {0};
        buffer_append(&line, row, (size_t)(end + 1 - row));
        ck_assert_msg(strstr(buffer_text(&now.text), buffer_text(&line)),
                      "%s: this row is not kept:%s", path, buffer_text(&line));
        buffer_finish(&line);
        row = end;
    }
    kept_rows_forget(rows);
    *rows = now;
}

void kept_rows_forget(struct kept_rows *rows)
{
    buffer_finish(&rows->text);
    *rows = (struct kept_rows){.count = 0};
}
