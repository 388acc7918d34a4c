/* SPDX-License-Identifier: MIT */
/* Games in PGN as people and programs write them: unusual spellings of moves, annotations, and
 * files in which single games are damaged. The expected moves were written by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entry.h"
#include "memory.h"
#include "pgn.h"
#include "registry.h"
#include "suite.h"

static void read_data(const char *name, struct buffer *text)
{
    char path[512];
    snprintf(path, sizeof path, TESTS_DATA "/pgn/%s", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is not there", path);
    buffer_clear(text);
    for (int byte; (byte = getc(file)) != EOF;) {
        buffer_putc(text, (char)byte);
    }
    fclose(file);
}

/* Calls `visit` for each game of a text. `reason` is "" or the reason for which it is refused. */
static int each_game(const struct buffer *text,
                     void (*visit)(void *context, const struct cursor *piece, struct entry *entry,
                                   const char *reason),
                     void *context)
{
    struct reading reading = {.game = registry_find(registry_games(), "chess")};
    struct cursor at = cursor_begin(buffer_text(text), buffer_length(text), 1), piece;
    int count = 0;
    game_default_settings(reading.game, &reading.settings);
    while (splitter_next(SOURCE_PGN, &at, &piece)) {
        struct entry entry;
        struct error error = {""};
        char *copy = memory_zeroed(piece.length + 1, 1);
        memcpy(copy, piece.text, piece.length);
        entry_read(&entry, &reading, SOURCE_PGN, copy, piece.line, &error);
        visit(context, &piece, &entry, error.text);
        entry_finish(&entry);
        free(copy);
        count++;
    }
    return count;
}

static void check_spelling(void *context, const struct cursor *piece, struct entry *entry,
                           const char *reason)
{
    const char *event = saved_game_tag(&entry->saved, "Event");
    const char *moves = saved_game_tag(&entry->saved, "Moves");
    const char *error = saved_game_tag(&entry->saved, "Error");
    const char *said = entry->saved.cut ? entry->saved.cut : reason;
    (void)context;
    ck_assert_msg(event != NULL, "line %d: no tag Event", piece->line);
    ck_assert_msg(error ? strstr(said, error) != NULL : !*said, "%s: '%s'", event, said);
    ck_assert_msg(!*reason == (moves != NULL), "%s: %s", event, reason);
    ck_assert_msg(!moves || strcmp(moves, buffer_text(&entry->saved.record.moves)) == 0, "%s: %s",
                  event, buffer_text(&entry->saved.record.moves));
}

START_TEST(moves_are_read_in_every_unambiguous_spelling)
{
    struct buffer text = {0};
    read_data("spellings.pgn", &text);
    ck_assert_int_eq(each_game(&text, check_spelling, NULL), 28);
    buffer_finish(&text);
}
END_TEST

/* The same file with other line ends, and without the empty lines between games. */
START_TEST(line_ends_and_empty_lines_do_not_matter)
{
    static const char *const ends[] = {"\r\n", "\r"};
    struct buffer text = {0}, other = {0};
    read_data("spellings.pgn", &text);
    for (int i = 0; i < LENGTH(ends) + 1; i++) {
        buffer_clear(&other);
        for (const char *at = buffer_text(&text); *at; at++) {
            if (*at != '\n') {
                buffer_putc(&other, *at);
            } else if (i < LENGTH(ends)) {
                buffer_puts(&other, ends[i]);
            } else if (at[1] != '\n') {
                buffer_putc(&other, '\n');
            }
        }
        ck_assert_int_eq(each_game(&other, check_spelling, NULL), 28);
    }
    buffer_finish(&text);
    buffer_finish(&other);
}
END_TEST

/* Adds "LINE: MOVES" or "LINE: REASON". */
static void add_line(void *context, const struct cursor *piece, struct entry *entry,
                     const char *reason)
{
    struct buffer *found = context;
    const char *said = *reason ? reason : buffer_text(&entry->saved.record.moves);
    buffer_printf(found, *said ? "%d: %s\n" : "%d:\n", piece->line, said);
}

START_TEST(a_damaged_game_takes_no_other_with_it)
{
    struct buffer text = {0}, expected = {0}, found = {0};
    read_data("broken.pgn", &text);
    read_data("broken.expected", &expected);
    ck_assert_int_eq(each_game(&text, add_line, &found), 20);
    char *rest = found.data, *all = memory_text(buffer_text(&expected)), *wanted = all;
    for (char *line; (line = strsep(&wanted, "\n")) && *line;) {
        char *got = strsep(&rest, "\n");
        /* The expected reasons are beginnings. */
        ck_assert_msg(strstr(line, "line ") ? strncmp(got, line, strlen(line)) == 0
                                            : strcmp(got, line) == 0,
                      "'%s', not '%s'", got, line);
    }
    free(all);
    buffer_finish(&text);
    buffer_finish(&expected);
    buffer_finish(&found);
}
END_TEST

static void write_again(void *context, const struct cursor *piece, struct entry *entry,
                        const char *reason)
{
    (void)piece;
    ck_assert_str_eq(reason, "");
    pgn_write(&entry->saved, NULL, context);
}

/* Reads a file, and compares what is written of it with the expected text. */
static void check_written(const char *name, const char *expected_name)
{
    struct buffer text = {0}, expected = {0}, found = {0}, again = {0};
    read_data(name, &text);
    read_data(expected_name, &expected);
    ck_assert_int_eq(each_game(&text, write_again, &found), 1);
    ck_assert_str_eq(buffer_text(&found), buffer_text(&expected));
    ck_assert_int_eq(each_game(&found, write_again, &again), 1);
    ck_assert_str_eq(buffer_text(&again), buffer_text(&expected));
    buffer_finish(&text);
    buffer_finish(&expected);
    buffer_finish(&found);
    buffer_finish(&again);
}

START_TEST(comments_glyphs_and_variations_are_written_again)
{
    check_written("annotated.pgn", "annotated.expected");
    check_written("signs.pgn", "signs.expected");
}
END_TEST

/* A game on a single line of a megabyte, with a comment of a megabyte. */
START_TEST(lines_of_any_length_are_read)
{
    struct buffer text = {0}, found = {0};
    buffer_puts(&text, "[Event \"x\"] 1. e4 {");
    for (int i = 0; i < 1 << 18; i++) {
        buffer_puts(&text, "abc ");
    }
    buffer_puts(&text, "} e5");
    for (int i = 0; i < 1 << 18; i++) {
        buffer_puts(&text, " $14");
    }
    buffer_puts(&text, " 2. Nf3 *");
    ck_assert_int_eq(each_game(&text, add_line, &found), 1);
    ck_assert_str_eq(buffer_text(&found), "1: e2e4 e7e5 g1f3\n");
    buffer_finish(&text);
    buffer_finish(&found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pgn_reading");
    SUPPORT_ADD(suite, moves_are_read_in_every_unambiguous_spelling);
    SUPPORT_ADD(suite, line_ends_and_empty_lines_do_not_matter);
    SUPPORT_ADD(suite, a_damaged_game_takes_no_other_with_it);
    SUPPORT_ADD(suite, comments_glyphs_and_variations_are_written_again);
    SUPPORT_ADD(suite, lines_of_any_length_are_read);
    return support_run(suite);
}
