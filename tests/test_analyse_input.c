/* SPDX-License-Identifier: MIT */
/* Tests how the analyser splits its input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intake.h"
#include "memory.h"
#include "registry.h"
#include "suite.h"

/* Returns how to read the lines of a game. */
static struct reading reading_of(const char *name)
{
    struct reading reading = {.game = registry_find(registry_games(), name)};
    ck_assert_ptr_nonnull(reading.game);
    game_default_settings(reading.game, &reading.settings);
    return reading;
}

static const struct {
    enum source_format format;
    const char *text;
    const char *pieces[6]; /* each "LINE:TEXT" without trailing blanks; NULL after the last */
} texts[] = {
    {SOURCE_LINES, "a b\n\n# no\n  c\nd", {"1:a b", "4:c", "5:d"}},
    {SOURCE_LINES, "\xef\xbb\xbfone\r\ntwo\r\n", {"1:one", "2:two"}},
    {SOURCE_LINES, "", {NULL}},
    {SOURCE_PGN,
     "[Event \"1\"]\n[Site \"?\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4",
     {"1:[Event \"1\"]\n[Site \"?\"]\n\n1. e4 *", "6:[Event \"2\"]\n\n1. d4"}},
    {SOURCE_PGN,
     "1. e4 1-0\n1. d4 0-1 {mate}\n1. c4 *",
     {"1:1. e4 1-0", "2:1. d4 0-1 {mate}", "3:1. c4 *"}},
    {SOURCE_PGN,
     "1. e4 (1. d4 *) {1-0\n[x]} e5 1-0\n*",
     {"1:1. e4 (1. d4 *) {1-0\n[x]} e5 1-0", "3:*"}},
    /* Comments before a game, between its tags and after its result are a part of it. */
    {SOURCE_PGN,
     "\xef\xbb\xbf; by x\n[Event \"1\"]\n{a}[Site \"?\"]\n\n{b} 1. e4 * {c} ; d\n% e\n",
     {"1:; by x\n[Event \"1\"]\n{a}[Site \"?\"]\n\n{b} 1. e4 * {c} ; d"}},
    {SOURCE_PGN,
     "1. e4 * {a}\n{b}\n\n{c}\n% d\n1. d4 *\n\n{e}\n\n{f}\n",
     {"1:1. e4 * {a}\n{b}", "4:{c}\n% d\n1. d4 *\n\n{e}\n\n{f}"}},
    {SOURCE_PGN, "1. e4 * {a\n", {"1:1. e4 *", "1:{a"}},
    /* Everything on one line; old line ends; games without a result. */
    {SOURCE_PGN,
     "[Event \"1\"] [Site \"?\"] 1. e4 1-0 [Event \"2\"] 1. d4",
     {"1:[Event \"1\"] [Site \"?\"] 1. e4 1-0", "1:[Event \"2\"] 1. d4"}},
    {SOURCE_PGN, "; by x\r1. e4 *\r\r1. d4", {"1:; by x\r1. e4 *", "4:1. d4"}},
    {SOURCE_PGN,
     "1. e4 e5\n\xef\xbb\xbf"
     "1. d4",
     {"1:1. e4 e5\n\xef\xbb\xbf", "2:1. d4"}},
    {SOURCE_PGN, "1. e4 e5\n\n1. d4 d5", {"1:1. e4 e5", "3:1. d4 d5"}},
    /* A comment that is not closed ends at the first tag of the next game. */
    {SOURCE_PGN,
     "1. e4 {open\n[Event \"2\"]\n1. d4 *",
     {"1:1. e4 {open", "2:[Event \"2\"]\n1. d4 *"}},
    {SOURCE_PGN,
     "1. e4 (open\n[White \"2\"]\n1. d4 *",
     {"1:1. e4 (open", "2:[White \"2\"]\n1. d4 *"}},
    {SOURCE_PGN, "[Event \"1\"]\n\n[Event \"2\"]\n", {"1:[Event \"1\"]", "3:[Event \"2\"]"}},
    {SOURCE_SGF,
     "x(;B[aa](;W[bb])(;W[c\\])]))\n (;B[(])",
     {"1:(;B[aa](;W[bb])(;W[c\\])]))", "2:(;B[(])"}},
    {SOURCE_SGF, "(;GM[4];B[aa\n(;GM[4];B[bb])", {"1:(;GM[4];B[aa", "2:(;GM[4];B[bb])"}},
};

START_TEST(files_are_cut_into_games_and_positions)
{
    for (int i = 0; i < LENGTH(texts); i++) {
        struct cursor text = cursor_begin(texts[i].text, strlen(texts[i].text), 1), piece;
        int count = 0;
        while (splitter_next(texts[i].format, &text, &piece)) {
            char found[256];
            ck_assert_msg(texts[i].pieces[count], "text %d: more than %d pieces", i, count);
            while (piece.length > 0 && strchr(" \r\n", piece.text[piece.length - 1])) {
                piece.length--;
            }
            snprintf(found, sizeof found, "%d:%.*s", piece.line, (int)piece.length, piece.text);
            ck_assert_str_eq(found, texts[i].pieces[count]);
            count++;
        }
        ck_assert_msg(!texts[i].pieces[count], "text %d: %d pieces", i, count);
    }
}
END_TEST

static void assert_format(const char *name, const char *text, enum source_format expected)
{
    struct source source;
    struct error error = {""};
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_msg(source_open(&source, name, SOURCE_AUTO, &error), "%s", error.text);
    ck_assert_msg(source.format == expected, "%s '%s': %d", name, text, (int)source.format);
    source_close(&source);
    remove(name);
}

START_TEST(a_file_is_known_by_its_name_or_its_looks)
{
    assert_format("x.PGN", "", SOURCE_PGN);
    assert_format("x.sgf", "4 4", SOURCE_SGF);
    assert_format("x.epd", "[", SOURCE_LINES);
    assert_format("x.txt", " [Event \"x\"]", SOURCE_PGN);
    assert_format("x", "1. e4 e5", SOURCE_PGN);
    assert_format("x", "\xef\xbb\xbf; by x\n[Event \"x\"]", SOURCE_PGN);
    assert_format("x", "1 (;GM[Othello];)", SOURCE_SGF);
    assert_format("x", "\n(;GM[4])", SOURCE_SGF);
    assert_format("x", "8/8/8/8/8/8/8/8 w - -", SOURCE_LINES);
    assert_format("x", "4455", SOURCE_LINES);
    assert_format("x", "", SOURCE_LINES);
}
END_TEST

START_TEST(the_checksum_heeds_every_byte_and_the_borders_of_files)
{
    char text[] = "0123456789abcdef";
    struct source whole = {.text = text, .length = 16}, less = {.text = text, .length = 15};
    uint64_t sum = source_checksum(&whole, 0);
    ck_assert_uint_ne(sum, source_checksum(&less, 0));
    ck_assert_uint_ne(source_checksum(&whole, sum), source_checksum(&less, sum));
    for (int i = 0; i < 16; i++) {
        text[i] ^= 1;
        ck_assert_uint_ne(sum, source_checksum(&whole, 0));
        text[i] ^= 1;
    }
    ck_assert_uint_eq(sum, source_checksum(&whole, 0));
}
END_TEST

static const struct {
    const char *game, *line;
    bool last, suite;
    const char *fen, *moves, *operations; /* if fen is NULL: the start */
    int first, count;
} lines[] = {
    {"chess", "e2e4 e7e5", false, false, NULL, "e2e4 e7e5", "", 0, 3},
    {"chess", "e2e4 e7e5", true, false, NULL, "e2e4 e7e5", "", 2, 1},
    {"chess", "f2f3 e7e5 g2g4 d8h4", false, false, NULL, "f2f3 e7e5 g2g4 d8h4", "", 0, 4},
    {"chess", "f2f3 e7e5 g2g4 d8h4", true, false, NULL, "f2f3 e7e5 g2g4 d8h4", "", 4, 0},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a; b\";", false, false,
     "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "bm e4; id \"a; b\";", 0, 1},
    {"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 bm e4;", false, false,
     "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", "", "bm e4;", 0, 1},
    {"connect4", "7/7/7/7/7/7 x bm 4; ce 1;", false, false, "7/7/7/7/7/7 x", "", "bm 4; ce 1;", 0,
     1},
    {"connect4", "4455 -3", false, true, NULL, "4 4 5 5", "", 4, 1},
};

START_TEST(lines_become_entries)
{
    for (int i = 0; i < LENGTH(lines); i++) {
        struct reading reading = reading_of(lines[i].game);
        struct entry entry;
        struct error error = {""};
        reading.last = lines[i].last;
        reading.suite = lines[i].suite;
        bool good = entry_read(&entry, &reading, SOURCE_LINES, lines[i].line, 1, &error);
        ck_assert_msg(good, "%s: %s", lines[i].line, error.text);
        ck_assert_pstr_eq(entry.saved.record.fen, lines[i].fen);
        ck_assert_str_eq(buffer_text(&entry.saved.record.moves), lines[i].moves);
        ck_assert_str_eq(entry.operations, lines[i].operations);
        ck_assert_int_eq(entry.first, lines[i].first);
        ck_assert_int_eq(entry.count, lines[i].count);
        ck_assert_int_eq(entry.claim.scored, lines[i].suite);
        ck_assert_int_eq(entry.claim.score, lines[i].suite ? -3 : 0);
        entry_finish(&entry);
    }
}
END_TEST

static const struct {
    enum source_format format;
    const char *text, *reason;
} damaged[] = {
    {SOURCE_LINES, "e2e5", "line 7: move 1: illegal move 'e2e5'"},
    {SOURCE_LINES, "8/8/8 w - - bm e4;", "line 7: "},
    {SOURCE_PGN, "[White \"A\"]\n\n1. e4 Ke4 *", "line 9: move 1...: illegal move 'Ke4'"},
    {SOURCE_PGN, "1. e4 {never closed", "line 7: expected } after this comment"},
    {SOURCE_PGN, "1. e4 (1. d4 e5", "line 7: expected ) after this variation"},
    {SOURCE_PGN, "1. e4 e5 [pause] 2. Nf3 *", "line 7: expected a move; only tags"},
    {SOURCE_PGN, "1. e4 e5\n1. d4 d5 *", "line 8: move 1 comes again; expected a result"},
    {SOURCE_PGN, "2. e4 e5 *", "line 7: the first move's number is not 1"},
    {SOURCE_PGN, "1. e4 ) e5 *", "line 7: a ) without its ("},
    {SOURCE_PGN, "1. e4 {a {b} {c e5 *", "line 7: expected } after this comment"},
    {SOURCE_PGN, "[White A]", "line 7: expected a tag"},
    {SOURCE_SGF, "(;GM[4]SZ[9]\n;B[ee];B[ed])", "line 8: B[ed]: it is the turn of W"},
    {SOURCE_SGF, "(;GM[99])", "line 7: GM: no game here"},
    {SOURCE_SGF, "(;GM[4]B)", "line 7: expected a property and its value"},
    {SOURCE_SGF, "(;GM[4]b)", "line 7: expected a property and its value"},
    {SOURCE_SGF, "(;GM[4];B[hh]", "line 7: the game tree is not closed"},
};

START_TEST(what_is_damaged_is_refused_with_its_line)
{
    struct reading reading = reading_of("chess");
    for (int i = 0; i < LENGTH(damaged); i++) {
        struct entry entry;
        struct error error = {""};
        bool good = entry_read(&entry, &reading, damaged[i].format, damaged[i].text, 7, &error);
        ck_assert_msg(!good, "%s", damaged[i].text);
        ck_assert_msg(strstr(error.text, damaged[i].reason) == error.text, "%s: %s",
                      damaged[i].text, error.text);
        entry_finish(&entry);
    }
}
END_TEST

START_TEST(operations_are_taken_one_by_one)
{
    struct epd_operation operation;
    const char *at = " bm e4  d4 ;id \"a; b\"; noop; c0 last";
    const char *const expected[] = {"bm|e4  d4", "id|\"a; b\"", "noop|", "c0|last"};
    for (int i = 0; i < LENGTH(expected); i++) {
        char text[64];
        ck_assert(epd_next(&at, &operation));
        snprintf(text, sizeof text, "%s|%.*s", operation.opcode, (int)operation.length,
                 operation.operands);
        ck_assert_str_eq(text, expected[i]);
    }
    ck_assert(!epd_next(&at, &operation));
    ck_assert(!epd_find("bm e4; dm 3;", "d", &operation));
    ck_assert(epd_find("bm e4; dm 3;", "dm", &operation));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyse_input");
    SUPPORT_ADD(suite, files_are_cut_into_games_and_positions);
    SUPPORT_ADD(suite, a_file_is_known_by_its_name_or_its_looks);
    SUPPORT_ADD(suite, the_checksum_heeds_every_byte_and_the_borders_of_files);
    SUPPORT_ADD(suite, lines_become_entries);
    SUPPORT_ADD(suite, what_is_damaged_is_refused_with_its_line);
    SUPPORT_ADD(suite, operations_are_taken_one_by_one);
    return support_run(suite);
}
