/* SPDX-License-Identifier: MIT */
/* Prints the option table as --help, as a manual and as completions for shells. */
#include <stdio.h>
#include <string.h>

#include "compiler.h"

#include "option_table.h"

/* Columns of --help: where the sentences begin, and the longest line. */
enum { HELP_COLUMN = 34, HELP_WIDTH = 100 };

const struct option_row option_common_rows[] = {
    {.name = "--config",
     .argument = "FILE",
     .help = "read options from a file",
     .kind = OPTION_TEXT,
     .offers = "%file",
     .more =
         "A line is an option without its dashes and its value, such as _NAME VALUE_; lines that "
         "begin with # are comments. Options behind it on the command line override the file."},
    {.name = "--version", .help = "print the version", .kind = OPTION_NONE},
    {.name = "--help", .help = "print this list", .kind = OPTION_NONE},
    {.name = "-h", .help = "", .kind = OPTION_NONE},
    {.name = "--help-manual", .help = "", .kind = OPTION_NONE},
    {.name = "--help-completion", .help = "", .kind = OPTION_NONE},
};
const int option_common_count = LENGTH(option_common_rows);

static void put_initial(const struct option_row *row, const void *options, struct buffer *out)
{
    const void *at = (const char *)options + row->offset;
    switch (row->kind) {
    case OPTION_INT:
        buffer_put_number(out, *(const int *)at);
        break;
    case OPTION_INT64:
        buffer_put_number(out, *(const int64_t *)at);
        break;
    case OPTION_REAL:
        buffer_printf(out, "%g", *(const double *)at);
        break;
    case OPTION_TEXT:
    case OPTION_VALUE:
        buffer_puts(out, *(const char *const *)at);
        break;
    default:
        break;
    }
}

static void put_sentence(const struct option_row *row, const void *options, struct buffer *out)
{
    for (const char *at = row->help ? row->help : ""; *at; at++) {
        if (*at == '@') {
            put_initial(row, options, out);
        } else {
            buffer_putc(out, *at);
        }
    }
}

/* Prints text from `column` on, wrapped at HELP_WIDTH columns. `at` is the number of columns that
 * are already used in the first line. */
static void print_wrapped(const char *text, int column, int at)
{
    if (at + 1 > column) {
        putchar('\n');
        at = 0;
    }
    printf("%*s", column - at, "");
    for (int used = column; *text;) {
        const int length = (int)strcspn(text, " ");
        const bool breaks = used > column && used + 1 + length > HELP_WIDTH;
        if (breaks) {
            printf("\n%*s", column, "");
        } else if (used > column) {
            putchar(' ');
        }
        printf("%.*s", length, text);
        used = breaks ? column + length : used + length + (used > column);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

/* True if the table has its own row with the name of a common option. */
static bool is_replaced(const struct option_table *table, const struct option_row *row)
{
    for (int i = 0; i < table->count; i++) {
        if (table->rows[i].name && strcmp(table->rows[i].name, row->name) == 0) {
            return &table->rows[i] != row;
        }
    }
    return false;
}

/* Calls `print` for each row of the table and then for each common option, except for those that
 * the table replaces. */
static void for_each_row(const struct option_table *table, const void *options,
                         void (*print)(const struct option_row *row, const char *sentence))
{
    for (int i = 0; i < table->count + option_common_count; i++) {
        const struct option_row *row =
            i < table->count ? &table->rows[i] : &option_common_rows[i - table->count];
        LOCAL_BUFFER text = {0};
        put_sentence(row, options, &text);
        if (buffer_length(&text) && (i < table->count || !is_replaced(table, row))) {
            print(row, buffer_text(&text));
        }
        for (int key = 0; row->kind == OPTION_HEADING && key < row->pair_count; key++) {
            print(&row->pairs[key], row->pairs[key].help);
        }
    }
}

/* Returns the separator between a name and its argument: '=' for a key, a space for an option. */
static const char *between(const struct option_row *row)
{
    const bool is_prefix = row->name[strlen(row->name) - 1] == '.';
    return !row->argument || is_prefix ? "" : row->name[0] == '-' ? " " : "=";
}

static void print_help_row(const struct option_row *row, const char *sentence)
{
    if (row->kind == OPTION_HEADING) {
        printf("\n%s\n", sentence);
        return;
    }
    const char *argument = row->argument ? row->argument : "";
    const int at = printf("  %s%s%s", row->name, between(row), argument);
    print_wrapped(sentence, HELP_COLUMN, at);
}

/* Prints a row in scdoc's format. */
static void print_manual_row(const struct option_row *row, const char *sentence)
{
    if (row->kind == OPTION_HEADING) {
        printf("%s\n\n", sentence);
        return;
    }
    const char *argument = row->argument ? row->argument : "";
    const int first = *sentence >= 'a' && *sentence <= 'z' ? *sentence - 'a' + 'A' : *sentence;
    printf("*%s*%s%s\n\t%c%s.%s%s\n\n", row->name, between(row), argument, first, sentence + 1,
           row->more ? " " : "", row->more ? row->more : "");
}

/* Prints the name, a tab, and the values that a shell completes. */
static void print_completion_row(const struct option_row *row, const char *sentence UNUSED)
{
    if (row->kind == OPTION_HEADING || row->kind == OPTION_SHOWN || row->name[0] != '-') {
        return;
    }
    const char *offers = row->offers;
    if (!offers && row->argument && strchr(row->argument, '|') && !strpbrk(row->argument, " :")) {
        offers = row->argument;
    }
    printf("%s\t", row->name);
    for (; offers && *offers; offers++) {
        putchar(*offers == '|' ? ' ' : *offers);
    }
    for (int i = 0; i < row->pair_count; i++) {
        const char *key = row->pairs[i].name;
        printf("%s%s%s", i ? " " : "", key, key[strlen(key) - 1] == '.' ? "" : "=");
    }
    putchar('\n');
}

void option_table_answer(const struct option_table *table, const char *name, void *options)
{
    if (table->settle && strcmp(name, "--version") != 0) {
        table->settle(options);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        fputs(table->usage, stdout);
        for_each_row(table, options, print_help_row);
        fputs(table->notes ? table->notes : "", stdout);
    } else if (strcmp(name, "--help-manual") == 0) {
        for_each_row(table, options, print_manual_row);
    } else if (strcmp(name, "--help-completion") == 0) {
        for_each_row(table, options, print_completion_row);
    } else if (strcmp(name, "--version") == 0) {
        printf("%s " MYOSU_VERSION "\n", table->program);
    }
}
