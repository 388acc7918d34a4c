/* SPDX-License-Identifier: MIT */
#include "option_table.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "spelling.h"

/* Appends a suggestion to an error. Returns false, as error_set() does. */
static bool suggest(const struct spelling *spelling, struct error *error)
{
    LOCAL_BUFFER text = {0};
    if (error) {
        buffer_puts(&text, error->text);
        spelling_suggest(spelling, &text);
        error_set(error, "%s", buffer_text(&text));
    }
    return false;
}

bool option_suggest(const char *choices, const char *word, struct error *error)
{
    struct spelling spelling = {.word = word};
    spelling_try_list(&spelling, choices);
    return suggest(&spelling, error);
}

bool option_read_number(const char *name, const char *text, int64_t min, int64_t max,
                        int64_t *number, struct error *error)
{
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < min || value > max) {
        return error_set(error, "%s: expected a number, %lld to %lld, found '%.40s'", name,
                         (long long)min, (long long)max, text);
    }
    *number = value;
    return true;
}

static bool read_real(const struct option_row *row, const char *text, double *number,
                      struct error *error)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= (double)row->min && value <= (double)row->max)) {
        return error_set(error, "%s: expected a number, %lld to %lld, found '%.40s'", row->name,
                         (long long)row->min, (long long)row->max, text);
    }
    *number = value;
    return true;
}

/* Returns the index of a word in a list separated by '|', or -1 if it is not in the list. */
static int find_choice(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    for (int index = 0;; index++) {
        const size_t one = strcspn(choices, "|");
        if (one == length && strncmp(choices, word, one) == 0) {
            return index;
        }
        if (!choices[one]) {
            return -1;
        }
        choices += one + 1;
    }
}

/* Prints "a|b|c" as "a, b or c". */
static void put_choices(const char *choices, struct buffer *out)
{
    for (; *choices; choices++) {
        if (*choices == '|') {
            buffer_puts(out, strchr(choices + 1, '|') ? ", " : " or ");
        } else {
            buffer_putc(out, *choices);
        }
    }
}

static bool read_choice(const struct option_row *row, const char *text, int *choice,
                        struct error *error)
{
    assert(row->argument);
    const int index = find_choice(row->argument, text);
    if (index < 0) {
        LOCAL_BUFFER expected = {0};
        put_choices(row->argument, &expected);
        error_set(error, "%s: expected %s, found '%.40s'", row->name, buffer_text(&expected), text);
        return option_suggest(row->argument, text, error);
    }
    *choice = index;
    return true;
}

/* Reads the value of a flag: none, or a word for yes (also the row's own) or no. */
static bool read_flag(const struct option_row *row, const char *text, bool *flag,
                      struct error *error)
{
    static const char words[] = "on|off|true|false|yes|no|1|0";
    const bool own = !text || (row->argument && strcmp(text, row->argument) == 0);
    const int index = own ? 0 : find_choice(words, text);
    if (index < 0) {
        error_set(error, "%s: expected on or off, found '%.40s'", row->name, text);
        return option_suggest(words, text, error);
    }
    *flag = index % 2 == 0;
    return true;
}

/* Compares a list's words, but not placeholders such as FILE. */
static void try_words(struct spelling *spelling, const char *list, char separator)
{
    for (size_t length; *list; list += length + (list[length] == separator)) {
        length = (size_t)(strchrnul(list, separator) - list);
        if (*list >= 'a' && *list <= 'z') {
            spelling_try(spelling, list, length);
        }
    }
}

/* Suggests one of the words that a row lists, after its reader has rejected the value. */
static bool suggest_value(const struct option_row *row, const char *value, struct error *error)
{
    struct spelling spelling = {.word = value};
    if (row->argument && strchr(row->argument, '|')) {
        try_words(&spelling, row->argument, '|');
    }
    try_words(&spelling, row->offers ? row->offers : "", ' ');
    return suggest(&spelling, error);
}

/* Stores the value of an option or a key. `name` is how the user wrote it, for errors. */
static bool store(const struct option_row *row, const char *name, void *options, char *value,
                  struct error *error)
{
    void *at = (char *)options + row->offset;
    int64_t number = 0;
    if (!value && row->kind >= OPTION_INT && row->kind <= OPTION_CHOICE) {
        return error_set(error, "%s: expected a value", row->name);
    }
    switch (row->kind) {
    case OPTION_FLAG:
        return read_flag(row, value, at, error);
    case OPTION_TEXT:
        *(const char **)at = value;
        return true;
    case OPTION_INT:
        if (!option_read_number(row->name, value, row->min, row->max, &number, error)) {
            return false;
        }
        *(int *)at = (int)number;
        return true;
    case OPTION_INT64:
        return option_read_number(row->name, value, row->min, row->max, at, error);
    case OPTION_REAL:
        return read_real(row, value, at, error);
    case OPTION_CHOICE:
        return read_choice(row, value, at, error);
    default:
        return row->read(at, name, value, error) || (value && suggest_value(row, value, error));
    }
}

static const struct option_row *row_at(const struct option_table *table, int i)
{
    return i < table->count ? &table->rows[i] : &option_common_rows[i - table->count];
}

static bool is_option(const struct option_row *row)
{
    return row->kind != OPTION_HEADING && row->kind != OPTION_SHOWN;
}

/* Says that there is no such option, and which one may be meant. */
static const struct option_row *refuse_name(const struct option_table *table, int count,
                                            const char *word, size_t length, struct error *error)
{
    struct spelling spelling = {.word = word, .length = length};
    for (int i = 0; i < count; i++) {
        const struct option_row *row = row_at(table, i);
        if (is_option(row) && (i < table->count || (row->help && *row->help))) {
            spelling_try(&spelling, row->name, 0);
        }
    }
    error_set(error, "'%.100s' is no option%s%s", word, table->of ? table->of : "",
              spelling.nearest[0] ? "" : "; see --help");
    suggest(&spelling, error);
    return NULL;
}

/* Finds the option with this name or, if there is only one, with this prefix, among the first
 * `count` rows: the table's, then the common ones. *length is the length of the name in the word,
 * up to a '='. */
static const struct option_row *find_row(const struct option_table *table, int count,
                                         const char *word, size_t *length, struct error *error)
{
    const struct option_row *found = NULL;
    *length = strcspn(word, "=");
    for (int i = 0; i < count; i++) {
        const struct option_row *row = row_at(table, i);
        if (!is_option(row) || strncmp(row->name, word, *length) != 0) {
            continue;
        }
        if (!row->name[*length]) {
            return row;
        }
        if (!row->help || !*row->help) {
            continue; /* a hidden option: a prefix does not match */
        }
        if (found) {
            error_set(error, "'%.*s' begins %s and %s; expected one of them", (int)*length, word,
                      found->name, row->name);
            return NULL;
        }
        found = row;
    }
    return found ? found : refuse_name(table, count, word, *length, error);
}

static bool takes_value(const struct option_row *row)
{
    return row->kind != OPTION_FLAG && row->kind != OPTION_NONE && row->kind != OPTION_WORDS &&
           row->kind != OPTION_PAIRS;
}

/* True if the next word is the value of an option whose value is optional, which is a number. */
static bool value_follows(const struct option_words *words)
{
    const char *next = words->at < words->count ? words->list[words->at] : "";
    return *next && !next[strspn(next, "0123456789")];
}

char *option_words_next(struct option_words *words)
{
    const bool ends = words->at == words->count || words->list[words->at][0] == '-';
    return ends ? NULL : words->list[words->at++];
}

static bool refuse_key(const char *option, const struct option_row *rows, int count,
                       const char *key, struct error *error)
{
    LOCAL_BUFFER keys = {0};
    struct spelling spelling = {.word = key};
    for (int i = 0; i < count; i++) {
        spelling_try(&spelling, rows[i].name, 0);
    }
    spelling_suggest(&spelling, &keys);
    buffer_puts(&keys, spelling.nearest[0] ? " Expected " : "; expected ");
    for (int i = 0; i < count; i++) {
        buffer_printf(&keys, "%s%s%s",
                      i == 0           ? ""
                      : i == count - 1 ? " or "
                                       : ", ",
                      rows[i].name, rows[i].name[strlen(rows[i].name) - 1] == '.' ? "NAME" : "");
    }
    return error_set(error, "%s: '%.40s' is not known%s", option, key, buffer_text(&keys));
}

bool option_pairs_read(const char *option, const struct option_row *rows, int count,
                       struct option_words *words, void *options, struct error *error)
{
    for (char *key; (key = option_words_next(words));) {
        char *value = strchr(key, '=');
        if (value) {
            *value++ = '\0';
        }
        int i = 0;
        for (; i < count; i++) {
            const size_t length = strlen(rows[i].name);
            if (strncmp(rows[i].name, key, length) == 0 &&
                (!key[length] || rows[i].name[length - 1] == '.')) {
                break;
            }
        }
        if (i == count) {
            return refuse_key(option, rows, count, key, error);
        }
        if (!value && rows[i].kind != OPTION_FLAG &&
            rows[i].name[strlen(rows[i].name) - 1] != '.') {
            return error_set(error, "%s: expected %s=%s", option, rows[i].name, rows[i].argument);
        }
        const bool good = store(&rows[i], key, options, value, error);
        if (value) {
            value[-1] = '='; /* restore the word: it may be read again */
        }
        if (!good) {
            return false;
        }
    }
    return true;
}

static bool read_row(const struct option_row *row, char *word, size_t length,
                     struct option_words *words, void *options, struct error *error)
{
    char *value = word[length] ? word + length + 1 : NULL;
    if (value && !takes_value(row)) {
        return error_set(error, "%s: expected no value, found '%.40s'", row->name, value);
    }
    if (row->kind == OPTION_WORDS) {
        return row->read_words(options, words, error) ||
               suggest_value(row, words->list[words->at - 1], error);
    }
    if (row->kind == OPTION_PAIRS) {
        return option_pairs_read(row->name, row->pairs, row->pair_count, words, options, error);
    }
    const char *ends = row->argument && *row->argument == '[' ? strchr(row->argument, ']') : NULL;
    const bool optional = ends && !ends[1];
    if (takes_value(row) && !value && (!optional || value_follows(words))) {
        if (words->at == words->count || !*words->list[words->at]) {
            return error_set(error, "%s: expected a value", row->name);
        }
        value = words->list[words->at++];
    }
    return store(row, row->name, options, value, error);
}

/* ---- The configuration file ---- */

/* The most words of a line. */
enum { MAX_WORDS = 64 };

/* Splits a line in place at blanks, except for those between two `'`. Returns the number of words;
 * -1 and the reason if the last `'` is missing or there are more than MAX_WORDS. */
static int split(char *line, char **words, struct error *error)
{
    int count = 0;
    for (char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        if (count == MAX_WORDS) {
            error_set(error, "more than %d words", MAX_WORDS);
            return -1;
        }
        char *to = words[count++] = at;
        bool quoted = false;
        for (; *at && (quoted || (*at != ' ' && *at != '\t')); at++) {
            quoted ^= *at == '\'';
            if (*at != '\'') {
                *to++ = *at;
            }
        }
        if (quoted) {
            error_set(error, "a ' without its end");
            return -1;
        }
        at += *at != '\0';
        *to = '\0';
    }
    return count;
}

/* Reads all lines of a file before the first is parsed: options will point into the buffer, so it
 * must not move. */
static bool load(const char *path, struct buffer *text, struct error *error)
{
    struct error reason = {""};
    size_t bytes;
    const int descriptor = regular_file_open(path, &bytes, &reason);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    struct text_lines lines = {.file = file};
    if (!file) {
        return error_set(error, "--config: %s", reason.text[0] ? reason.text : strerror(errno));
    }
    for (char *line; text_lines_next(&lines, &line, &reason);) {
        buffer_append(text, line, strlen(line) + 1);
    }
    text_lines_finish(&lines);
    fclose(file);
    return (!reason.text[0] && !text->failed) ||
           error_set(error, "--config %s:%s", path, text->failed ? " out of memory" : reason.text);
}

/* A line is NAME VALUE, NAME=VALUE or NAME with the words that the option takes. */
static bool read_line(const struct option_table *table, char *line, void *options,
                      struct error *error)
{
    char name[80], *list[1 + MAX_WORDS] = {NULL};
    struct option_words words = {.list = list + 1, .at = 1};
    if (line[strspn(line, " \t")] == '#') {
        return true;
    }
    words.count = split(line, words.list, error);
    if (words.count <= 0) {
        return words.count == 0;
    }
    char *sign = strchr(words.list[0], '=');
    if (sign) {
        *sign = '\0';
        list[0] = words.list[0];
        list[1] = sign + 1;
        words.list = list;
        words.count++;
    }
    size_t length;
    const char *last = table->rows[table->count - 1].name;
    snprintf(name, sizeof name, "%.*s%s", (int)strspn(last, "-"), last, words.list[0]);
    const struct option_row *row = find_row(table, table->count, name, &length, error);
    if (!row || !read_row(row, name, length, &words, options, error)) {
        return false;
    }
    return words.at == words.count ||
           error_set(error, "%s: expected one value, found '%.40s' behind it", row->name,
                     words.list[words.at]);
}

static bool read_file(const struct option_table *table, const char *path,
                      struct option_words *words, void *options, struct error *error)
{
    struct error reason = {""};
    if (buffer_length(&words->file)) {
        return error_set(error, "--config: expected one file");
    }
    if (!load(path, &words->file, error)) {
        return false;
    }
    int number = 0;
    for (size_t at = words->file.start; at < words->file.end;) {
        char *line = words->file.data + at;
        at += strlen(line) + 1;
        number++;
        if (!read_line(table, line, options, &reason)) {
            return error_set(error, "--config %s:%d: %.200s", path, number, reason.text);
        }
    }
    return true;
}

enum option_outcome option_table_read(const struct option_table *table, struct option_words *words,
                                      void *options, struct error *error)
{
    bool ended = false;
    while (words->at < words->count) {
        char *word = words->list[words->at++];
        if (ended || word[0] != '-' || !word[1]) {
            words->list[words->other_count++] = word;
            ended |= table->options_first;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            ended = true;
            continue;
        }
        size_t length;
        char *path = NULL;
        const struct option_row *row =
            find_row(table, table->count + option_common_count, word, &length, error);
        const bool is_config = row == option_common_rows;
        const bool is_common =
            row >= option_common_rows && row < option_common_rows + option_common_count;
        if (is_common && !is_config) {
            option_table_answer(table, row->name, options);
            return OPTIONS_ANSWERED;
        }
        if (!row || !read_row(row, word, length, words, is_config ? &path : options, error) ||
            (is_config && !read_file(table, path, words, options, error))) {
            return OPTIONS_REFUSED;
        }
    }
    return OPTIONS_READ;
}

void option_words_finish(struct option_words *words)
{
    buffer_finish(&words->file);
}
