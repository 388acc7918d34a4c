/* SPDX-License-Identifier: MIT */
/* Tests games as files: for every format and kind of ending, a file in tests/data/match was written
 * by hand from the format's description. pgn-extract and python-chess read those in PGN, too:
 * match_files.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "memory.h"
#include "opening.h"
#include "registry.h"
#include "suite.h"

/* The first player is the second engine of the match. */
static const char *const names[] = {"One ]", "Two \\ \"2\""};

/* The engines' statements about their moves, from the third move on: the first two are the
 * opening's. */
static const struct played_move thoughts[] = {
    {.time_us = 0},
    {.time_us = 0},
    {.time_us = 52000, .has_score = true, .score = 31, .depth = 12},
    {.time_us = 1234567, .has_score = true, .score = -5, .depth = 11},
    {.time_us = 500000, .has_score = true, .is_mate = true, .score = 3, .depth = 9},
    {.time_us = 10000, .has_score = true, .is_mate = true, .score = -2, .depth = 3},
    {.time_us = 1000},
};

#define CHESS   "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"
#define GOMOKU  "h8 a1 i8 a3 j8 a5 k8 a7 o15 a9 l8"
#define OTHELLO "f5 d6 c3 d3 c4"
#define LONE    "7k/8/8/8/8/1P6/8/K7 b - - 5 40"

static const struct {
    enum export_format format;
    const char *file, *game, *fen, *moves;
    int count; /* of moves to play */
    enum game_result result;
    enum verdict verdict;
    const char *detail;
} files[] = {
    {EXPORT_PGN, "mate.pgn", "chess", NULL, CHESS, 7, RESULT_P1_WINS, VERDICT_RULES, ""},
    {EXPORT_PGN, "fen.pgn", "chess", LONE, "h8g7", 1, RESULT_DRAW, VERDICT_RULES, ""},
    {EXPORT_PGN, "time.pgn", "chess", NULL, CHESS, 4, RESULT_P2_WINS, VERDICT_TIME,
     "Two \\ \"2\" answered 12.345 ms too late"},
    {EXPORT_PGN, "illegal.pgn", "chess", NULL, CHESS, 3, RESULT_P1_WINS, VERDICT_ILLEGAL,
     "One ] plays 'z9': {not a move}"},
    {EXPORT_PGN, "crash.pgn", "chess", NULL, CHESS, 3, RESULT_P1_WINS, VERDICT_CRASH,
     "One ] ended by signal 11"},
    {EXPORT_PGN, "hang.pgn", "chess", NULL, CHESS, 2, RESULT_P2_WINS, VERDICT_HANG,
     "Two \\ \"2\" does not answer `isready`"},
    {EXPORT_PGN, "resignation.pgn", "chess", NULL, CHESS, 4, RESULT_P2_WINS, VERDICT_RESIGNATION,
     ""},
    {EXPORT_PGN, "draw.pgn", "chess", NULL, CHESS, 4, RESULT_DRAW, VERDICT_DRAW, ""},
    {EXPORT_PGN, "length.pgn", "chess", NULL, CHESS, 4, RESULT_DRAW, VERDICT_LENGTH, ""},
    {EXPORT_PGN, "unterminated.pgn", "chess", NULL, CHESS, 2, RESULT_NONE, VERDICT_RULES, ""},
    {EXPORT_SGF, "rules.sgf", "gomoku", NULL, GOMOKU, 11, RESULT_P1_WINS, VERDICT_RULES, ""},
    {EXPORT_SGF, "time.sgf", "gomoku", NULL, "h8 i9", 2, RESULT_P2_WINS, VERDICT_TIME, "late"},
    {EXPORT_SGF, "illegal.sgf", "gomoku", NULL, "h8", 1, RESULT_P1_WINS, VERDICT_ILLEGAL, "z9"},
    {EXPORT_SGF, "crash.sgf", "gomoku", NULL, "h8", 1, RESULT_P1_WINS, VERDICT_CRASH, "left"},
    {EXPORT_SGF, "hang.sgf", "gomoku", NULL, "h8", 1, RESULT_P2_WINS, VERDICT_HANG, "silent"},
    {EXPORT_SGF, "resignation.sgf", "gomoku", NULL, "h8 i9", 2, RESULT_P2_WINS, VERDICT_RESIGNATION,
     ""},
    {EXPORT_SGF, "draw.sgf", "gomoku", NULL, "h8 i9", 2, RESULT_DRAW, VERDICT_DRAW, ""},
    {EXPORT_SGF, "unterminated.sgf", "gomoku", NULL, "h8", 1, RESULT_NONE, VERDICT_RULES, ""},
    {EXPORT_GGF, "rules.ggf", "othello", NULL, OTHELLO, 5, RESULT_P1_WINS, VERDICT_RULES, ""},
    {EXPORT_GGF, "time.ggf", "othello", NULL, OTHELLO, 1, RESULT_P2_WINS, VERDICT_TIME, "late"},
    {EXPORT_GGF, "crash.ggf", "othello", NULL, OTHELLO, 1, RESULT_P1_WINS, VERDICT_CRASH, "left"},
    {EXPORT_GGF, "resignation.ggf", "othello", NULL, OTHELLO, 2, RESULT_P2_WINS,
     VERDICT_RESIGNATION, ""},
    {EXPORT_GGF, "draw.ggf", "othello", NULL, OTHELLO, 2, RESULT_DRAW, VERDICT_LENGTH, ""},
    {EXPORT_PSQ, "rules.psq", "gomoku", NULL, GOMOKU, 11, RESULT_P1_WINS, VERDICT_RULES, ""},
    {EXPORT_MOVES, "time.moves", "chess", NULL, CHESS, 4, RESULT_P2_WINS, VERDICT_TIME,
     "Two \\ \"2\" answered 12.345 ms too late"},
    {EXPORT_EPD, "mate.epd", "chess", NULL, CHESS, 7, RESULT_P1_WINS, VERDICT_RULES, ""},
    {EXPORT_MOVES, "fen.moves", "chess", LONE, "h8g7", 1, RESULT_DRAW, VERDICT_RULES, ""},
};

/* Reads the file, with this version in place of the word VERSION. */
static void read_expected(const char *name, struct buffer *out)
{
    char path[512];
    struct buffer text = {0};
    int byte;
    snprintf(path, sizeof path, TESTS_DATA "/match/%s", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is not there", path);
    while ((byte = getc(file)) != EOF) {
        buffer_putc(&text, (char)byte);
    }
    fclose(file);
    const char *at = buffer_text(&text), *mark = strstr(at, "VERSION");
    if (mark) {
        buffer_append(out, at, (size_t)(mark - at));
        buffer_puts(out, MYOSU_VERSION);
        at = mark + strlen("VERSION");
    }
    buffer_puts(out, at);
    buffer_finish(&text);
}

START_TEST(every_ending_is_written_as_in_the_file_made_by_hand)
{
    const struct game *game = registry_find(registry_games(), files[_i].game);
    struct game_settings settings;
    struct played_game played = {.number = 4,
                                 .round = 1,
                                 .engines = {1, 0},
                                 .fen = memory_text(files[_i].fen),
                                 .opening_plies = files[_i].fen ? 1 : 2,
                                 .result = files[_i].result,
                                 .verdict = files[_i].verdict,
                                 .began = 1700000000}; /* 14 November 2023, 22:13:20 UTC */
    struct format_context context = {
        .game = game, .settings = &settings, .names = names, .event = "The \"Big\" one"};
    struct buffer written = {0}, expected = {0};
    char *moves = memory_text(files[_i].moves), *rest = moves;
    game_default_settings(game, &settings);
    error_set(&played.detail, "%s", files[_i].detail);
    for (int ply = 0; ply < files[_i].count; ply++) {
        struct played_move *move = played_game_add(&played);
        *move = thoughts[ply % LENGTH(thoughts)];
        snprintf(move->text, sizeof move->text, "%s", strsep(&rest, " "));
    }
    read_expected(files[_i].file, &expected);
    export_game(files[_i].format, &context, &played, &written);
    ck_assert_msg(strcmp(buffer_text(&written), buffer_text(&expected)) == 0,
                  "tests/data/match/%s:\n%s\nwritten:\n%s", files[_i].file, buffer_text(&expected),
                  buffer_text(&written));
    buffer_finish(&written);
    buffer_finish(&expected);
    played_game_finish(&played);
    free(moves);
}
END_TEST

/* The figures that an engine may report, and time controls of the first and the second engine of
 * the match. The first one plays Black. */
#define FIGURES                                                                                    \
    .nodes = 1234567, .seldepth = 18, .nps = 23456789, .hashfull = 500, .tb_hits = 0,              \
    .left_us = 7948000

static const struct {
    const char *file, *fen;
    int count; /* of moves */
    struct pgn_style style;
    struct game_time controls[2];
} styles[] = {
    {"figures.pgn",
     NULL,
     4,
     {true, true, true, true, true, true, true, false, true, 0, false},
     {{.moves = 40, .base_ms = 9000000}, {.base_ms = 300000, .inc_ms = 2500}}},
    {"minimal.pgn", NULL, 4, {.minimal = true, .nodes = true}, {{.depth = 1}, {.depth = 1}}},
    {"protocol.pgn",
     NULL,
     4,
     {.uci = 1, .nodes = true},
     {{.movetime_ms = 100}, {.movetime_ms = 100, .nodes = 5}}},
    {"nodes.pgn", "7k/8/8/8/8/1P6/8/K7 b - -", 0, {.nodes = true}, {{.nodes = 1}, {.depth = 1}}},
};

/* Fills in the game: two moves of an opening, one with all figures, and one with a score only. */
static void play_figures(struct played_game *played, int count)
{
    static const char *const moves[] = {"e2e4", "e7e5", "d1h5", "b8c6"};
    for (int ply = 0; ply < count; ply++) {
        struct played_move *move = played_game_add(played);
        const struct played_move unknown = *move;
        *move = (struct played_move){FIGURES};
        if (ply == 3) {
            *move = unknown;
        }
        move->has_score = true;
        move->score = thoughts[ply].score;
        move->depth = thoughts[ply].depth;
        move->time_us = thoughts[ply].time_us;
        /* The writer stops before an illegal move. */
        move->pv = memory_text(ply == 2 ? "d1h5 b8c6 f1c4 g7g6 h5f3 z9 a2a3" : NULL);
        snprintf(move->text, sizeof move->text, "%s", moves[ply]);
    }
}

START_TEST(pgn_shows_the_figures_that_were_asked_for)
{
    const struct game *game = registry_find(registry_games(), "chess");
    const enum game_result result = styles[_i].count ? RESULT_DRAW : RESULT_NONE;
    struct game_settings settings;
    struct played_game played = {.number = 4,
                                 .round = 1,
                                 .engines = {1, 0},
                                 .fen = memory_text(styles[_i].fen),
                                 .opening_plies = 2,
                                 .result = result,
                                 .verdict = VERDICT_LENGTH,
                                 .began = 1700000000};
    struct format_context context = {.game = game,
                                     .settings = &settings,
                                     .names = names,
                                     .controls = styles[_i].controls,
                                     .style = styles[_i].style,
                                     .event = "The \"Big\" one"};
    struct buffer written = {0}, expected = {0};
    game_default_settings(game, &settings);
    play_figures(&played, styles[_i].count);
    read_expected(styles[_i].file, &expected);
    export_game(EXPORT_PGN, &context, &played, &written);
    ck_assert_msg(strcmp(buffer_text(&written), buffer_text(&expected)) == 0,
                  "tests/data/match/%s:\n%s\nwritten:\n%s", styles[_i].file, buffer_text(&expected),
                  buffer_text(&written));
    buffer_finish(&written);
    buffer_finish(&expected);
    played_game_finish(&played);
}
END_TEST

/* A list of moves can be used as a file of openings. */
START_TEST(a_list_of_moves_is_read_back_as_openings)
{
    static const char *const lists[] = {"time.moves", "fen.moves"};
    const struct game *game = registry_find(registry_games(), "chess");
    struct game_settings settings;
    game_default_settings(game, &settings);
    for (int i = 0; i < LENGTH(lists); i++) {
        char path[512];
        struct openings openings;
        struct error error = {""};
        snprintf(path, sizeof path, TESTS_DATA "/match/%s", lists[i]);
        ck_assert_msg(openings_read(&openings, path, &(struct opening_form){.plies = 0}, game,
                                    &settings, &error),
                      "%s", error.text);
        ck_assert_int_eq(openings.count, 1);
        ck_assert_pstr_eq(openings.list[0].fen, i == 1 ? LONE : NULL);
        ck_assert_str_eq(openings.list[0].moves, i == 1 ? "h8g7" : "e2e4 e7e5 d1h5 b8c6");
        openings_finish(&openings);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_formats");
    TCase *endings = tcase_create("endings");
    tcase_add_loop_test(endings, every_ending_is_written_as_in_the_file_made_by_hand, 0,
                        LENGTH(files));
    tcase_add_loop_test(endings, pgn_shows_the_figures_that_were_asked_for, 0, LENGTH(styles));
    suite_add_tcase(suite, endings);
    SUPPORT_ADD(suite, a_list_of_moves_is_read_back_as_openings);
    return support_run(suite);
}
