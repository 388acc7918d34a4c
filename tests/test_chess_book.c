/* SPDX-License-Identifier: MIT */
/* Tests opening books of chess in PolyGlot's format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book_bytes.h"
#include "buffer.h"
#include "chess/book.h"
#include "chess/position.h"
#include "chess/rules.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The keys in the description of the format. */
static const struct {
    const char *moves;
    uint64_t key;
} known_keys[] = {
    {"", UINT64_C(0x463b96181691fc9c)},
    {"e2e4", UINT64_C(0x823c9b50fd114196)},
    {"e2e4 d7d5", UINT64_C(0x0756b94461c50fb0)},
    {"e2e4 d7d5 e4e5", UINT64_C(0x662fafb965db29d4)},
    {"e2e4 d7d5 e4e5 f7f5", UINT64_C(0x22a48b5a8e47ff78)},
    {"e2e4 d7d5 e4e5 f7f5 e1e2", UINT64_C(0x652a607ca3f242c1)},
    {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", UINT64_C(0x00fdd303c946bdd9)},
    {"a2a4 b7b5 h2h4 b5b4 c2c4", UINT64_C(0x3c8123ea7b067637)},
    {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", UINT64_C(0x5c3f9b829b279560)},
};

static void position_after(const char *moves, struct chess_position *position)
{
    char text[256], *rest = text;
    struct error error;
    support_position(game, START, position);
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strsep(&rest, " ")) && *word;) {
        move_t move;
        ck_assert_msg(game->parse_move(position, word, &move, &error), "%s", error.text);
        game->play(position, move);
    }
}

START_TEST(keys_are_those_of_the_format)
{
    struct chess_position position;
    position_after(known_keys[_i].moves, &position);
    ck_assert_uint_eq(chess_book_key(&position), known_keys[_i].key);
}
END_TEST

/* ---- Books in a file. ---- */

/* A move in the form of an entry: MOVE('e', 2, 'e', 4). */
#define AT(file, rank)       (((rank)-1) * 8 + ((file) - 'a'))
#define MOVE(ff, fr, tf, tr) (AT(ff, fr) << 6 | AT(tf, tr))

struct line {
    const char *moves; /* from the start position */
    int move, weight;
};

static int by_key(const void *a, const void *b)
{
    return memcmp(a, b, 8);
}

static const struct chess_book *book_of(const struct line *lines, int count)
{
    unsigned char bytes[16 * CHESS_BOOK_ENTRY_BYTES] = {0};
    for (int i = 0; i < count; i++) {
        struct chess_position position;
        unsigned char *entry = bytes + (ptrdiff_t)i * CHESS_BOOK_ENTRY_BYTES;
        position_after(lines[i].moves, &position);
        put_number(entry, chess_book_key(&position), 8);
        put_number(entry + 8, (uint64_t)lines[i].move, 2);
        put_number(entry + 10, (uint64_t)lines[i].weight, 2);
    }
    qsort(bytes, (size_t)count, CHESS_BOOK_ENTRY_BYTES, by_key);
    write_book_bytes(bytes, (size_t)count * CHESS_BOOK_ENTRY_BYTES);
    const void *book;
    struct error error;
    ck_assert_msg(chess_book_open(book_path, &book, &error), "%s", error.text);
    return book;
}

/* Counts the moves that are drawn with many seeds, by their texts; "" means none. */
static void draw(const struct chess_book *book, const char *moves, const char *const *texts,
                 int *counts, int times)
{
    struct chess_position position;
    position_after(moves, &position);
    for (int seed = 0; seed < times; seed++) {
        move_t move;
        struct buffer text;
        buffer_init(&text);
        if (chess_book_find(book, &position, rng_mix((uint64_t)seed + 1), &move)) {
            game->format_move(&position, move, &text);
        }
        int i = 0;
        while (texts[i] && strcmp(texts[i], buffer_text(&text)) != 0) {
            i++;
        }
        ck_assert_msg(texts[i] != NULL, "%s", buffer_text(&text));
        counts[i]++;
        buffer_finish(&text);
    }
}

#define TIMES 4000

START_TEST(moves_come_as_often_as_their_weights_say)
{
    const struct line lines[] = {
        {"", MOVE('e', 2, 'e', 4), 3},     {"", MOVE('d', 2, 'd', 4), 1},
        {"", MOVE('g', 1, 'f', 3), 0},     {"", MOVE('e', 2, 'e', 5), 60000}, /* illegal: ignored */
        {"e2e4", MOVE('c', 7, 'c', 5), 1},
    };
    const struct chess_book *book = book_of(lines, LENGTH(lines));
    static const char *const texts[] = {"e2e4", "d2d4", NULL}, *const reply[] = {"c7c5", NULL},
                             *const none[] = {"", NULL};
    int counts[3] = {0};
    draw(book, "", texts, counts, TIMES);
    ck_assert_int_gt(counts[0], TIMES * 3 / 4 - TIMES / 20);
    ck_assert_int_lt(counts[0], TIMES * 3 / 4 + TIMES / 20);
    draw(book, "e2e4", reply, counts, 10);
    draw(book, "d2d4", none, counts, 10);
    chess_book_close(book);
}
END_TEST

START_TEST(castling_and_promotions_are_read)
{
    const char *castles = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    const char *two_squares = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7";
    const char *promotes = "a2a4 b7b5 a4b5 a7a6 b5a6 g8f6 a6a7 h7h6";
    const struct line lines[] = {
        {castles, MOVE('e', 1, 'h', 1), 1},
        {two_squares, MOVE('e', 1, 'g', 1), 1},
        {promotes, MOVE('a', 7, 'b', 8) | 1 << 12, 1},
        {"e2e4", MOVE('e', 7, 'e', 5) | 4 << 12, 1}, /* a promotion, which is not possible there */
    };
    const struct chess_book *book = book_of(lines, LENGTH(lines));
    static const char *const castling[] = {"e1g1", NULL}, *const promotion[] = {"a7b8n", NULL},
                             *const none[] = {"", NULL};
    int counts[2] = {0};
    draw(book, castles, castling, counts, 1);
    draw(book, two_squares, castling, counts, 1);
    draw(book, promotes, promotion, counts, 1);
    draw(book, "e2e4", none, counts, 1);
    chess_book_close(book);
}
END_TEST

START_TEST(a_book_that_is_cut_off_while_it_is_in_use_has_no_more_moves)
{
    const struct line lines[] = {{"", MOVE('e', 2, 'e', 4), 1}, {"", MOVE('d', 2, 'd', 4), 1}};
    const struct chess_book *book = book_of(lines, LENGTH(lines));
    static const char *const some[] = {"e2e4", "d2d4", NULL}, *const none[] = {"", NULL};
    int counts[2] = {0};
    draw(book, "", some, counts, 10);
    for (off_t length = CHESS_BOOK_ENTRY_BYTES - 1; length >= 0; length -= 5) {
        ck_assert_int_eq(truncate(book_path, length), 0);
        draw(book, "", none, counts, 10);
    }
    chess_book_close(book);
}
END_TEST

/* A book with one position many times must not block the other clients while it is read. */
START_TEST(of_one_position_only_so_many_entries_are_read)
{
    enum { ENTRIES = MAX_MOVES + 1 };
    static unsigned char bytes[ENTRIES * CHESS_BOOK_ENTRY_BYTES];
    struct chess_position position;
    position_after("", &position);
    for (int legal = MAX_MOVES - 1; legal <= MAX_MOVES; legal++) {
        for (int i = 0; i < ENTRIES; i++) {
            unsigned char *entry = bytes + (ptrdiff_t)i * CHESS_BOOK_ENTRY_BYTES;
            put_number(entry, chess_book_key(&position), 8);
            put_number(entry + 8, i == legal ? MOVE('e', 2, 'e', 4) : MOVE('e', 2, 'e', 5), 2);
            put_number(entry + 10, 1, 2);
        }
        write_book_bytes(bytes, sizeof bytes);
        const void *book;
        struct error error;
        move_t move;
        ck_assert_msg(chess_book_open(book_path, &book, &error), "%s", error.text);
        ck_assert(chess_book_find(book, &position, 1, &move) == (legal < MAX_MOVES));
        chess_book_close(book);
    }
}
END_TEST

START_TEST(files_that_are_no_books_are_refused_with_the_reason)
{
    const void *book;
    struct error error;
    unsigned char bytes[3 * CHESS_BOOK_ENTRY_BYTES] = {0};
    unlink(book_path);
    ck_assert(!chess_book_open(book_path, &book, &error));
    ck_assert_msg(strstr(error.text, "cannot open") != NULL, "%s", error.text);
    ck_assert(!chess_book_open("/", &book, &error));
    /* Opening a pipe that nobody writes to does not block. */
    ck_assert_int_eq(mkfifo(book_path, 0600), 0);
    ck_assert(!chess_book_open(book_path, &book, &error));
    ck_assert_msg(strstr(error.text, "regular file") != NULL, "%s", error.text);
    unlink(book_path);
    write_book_bytes(bytes, 0);
    ck_assert(!chess_book_open(book_path, &book, &error));
    ck_assert_msg(strstr(error.text, "multiple of 16") != NULL, "%s", error.text);
    write_book_bytes(bytes, sizeof bytes - 1);
    ck_assert(!chess_book_open(book_path, &book, &error));
    put_number(bytes, 2, 8);
    put_number(bytes + CHESS_BOOK_ENTRY_BYTES, 1, 8);
    put_number(bytes + (ptrdiff_t)2 * CHESS_BOOK_ENTRY_BYTES, 3, 8);
    write_book_bytes(bytes, sizeof bytes);
    ck_assert(!chess_book_open(book_path, &book, &error));
    ck_assert_msg(strstr(error.text, "rising order") != NULL, "%s", error.text);
}
END_TEST

int main(void)
{
    game = support_game("chess");
    Suite *suite = suite_create("chess_book");
    TCase *keys = tcase_create("keys");
    tcase_add_loop_test(keys, keys_are_those_of_the_format, 0, LENGTH(known_keys));
    suite_add_tcase(suite, keys);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, make_book_path, remove_book_path);
    tcase_add_test(files, moves_come_as_often_as_their_weights_say);
    tcase_add_test(files, castling_and_promotions_are_read);
    tcase_add_test(files, a_book_that_is_cut_off_while_it_is_in_use_has_no_more_moves);
    tcase_add_test(files, of_one_position_only_so_many_entries_are_read);
    tcase_add_test(files, files_that_are_no_books_are_refused_with_the_reason);
    suite_add_tcase(suite, files);
    return support_run(suite);
}
