/* SPDX-License-Identifier: MIT */
/* Tests code that the clients share: time controls and clocks, boards, algebraic notation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_option.h"
#include "game_record.h"
#include "game_time.h"
#include "look.h"
#include "registry.h"
#include "suite.h"

static const struct {
    const char *text;
    int moves;
    int64_t base_ms, inc_ms;
} good_controls[] = {{"10+0.1", 0, 10000, 100},
                     {"40/1:30+2", 40, 90000, 2000},
                     {"0.5", 0, 500, 0},
                     {"inf", 0, 0, 0}};

START_TEST(clocks_are_read)
{
    for (int i = 0; i < LENGTH(good_controls); i++) {
        struct game_time control = {.depth = 7};
        struct error error = {""};
        ck_assert_msg(game_time_read(good_controls[i].text, &control, &error), "%s", error.text);
        ck_assert_int_eq(control.moves, good_controls[i].moves);
        ck_assert_int_eq(control.base_ms, good_controls[i].base_ms);
        ck_assert_int_eq(control.inc_ms, good_controls[i].inc_ms);
        ck_assert_int_eq(control.depth, 7);
    }
    static const char *const bad[] = {"",   "x",  "5+", "0/5", "-1", "5s",
                                      "+1", "1:", "1/", "nan", "0"};
    for (int i = 0; i < LENGTH(bad); i++) {
        struct game_time control = {.base_ms = 1};
        struct error error = {""};
        ck_assert_msg(!game_time_read(bad[i], &control, &error), "%s", bad[i]);
        ck_assert_int_eq(control.base_ms, 1);
        ck_assert(error.text[0]);
    }
}
END_TEST

START_TEST(clocks_run_as_agreed)
{
    struct game_time control = {.moves = 2, .base_ms = 1000, .inc_ms = 10};
    struct game_clocks clocks = game_clocks_start(&control, &control);
    ck_assert_int_eq(game_clocks_limit_ns(&clocks, 1), 1000 * NS_PER_MS);
    game_clocks_charge(&clocks, 1, 400 * NS_PER_MS);
    ck_assert_int_eq(clocks.left_ns[1], 610 * NS_PER_MS);
    struct command_go go = game_clocks_go(&clocks, 1);
    ck_assert_int_eq(go.movestogo, 1);
    ck_assert_int_eq(go.time_ms[0], 1000);
    ck_assert_int_eq(go.time_ms[1], 610);
    ck_assert_int_eq(go.inc_ms[1], 10);
    ck_assert_uint_eq(go.given, GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2 | GO_MOVESTOGO);
    /* The second move ends the period: the remaining time is kept and a new period is added. */
    game_clocks_charge(&clocks, 1, 600 * NS_PER_MS);
    ck_assert_int_eq(clocks.left_ns[1], 1020 * NS_PER_MS);
    ck_assert_int_eq(clocks.moves_left[1], 2);
    ck_assert_int_eq(clocks.left_ns[0], 1000 * NS_PER_MS);
}
END_TEST

START_TEST(engines_are_told_their_own_limits)
{
    struct game_time clock = {.base_ms = 500}, depth = {.depth = 3, .nodes = 9};
    struct game_clocks clocks = game_clocks_start(&clock, &depth);
    ck_assert_uint_eq(game_clocks_go(&clocks, 0).given, GO_TIME_1 | GO_INC_1);
    struct command_go go = game_clocks_go(&clocks, 1);
    ck_assert_uint_eq(go.given, GO_DEPTH | GO_NODES);
    ck_assert_int_eq(go.depth, 3);
    ck_assert_uint_eq(go.nodes, 9);
    ck_assert_int_eq(game_clocks_limit_ns(&clocks, 1), INT64_MAX);
    ck_assert(game_time_is_unlimited(&(struct game_time){0}) && !game_time_is_unlimited(&depth));
}
END_TEST

START_TEST(boards_are_read_from_any_game)
{
    static const struct {
        const char *name;
        int stones;
    } starts[] = {{"chess", 32}, {"xiangqi", 32}, {"ataxx", 4}, {"leap", 8}};
    for (const struct game *const *at = registry_games(); *at; at++) {
        struct game_settings settings;
        struct game_record record;
        int expected = 0;
        for (int i = 0; i < LENGTH(starts); i++) {
            expected = strcmp((*at)->name, starts[i].name) == 0 ? starts[i].stones : expected;
        }
        game_default_settings(*at, &settings);
        game_record_init(&record, *at, &settings);
        struct look_board board;
        int stones = 0;
        (*at)->look->board(record.position, &board);
        for (int i = 0; i < board.files * board.ranks; i++) {
            stones += board.squares[i] != 0;
        }
        ck_assert_int_eq(stones, expected);
        ck_assert_int_ge(board.files, 3);
        ck_assert_int_ge(board.ranks, 3);
        game_record_finish(&record);
    }
}
END_TEST

/* Every legal move in random games is parsed from its algebraic text. */
START_TEST(algebraic_notation_is_read_back)
{
    const struct game *game = registry_find(registry_games(), "chess");
    struct game_settings settings;
    struct game_record record;
    struct rng {
        uint64_t state;
    } walk = {1};
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    for (int ply = 0; ply < 120 && game_record_result(&record) == RESULT_NONE; ply++) {
        struct move_list list = {0};
        struct buffer text = {0};
        game->legal_moves(record.position, &list);
        for (int i = 0; i < list.count; i++) {
            move_t move = MOVE_NONE;
            buffer_clear(&text);
            look_format_move(game, record.position, list.moves[i], &text);
            ck_assert_msg(look_parse_move(game, record.position, buffer_text(&text), &move, NULL),
                          "%s", buffer_text(&text));
            ck_assert_msg(move == list.moves[i], "%s", buffer_text(&text));
        }
        walk.state = walk.state * UINT64_C(6364136223846793005) + 1;
        buffer_clear(&text);
        game->format_move(record.position, list.moves[(walk.state >> 33) % (uint64_t)list.count],
                          &text);
        ck_assert(game_record_play(&record, buffer_text(&text), NULL));
        buffer_finish(&text);
    }
    ck_assert_int_gt(record.plies, 20);
    move_t move;
    game_record_begin(&record, NULL, NULL, NULL);
    ck_assert(look_parse_move(game, record.position, "Nf3!?", &move, NULL));
    ck_assert(!look_parse_move(game, record.position, "Nf4", &move, NULL));
    ck_assert(!look_parse_move(game, record.position, "", &move, NULL));
    ck_assert(!look_parse_move(game, record.position, "a-text-that-is-far-too-long", &move, NULL));
    game_record_finish(&record);
}
END_TEST

/* In leap, a side that moves to the centre square, c3, moves again. */
START_TEST(who_moves_is_asked_of_the_position)
{
    static const int movers[] = {1, 2, 1, 2, 1};
    const struct game *game = registry_find(registry_games(), "leap");
    struct game_settings settings;
    struct game_record record;
    char text[GAME_MOVE_TEXT];
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    ck_assert(game_record_begin(&record, NULL, "b1b2 pass b2b3 pass b3c3", NULL));
    ck_assert_int_eq(record.plies, LENGTH(movers));
    for (int ply = 0; ply < record.plies; ply++) {
        ck_assert_int_eq(game_record_mover(&record, ply), movers[ply]);
    }
    ck_assert_int_eq(game_record_player(&record), 1);
    game_record_undo(&record, 1);
    ck_assert_int_eq(game_record_player(&record), 1);
    game_record_last_move(&record, text);
    ck_assert_str_eq(text, "pass");
    /* A path over three squares is one move. */
    ck_assert(game_record_begin(&record, "5/5/1o3/o4/x4 x 0 40", "a1a3c3", NULL));
    ck_assert_int_eq(game_record_result(&record), RESULT_P1_WINS);
    game_record_finish(&record);
}
END_TEST

/* Engines write `0000` for both a pass and no move. */
START_TEST(an_engine_without_a_move_passes_where_nothing_else_is_legal)
{
    const struct game *game = registry_find(registry_games(), "leap");
    struct game_settings settings;
    struct game_record record;
    game_default_settings(game, &settings);
    game_record_init(&record, game, &settings);
    ck_assert_ptr_null(game_record_answer(&record, NULL));
    ck_assert_str_eq(game_record_answer(&record, "a1a2"), "a1a2");
    ck_assert(game_record_begin(&record, "5/5/o4/o4/xoo2 x 0 40", NULL, NULL));
    ck_assert_str_eq(game_record_answer(&record, NULL), "pass");
    ck_assert(game_record_play(&record, game_record_answer(&record, NULL), NULL));
    /* Now a pass is one of several legal moves. */
    ck_assert_ptr_null(game_record_answer(&record, NULL));
    game_record_finish(&record);
    game = registry_find(registry_games(), "tictactoe");
    game_record_init(&record, game, &settings);
    ck_assert_ptr_null(game_record_answer(&record, NULL));
    game_record_finish(&record);
}
END_TEST

/* Checks that every game gives the clients all the data that they need. */
START_TEST(every_look_is_complete)
{
    for (const struct game *const *at = registry_games(); *at; at++) {
        const struct look *look = (*at)->look;
        const struct look_samples *samples = look->samples;
        const char *name = (*at)->name;
        ck_assert_msg(look->sides[0].name && look->sides[1].name, "%s", name);
        ck_assert_msg(look->sides[0].colour.web && look->sides[1].colour.web, "%s", name);
        for (int i = 0; i < look->piece_count; i++) {
            const struct look_piece *piece = &look->pieces[i];
            ck_assert_msg(piece->name && piece->ascii && piece->glyph && piece->shape, "%s %d",
                          name, i);
            ck_assert_msg(strlen(piece->ascii) == 1, "%s %d", name, i);
            ck_assert_msg(piece->side >= 0 && piece->side <= 2, "%s %d", name, i);
        }
        ck_assert_msg(!samples || (samples->after && samples->over && samples->first_move &&
                                   samples->refused),
                      "%s", name);
        ck_assert_msg(!samples || !samples->win == !samples->win_move, "%s", name);
        for (int i = 0; i < (*at)->setting_count; i++) {
            ck_assert_msg((*at)->settings[i].help, "%s: setting %d", name, i);
        }
    }
}
END_TEST

/* True if the side to move wins by a move that includes the square. */
static bool wins_on(const struct game *game, const void *position, int square, void *scratch)
{
    enum game_result won = game->player(position) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        struct look_squares touched;
        look_move_squares(game, position, list.moves[i], &touched);
        if (touched.count == 1 && touched.list[0] == square) {
            memcpy(scratch, position, game->position_size);
            game->play(scratch, list.moves[i]);
            return game->result(scratch) == won;
        }
    }
    return false;
}

/* Every square on which the side to move wins is a threat. After a move elsewhere, each other
 * threat is a square on which one of the sides still wins. */
static void check_threats(const struct game *game, const void *position, void *scratch)
{
    struct look_marks marks;
    struct look_board board;
    game->look->board(position, &board);
    look_find_marks(game, position, &marks);
    const struct look_squares threats = marks.threats;
    for (int square = 0; square < board.files * board.ranks; square++) {
        int at = 0;
        while (at < threats.count && threats.list[at] != square) {
            at++;
        }
        if (wins_on(game, position, square, scratch)) {
            ck_assert_msg(at < threats.count, "%s: no threat on %d", game->name, square);
        } else if (at < threats.count) {
            void *passed = malloc(game->position_size);
            struct move_list list = {.count = 0};
            bool wins = false;
            game->legal_moves(position, &list);
            for (int i = 0; i < list.count && !wins; i++) {
                memcpy(passed, position, game->position_size);
                game->play(passed, list.moves[i]);
                wins =
                    game->result(passed) == RESULT_NONE && wins_on(game, passed, square, scratch);
            }
            free(passed);
            ck_assert_msg(wins, "%s: %d is no threat", game->name, square);
        }
    }
}

START_TEST(threats_are_squares_that_win)
{
    uint64_t walk = 1;
    int seen = 0;
    for (const struct game *const *at = registry_games(); *at; at++) {
        const struct game *game = *at;
        int rule = game_find_parameter(game, "rule"), size = game_find_parameter(game, "size");
        for (int round = 0; game->look->shows_threats && round < 10; round++) {
            struct game_settings settings;
            void *position = malloc(game->position_size), *scratch = malloc(game->position_size);
            game_default_settings(game, &settings);
            if (rule >= 0) {
                settings.values[rule] = round % (game->settings[rule].max + 1);
            }
            if (size >= 0) {
                settings.values[size] = game->settings[size].min + 1;
            }
            game->start(&settings, position);
            while (game->result(position) == RESULT_NONE) {
                struct move_list list = {.count = 0};
                struct look_marks marks;
                check_threats(game, position, scratch);
                look_find_marks(game, position, &marks);
                seen += marks.threats.count;
                game->legal_moves(position, &list);
                walk = walk * UINT64_C(6364136223846793005) + 1;
                game->play(position, list.moves[(walk >> 33) % (uint64_t)list.count]);
            }
            free(position);
            free(scratch);
        }
    }
    ck_assert_int_gt(seen, 20);
}
END_TEST

/* Reads "startpos [moves ...]" or "fen FEN [moves ...]" into a record. */
static bool set_up(struct game_record *record, const char *position)
{
    char text[512];
    snprintf(text, sizeof text, "%s", position);
    char *moves = strstr(text, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    bool has_fen = strncmp(text, "fen ", 4) == 0;
    return game_record_begin(record, has_fen ? text + 4 : NULL, moves, NULL);
}

static void check_samples(struct game_record *record, const struct look_samples *samples)
{
    const struct game *game = record->game;
    struct move_list list = {.count = 0};
    ck_assert_msg(set_up(record, samples->after) && record->plies == 1, "%s", game->name);
    if (samples->win) {
        ck_assert_msg(set_up(record, samples->win), "%s", game->name);
        enum game_result won = game_record_player(record) == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
        ck_assert_msg(game_record_play(record, samples->win_move, NULL), "%s", game->name);
        ck_assert_int_eq(game_record_result(record), won);
    }
    ck_assert_msg(set_up(record, samples->over), "%s", game->name);
    game->legal_moves(record->position, &list);
    ck_assert_msg(list.count == 0, "%s", game->name);
    ck_assert_msg(!samples->loss || set_up(record, samples->loss), "%s", game->name);
    ck_assert_msg(!samples->elsewhere || set_up(record, samples->elsewhere), "%s", game->name);
    for (int i = 0; samples->refused[i]; i++) {
        ck_assert_msg(!set_up(record, samples->refused[i]), "%s", samples->refused[i]);
    }
    for (int i = 0; samples->forms && samples->forms[i]; i++) {
        ck_assert_msg(set_up(record, samples->forms[i]), "%s", samples->forms[i]);
    }
    for (int i = 0; samples->moves && samples->moves[i].position; i++) {
        const struct look_sample_move *sample = &samples->moves[i];
        ck_assert_msg(set_up(record, sample->position), "%s", sample->position);
        ck_assert_msg(game_record_play(record, sample->move, NULL), "%s", sample->move);
    }
    ck_assert(set_up(record, "startpos"));
    uint64_t start = game->key(record->position);
    ck_assert(!samples->cycle || game_record_begin(record, NULL, samples->cycle, NULL));
    ck_assert_uint_eq(game->key(record->position), start);
    ck_assert(set_up(record, "startpos") && game_record_play(record, samples->first_move, NULL));
}

START_TEST(samples_are_what_they_say)
{
    static const struct {
        const char *name;
        int stones;
    } starts[] = {{"chess", 32}, {"xiangqi", 32}, {"ataxx", 4}, {"leap", 8}};
    for (const struct game *const *at = registry_games(); *at; at++) {
        struct game_settings settings;
        struct game_record record;
        int expected = 0;
        for (int i = 0; i < LENGTH(starts); i++) {
            expected = strcmp((*at)->name, starts[i].name) == 0 ? starts[i].stones : expected;
        }
        if (!(*at)->look->samples) {
            continue;
        }
        game_default_settings(*at, &settings);
        game_record_init(&record, *at, &settings);
        check_samples(&record, (*at)->look->samples);
        game_record_finish(&record);
    }
}
END_TEST

/* A winning line is found, and no line is found before. */
START_TEST(winning_squares_are_the_line)
{
    static const struct {
        const char *game, *moves;
        int count;
    } lines[] = {
        {"tictactoe", "a1 a2 b1 b2 c1", 3},
        {"tictactoe", "a1 a2 b1 b2", 0},
        {"connect4", "1 2 1 2 1 2 1", 4},
        {"connect4", "4 4 3 3 5 5 6", 4},
        {"gomoku", "h8 a1 h9 a3 h10 a5 h11 a7 h12", 5},
        {"gomoku", "h8 a1 h9 a3 h10 a5 i11 a7 h12 b1 h13 b3 h11", 6},
    };
    for (int i = 0; i < LENGTH(lines); i++) {
        const struct game *game = registry_find(registry_games(), lines[i].game);
        struct game_settings settings;
        struct game_record record;
        struct look_squares squares = {.count = 0};
        game_default_settings(game, &settings);
        game_record_init(&record, game, &settings);
        ck_assert(game_record_begin(&record, NULL, lines[i].moves, NULL));
        game->look->winning_squares(record.position, &squares);
        ck_assert_msg(squares.count == lines[i].count, "%s: %d squares", lines[i].moves,
                      squares.count);
        game_record_finish(&record);
    }
}
END_TEST

START_TEST(star_points_depend_on_the_size)
{
    static const int sizes[][2] = {{5, 1}, {6, 0}, {9, 1}, {13, 5}, {15, 5}, {19, 5}, {22, 4}};
    const struct game *game = registry_find(registry_games(), "gomoku");
    for (int i = 0; i < LENGTH(sizes); i++) {
        struct look_board board = {.files = sizes[i][0], .ranks = sizes[i][0]};
        struct look_squares squares = {.count = 0};
        game->look->star_points(&board, &squares);
        ck_assert_int_eq(squares.count, sizes[i][1]);
    }
}
END_TEST

/* An engine that sends options without end uses a bounded amount of memory. */
START_TEST(options_have_a_limit)
{
    static char text[4096];
    struct engine_option_list list = {.count = 0};
    struct event_option option = {.name = "First", .kind = OPTION_STRING, .initial = text};
    engine_option_add(&list, &option);
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 100000; i++) {
        option.name = "Other";
        option.initial = i % 2 ? "" : text;
        engine_option_add(&list, &option);
    }
    size_t bytes = 0;
    for (int i = 0; i < list.count; i++) {
        bytes += strlen(list.options[i].name) + strlen(list.options[i].initial);
    }
    ck_assert_ptr_nonnull(engine_option_find(&list, "First"));
    ck_assert_int_le(list.count, 1024);
    ck_assert_uint_le(bytes, 1 << 20);
    engine_option_clear(&list);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client");
    SUPPORT_ADD(suite, options_have_a_limit);
    SUPPORT_ADD(suite, clocks_are_read);
    SUPPORT_ADD(suite, clocks_run_as_agreed);
    SUPPORT_ADD(suite, engines_are_told_their_own_limits);
    SUPPORT_ADD(suite, boards_are_read_from_any_game);
    SUPPORT_ADD(suite, algebraic_notation_is_read_back);
    SUPPORT_ADD(suite, who_moves_is_asked_of_the_position);
    SUPPORT_ADD(suite, an_engine_without_a_move_passes_where_nothing_else_is_legal);
    SUPPORT_ADD(suite, every_look_is_complete);
    SUPPORT_ADD(suite, threats_are_squares_that_win);
    SUPPORT_ADD(suite, samples_are_what_they_say);
    SUPPORT_ADD(suite, winning_squares_are_the_line);
    SUPPORT_ADD(suite, star_points_depend_on_the_size);
    return support_run(suite);
}
