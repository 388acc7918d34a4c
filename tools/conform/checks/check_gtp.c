/* SPDX-License-Identifier: MIT */
/* Checks of GTP, as conversations about a game of stones. In their lines, `@` is the vertex of the
 * first move of the game's samples, and `$` the size of the board. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "game_record.h"
#include "gtp.h"
#include "memory.h"
#include "script.h"
#include "words.h"

/* The number of the commands that are no part of a script. */
#define NUMBER 9999

/* Each move takes a second at most: no main time, and one stone in a second. */
#define FAST "time_settings 0 1 1"

/* Sends a command and reads its response. Appends the text of a successful one, with line feeds.
 * Returns false if it fails or does not come, without a reason. */
static bool ask(const struct checker *checker, const char *command, struct buffer *text)
{
    char sign[16];
    const int64_t give_up = session_after(GREETING_S);
    snprintf(sign, sizeof sign, "=%d", NUMBER);
    session_send(checker->session, "%d %s", NUMBER, command);
    char *line = session_read_by(checker->session, give_up);
    const bool good = line && words_begin(line, sign);
    const char *at = line ? line + strlen(sign) * good : NULL;
    for (; line && *line; line = session_read_by(checker->session, give_up), at = line) {
        at += strspn(at, " ");
        buffer_printf(text, "%s%s", buffer_length(text) > 0 ? "\n" : "", at);
    }
    return good && line;
}

/* True if a command succeeds with a text, which is not looked at if it is NULL. */
static bool responds(const struct checker *checker, const char *command, const char *expected)
{
    LOCAL_BUFFER text = {0};
    const bool good = ask(checker, command, &text);
    return good && (!expected || strcmp(buffer_text(&text), expected) == 0);
}

static bool knows(const struct checker *checker, const char *command)
{
    char line[80];
    snprintf(line, sizeof line, "known_command %.60s", command);
    return responds(checker, line, "true");
}

/* Appends the vertex of a move from the start. */
static void put_vertex(const struct checker *checker, const char *text, struct buffer *out)
{
    CLEANUP(game_record_finish) struct game_record record;
    LOCAL_BUFFER vertex = {0};
    move_t move;
    game_record_init(&record, checker->game, &checker->settings);
    if (checker->game->parse_move(record.position, text, &move, NULL)) {
        look_format_vertices(checker->game, record.position, move, &vertex);
        gtp_put_moves(out, buffer_text(&vertex));
    }
}

static int board_size(const struct checker *checker)
{
    CLEANUP(game_record_finish) struct game_record record;
    struct look_board board;
    game_record_init(&record, checker->game, &checker->settings);
    checker->game->look->board(record.position, &board);
    return board.files;
}

static void write_line(const struct checker *checker, const char *text, struct buffer *out)
{
    for (; *text; text++) {
        if (*text == '@') {
            put_vertex(checker, checker_samples(checker)->first_move, out);
        } else if (*text == '$') {
            buffer_printf(out, "%d", board_size(checker));
        } else {
            buffer_putc(out, *text);
        }
    }
}

static bool is_legal(struct checker *checker, const char *position, char *word)
{
    return gtp_read_moves(word) && checker_is_vertex(checker, position, word);
}

static bool converse(struct checker *checker, const char *lines)
{
    static const struct manner manner = {.write = write_line, .has = knows, .is_legal = is_legal};
    return script_run(checker, &manner, lines);
}

/* Begins a game of the kind that is tested, in which moves are fast. */
static bool begin(struct checker *checker)
{
    char line[80];
    REQUIRE(checker_start(checker));
    if (!look_has_stones(checker->game)) {
        return checker_skip(checker, "%s has pieces of several kinds", checker->game->name);
    }
    if (knows(checker, "set_game")) {
        snprintf(line, sizeof line, "set_game %c%.60s",
                 toupper((unsigned char)checker->game->name[0]), checker->game->name + 1);
        if (!responds(checker, line, "")) {
            return checker_skip(checker, "it does not play %s", checker->game->name);
        }
    }
    snprintf(line, sizeof line, "boardsize %d", board_size(checker));
    EXPECT(checker, responds(checker, line, ""), "%s fails", line);
    EXPECT(checker, responds(checker, "clear_board", ""), "clear_board fails");
    if (knows(checker, "time_settings")) {
        EXPECT(checker, responds(checker, FAST, ""), FAST " fails");
    }
    return true;
}

static bool check_form(struct checker *checker)
{
    return checker_start(checker) &&
           converse(checker, "> 1 protocol_version\n= =1 2\n=\n> 2 name\n= =2 {rest}\n=\n"
                             "> 3 version\n= =3{rest}\n=\n> protocol_version\n= = 2\n=\n"
                             ">\n> # nothing\n> 4 protocol_version # a remark\n= =4 2\n=\n"
                             ">  5\tprotocol_version \n= =5 2\n=\n"
                             "> 6 protocol_version\n> 7 xyzzy\n> 123456789 protocol_version\n"
                             "= =6 2\n=\n= ?7{rest}\n=\n= =123456789 2\n=");
}

static bool check_commands(struct checker *checker)
{
    static const char *const required[] = {
        "protocol_version", "name",        "version", "known_command", "list_commands", "quit",
        "boardsize",        "clear_board", "komi",    "play",          "genmove"};
    LOCAL_BUFFER list = {0};
    EXPECT(checker, responds(checker, "known_command xyzzy", "false"),
           "known_command xyzzy: expected false");
    EXPECT(checker, ask(checker, "list_commands", &list), "list_commands fails");
    for (int i = 0; i < LENGTH(required); i++) {
        EXPECT(checker, knows(checker, required[i]), "known_command %s: expected true",
               required[i]);
    }
    FREED char *copy = memory_text(buffer_text(&list));
    char *rest = copy;
    int found = 0;
    for (char *word; (word = strsep(&rest, "\n"));) {
        EXPECT(checker, knows(checker, word), "%.60s is listed, but not known", word);
        for (int i = 0; i < LENGTH(required); i++) {
            found += strcmp(word, required[i]) == 0;
        }
    }
    return found == LENGTH(required) ||
           checker_fail(checker, "list_commands has %d of the %d required commands", found,
                        LENGTH(required));
}

static bool check_errors(struct checker *checker)
{
    return converse(checker, "> 1 play b @\n= =1\n=\n> 2 play w @\n= ?2 illegal move{rest}\n=\n"
                             "> 3 xyzzy\n= ?3 unknown command{rest}\n=\n"
                             "> 4 play w\n= ?4 {rest}\n=\n> 5 play w Z99\n= ?5 {rest}\n=\n"
                             "> genmove xyzzy\n= ? {rest}\n=\n"
                             "> 6 boardsize xyzzy\n= ?6 {rest}\n=\n"
                             "> 7 genmove w\n= =7 {word}\n& after\n=") &&
           converse(checker, "> 8 boardsize 1000\n= ?8 unacceptable size{rest}\n=");
}

static bool check_genmove(struct checker *checker)
{
    LOCAL_BUFFER answer = {0};
    char line[80];
    REQUIRE(converse(checker, "> 1 play b @\n= =1\n="));
    EXPECT(checker, ask(checker, "genmove w", &answer), "genmove w fails");
    FREED char *move = memory_text(buffer_text(&answer));
    EXPECT(checker, is_legal(checker, checker_samples(checker)->after, move),
           "%.40s is not legal in %s", buffer_text(&answer), checker_samples(checker)->after);
    snprintf(line, sizeof line, "play w %.40s", buffer_text(&answer));
    return !responds(checker, line, NULL) ||
           checker_fail(checker, "%s is accepted, so genmove did not play it", line);
}

static bool check_setup(struct checker *checker)
{
    return converse(checker, "> 1 play b @\n= =1\n=\n> 2 clear_board\n= =2\n=\n"
                             "> 3 play b @\n= =3\n=\n> 4 boardsize $\n= =4\n=\n"
                             "> 5 clear_board\n= =5\n=\n> 6 komi -1000.5\n= =6\n=\n"
                             "> 7 genmove b\n= =7 {word}\n& startpos\n=");
}

static bool check_undo(struct checker *checker)
{
    return converse(checker, "needs undo\n> 1 play b @\n= =1\n=\n> 2 undo\n= =2\n=\n"
                             "> 3 play b @\n= =3\n=\n> 4 undo\n= =4\n=\n"
                             "> 5 undo\n= ?5 cannot undo{rest}\n=\n"
                             "> 6 genmove b\n= =6 {word}\n& startpos\n=\n"
                             "> 7 undo\n= =7\n=\n> 8 play b @\n= =8\n=");
}

static bool check_time(struct checker *checker)
{
    return converse(checker, "needs time_settings\n"
                             "> 1 genmove b\nwithin 1000\n= =1 {word}\n& startpos\n=\n"
                             "> 2 clear_board\n= =2\n=\n> 3 time_settings 3600 0 0\n= =3\n=\n"
                             "> 4 time_left b 1 0\n= =4\n=\n"
                             "> 5 genmove b\nwithin 1000\n= =5 {word}\n& startpos\n=");
}

/* True if the words of a response are the legal moves at the start. */
static bool are_legal(struct checker *checker, const char *moves)
{
    CLEANUP(game_record_finish) struct game_record record;
    struct move_list list = {.count = 0};
    FREED char *copy = memory_text(moves);
    char *rest = copy;
    int count = 0;
    game_record_init(&record, checker->game, &checker->settings);
    checker->game->legal_moves(record.position, &list);
    words_fold(copy);
    for (char *word; (word = words_take(&rest)); count++) {
        FREED char *move = memory_text(word);
        EXPECT(checker, is_legal(checker, "startpos", move), "%.40s is not legal", word);
    }
    return count == list.count ||
           checker_fail(checker, "%d of %d legal moves are named", count, list.count);
}

static bool check_rules(struct checker *checker)
{
    LOCAL_BUFFER moves = {0};
    REQUIRE(converse(checker, "needs gogui-rules_legal_moves\n"
                              "> 1 gogui-rules_side_to_move\n= =1 black\n=\n"
                              "> 2 play b @\n= =2\n=\n"
                              "> 3 gogui-rules_side_to_move\n= =3 white\n=\n"
                              "> 4 gogui-rules_board\n< =4{rest}\n<\n"
                              "> 5 clear_board\n= =5\n="));
    EXPECT(checker, ask(checker, "gogui-rules_legal_moves", &moves),
           "gogui-rules_legal_moves fails");
    return are_legal(checker, buffer_text(&moves));
}

static bool check_quit(struct checker *checker)
{
    return converse(checker, "> 1 quit\n= =1\n=\nends");
}

const struct check checks_of_gtp[] = {
    {73, FOR_GTP, LEVEL_MUST, "GTP: the structure of commands and responses; preprocessing",
     "Each command has one response with its number and an empty line; remarks have none.", NULL,
     check_form, 0},
    {74, FOR_GTP, LEVEL_MUST, "GTP, 6.1; 6.3.1: known_command, list_commands",
     "The required commands are known, and those that are listed.", checker_start, check_commands,
     0},
    {75, FOR_GTP, LEVEL_MUST,
     "GTP, 6.3: illegal move, unacceptable size; standard error messages: unknown command",
     "An error has the number of its command and its reason, and changes nothing.", begin,
     check_errors, 0},
    {76, FOR_GTP, LEVEL_MUST, "GTP, 6.3.3: play, genmove",
     "genmove names a legal move, and plays it.", begin, check_genmove, 0},
    {77, FOR_GTP, LEVEL_MUST, "GTP, 6.3.2: boardsize, clear_board, komi",
     "clear_board begins a new game, and any komi is accepted.", begin, check_setup, 0},
    {78, FOR_GTP, LEVEL_MUST, "GTP, 6.3.3: undo", "undo takes back one move after another.", begin,
     check_undo, 0},
    {79, FOR_GTP, LEVEL_MUST, "GTP, 6.3.4: time_settings, time_left; 4.2",
     "The time is kept, of a stone and of the game.", begin, check_time, CHECK_SLOW | CHECK_ALONE},
    {80, FOR_GTP, LEVEL_SHOULD, "GoGui's manual: rules, gogui-rules_legal_moves, side_to_move",
     "The rules that GoGui asks for are those of the game.", begin, check_rules, 0},
    {81, FOR_GTP, LEVEL_MUST, "GTP, 6.3.1: quit", "quit is answered, and ends the program.", begin,
     check_quit, 0},
    {0},
};
