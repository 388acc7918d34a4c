/* SPDX-License-Identifier: MIT */
/* Tests opening books of Othello: the key and the moves of positions that are equal by symmetry,
 * and files. */
#include <stdio.h>
#include <string.h>

#include "book_bytes.h"
#include "othello/book.h"
#include "othello/rules.h"
#include "othello_positions.h"
#include "registry.h"
#include "rng.h"
#include "support.h"

static const struct game *game;

/* ---- Symmetries, computed square by square: a square's file and rank change places if bit 2 of
 * the symmetry is set, and each is counted from the other edge if its bit is. ---- */

static int turned_square(int square, int symmetry)
{
    int file = square % 8, rank = square / 8;
    if (symmetry & 4) {
        const int swap = file;
        file = rank;
        rank = swap;
    }
    return (symmetry & 1 ? 7 - rank : rank) * 8 + (symmetry & 2 ? 7 - file : file);
}

static struct othello_position turned(const struct othello_position *position, int symmetry)
{
    struct othello_position result = {.size = 8, .side = position->side};
    for (int square = 0; square < 64; square++) {
        const bitboard_t at = UINT64_C(1) << turned_square(square, symmetry);
        result.own[0] |= othello_has(position->own, square) ? at : 0;
        result.other[0] |= othello_has(position->other, square) ? at : 0;
    }
    return result;
}

static struct othello_position position_after(const char *moves)
{
    struct othello_position position;
    char text[64], *rest = text;
    struct error error;
    othello_clear(&position, 8);
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strsep(&rest, " ")) && *word;) {
        move_t move;
        ck_assert_msg(game->parse_move(&position, word, &move, &error), "%s", error.text);
        othello_play(&position, move);
    }
    return position;
}

static bool is_same_board(const struct othello_position *a, const struct othello_position *b)
{
    return a->own[0] == b->own[0] && a->other[0] == b->other[0];
}

START_TEST(positions_equal_by_symmetry_have_one_key)
{
    struct rng rng = {1};
    for (int i = 0; i < SUITE_TIMES(2000); i++) {
        const struct othello_position position = random_position(&rng, 8, i % 60);
        const uint64_t key = othello_book_key(&position);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const struct othello_position other = turned(&position, symmetry);
            ck_assert_uint_eq(othello_book_key(&other), key);
        }
    }
}
END_TEST

/* The start has four symmetries, so its four moves are one. */
START_TEST(the_four_first_moves_are_equal)
{
    static const char *const moves[] = {"f5", "d3", "c4", "e6"};
    struct othello_position start, first = position_after(moves[0]);
    move_t move;
    struct error error;
    othello_clear(&start, 8);
    ck_assert(game->parse_move(&start, moves[0], &move, &error));
    const int square = othello_book_square(&start, move);
    for (int i = 1; i < LENGTH(moves); i++) {
        const struct othello_position after = position_after(moves[i]);
        ck_assert_uint_eq(othello_book_key(&after), othello_book_key(&first));
        ck_assert(game->parse_move(&start, moves[i], &move, &error));
        ck_assert_int_eq(othello_book_square(&start, move), square);
    }
}
END_TEST

/* The replies to the first move: perpendicular, diagonal and parallel. */
START_TEST(the_three_replies_are_different)
{
    const struct othello_position after[] = {position_after("f5 d6"), position_after("f5 f6"),
                                             position_after("f5 f4")};
    const uint64_t keys[] = {othello_book_key(&after[0]), othello_book_key(&after[1]),
                             othello_book_key(&after[2])};
    ck_assert(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2]);
}
END_TEST

/* ---- Books in a file. ---- */

/* Opens a book with one entry. */
static const struct othello_book *book_of(const struct othello_position *position, int code)
{
    unsigned char entry[OTHELLO_BOOK_ENTRY_BYTES] = {0};
    const void *book;
    struct error error;
    put_number(entry, othello_book_key(position), 8);
    put_number(entry + 8, (uint64_t)code, 2);
    put_number(entry + 10, 1, 2);
    write_book_bytes(entry, sizeof entry);
    ck_assert_msg(othello_book_open(book_path, &book, &error), "%s", error.text);
    return book;
}

/* A book that was made of a position has, in each of the eight equal ones, a legal move that leads
 * to an equal position. */
START_TEST(a_move_is_found_in_all_equal_positions)
{
    struct rng rng = {2};
    int checked = 0;
    for (int i = 0; i < SUITE_TIMES(200); i++) {
        const struct othello_position position = random_position(&rng, 8, 60 - i % 58);
        struct move_list list = {.count = 0};
        othello_legal_moves(&position, &list);
        if (list.count == 0 || list.moves[0] == MOVE_PASS) {
            continue;
        }
        const move_t wanted = list.moves[rng_below(&rng, (uint64_t)list.count)];
        const struct othello_book *book =
            book_of(&position, othello_book_square(&position, wanted));
        struct othello_position wanted_after = position;
        othello_play(&wanted_after, wanted);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            struct othello_position equal = turned(&position, symmetry);
            const struct othello_position equal_after = turned(&wanted_after, symmetry);
            move_t found = MOVE_NONE;
            ck_assert(othello_book_find(book, &equal, rng_next(&rng), &found));
            ck_assert(othello_is_legal(&equal, found));
            othello_play(&equal, found);
            ck_assert_uint_eq(othello_book_key(&equal), othello_book_key(&equal_after));
            /* A position without symmetries has only one such move. */
            bool is_symmetric = false;
            for (int k = 1; k < 8; k++) {
                const struct othello_position other = turned(&position, k);
                is_symmetric |= is_same_board(&other, &position);
            }
            ck_assert(is_symmetric || is_same_board(&equal, &equal_after));
        }
        othello_book_close(book);
        checked++;
    }
    ck_assert_int_gt(checked, SUITE_TIMES(150));
}
END_TEST

START_TEST(illegal_moves_of_a_book_are_ignored)
{
    struct rng rng = {3};
    for (int i = 0; i < 12; i++) {
        const struct othello_position position = random_position(&rng, 8, 60 - 4 * i);
        struct move_list list = {.count = 0};
        bool is_legal[64] = {false};
        othello_legal_moves(&position, &list);
        for (int k = 0; k < list.count && list.moves[k] != MOVE_PASS; k++) {
            is_legal[othello_book_square(&position, list.moves[k])] = true;
        }
        static const int strange[] = {64, 65, 255, 0x8000, 0xffff};
        for (int code = 0; code < 64 + LENGTH(strange); code++) {
            move_t move;
            const int written = code < 64 ? code : strange[code - 64];
            const struct othello_book *book = book_of(&position, written);
            ck_assert(othello_book_find(book, &position, 1, &move) ==
                      (code < 64 && is_legal[code]));
            othello_book_close(book);
        }
    }
}
END_TEST

START_TEST(files_that_are_no_books_are_refused_by_name)
{
    const void *book;
    struct error error;
    unsigned char bytes[3 * OTHELLO_BOOK_ENTRY_BYTES] = {0};
    for (size_t length = 0; length < sizeof bytes; length += 5) {
        write_book_bytes(bytes, length);
        ck_assert(!othello_book_open(book_path, &book, &error));
        ck_assert_msg(strstr(error.text, "multiple of 16") && strstr(error.text, book_path), "%s",
                      error.text);
    }
    put_number(bytes, 2, 8);
    put_number(bytes + OTHELLO_BOOK_ENTRY_BYTES, 1, 8);
    put_number(bytes + (ptrdiff_t)2 * OTHELLO_BOOK_ENTRY_BYTES, 3, 8);
    write_book_bytes(bytes, sizeof bytes);
    ck_assert(!othello_book_open(book_path, &book, &error));
    ck_assert_msg(strstr(error.text, "rising order") && strstr(error.text, book_path), "%s",
                  error.text);
}
END_TEST

/* ---- The settings. ---- */

/* Whether the game answers from a book with a move for this position. */
static bool is_answered(const struct othello_position *position, bool own_book)
{
    struct game_settings settings;
    struct move_list list = {.count = 0};
    move_t move = MOVE_NONE;
    game_default_settings(game, &settings);
    othello_legal_moves(position, &list);
    const struct othello_book *book =
        book_of(position, othello_book_square(position, list.moves[0]));
    settings.resources[game_find_option(game, "Book File")] = book;
    settings.values[game_find_option(game, "OwnBook")] = own_book;
    const bool found = game->book_move(position, &settings, 1, &move);
    ck_assert(!found || move_list_find(&list, move) >= 0);
    othello_book_close(book);
    return found;
}

START_TEST(only_positions_of_eight_squares_a_side_are_answered)
{
    static const int sizes[] = {6, 8, 10};
    for (int i = 0; i < LENGTH(sizes); i++) {
        struct othello_position position;
        othello_clear(&position, sizes[i]);
        ck_assert(is_answered(&position, true) == (sizes[i] == 8));
        ck_assert(!is_answered(&position, false));
    }
}
END_TEST

START_TEST(without_a_book_nothing_is_answered)
{
    struct othello_position start;
    struct game_settings settings;
    move_t move;
    othello_clear(&start, 8);
    game_default_settings(game, &settings);
    settings.values[game_find_option(game, "OwnBook")] = 1;
    ck_assert(!game->book_move(&start, &settings, 1, &move));
}
END_TEST

int main(void)
{
    game = support_game("othello");
    Suite *suite = suite_create("othello_book");
    SUPPORT_ADD(suite, positions_equal_by_symmetry_have_one_key);
    SUPPORT_ADD(suite, the_four_first_moves_are_equal);
    SUPPORT_ADD(suite, the_three_replies_are_different);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, make_book_path, remove_book_path);
    tcase_set_timeout(files, 60);
    tcase_add_test(files, a_move_is_found_in_all_equal_positions);
    tcase_add_test(files, illegal_moves_of_a_book_are_ignored);
    tcase_add_test(files, files_that_are_no_books_are_refused_by_name);
    tcase_add_test(files, only_positions_of_eight_squares_a_side_are_answered);
    tcase_add_test(files, without_a_book_nothing_is_answered);
    suite_add_tcase(suite, files);
    return support_run(suite);
}
