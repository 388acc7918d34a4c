/* SPDX-License-Identifier: MIT */
/* No move of a file is lost without an error: random games, with everything around, between and
 * inside them that the formats allow and that programs write, are read as they were written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entry.h"
#include "ggf.h"
#include "look.h"
#include "memory.h"
#include "pgn.h"
#include "registry.h"
#include "rng.h"
#include "sgf.h"
#include "suite.h"

/* The number of files of each kind. */
#ifndef FILES
#define FILES SUITE_TIMES(400)
#endif

/* The most moves of a game, and games of a file. */
#define MOST_MOVES 60
#define MOST_GAMES 4

/* A file that is being generated, and its moves: one line per game, in the protocol's notation. */
struct made {
    struct rng rng;
    const struct game *game;
    struct game_settings settings;
    struct buffer text, moves;
    const char *line_end;
    bool one_line; /* blanks instead of line ends */
    int column;    /* of the current line, if lines are limited to 80 columns */
};

static unsigned below(struct made *made, unsigned limit)
{
    return (unsigned)rng_below(&made->rng, limit);
}

static bool chance(struct made *made, unsigned percent)
{
    return below(made, 100) < percent;
}

static const char *pick(struct made *made, const char *const *list, int count)
{
    return list[below(made, (unsigned)count)];
}

static void put_line_end(struct made *made)
{
    buffer_puts(&made->text, made->one_line ? " " : made->line_end);
    made->column = 0;
}

/* Comments as people and programs write them, with the delimiters of every other element. */
static const char *const comments[] = {
    "{a comment}",
    "{}",
    "{[%clk 0:05:00] [%eval 0.3]}",
    "{1-0 is no result here; 2. e4 no move}",
    "{a {nested-looking comment}",
    "{(of an opening bracket}",
    "{\"quoted\" [White \"x\"]}",
    "{caf\xc3\xa9, \xe4\xbb\x99}",
};

static const char *const line_comments[] = {
    "; to the end of the line {", "; 1. e4 *", ";;", "; (", ";",
};

static const char *const variations[] = {
    "(1. d4 d5 2. c4)",       "(1. d4 (1. c4 e5) 1... d5 {x ) y} 2. c4 $4)", "(1. f3 *)", "( )",
    "(1. b3 [%csl] 1... e5)",
};

static const char *const glyphs[] = {"$1", "$142", "!", "?!", "+-", "="};

/* Adds something that may appear between two moves, or between games and tags. */
static void put_aside(struct made *made, bool in_game)
{
    const unsigned kind = below(made, in_game ? 8 : 5);
    const char *text = "";
    if (kind == 0) {
        text = pick(made, comments, LENGTH(comments));
    } else if (kind == 1 && !made->one_line) {
        text = pick(made, line_comments, LENGTH(line_comments));
    } else if (kind == 2 && !made->one_line) {
        put_line_end(made);
        text = "% an escaped line with 1. e4 { and [Event \"x\"]";
    } else if (kind == 5) {
        text = pick(made, variations, LENGTH(variations));
    } else if (kind == 6) {
        text = pick(made, glyphs, LENGTH(glyphs));
    } else if (kind == 3 && !in_game) {
        text = "\xef\xbb\xbf";
    } else {
        text = kind == 4 ? "\t" : " ";
    }
    buffer_printf(&made->text, " %s", text);
    if (kind == 1 || kind == 2) {
        put_line_end(made);
    }
}

static void put_asides(struct made *made, unsigned percent, bool in_game)
{
    while (chance(made, percent)) {
        put_aside(made, in_game);
    }
}

static void put_tag(struct made *made, const char *name, const char *value)
{
    static const char *const forms[] = {"[%s \"%s\"]", "  [%s \"%s\"]", "[ %s  \"%s\" ]",
                                        "\t[%s\t\"%s\"]"};
    char text[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, pick(made, forms, LENGTH(forms)), name, value);
#pragma GCC diagnostic pop
    buffer_puts(&made->text, text);
    put_line_end(made);
    put_asides(made, 10, false);
}

static void put_tags(struct made *made)
{
    static const char *const values[] = {"?",         "a \\\"b\\\"", "the \"Big\" one",
                                         "x ] y",     "c:\\\\x",     "M\xc3\xbcller",
                                         "M\xfcller", "{",           "(;",
                                         ""};
    const struct look_pgn *pgn = made->game->look->pgn;
    const char *variant = pgn->variant ? pgn->variant(&made->settings) : NULL;
    put_tag(made, "Event", pick(made, values, LENGTH(values)));
    for (unsigned i = below(made, 4); i > 0; i--) {
        put_tag(made, "White", pick(made, values, LENGTH(values)));
    }
    if (variant) {
        put_tag(made, "Variant", variant);
    }
    if (!made->one_line) {
        put_line_end(made);
    }
}

/* Adds the number of a move, in one of the common styles. */
static void put_number(struct made *made, int number, bool second, bool needed)
{
    static const char *const firsts[] = {"%d. ", "%d.", "%d ", "%d . "};
    static const char *const seconds[] = {"%d... ", "%d...", "%d. ... ", "%d\u2026", "... "};
    if (needed || chance(made, second ? 20 : 90)) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        buffer_printf(&made->text,
                      second ? pick(made, seconds, LENGTH(seconds))
                             : pick(made, firsts, LENGTH(firsts)),
                      number);
#pragma GCC diagnostic pop
    }
}

/* Plays a random move and appends its text in the protocol to `moves`. Returns MOVE_NONE if there
 * is none. */
static move_t play_random(struct made *made, struct game_record *record)
{
    struct move_list list = {.count = 0};
    made->game->legal_moves(record->position, &list);
    move_t move = MOVE_NONE;
    if (game_record_result(record) == RESULT_NONE && list.count > 0) {
        move = list.moves[below(made, (unsigned)list.count)];
    }
    return move;
}

static void put_pgn_moves(struct made *made, struct game_record *record)
{
    const int most = 1 + (int)below(made, MOST_MOVES);
    move_t move;
    for (int ply = 0; ply < most && (move = play_random(made, record)) != MOVE_NONE; ply++) {
        const bool second = game_record_player(record) == 2;
        struct buffer san = {0};
        put_asides(made, 10, true);
        buffer_putc(&made->text, ' ');
        if (!made->one_line && (chance(made, 5) || made->column > 60)) {
            put_line_end(made);
        }
        size_t before = buffer_length(&made->text);
        put_number(made, made->game->look->pgn->move_number(record->position), second, ply == 0);
        look_format_move(made->game, record->position, move, &san);
        buffer_printf(&made->text, "%s%s", buffer_text(&san), chance(made, 5) ? "!?" : "");
        made->column += (int)(buffer_length(&made->text) - before) + 1;
        buffer_finish(&san);
        game_record_play_move(record, move);
    }
}

static void put_result(struct made *made, bool needed)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", "1/2", "\u00bd-\u00bd"};
    if (needed || chance(made, 80)) {
        buffer_printf(&made->text, " %s", pick(made, results, LENGTH(results)));
        put_asides(made, 20, false);
    }
    put_line_end(made);
}

/* Generates a file of games in PGN. Only a game before tags may lack a result: otherwise nothing
 * would separate it from the next. */
static void make_pgn(struct made *made)
{
    const unsigned games = 1 + below(made, MOST_GAMES);
    bool tagged = chance(made, 70) || strcmp(made->game->name, "chess") != 0;
    put_asides(made, 30, false);
    for (unsigned i = 0; i < games; i++) {
        struct game_record record;
        game_record_init(&record, made->game, &made->settings);
        if (tagged) {
            put_tags(made);
        }
        put_pgn_moves(made, &record);
        put_result(made, !tagged);
        buffer_printf(&made->moves, "%s\n", buffer_text(&record.moves));
        game_record_finish(&record);
        if (chance(made, 20)) {
            put_line_end(made);
            buffer_puts(&made->text, "\xef\xbb\xbf");
        }
    }
}

/* Reads the games of the file into the form of `moves`. Returns NULL and the reason if anything is
 * rejected, or a game is read only in part. */
static char *read_all(const char *text, size_t length, enum source_format format,
                      const struct game *game, struct error *error)
{
    struct reading reading = {.game = game};
    struct cursor at = cursor_begin(text, length, 1), piece;
    struct buffer moves = {0};
    bool good = true;
    game_default_settings(game, &reading.settings);
    while (good && splitter_next(format, &at, &piece)) {
        struct entry entry;
        char *copy = memory_zeroed(piece.length + 1, 1);
        memcpy(copy, piece.text, piece.length);
        good = entry_read(&entry, &reading, format, copy, piece.line, error) &&
               (!entry.saved.cut || error_set(error, "%s", entry.saved.cut));
        if (good) {
            buffer_printf(&moves, "%s\n", buffer_text(&entry.saved.record.moves));
        }
        entry_finish(&entry);
        free(copy);
    }
    char *all = good ? memory_text(buffer_text(&moves)) : NULL;
    buffer_finish(&moves);
    return all;
}

static void made_init(struct made *made, const char *game, uint64_t seed)
{
    static const char *const line_ends[] = {"\n", "\n", "\r\n", "\r"};
    *made = (struct made){.rng = {.state = rng_mix(seed)},
                          .game = registry_find(registry_games(), game)};
    game_default_settings(made->game, &made->settings);
    made->line_end = pick(made, line_ends, LENGTH(line_ends));
    made->one_line = chance(made, 15);
}

static void made_finish(struct made *made)
{
    buffer_finish(&made->text);
    buffer_finish(&made->moves);
}

static void assert_reads_back(const struct made *made, enum source_format format)
{
    struct error error = {""};
    char *moves =
        read_all(buffer_text(&made->text), buffer_length(&made->text), format, made->game, &error);
    ck_assert_msg(moves, "%s in:\n%s", error.text, buffer_text(&made->text));
    ck_assert_msg(strcmp(moves, buffer_text(&made->moves)) == 0, "written:\n%sread:\n%sof:\n%s",
                  buffer_text(&made->moves), moves, buffer_text(&made->text));
    free(moves);
}

/* Inserts something invalid at a random place: the moves must be the same, or an error must be
 * reported. */
static void assert_nothing_vanishes(struct made *made, enum source_format format)
{
    static const char *const junk[] = {"[pause]", "[",  "]",    ")", "}",        "(",
                                       "<x>",     "--", "junk", "$", "[x \"y\"", "\xff"};
    const size_t length = buffer_length(&made->text);
    size_t at = below(made, (unsigned)length + 1);
    at -= at > 0 && buffer_text(&made->text)[at - 1] == '\\'; /* not inside an escape */
    struct error error = {""};
    struct buffer spoilt = {0};
    buffer_append(&spoilt, buffer_text(&made->text), at);
    buffer_puts(&spoilt, pick(made, junk, LENGTH(junk)));
    buffer_puts(&spoilt, buffer_text(&made->text) + at);
    char *moves =
        read_all(buffer_text(&spoilt), buffer_length(&spoilt), format, made->game, &error);
    ck_assert_msg(!moves || strcmp(moves, buffer_text(&made->moves)) == 0,
                  "written:\n%sread:\n%sof:\n%s", buffer_text(&made->moves), moves,
                  buffer_text(&spoilt));
    ck_assert_msg(moves || strncmp(error.text, "line ", 5) == 0, "%s", error.text);
    free(moves);
    buffer_finish(&spoilt);
}

START_TEST(games_in_pgn_are_read_as_written)
{
    static const char *const games[] = {"chess", "chess", "xiangqi", "ataxx"};
    for (uint64_t seed = 0; seed < (uint64_t)FILES; seed++) {
        struct made made;
        made_init(&made, games[seed % LENGTH(games)], seed);
        make_pgn(&made);
        assert_reads_back(&made, SOURCE_PGN);
        for (int i = 0; i < 5; i++) {
            assert_nothing_vanishes(&made, SOURCE_PGN);
        }
        made_finish(&made);
    }
}
END_TEST

/* Plays a random game and stores its moves in `moves`. */
static void play_game(struct made *made, struct game_record *record)
{
    const int most = 1 + (int)below(made, MOST_MOVES);
    game_record_init(record, made->game, &made->settings);
    move_t move;
    for (int ply = 0; ply < most && (move = play_random(made, record)) != MOVE_NONE; ply++) {
        game_record_play_move(record, move);
    }
    /* Remove passes at the end: files omit them, so they are not read. */
    while (record->plies > 0 && record->last_move == MOVE_PASS) {
        game_record_undo(record, 1);
    }
    buffer_printf(&made->moves, "%s\n", buffer_text(&record->moves));
}

/* Adds a property whose value has brackets and other delimiters, and text between properties. */
static void put_property(struct made *made)
{
    static const char *const texts[] = {
        "C[a comment \\] with ;B[aa\\] (;)]",
        "C[]",
        "N[x]",
        "C[two\nlines \\\nof text]",
        "KO[]",
        "BL[1.5]",
        "C[\\\\]",
        " ",
        "\n",
        "TR[aa][bb]",
        "XX[private]",
    };
    buffer_puts(&made->text, pick(made, texts, LENGTH(texts)));
}

/* Adds moves as nodes, with variations after the main line. */
static void put_nodes(struct made *made, const struct game_record *whole, bool ggf)
{
    struct game_record record;
    char *moves = memory_text(buffer_text(&whole->moves)), *rest = moves;
    int opened = 1;
    game_record_init(&record, made->game, &made->settings);
    for (int ply = 0; ply < whole->plies; ply++) {
        const char *word = strsep(&rest, " ");
        const struct look *look = made->game->look;
        const char *colours = ggf ? look->ggf->colours : look->sgf->colours;
        const bool pass = strcmp(word, "pass") == 0;
        const char colour = colours[game_record_player(&record) - 1];
        if (!ggf && chance(made, 10)) {
            buffer_putc(&made->text, '(');
            opened++;
        }
        buffer_puts(&made->text, ggf ? "" : ";");
        if (pass && chance(made, 50)) {
            buffer_puts(&made->text, "");
        } else if (ggf) {
            buffer_printf(&made->text, "%c[%s%s]", colour, pass ? "PA" : word,
                          chance(made, 50) ? "/1.25/0.5" : "");
        } else if (pass) {
            buffer_printf(&made->text, "%c[]", colour);
        } else {
            struct look_board board;
            look->board(record.position, &board);
            const int number = atoi(word + 1), first = look->ranks.first;
            buffer_printf(&made->text, "%c[%c%c]", colour, word[0],
                          'a' + board.ranks - 1 - (number - first));
        }
        while (!ggf && chance(made, 15)) {
            put_property(made);
        }
        game_record_play(&record, word, NULL);
    }
    buffer_puts(&made->text, ggf ? ";)" : ")");
    while (--opened > 0) {
        buffer_puts(&made->text, chance(made, 50) ? "(;B[aa];W[bb])\n" : "\n");
        buffer_putc(&made->text, ')');
    }
    game_record_finish(&record);
    free(moves);
}

static void make_trees(struct made *made, bool ggf)
{
    static const char *const between[] = {"", "\n", "\r\n\r\n", " ", "\xef\xbb\xbf", "\n2 "};
    const struct look *look = made->game->look;
    if (chance(made, 20)) {
        buffer_puts(&made->text, "From: a mail (with brackets)\n\n");
    }
    for (unsigned i = 1 + below(made, MOST_GAMES); i > 0; i--) {
        struct game_record record;
        struct look_board board;
        play_game(made, &record);
        look->board(record.start, &board);
        if (ggf) {
            buffer_printf(&made->text, "(;GM[%s]PB[a]PW[b]", look->ggf->name);
        } else {
            buffer_printf(&made->text, "(;%sGM[%d]SZ[%d]%s", chance(made, 50) ? "FF[4]" : "",
                          look->sgf->game_number, board.files,
                          chance(made, 50) ? "PB[M\xc3\xbcller]" : "");
        }
        put_nodes(made, &record, ggf);
        buffer_puts(&made->text, pick(made, between, LENGTH(between)));
        game_record_finish(&record);
    }
}

START_TEST(games_in_sgf_and_ggf_are_read_as_written)
{
    static const char *const games[] = {"gomoku", "gomoku", "othello"};
    for (uint64_t seed = 0; seed < (uint64_t)FILES; seed++) {
        struct made made;
        made_init(&made, games[seed % LENGTH(games)], seed);
        make_trees(&made, seed % LENGTH(games) == 2);
        assert_reads_back(&made, SOURCE_SGF);
        for (int i = 0; i < 5; i++) {
            assert_nothing_vanishes(&made, SOURCE_SGF);
        }
        made_finish(&made);
    }
}
END_TEST

/* Generates lines of moves: separated or joined, in either case, with or without passes; and
 * positions followed by moves. */
static void make_lines(struct made *made)
{
    const bool joins = strcmp(made->game->name, "ataxx") != 0; /* where "a1b2" may be two moves */
    made->one_line = false;
    for (unsigned i = 1 + below(made, MOST_GAMES); i > 0; i--) {
        struct game_record record;
        play_game(made, &record);
        char *moves = memory_text(buffer_text(&record.moves)), *rest = moves;
        const char *blank = joins && chance(made, 50) ? "" : chance(made, 50) ? " " : " \t";
        if (chance(made, 20)) {
            buffer_printf(&made->text, "%s# a comment: 1. e4%s", chance(made, 50) ? " " : "",
                          made->line_end);
        }
        buffer_puts(&made->text, chance(made, 30) ? "\xef\xbb\xbf" : "");
        if (chance(made, 20)) {
            made->game->format_fen(record.start, &made->text);
            buffer_puts(&made->text, record.plies > 0 ? " moves " : "");
            blank = " ";
        } else {
            buffer_puts(&made->text, chance(made, 20) ? "startpos moves " : "");
        }
        for (char *word; record.plies > 0 && (word = strsep(&rest, " "));) {
            buffer_printf(&made->text, "%s%s", word, blank);
        }
        put_line_end(made);
        free(moves);
        game_record_finish(&record);
    }
}

START_TEST(lines_of_moves_are_read_as_written)
{
    for (uint64_t seed = 0; seed < (uint64_t)FILES; seed++) {
        int games = 0;
        struct made made;
        while (registry_games()[games]) {
            games++;
        }
        made_init(&made, registry_games()[seed % (uint64_t)games]->name, seed);
        make_lines(&made);
        assert_reads_back(&made, SOURCE_LINES);
        for (int i = 0; i < 5; i++) {
            assert_nothing_vanishes(&made, SOURCE_LINES);
        }
        made_finish(&made);
    }
}
END_TEST

static const struct {
    const char *line, *moves, *reason; /* one of moves and reason is NULL */
} transcripts[] = {
    {"d3c3e6d2d1e1b2c1a3a1", "d3 c3 e6 d2 d1 e1 b2 c1 pass a3 a1\n", NULL},
    {"D3 C3 E6 D2 D1 E1 B2 C1 A3 A1", "d3 c3 e6 d2 d1 e1 b2 c1 pass a3 a1\n", NULL},
    {"d3c3e6d2d1e1b2c1passa3", "d3 c3 e6 d2 d1 e1 b2 c1 pass a3\n", NULL},
    {"f5d6c3a1", NULL, "line 1: move 4: illegal move 'a1': it turns no disc"},
    {"f5d6pass", NULL, "line 1: move 3: illegal move 'pass': nobody passes who can turn a disc"},
    {"f5d6c", NULL, "line 1: move 3: illegal move 'c': not a square"},
};

START_TEST(transcripts_of_othello_need_no_passes)
{
    const struct game *game = registry_find(registry_games(), "othello");
    for (int i = 0; i < LENGTH(transcripts); i++) {
        struct error error = {""};
        const char *line = transcripts[i].line;
        char *moves = read_all(line, strlen(line), SOURCE_LINES, game, &error);
        ck_assert_pstr_eq(moves, transcripts[i].moves);
        if (transcripts[i].reason) {
            ck_assert_msg(strstr(error.text, transcripts[i].reason) == error.text, "%s: %s", line,
                          error.text);
        }
        free(moves);
    }
}
END_TEST

static const struct {
    const char *variant, *game;
    int chess960; /* -1: the game has no such setting */
} variants[] = {
    {"Chess960", "chess", 1},
    {"chess 960", "chess", 1},
    {"fischerandom", "chess", 1},
    {"Fischerandom", "chess", 1},
    {"FischerRandom", "chess", 1},
    {"Fischer Random", "chess", 1},
    {"Fischer-Random Chess", "chess", 1},
    {"Standard", "chess", 0},
    {"normal", "chess", 0},
    {"From Position", "chess", 0},
    {"chess", "chess", 0},
    {"Xiangqi", "xiangqi", -1},
    {"Chinese Chess", "xiangqi", -1},
    {"ATAXX", "ataxx", -1},
    {"chess9600", NULL, 0},
    {"-", NULL, 0},
    {"atomic", NULL, 0},
};

START_TEST(variants_are_known_by_every_usual_spelling)
{
    struct reading reading = {.game = registry_find(registry_games(), "chess")};
    game_default_settings(reading.game, &reading.settings);
    for (int i = 0; i < LENGTH(variants); i++) {
        struct entry entry;
        struct error error = {""};
        char text[128];
        snprintf(text, sizeof text, "[Variant \"%s\"]\n\n*", variants[i].variant);
        bool good = entry_read(&entry, &reading, SOURCE_PGN, text, 1, &error);
        ck_assert_msg(good == (variants[i].game != NULL), "%s: %s", variants[i].variant,
                      error.text);
        if (good) {
            const struct game *game = entry.saved.game;
            int setting = game_find_parameter(game, "chess960");
            ck_assert_msg(strcmp(game->name, variants[i].game) == 0, "%s", variants[i].variant);
            ck_assert_msg((setting < 0 ? -1 : entry.saved.settings.values[setting]) ==
                              variants[i].chess960,
                          "%s", variants[i].variant);
        }
        entry_finish(&entry);
    }
}
END_TEST

static const struct {
    const char *word;
    enum game_result result;
} results[] = {
    {"1-0", RESULT_P1_WINS}, {"0-1", RESULT_P2_WINS},        {"1/2-1/2", RESULT_DRAW},
    {"1/2", RESULT_DRAW},    {"\u00bd-\u00bd", RESULT_DRAW}, {"*", RESULT_NONE},
};

START_TEST(results_are_read_in_every_usual_form)
{
    struct reading reading = {.game = registry_find(registry_games(), "chess")};
    game_default_settings(reading.game, &reading.settings);
    for (int i = 0; i < LENGTH(results); i++) {
        struct entry entry;
        struct error error = {""};
        char text[64];
        snprintf(text, sizeof text, "1. e4 e5 %s", results[i].word);
        bool good = entry_read(&entry, &reading, SOURCE_PGN, text, 1, &error);
        ck_assert_msg(good, "%s: %s", text, error.text);
        ck_assert_int_eq(entry.saved.result, results[i].result);
        ck_assert_int_eq(entry.saved.record.plies, 2);
        entry_finish(&entry);
    }
}
END_TEST

/* Names become UTF-8 whatever the file's encoding, and SGF declares it. */
START_TEST(names_in_other_encodings_become_utf8)
{
    static const struct {
        enum source_format format;
        const char *text, *name;
    } files[] = {
        {SOURCE_SGF, "(;GM[4]CA[ISO-8859-1]PB[M\xfcller];B[hh])", "M\u00fcller"},
        {SOURCE_SGF, "(;GM[4]CA[iso-8859-1]PB[M\xc3\xbc];B[hh])", "M\u00c3\u00bc"},
        {SOURCE_SGF, "(;GM[4]CA[windows-1252]PB[\x93M\x94];B[hh])", "\u201cM\u201d"},
        {SOURCE_SGF, "(;GM[4]CA[UTF-8]PB[M\xc3\xbcller];B[hh])", "M\u00fcller"},
        {SOURCE_SGF, "(;GM[4]CA[UTF-8]PB[M\xfcller];B[hh])", "M\ufffdller"},
        {SOURCE_SGF, "(;GM[4]PB[M\xfcller];B[hh])", "M\u00fcller"},
        {SOURCE_SGF, "(;GM[4]PB[M\xc3\xbcller];B[hh])", "M\u00fcller"},
        {SOURCE_PGN, "[White \"M\xfcller\"]\n\n*", "M\u00fcller"},
        {SOURCE_PGN, "[White \"M\u00fcller\"]\n\n*", "M\u00fcller"},
    };
    struct reading reading = {.game = registry_find(registry_games(), "chess")};
    game_default_settings(reading.game, &reading.settings);
    for (int i = 0; i < LENGTH(files); i++) {
        struct entry entry;
        struct error error = {""};
        bool good = entry_read(&entry, &reading, files[i].format, files[i].text, 1, &error);
        ck_assert_msg(good, "%s: %s", files[i].text, error.text);
        const char *tag = files[i].format == SOURCE_PGN ? "White" : "PB";
        ck_assert_pstr_eq(saved_game_tag(&entry.saved, tag), files[i].name);
        entry_finish(&entry);
    }
}
END_TEST

START_TEST(names_in_ggf_keep_no_bracket_and_no_control_character)
{
    struct saved_game saved = {.game = registry_find(registry_games(), "othello")};
    struct buffer out = {0};
    game_default_settings(saved.game, &saved.settings);
    saved_game_begin(&saved, NULL, NULL);
    saved_game_add_tag(&saved, "PB", "a ]\n[b \x1b[31m", "");
    saved_game_add_tag(&saved, "PW", "M\xfcller\r", "");
    ggf_write(&saved, NULL, &out);
    ck_assert_msg(strstr(buffer_text(&out), "PB[a _ _b  _31m]PW[M\u00fcller ]"), "%s",
                  buffer_text(&out));
    buffer_finish(&out);
    saved_game_finish(&saved);
}
END_TEST

static void write_game(enum source_format format, const struct saved_game *saved,
                       const struct game_notes *notes, struct buffer *out)
{
    if (format == SOURCE_PGN) {
        pgn_write(saved, notes, out);
    } else if (saved->game->look->ggf) {
        ggf_write(saved, notes, out);
    } else {
        sgf_write(saved, "a program", notes, out);
    }
}

/* Reads the only game of a text. */
static void read_game(enum source_format format, const struct buffer *text,
                      const struct game *preferred, struct saved_game *saved)
{
    struct cursor at = cursor_begin(buffer_text(text), buffer_length(text), 1), piece, other;
    struct error error = {""};
    ck_assert(splitter_check(&at, &error));
    ck_assert_int_eq(splitter_guess(&at), format);
    ck_assert(splitter_next(format, &at, &piece));
    ck_assert_msg(splitter_read(format, &piece, preferred, saved, &error), "%s in:\n%s", error.text,
                  buffer_text(text));
    ck_assert_msg(!splitter_next(format, &at, &other), "more than a game in:\n%s",
                  buffer_text(text));
}

/* Reading a written game gives the same game, with everything that each format can store. */
static void assert_reads_back_equal(enum source_format format, const struct saved_game *saved,
                                    const struct game_notes *notes)
{
    struct saved_game again = {.game = NULL};
    struct buffer text = {0}, other = {0};
    write_game(format, saved, notes, &text);
    read_game(format, &text, saved->game, &again);
    ck_assert_str_eq(again.game->name, saved->game->name);
    ck_assert_mem_eq(&again.settings, &saved->settings, sizeof again.settings);
    ck_assert_mem_eq(again.record.start, saved->record.start, saved->game->position_size);
    ck_assert_msg(strcmp(buffer_text(&again.record.moves), buffer_text(&saved->record.moves)) == 0,
                  "written:\n%s\nread:\n%s\nof:\n%s", buffer_text(&saved->record.moves),
                  buffer_text(&again.record.moves), buffer_text(&text));
    ck_assert_mem_eq(buffer_text(&again.record.players), buffer_text(&saved->record.players),
                     (size_t)saved->record.plies);
    const char *value;
    for (const char *tag = NULL; (tag = saved_game_next_tag(saved, tag, &value));) {
        ck_assert_msg(strcmp(saved_game_tag(&again, tag), value) == 0, "%s in:\n%s", tag,
                      buffer_text(&text));
    }
    /* Writing a game that was read gives the same bytes. */
    if (!notes) {
        write_game(format, &again, NULL, &other);
        ck_assert_str_eq(buffer_text(&other), buffer_text(&text));
    }
    buffer_finish(&text);
    buffer_finish(&other);
    saved_game_finish(&again);
}

static const struct {
    const char *name, *game;
} kept[] = {
    {"mate.pgn", "chess"},          {"fen.pgn", "chess"},    {"time.pgn", "chess"},
    {"illegal.pgn", "chess"},       {"crash.pgn", "chess"},  {"hang.pgn", "chess"},
    {"resignation.pgn", "chess"},   {"draw.pgn", "chess"},   {"length.pgn", "chess"},
    {"unterminated.pgn", "chess"},  {"rules.sgf", "gomoku"}, {"time.sgf", "gomoku"},
    {"illegal.sgf", "gomoku"},      {"crash.sgf", "gomoku"}, {"hang.sgf", "gomoku"},
    {"resignation.sgf", "gomoku"},  {"draw.sgf", "gomoku"},  {"unterminated.sgf", "gomoku"},
    {"rules.ggf", "othello"},       {"time.ggf", "othello"}, {"crash.ggf", "othello"},
    {"resignation.ggf", "othello"}, {"draw.ggf", "othello"},
};

START_TEST(files_made_by_hand_are_written_as_they_are_read)
{
    for (int i = 0; i < LENGTH(kept); i++) {
        const struct game *game = registry_find(registry_games(), kept[i].game);
        const enum source_format format = game->look->pgn ? SOURCE_PGN : SOURCE_SGF;
        struct saved_game saved = {.game = NULL};
        struct buffer text = {0};
        char path[512];
        snprintf(path, sizeof path, TESTS_DATA "/match/%s", kept[i].name);
        FILE *file = fopen(path, "r");
        ck_assert_msg(file != NULL, "%s is not there", path);
        for (int byte; (byte = getc(file)) != EOF;) {
            buffer_putc(&text, (char)byte);
        }
        fclose(file);
        read_game(format, &text, game, &saved);
        ck_assert_str_eq(saved.game->name, game->name);
        assert_reads_back_equal(format, &saved, NULL);
        saved_game_finish(&saved);
        buffer_finish(&text);
    }
}
END_TEST

/* Adds random notes of every kind, whose texts contain the delimiters of every other element. */
static void take_note(const void *source, const struct game_walk *at, struct game_note *note)
{
    struct made *made = *(struct made *const *)source;
    const bool pgn = made->game->look->pgn, ggf = made->game->look->ggf;
    if (pgn && chance(made, 20)) {
        static const char *const texts[] = {"a comment", "} *", "{1. e4", "( ; % [Event \"x\"]",
                                            " "};
        buffer_puts(&note->comment, pick(made, texts, LENGTH(texts)));
    } else if (!pgn && chance(made, 20)) {
        sgf_put_property("C", ";B[aa]) \\ ]", &note->comment);
    }
    if (chance(made, 20)) {
        buffer_puts(&note->remark, pgn ? "{+0.31/12 0.052s}" : ggf ? "/1.50/0.10" : "");
    }
    if (chance(made, 20)) {
        note->mark = pgn ? "$4" : "BM[2]";
    }
    if (at->move != MOVE_NONE && chance(made, 20)) {
        buffer_clear(&made->text);
        made->game->format_move(at->position, at->move, &made->text);
        note->variation = buffer_text(&made->text);
    }
}

START_TEST(games_are_read_as_they_were_written_with_notes)
{
    static const char *const games[] = {"chess", "xiangqi", "ataxx", "gomoku", "othello"};
    for (uint64_t seed = 0; seed < (uint64_t)FILES; seed++) {
        struct made made;
        made_init(&made, games[seed % LENGTH(games)], seed);
        struct made *source = &made;
        const struct game_notes notes = {.source = &source, .take = take_note};
        const bool pgn = made.game->look->pgn;
        struct saved_game saved = {.game = made.game,
                                   .settings = made.settings,
                                   .result = chance(&made, 50) ? RESULT_P1_WINS : RESULT_NONE};
        play_game(&made, &saved.record);
        saved.record.settings = &saved.settings;
        saved_game_add_tag(&saved, pgn ? "White" : "PW", "a \"b\" \\ c\\", "");
        if (pgn) {
            pgn_add_start_tags(&saved);
        }
        assert_reads_back_equal(pgn ? SOURCE_PGN : SOURCE_SGF, &saved, &notes);
        saved_game_finish(&saved);
        made_finish(&made);
    }
}
END_TEST

/* Lines of every kind that programs write are read as their position or their game. */
START_TEST(positions_and_moves_are_read_from_the_lines_that_are_written_of_them)
{
    for (uint64_t seed = 0; seed < (uint64_t)FILES; seed++) {
        int games = 0;
        while (registry_games()[games]) {
            games++;
        }
        struct made made;
        struct game_record record, again;
        const char *operations;
        struct error error = {""};
        made_init(&made, registry_games()[seed % (uint64_t)games]->name, seed);
        play_game(&made, &record);
        game_record_init(&again, made.game, &made.settings);
        epd_put_fields(made.game, &made.settings, record.position, &made.text);
        buffer_puts(&made.text, " id \"a; b\"; acd 3;");
        char *line = memory_text(buffer_text(&made.text));
        ck_assert_msg(position_line_read(&again, LINE_EPD, line, &operations, &error), "%s: %s",
                      buffer_text(&made.text), error.text);
        ck_assert_str_eq(operations, "id \"a; b\"; acd 3;");
        struct buffer fields = {0};
        epd_put_fields(made.game, &made.settings, again.position, &fields);
        ck_assert_int_eq(
            strncmp(buffer_text(&made.text), buffer_text(&fields), buffer_length(&fields)), 0);
        free(line);
        /* The same game, written as its start and its moves. */
        buffer_clear(&made.text);
        made.game->format_fen(record.start, &made.text);
        buffer_printf(&made.text, "%s%s", record.plies > 0 ? " moves " : "",
                      buffer_text(&record.moves));
        line = memory_text(buffer_text(&made.text));
        ck_assert_msg(position_line_read(&again, LINE_FEN, line, NULL, &error), "%s: %s",
                      buffer_text(&made.text), error.text);
        ck_assert_str_eq(buffer_text(&again.moves), buffer_text(&record.moves));
        free(line);
        buffer_finish(&fields);
        game_record_finish(&record);
        game_record_finish(&again);
        made_finish(&made);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("game_files");
    SUPPORT_ADD(suite, games_in_pgn_are_read_as_written);
    SUPPORT_ADD(suite, games_in_sgf_and_ggf_are_read_as_written);
    SUPPORT_ADD(suite, lines_of_moves_are_read_as_written);
    SUPPORT_ADD(suite, transcripts_of_othello_need_no_passes);
    SUPPORT_ADD(suite, variants_are_known_by_every_usual_spelling);
    SUPPORT_ADD(suite, results_are_read_in_every_usual_form);
    SUPPORT_ADD(suite, names_in_other_encodings_become_utf8);
    SUPPORT_ADD(suite, names_in_ggf_keep_no_bracket_and_no_control_character);
    SUPPORT_ADD(suite, files_made_by_hand_are_written_as_they_are_read);
    SUPPORT_ADD(suite, games_are_read_as_they_were_written_with_notes);
    SUPPORT_ADD(suite, positions_and_moves_are_read_from_the_lines_that_are_written_of_them);
    return support_run(suite);
}
