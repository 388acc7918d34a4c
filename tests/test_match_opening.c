/* SPDX-License-Identifier: MIT */
/* Tests openings: every format, every error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game_record.h"
#include "memory.h"
#include "opening.h"
#include "registry.h"
#include "suite.h"

/* Reads a line for a game with its default settings. */
static bool read_line(const char *name, const char *text, enum line_format format,
                      struct opening *opening, struct error *error)
{
    const struct game *game = registry_find(registry_games(), name);
    struct game_settings settings;
    ck_assert_ptr_nonnull(game);
    game_default_settings(game, &settings);
    char *line = memory_text(text);
    const struct opening_form form = {.line = format};
    bool good = opening_read_line(game, &settings, &form, line, opening, error);
    free(line);
    return good;
}

static const struct {
    const char *game, *line, *fen, *moves; /* NULL: the start; no moves */
} good_lines[] = {
    {"chess", "e2e4 e7e5\n", NULL, "e2e4 e7e5"},
    {"chess", " startpos  moves\te2e4 \r\n", NULL, "e2e4"},
    {"chess", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 moves e3d3", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
     "e3d3"},
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"first\";",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", NULL},
    /* A semicolon behind a FEN, as several tools write it, is no part of the position. */
    {"chess", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1;", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", NULL},
    {"chess", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1; c0 \"x\";", "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
     NULL},
    {"connect4", "4453", NULL, "4 4 5 3"},
    {"connect4", "4 4 5", NULL, "4 4 5"},
    {"tictactoe", "b2a1", NULL, "b2 a1"},
    {"tictactoe", "3/1x1/3 o", "3/1x1/3 o", NULL},
    {"gomoku", "h8i9j10", NULL, "h8 i9 j10"},
    {"gomoku", "0,0, 1,-2, -7,7", NULL, "h8 i10 a1"},
    {"gomoku", "j1j10", NULL, "j1 j10"},
    {"chess", "e2e4e7e5", NULL, "e2e4 e7e5"},
    {"chess",
     "\xef\xbb\xbf"
     "e2e4 e7e5",
     NULL, "e2e4 e7e5"},
};

START_TEST(lines_of_every_format_are_read)
{
    for (int i = 0; i < LENGTH(good_lines); i++) {
        struct opening opening;
        struct error error = {""};
        bool good = read_line(good_lines[i].game, good_lines[i].line, LINE_AUTO, &opening, &error);
        ck_assert_msg(good, "%s: %s", good_lines[i].line, error.text);
        ck_assert_pstr_eq(opening.fen, good_lines[i].fen);
        ck_assert_pstr_eq(opening.moves, good_lines[i].moves);
        opening_finish(&opening);
    }
}
END_TEST

static const struct {
    const char *game, *line, *reason;
} bad_lines[] = {
    {"chess", "e2e5", "e2e5"},
    {"chess", "e2e4 e7e5 e2e4", "e2e4"},
    {"chess", "8/8/8/8/8/8/8 w - -", ""},
    {"chess", "f2f3 e7e5 g2g4 d8h4", "over"},
    {"gomoku", "8,0", "outside"},
    {"gomoku", "0,0, 0,0", "h8"},
    {"gomoku", "0,0, x", "offset"},
    {"tictactoe", "xxx/3/3 o", ""},
    {"connect4", "48", "8"},
    {"tictactoe", "a-move-that-is-far-too-long-to-be-one-even-where-moves-are-paths-over-the-board",
     "move 1: illegal move 'a-move-that-is-far-too-long"},
    {"connect4", "4444444", "move 7: illegal move '4': the column is full"},
    {"connect4", "4 4 48", "move 4: illegal move '8'"},
    {"gomoku", "h8j10h8", "move 3: illegal move 'h8': the square is taken"},
    {"gomoku", "h8j99", "move 2: illegal move 'j99'"},
    {"chess", "e2e4e7e5e4e5", "move 3: illegal move 'e4e5'"},
};

START_TEST(bad_lines_are_refused_with_the_reason)
{
    for (int i = 0; i < LENGTH(bad_lines); i++) {
        struct opening opening;
        struct error error = {""};
        bool good = read_line(bad_lines[i].game, bad_lines[i].line, LINE_AUTO, &opening, &error);
        ck_assert_msg(!good && error.text[0], "%s", bad_lines[i].line);
        ck_assert_msg(strstr(error.text, bad_lines[i].reason), "%s: %s", bad_lines[i].line,
                      error.text);
        ck_assert_ptr_null(opening.fen);
        ck_assert_ptr_null(opening.moves);
    }
}
END_TEST

/* Reads a file of tic-tac-toe openings with these bytes. */
static bool read_bytes(const char *text, size_t length, struct openings *openings,
                       struct error *error)
{
    char path[] = "openings.XXXXXX";
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, text, length), (int)length);
    close(descriptor);
    const struct game *game = registry_find(registry_games(), "tictactoe");
    struct game_settings settings;
    game_default_settings(game, &settings);
    const struct opening_form form = {.plies = 0};
    bool good = openings_read(openings, path, &form, game, &settings, error);
    unlink(path);
    return good;
}

static bool read_text(const char *text, struct openings *openings, struct error *error)
{
    return read_bytes(text, strlen(text), openings, error);
}

/* A line is never split, neither because it is long nor at a zero byte. */
START_TEST(lines_are_read_whole_or_refused)
{
    struct openings openings;
    struct error error = {""};
    const size_t most = 1 << 20;
    char *text = memory_zeroed(most + 8, 1);
    memset(text, ' ', most + 2);
    memcpy(text, "a1\n", 3);
    memcpy(text + most - 2, "b2", 2);
    ck_assert(read_bytes(text, most, &openings, &error));
    ck_assert_int_eq(openings.count, 2);
    ck_assert_str_eq(openings.list[1].moves, "b2");
    openings_finish(&openings);
    text[most] = text[most + 1] = text[most + 2] = text[most + 3] = ' ';
    memcpy(text + most + 4, "\nc3", 3);
    ck_assert(!read_bytes(text, most + 7, &openings, &error));
    ck_assert_msg(strstr(error.text, ":2: a line of more than 1 MiB"), "%s", error.text);
    ck_assert(!read_bytes("a1\nb2\0c3\n", 9, &openings, &error));
    ck_assert_msg(strstr(error.text, ":2: a byte 0; expected text"), "%s", error.text);
    free(text);
}
END_TEST

START_TEST(files_are_read_and_errors_have_a_line)
{
    struct openings openings;
    struct error error = {""};
    ck_assert(read_text("# comment\n\na1\n3/3/x2 o\r\nb2 c3", &openings, &error));
    ck_assert_int_eq(openings.count, 3);
    ck_assert_str_eq(openings.list[2].moves, "b2 c3");
    openings_finish(&openings);
    ck_assert(!read_text("a1\n\na1 a1\n", &openings, &error));
    ck_assert_msg(strstr(error.text, ":3: "), "%s", error.text);
    ck_assert_int_eq(openings.count, 0);
    /* Concatenated files that begin with byte order marks, and old line ends. */
    ck_assert(read_text("\xef\xbb\xbf# comment\ra1\r\n\xef\xbb\xbf"
                        "b2\n",
                        &openings, &error));
    ck_assert_int_eq(openings.count, 2);
    openings_finish(&openings);
    ck_assert(!read_text("# nothing\n", &openings, &error));
    ck_assert_msg(strstr(error.text, "no opening"), "%s", error.text);
}
END_TEST

START_TEST(gomoku_has_a_hundred_openings_each_another)
{
    const struct game *game = registry_find(registry_games(), "gomoku");
    struct game_settings settings;
    struct openings openings;
    struct error error = {""};
    const struct opening_form form = {.line = LINE_OFFSET};
    game_default_settings(game, &settings);
    ck_assert_msg(
        openings_read(&openings, TESTS_DATA "/gomoku/openings.txt", &form, game, &settings, &error),
        "%s", error.text);
    ck_assert_int_eq(openings.count, 100);
    for (int i = 0; i < openings.count; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(openings.list[i].moves, openings.list[k].moves);
        }
    }
    openings_finish(&openings);
}
END_TEST

START_TEST(random_openings_follow_the_seed_and_leave_a_game)
{
    for (const struct game *const *at = registry_games(); *at; at++) {
        const struct game *game = *at;
        struct game_settings settings;
        struct game_record record;
        game_default_settings(game, &settings);
        game_record_init(&record, game, &settings);
        int differ = 0;
        for (int64_t i = 0; i < 50; i++) {
            ck_assert(opening_random(&record, 6, 9, i));
            char *one = memory_text(buffer_text(&record.moves));
            ck_assert(opening_random(&record, 6, 10, i));
            differ += strcmp(one, buffer_text(&record.moves)) != 0;
            ck_assert(opening_random(&record, 6, 9, i));
            ck_assert_str_eq(one, buffer_text(&record.moves));
            ck_assert(game_record_begin(&record, NULL, one, NULL));
            ck_assert_int_eq(record.plies, 6);
            ck_assert_int_eq(game_record_result(&record), RESULT_NONE);
            free(one);
        }
        ck_assert_int_gt(differ, 40);
        game_record_finish(&record);
    }
}
END_TEST

START_TEST(no_game_lasts_longer_than_its_board)
{
    const struct game *game = registry_find(registry_games(), "tictactoe");
    struct game_settings settings;
    struct game_record record;
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    ck_assert(!opening_random(&record, 9, 1, 0));
    game_record_finish(&record);
}
END_TEST

START_TEST(shuffling_keeps_every_opening)
{
    struct openings openings;
    struct error error;
    ck_assert(read_text("a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n", &openings, &error));
    openings_shuffle(&openings, 5);
    unsigned seen = 0;
    bool moved = false;
    for (int i = 0; i < 9; i++) {
        const char *move = openings.list[i].moves;
        int place = (move[0] - 'a') * 3 + move[1] - '1';
        seen |= 1U << place;
        moved |= place != i;
    }
    ck_assert_uint_eq(seen, 0x1ff);
    ck_assert(moved);
    openings_finish(&openings);
}
END_TEST

START_TEST(game_record_takes_back_and_refuses)
{
    const struct game *game = registry_find(registry_games(), "tictactoe");
    struct game_settings settings;
    struct game_record record;
    struct error error = {""};
    char last[GAME_MOVE_TEXT];
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    game_record_last_move(&record, last);
    ck_assert_str_eq(last, "");
    ck_assert_ptr_null(game_record_command(&record).moves);
    ck_assert(game_record_begin(&record, "3/1x1/3 o", "A1 c3 a2", &error));
    ck_assert_str_eq(game_record_command(&record).moves, "a1 c3 a2");
    ck_assert_int_eq(game_record_player(&record), 1);
    ck_assert(!game_record_play(&record, "b2", &error));
    ck_assert_int_eq(record.plies, 3);
    game_record_undo(&record, 2);
    ck_assert_str_eq(game_record_command(&record).moves, "a1");
    game_record_last_move(&record, last);
    ck_assert_str_eq(last, "a1");
    game_record_undo(&record, 5);
    ck_assert_int_eq(record.plies, 0);
    ck_assert_str_eq(game_record_command(&record).fen, "3/1x1/3 o");
    ck_assert(!game_record_begin(&record, "3/1x1/3 o", "b2", &error));
    ck_assert_ptr_null(game_record_command(&record).fen);
    ck_assert_int_eq(game_record_player(&record), 1);
    game_record_finish(&record);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_opening");
    SUPPORT_ADD(suite, lines_of_every_format_are_read);
    SUPPORT_ADD(suite, bad_lines_are_refused_with_the_reason);
    SUPPORT_ADD(suite, files_are_read_and_errors_have_a_line);
    SUPPORT_ADD(suite, lines_are_read_whole_or_refused);
    SUPPORT_ADD(suite, gomoku_has_a_hundred_openings_each_another);
    SUPPORT_ADD(suite, random_openings_follow_the_seed_and_leave_a_game);
    SUPPORT_ADD(suite, no_game_lasts_longer_than_its_board);
    SUPPORT_ADD(suite, shuffling_keeps_every_opening);
    SUPPORT_ADD(suite, game_record_takes_back_and_refuses);
    return support_run(suite);
}
