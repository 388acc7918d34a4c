/* SPDX-License-Identifier: MIT */
/* Tests the database and the exports: games are read as they were written, completely or not at
 * all. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agreement.h"
#include "encoding.h"
#include "export.h"
#include "memory.h"
#include "registry.h"
#include "store.h"
#include "suite.h"

/* Makes a path at which no file exists. */
static void fresh_path(char *path)
{
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    unlink(path);
}

static void add_moves(struct played_game *played, const char *moves)
{
    char *copy = memory_text(moves), *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        struct played_move *move = played_game_add(played);
        strncpy(move->text, word, sizeof move->text - 1);
        move->time_us = 1500 * played->count;
        move->has_score = played->count % 2;
        move->score = 10 * played->count;
        move->is_mate = played->count == 3;
        move->depth = played->count;
        move->nodes = played->count == 2 ? -1 : 100;
        if (played->count == 3) { /* every figure, and in the first move some of them */
            move->seldepth = 40;
            move->nps = 1000000;
            move->hashfull = 0;
            move->tb_hits = INT64_MAX;
        }
        if (played->count != 2) {
            move->left_us = 123456789;
            move->pv = memory_text("e2e4 e7e5");
        }
    }
    free(copy);
}

static struct played_game sample_game(int64_t number)
{
    struct played_game played = {.number = number,
                                 .round = 2,
                                 .engines = {1, 0},
                                 .opening_plies = 1,
                                 .result = RESULT_P2_WINS,
                                 .verdict = VERDICT_TIME,
                                 .began = 1700000000};
    error_set(&played.detail, "it's late; \"quoted\"");
    add_moves(&played, "e2e4 e7e5 g1f3");
    return played;
}

struct seen {
    int count;
    struct played_game last;
};

static void compare(void *context, const struct played_game *played)
{
    struct seen *seen = context;
    struct played_game expected = sample_game(played->number);
    seen->count++;
    ck_assert_int_eq(played->round, expected.round);
    ck_assert_int_eq(played->engines[0], 1);
    ck_assert_int_eq(played->engines[1], 0);
    ck_assert_int_eq(played->opening_plies, 1);
    ck_assert_int_eq(played->result, RESULT_P2_WINS);
    ck_assert_int_eq(played->verdict, VERDICT_TIME);
    ck_assert_str_eq(played->detail.text, expected.detail.text);
    ck_assert_int_eq(played->count, 3);
    for (int i = 0; i < 3; i++) {
        const struct played_move *is = &played->moves[i], *was = &expected.moves[i];
        ck_assert_str_eq(is->text, was->text);
        ck_assert_int_eq(is->time_us, was->time_us);
        ck_assert_int_eq(is->has_score, was->has_score);
        ck_assert_int_eq(is->has_score ? is->score : 0, was->has_score ? was->score : 0);
        ck_assert_int_eq(is->has_score && is->is_mate, was->has_score && was->is_mate);
        ck_assert_int_eq(is->depth, was->depth);
        ck_assert_int_eq(is->nodes, was->nodes);
        ck_assert_int_eq(is->seldepth, was->seldepth);
        ck_assert_int_eq(is->nps, was->nps);
        ck_assert_int_eq(is->hashfull, was->hashfull);
        ck_assert_int_eq(is->tb_hits, was->tb_hits);
        ck_assert_int_eq(is->left_us, was->left_us);
        ck_assert_pstr_eq(is->pv, was->pv);
    }
    played_game_finish(&expected);
}

START_TEST(games_are_read_as_they_were_written)
{
    char path[] = "store.XXXXXX";
    struct error error = {""};
    fresh_path(path);
    struct store *store = store_open(path, true, &error);
    ck_assert_msg(store, "%s", error.text);
    for (int64_t number = 4; number >= 0; number -= 2) {
        struct played_game played = sample_game(number);
        ck_assert_msg(store_game(store, &played, &error), "%s", error.text);
        ck_assert(!store_game(store, &played, &error)); /* a game is stored only once */
        played_game_finish(&played);
    }
    store_close(store);
    store = store_open(path, false, &error);
    struct seen seen = {0};
    ck_assert(store_each(store, true, compare, &seen, &error));
    ck_assert_int_eq(seen.count, 3);
    store_close(store);
    unlink(path);
}
END_TEST

START_TEST(agreements_are_kept_and_defended)
{
    char path[] = "store.XXXXXX";
    struct error error = {""};
    fresh_path(path);
    struct store *store = store_open(path, true, &error);
    ck_assert(store_begin(store, &error) &&
              database_agree(&store->database, "game", "chess", &error));
    ck_assert(store_end(store, true, &error));
    ck_assert(store_begin(store, &error) && database_agree(&store->database, "seed", "1", &error));
    ck_assert(!store_end(store, false, &error));
    store_close(store);
    store = store_open(path, true, &error);
    ck_assert(database_agree(&store->database, "game", "chess", &error));
    ck_assert(!database_agree(&store->database, "game", "gomoku", &error));
    ck_assert_msg(strstr(error.text, "another match") && strstr(error.text, "gomoku"), "%s",
                  error.text);
    ck_assert_ptr_null(database_term(&store->database, "seed"));
    store_close(store);
    unlink(path);
}
END_TEST

/* A file may come from anybody, and its names are printed on terminals. */
START_TEST(names_of_a_database_cannot_control_a_terminal)
{
    static const char *const terms[][2] = {
        {"game", "chess"},
        {"schedule", "roundrobin 2 engines 1 seeds 1 rounds 2 games swap"},
        {"seed", "1"},
        {"sprt", "none"},
        {"name 1", "a\x1b[2J\nb"},
        {"name 2", "\xc3\xa9\xc2\x9b!"},
    };
    struct error error = {""};
    struct match_options options;
    struct store *store = store_open(NULL, true, &error);
    for (int i = 0; i < LENGTH(terms); i++) {
        ck_assert(database_agree(&store->database, terms[i][0], terms[i][1], &error));
    }
    ck_assert_msg(agreement_read(store, &options, &error), "%s", error.text);
    ck_assert_str_eq(options.names[0], "a [2J b");
    ck_assert_str_eq(options.names[1], "\xc3\xa9 !");
    options_finish(&options);
    store_close(store);
}
END_TEST

START_TEST(what_is_no_database_of_a_match_is_refused)
{
    char path[] = "store.XXXXXX";
    struct error error = {""};
    fresh_path(path);
    ck_assert_ptr_null(store_open(path, false, &error));
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 100; i++) {
        fputs("this is no database at all\n", file);
    }
    fclose(file);
    ck_assert_ptr_null(store_open(path, true, &error));
    ck_assert_msg(strstr(error.text, path), "%s", error.text);
    unlink(path);
    sqlite3 *other;
    ck_assert_int_eq(sqlite3_open(path, &other), SQLITE_OK);
    sqlite3_exec(other, "CREATE TABLE notes (text)", NULL, NULL, NULL);
    sqlite3_close(other);
    ck_assert_ptr_null(store_open(path, true, &error));
    ck_assert_msg(strstr(error.text, "not of a match"), "%s", error.text);
    unlink(path);
}
END_TEST

/* Exports one game of `name` and compares it, except for the date. */
static void check_export(enum export_format format, const char *name, const char *fen,
                         const char *moves, enum game_result result, const char *expected)
{
    static const char *const names[] = {"One", "Two"};
    const struct game *game = registry_find(registry_games(), name);
    struct game_settings settings;
    game_default_settings(game, &settings);
    struct format_context context = {.game = game, .settings = &settings, .names = names};
    struct played_game played = {.engines = {0, 1},
                                 .fen = memory_text(fen),
                                 .result = result,
                                 .verdict = VERDICT_RULES,
                                 .opening_plies = 1000};
    struct buffer out = {0};
    add_moves(&played, moves);
    export_game(format, &context, &played, &out);
    ck_assert_msg(strstr(buffer_text(&out), expected), "expected: %s\nfound: %s", expected,
                  buffer_text(&out));
    buffer_finish(&out);
    played_game_finish(&played);
}

START_TEST(chess_is_written_in_algebraic_notation)
{
    check_export(EXPORT_PGN, "chess", NULL, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1 e4d6",
                 RESULT_DRAW, "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", NULL, "f2f3 e7e5 g2g4 d8h4", RESULT_P2_WINS,
                 "\n1. f3 e5 2. g4 Qh4# 0-1\n");
    /* Two knights, or two rooks, distinguished by file, by rank, and by both. */
    check_export(EXPORT_PGN, "chess", "6k1/8/8/8/8/8/3K4/R2N3R w - - 0 9", "a1b1 g8g7 d1e3",
                 RESULT_DRAW, "\n9. Rb1 Kg7 10. Ne3 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", "7k/R7/8/8/8/8/8/R3K3 w - - 0 1", "a1a3", RESULT_DRAW,
                 "\n1. R1a3 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", RESULT_DRAW,
                 "\n1. Qh4e4 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", "r3k3/6P1/8/3pP3/8/8/8/R3K2R w KQq d6 0 30",
                 "e5d6 e8c8 g7g8q", RESULT_P1_WINS, "\n30. exd6 O-O-O 31. g8=Q 1-0\n");
    check_export(EXPORT_PGN, "chess", "k6n/6P1/8/8/8/8/8/K7 w - - 0 1", "g7h8n a8b8", RESULT_DRAW,
                 "\n1. gxh8=N Kb8 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", "k6n/6P1/8/8/8/8/8/K7 w - - 0 1", "g7g8r", RESULT_DRAW,
                 "\n1. g8=R+ 1/2-1/2\n");
    check_export(EXPORT_PGN, "chess", "4k3/8/8/8/8/8/4p3/4K3 b - - 0 12", "e8d7", RESULT_DRAW,
                 "\n12... Kd7 1/2-1/2\n");
    /* A pinned knight does not make the other one's move ambiguous. */
    check_export(EXPORT_PGN, "chess", "4r2k/8/8/8/4N3/8/8/2N1K3 w - - 0 1", "c1d3", RESULT_DRAW,
                 "\n1. Nd3 1/2-1/2\n");
}
END_TEST

START_TEST(pgn_says_how_games_ended_and_escapes)
{
    check_export(EXPORT_PGN, "chess", NULL, "e2e4", RESULT_DRAW, "[Termination \"normal\"]\n");
    check_export(EXPORT_PGN, "chess", "4k3/8/8/8/8/8/4p3/4K3 b - - 0 12", "e8d7", RESULT_DRAW,
                 "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 12\"]\n");
}
END_TEST

/* Checks names with all characters that end or escape a value in some format, and the reason of a
 * forfeit. */
static void check_hostile(enum export_format format, const char *name, const char *const *expected)
{
    static const char *const names[] = {"a \"b\" \\ ]\n[c \x1b[31m}", "M\u00fcller\r\n; \xc2\x9b"
                                                                      "x"};
    const struct game *game = registry_find(registry_games(), name);
    struct game_settings settings;
    struct buffer out = {0};
    game_default_settings(game, &settings);
    struct format_context context = {
        .game = game, .settings = &settings, .names = names, .event = "x \"\n[Event \"y"};
    struct played_game played = {.engines = {0, 1},
                                 .result = RESULT_P1_WINS,
                                 .verdict = VERDICT_ILLEGAL,
                                 .opening_plies = 1000};
    snprintf(played.detail.text, sizeof played.detail.text, "b plays 'x}': {no\x1b[1m move");
    export_game(format, &context, &played, &out);
    const char *text = buffer_text(&out);
    ck_assert_msg(encoding_is_utf8(text, strlen(text)), "%s", text);
    for (const char *at = text; *at; at++) {
        ck_assert_msg((unsigned char)*at >= 0x20 || *at == '\n', "byte %d in %s", *at, text);
    }
    for (; *expected; expected++) {
        ck_assert_msg(strstr(text, *expected), "expected: %s\nfound: %s", *expected, text);
    }
    played_game_finish(&played);
    buffer_finish(&out);
}

START_TEST(hostile_names_stay_names_in_every_format)
{
    static const char *const pgn[] = {
        "[Event \"x \\\" [Event \\\"y\"]\n", "[White \"a \\\"b\\\" \\\\ ] [c  [31m}\"]\n",
        "[Black \"M\u00fcller  ;  x\"]\n", "\n{b plays 'x)': {no [1m move} 1-0\n", NULL};
    static const char *const sgf[] = {"PB[a \"b\" \\\\ \\]\n[c  [31m}]PW[M\u00fcller \n;  x]",
                                      NULL};
    static const char *const psq[] = {"\na \"b\" \\ ] [c  [31m}\nM\u00fcller  ;  x\n-1\n", NULL};
    static const char *const moves[] = {
        "# 1: a \"b\" \\ ] [c  [31m} - M\u00fcller  ;  x 1-0 (illegal move: b plays", NULL};
    check_hostile(EXPORT_PGN, "chess", pgn);
    check_hostile(EXPORT_SGF, "gomoku", sgf);
    check_hostile(EXPORT_PSQ, "gomoku", psq);
    check_hostile(EXPORT_MOVES, "tictactoe", moves);
}
END_TEST

START_TEST(other_games_say_their_names_in_pgn)
{
    check_export(EXPORT_PGN, "xiangqi", NULL, "h2e2 h9g7 h0g2", RESULT_DRAW,
                 "[Variant \"xiangqi\"]\n[PlyCount \"3\"]\n[Termination \"normal\"]\n\n"
                 "1. h2e2 h9g7 2. h0g2 1/2-1/2\n");
    check_export(EXPORT_PGN, "ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 9", "0000 a3a4",
                 RESULT_P2_WINS, "\n9. 0000 a4 0-1\n");
}
END_TEST

START_TEST(gomoku_is_written_as_sgf_and_psq)
{
    check_export(EXPORT_SGF, "gomoku", NULL, "h8 i9 a1", RESULT_P1_WINS, ";B[hh];W[ig];B[ao])");
    check_export(EXPORT_SGF, "gomoku", NULL, "h8", RESULT_P2_WINS, "GM[4]");
    check_export(EXPORT_SGF, "gomoku", NULL, "h8", RESULT_P2_WINS, "RE[W+]");
    check_export(EXPORT_PSQ, "gomoku", NULL, "h8 i9 a1", RESULT_P1_WINS,
                 "Piskvorky 15x15, 11:11, 0\n8,8,1\n9,7,3\n1,15,4\nOne\nTwo\n-1\n");
}
END_TEST

START_TEST(sgf_has_passes_and_two_moves_in_a_row)
{
    check_export(EXPORT_SGF, "leap", NULL, "b1b2 pass b2b3 pass b3c3 a1a2", RESULT_DRAW,
                 ";B[bd];W[];B[bc];W[];B[cc];B[ad])");
    check_export(EXPORT_SGF, "leap", "5/5/1o3/o4/x4 x 0 40", "a1a3c3", RESULT_P1_WINS,
                 "AB[ae]AW[bc][ad]PL[B]\n;B[cc])");
}
END_TEST

START_TEST(other_games_are_written_as_move_lists)
{
    check_export(EXPORT_MOVES, "connect4", NULL, "4 4 5", RESULT_DRAW,
                 "# 1: One - Two 1/2-1/2 (rules)\nstartpos moves 4 4 5\n");
    check_export(EXPORT_MOVES, "tictactoe", "3/1x1/3 o", "a1", RESULT_DRAW,
                 "\n3/1x1/3 o moves a1\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_store");
    SUPPORT_ADD(suite, games_are_read_as_they_were_written);
    SUPPORT_ADD(suite, agreements_are_kept_and_defended);
    SUPPORT_ADD(suite, what_is_no_database_of_a_match_is_refused);
    SUPPORT_ADD(suite, names_of_a_database_cannot_control_a_terminal);
    SUPPORT_ADD(suite, chess_is_written_in_algebraic_notation);
    SUPPORT_ADD(suite, pgn_says_how_games_ended_and_escapes);
    SUPPORT_ADD(suite, hostile_names_stay_names_in_every_format);
    SUPPORT_ADD(suite, other_games_say_their_names_in_pgn);
    SUPPORT_ADD(suite, gomoku_is_written_as_sgf_and_psq);
    SUPPORT_ADD(suite, sgf_has_passes_and_two_moves_in_a_row);
    SUPPORT_ADD(suite, other_games_are_written_as_move_lists);
    return support_run(suite);
}
