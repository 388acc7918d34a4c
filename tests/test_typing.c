/* SPDX-License-Identifier: MIT */
/* Tests the completion of a line at a terminal, and the conversion of a terminal's bytes to
 * keys. */
#include "completion.h"

#include <stdio.h>
#include <string.h>

#include "keys.h"
#include "registry.h"
#include "suite.h"

static struct engine *engine;

static void setup(void)
{
    struct engine_config config = {.games = registry_games()};
    struct error error = {""};
    config.game = registry_find(config.games, "connect4");
    engine = engine_create(&config, &error);
    ck_assert_msg(engine != NULL, "%s", error.text);
}

static void teardown(void)
{
    engine_destroy(engine);
}

/* The completions, separated by commas, and their common prefix. */
static const struct {
    const char *line, *common, *words;
} cases[] = {
    {"stop", "stop", "stop"},
    {"u", "u", "uci,ugi,uai,ucinewgame,uginewgame,uainewgame"},
    {"  po", "po", "position,ponderhit"},
    {"STO", "stop", "stop"},
    {"nothing", "", ""},
    {"newgame c", "c", "chess,connect4"},
    {"newgame om", "omok", "omok"},
    {"newgame omok r", "rule", "rule"},
    {"newgame gomoku rule ren", "renju", "renju"},
    {"newgame gomoku size ", "", "5,15,22"},
    {"newgame gomoku size 19 ", "", "size,rule"},
    {"newgame chess chess960 o", "o", "on,off"},
    {"newgame ludo ", "", ""},
    {"setoption ", "name", "name"},
    {"setoption name skill", "Skill Level", "Skill Level"},
    {"setoption  name   Move ov", "Move Overhead", "Move Overhead"},
    {"setoption name Move Overhead ", "value", "value"},
    {"setoption name Clear Hash ", "", ""},
    {"setoption name skill level value ", "", "0,20"},
    {"setoption name Algorithm value a", "alphabeta", "alphabeta"},
    {"setoption name OwnBook value t", "true", "true"},
    {"setoption name nothing value ", "", ""},
    {"setoption value ", "", ""},
    {"position ", "", "startpos,fen"},
    {"position startpos ", "moves", "moves"},
    {"position startpos moves ", "", "1,2,3,4,5,6,7"},
    {"position startpos moves 4 4 4 4 4 4 ", "", "1,2,3,5,6,7"},
    {"position startpos moves 9 ", "", ""},
    {"position fen 7/7/7/7/7/3x3 o mo", "moves", "moves"},
    {"position fen 3x3/3o3/3x3/3o3/3x3/3o3 x moves ", "", "1,2,3,5,6,7"},
    {"position fen nonsense moves ", "", ""},
    {"go d", "depth", "depth"},
    {"go per", "perft", "perft"},
    {"go depth 3 searchm", "searchmoves", "searchmoves"},
    {"go searchmoves ", "", "1,2,3,4,5,6,7"},
    {"go searchmoves 4 i", "infinite", "infinite"},
    {"query p", "p1turn", "p1turn"},
    {"help gom", "gomoku", "gomoku"},
    {"bench al", "all", "all"},
    {"stop s", "", ""},
};

START_TEST(a_line_goes_on)
{
    struct completion completion;
    completion_find(&completion, engine, cases[_i].line);
    size_t common = completion_common(&completion);
    char words[1000];
    snprintf(words, sizeof words, "%s", buffer_text(&completion.words));
    for (char *at = words; *at; at++) {
        *at = *at != '\n' ? *at : at[1] ? ',' : '\0';
    }
    ck_assert_msg(strcmp(words, cases[_i].words) == 0, "'%s': %s", cases[_i].line, words);
    ck_assert_msg(common == strlen(cases[_i].common) &&
                      strncmp(words, cases[_i].common, common) == 0,
                  "'%s': %zu in common", cases[_i].line, common);
    ck_assert_uint_le(completion.typed, strlen(cases[_i].line));
    completion_finish(&completion);
}
END_TEST

/* Any typed text with the cursor at any position. */
START_TEST(every_beginning_can_be_completed)
{
    for (int i = 0; i < LENGTH(cases); i++) {
        char line[100];
        snprintf(line, sizeof line, "%s", cases[i].line);
        for (size_t length = strlen(line); length > 0; length--) {
            struct completion completion;
            line[length] = '\0';
            completion_find(&completion, engine, line);
            ck_assert_uint_le(completion.typed, length);
            ck_assert(completion.count > 0 || buffer_length(&completion.words) == 0);
            completion_finish(&completion);
        }
    }
}
END_TEST

START_TEST(bytes_become_keys)
{
    static const struct {
        const char *bytes, *keys; /* keys separated by blanks */
    } typed[] = {
        {"ab", "a b"},           {"\33[A\33OB", "\20 \16"},   {"\33[3~x", "\37 x"},
        {"\33[1;5C", "\33f"},    {"\33b\33\33[D", "\33b \2"}, {"\33[200~a\33[201~", "a"},
        {"\303\251\377", "? ?"}, {"\33[\1a", "\1 a"},         {"\33[12", ""},
        {"a\33", "a"},
    };
    for (int i = 0; i < LENGTH(typed); i++) {
        for (int pieces = 0; pieces < 2; pieces++) {
            struct key_reader reader = {{0}};
            char key[KEY_ROOM], found[100] = "";
            for (const char *at = typed[i].bytes; *at; at += pieces ? 1 : strlen(at)) {
                buffer_append(&reader.bytes, at, pieces ? 1 : strlen(at));
                while (key_reader_next(&reader, key)) {
                    strcat(found, *found ? " " : "");
                    strcat(found, key);
                }
            }
            ck_assert_msg(strcmp(found, typed[i].keys) == 0, "%d: '%s'", i, found);
            key_reader_finish(&reader);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("typing");
    TCase *lines = tcase_create("lines");
    tcase_add_checked_fixture(lines, setup, teardown);
    tcase_add_loop_test(lines, a_line_goes_on, 0, LENGTH(cases));
    tcase_add_test(lines, every_beginning_can_be_completed);
    suite_add_tcase(suite, lines);
    SUPPORT_ADD(suite, bytes_become_keys);
    return support_run(suite);
}
