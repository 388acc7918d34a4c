/* SPDX-License-Identifier: MIT */
/* Fuzzes files that the programs read: openings, saved games, books, and the records of the tools
 * that fit evaluations. The first byte selects the kind of file, the second one the game. */
#include "target.h"

#include <ev.h>
#include <sys/mman.h>
#include <unistd.h>

#include "alloc.h"
#include "chess/book.h"
#include "chess_games.h"
#include "connect4/book.h"
#include "gomoku_games.h"
#include "opening.h"
#include "registry.h"

/* Checks that an accepted opening is a legal position with legal moves, and that its game is not
 * over. */
static void check_opening(const struct game *game, const struct game_settings *settings,
                          const struct opening *opening)
{
    void *position = alloc_zeroed(CACHE_LINE, game->position_size);
    struct error error;
    EXPECT(position);
    game->start(settings, position);
    EXPECT(!opening->fen || game->parse_fen(settings, opening->fen, position, &error));
    char *moves = strdup(opening->moves ? opening->moves : ""), *rest = moves, *word;
    while (*moves && (word = strsep(&rest, " "))) {
        struct move_list list = {0};
        move_t move;
        EXPECT(game->result(position) == RESULT_NONE);
        EXPECT(game->parse_move(position, word, &move, &error));
        game->legal_moves(position, &list);
        EXPECT(move_list_find(&list, move) >= 0);
        game->play(position, move);
    }
    EXPECT(game->result(position) == RESULT_NONE);
    free(moves);
    alloc_release(position, game->position_size);
}

static void read_openings(const struct game *game, const uint8_t *bytes, size_t length)
{
    struct game_settings settings;
    game_default_settings(game, &settings);
    for (int format = LINE_AUTO; format <= (int)LINE_OFFSET; format++) {
        char *text = text_of(bytes, length), *rest = text, *line;
        while ((line = strsep(&rest, "\n"))) {
            struct opening opening = {0};
            struct error error;
            const struct opening_form form = {.line = (enum line_format)format};
            if (opening_read_line(game, &settings, &form, line, &opening, &error)) {
                check_opening(game, &settings, &opening);
                opening_finish(&opening);
            }
        }
        free(text);
    }
}

/* Looks up moves in an opening book along a game that the bytes select. */
static void read_openings_of_chess(const uint8_t *bytes, size_t length)
{
    static int file = -1;
    file = file < 0 ? memfd_create("book", MFD_CLOEXEC) : file;
    EXPECT(ftruncate(file, 0) == 0 && pwrite(file, bytes, length, 0) == (ssize_t)length);
    const struct chess_book book = {.file = file, .count = length / CHESS_BOOK_ENTRY_BYTES};
    /* Only this game's rules: some names occur in both chess and gomoku. */
    const struct game *game = &game_chess;
    struct game_settings settings;
    void *position = alloc_zeroed(CACHE_LINE, game->position_size);
    EXPECT(position);
    game_default_settings(game, &settings);
    game->start(&settings, position);
    for (size_t i = 0; i < length && i < 16; i++) {
        struct move_list list = {0};
        move_t move;
        game->legal_moves(position, &list);
        if (list.count == 0) {
            break;
        }
        if (chess_book_find(&book, position, bytes[i], &move)) {
            EXPECT(move_list_find(&list, move) >= 0);
        }
        game->play(position, list.moves[bytes[i] % (unsigned)list.count]);
    }
    alloc_release(position, game->position_size);
}

/* Reads the bytes as a book, and then as the words of a book with a valid header. */
static void read_book(const uint8_t *bytes, size_t length)
{
    struct error error;
    const struct connect4_book head = {
        .magic = CONNECT4_BOOK_MAGIC,
        .version = CONNECT4_BOOK_VERSION,
        .plies = length > 0 ? bytes[0] % (CONNECT4_BOOK_PLIES_MOST + 1u) : 0,
        .values = {.seed = length,
                   .segments = STATIC_FUNCTION_PLACES,
                   .segment_bits = 4,
                   .value_bits = CONNECT4_BOOK_VALUE_BITS},
    };
    const size_t right = connect4_book_bytes(&head), room = length > right ? length : right;
    struct connect4_book *book = alloc_zeroed(_Alignof(struct connect4_book), room);
    EXPECT(book);
    memcpy(book, bytes, length);
    connect4_book_check(book, length, &error);
    *book = head;
    memcpy(book->words, bytes, length < right - sizeof head ? length : right - sizeof head);
    book->checksum = connect4_book_checksum(book, book->words);
    EXPECT(connect4_book_check(book, right, &error));
    const struct game *game = &game_connect4;
    struct game_settings settings;
    struct connect4_position position;
    game_default_settings(game, &settings);
    game->start(&settings, &position);
    for (size_t i = 0; i < length && i < 16; i++) {
        struct move_list list = {0};
        int value;
        game->legal_moves(&position, &list);
        if (list.count == 0) {
            break;
        }
        if (connect4_book_find(book, &position, &value)) {
            const move_t move = connect4_book_move(book, &position, value);
            EXPECT(move == MOVE_NONE || move_list_find(&list, move) >= 0);
        }
        game->play(&position, list.moves[bytes[i] % (unsigned)list.count]);
    }
    alloc_release(book, room);
}

/* Checks that a quiet position belongs to a game of the file and has a result. */
static void check_quiet(void *opaque, const struct gomoku_quiet *quiet)
{
    long *game = opaque;
    EXPECT(quiet->board && quiet->game >= *game);
    EXPECT(quiet->result >= -1 && quiet->result <= 1);
    *game = quiet->game;
}

/* Checks that a record is written as the same bytes that it was read from. */
static void check_record(const uint8_t *bytes, size_t length, const struct selfplay_game *record)
{
    static uint8_t again[1 << 16];
    EXPECT(record->plies >= 0 && record->plies <= GAME_MAX_PLIES);
    EXPECT(record->end == END_LOST || record->end == END_DRAWN || record->end == END_WON);
    FILE *file = fmemopen(again, sizeof again, "w");
    EXPECT(file && game_write(file, record) && fflush(file) == 0);
    const size_t size = (size_t)ftell(file);
    fclose(file);
    EXPECT(size <= length && memcmp(again, bytes, size) == 0);
}

static void read_records(bool of_chess, const uint8_t *bytes, size_t length)
{
    /* Read-only: after writing, fmemopen would replace the last byte by a NUL. */
    char *copy = text_of(bytes, length);
    FILE *file = length > 0 ? fmemopen(copy, length, "r") : NULL;
    if (!file) {
        free(copy);
        return;
    }
    if (of_chess) {
        struct selfplay_game record;
        for (long at = 0; game_read(file, &record); at = ftell(file)) {
            check_record(bytes + at, length - (size_t)at, &record);
        }
    } else {
        struct error error = {""};
        long game = 0;
        const long games = gomoku_games_read(file, check_quiet, &game, &error);
        EXPECT(games >= 0 ? game <= games : error.text[0] != '\0');
    }
    fclose(file);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length < 2) {
        return 0;
    }
    unsigned count = 0;
    while (registry_games()[count]) {
        count++;
    }
    const struct game *game = registry_games()[bytes[1] % count];
    switch (bytes[0] % 8) {
    case 0:
        read_openings(game, bytes + 2, length - 2);
        break;
    case 1:
        read_book(bytes + 2, length - 2);
        break;
    case 4:
        read_openings_of_chess(bytes + 2, length - 2);
        break;
    default:
        read_records(bytes[0] % 8 == 2, bytes + 2, length - 2);
        break;
    }
    return 0;
}
