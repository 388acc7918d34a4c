/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "referee.h"
#include "suite.h"
#include "transcript.h"

START_TEST(patterns_stand_for_what_varies)
{
    static const struct {
        const char *pattern, *line;
        bool matches;
    } cases[] = {
        {"readyok", "readyok", true},
        {"readyok", "readyok ", false},
        {"", "", true},
        {"a {int} b", "a -12 b", true},
        {"a {int} b", "a - b", false},
        {"a {int} b", "a 1x b", false},
        {"{1..7}", "7", true},
        {"{1..7}", "8", false},
        {"{-2..2} x", "-2 x", true},
        {"bestmove {word}", "bestmove (none)", true},
        {"bestmove {word}", "bestmove ", false},
        {"bestmove {word}", "bestmove a b", false},
        {"bestmove {a1|b2|c3}", "bestmove b2", true},
        {"bestmove {a1|b2|c3}", "bestmove b3", false},
        {"bestmove {a1|a1b} c", "bestmove a1b c", true},
        {"bestmove a1{ ponder b2|}", "bestmove a1", true},
        {"bestmove a1{ ponder b2|}", "bestmove a1 ponder b2", true},
        {"info {rest}", "info ", true},
        {"info {rest}", "info a b", true},
        {"{{x", "{x", true},
        {"{{x", "{{x", false},
        {"{word} {word}", "a b", true},
        {"{word}:{int}", "a:1", false},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        ck_assert(pattern_check(cases[i].pattern, NULL));
        ck_assert_msg(pattern_matches(cases[i].pattern, cases[i].line) == cases[i].matches,
                      "'%s' and '%s'", cases[i].pattern, cases[i].line);
    }
    static const char *const bad[] = {"{", "{int", "{}", "{foo}", "{rest} x", "{1..}", "{3..x}"};
    for (int i = 0; i < LENGTH(bad); i++) {
        struct error error = {""};
        ck_assert_msg(!pattern_check(bad[i], &error), "%s", bad[i]);
        ck_assert_str_ne(error.text, "");
    }
}
END_TEST

/* Plays `text` against the lines of `replies`. Returns "" or the error. */
static struct error replay(const char *text, const char *replies)
{
    struct transcript transcript;
    struct transcript_player player;
    struct error error = {""};
    if (!transcript_parse(&transcript, "t", text, &error)) {
        return error;
    }
    transcript_player_init(&player, &transcript);
    enum transcript_action action;
    while ((action = transcript_player_next(&player)) != TRANSCRIPT_DO_FINISH) {
        if (action != TRANSCRIPT_DO_RECEIVE) {
            continue;
        }
        char line[100];
        size_t length = strcspn(replies, "\n");
        ck_assert_uint_lt(length, sizeof line);
        memcpy(line, replies, length);
        line[length] = '\0';
        replies += length + (replies[length] == '\n');
        if (length == 0 || !transcript_player_line(&player, line, &error)) {
            if (length == 0) {
                transcript_player_where(&player, &error);
            }
            break;
        }
    }
    transcript_player_finish(&player);
    transcript_finish(&transcript);
    return error;
}

START_TEST(a_replay_ends_well_only_with_what_was_expected)
{
    static const struct {
        const char *text, *replies, *wrong;
    } cases[] = {
        {"> uci\n< a\n< b\n", "a\nb\n", ""},
        {"> uci\n< a\n< b\n", "b\na\n", "t:2: expected 'a', found 'b'"},
        {"> uci\n< a\n\n# word\n< b\n", "a\n", "t:5: 'b'"},
        {"> uci\n<.. b\n", "x\ny\nb\n", ""},
        {"> uci\n<.. b\n", "x\nbestmove a1\nb\n", "t:2: expected 'b', found 'bestmove a1'"},
        {"> uci\n<.. bestmove {word}\n", "x\nbestmove a1\n", ""},
        {"> uci\n<~ a\n<~ b\n< c\n", "b\na\nc\n", ""},
        {"> uci\n<~ a\n<~ b\n< c\n", "b\nc\n", "t:2: expected 'a', found 'c'"},
        {"> uci\n<~ a\n<~ b\n< c\n", "b\nx\n", "t:4: expected 'c', found 'x'"},
        {"> uci\n<~ a\n<~ a\n<.. c\n", "x\na\ny\na\nc\n", ""},
        {"> uci\n<~ a\n<~ a\n<.. c\n", "a\nc\n", "t:3: expected 'a', found 'c'"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct error error = replay(cases[i].text, cases[i].replies);
        ck_assert_str_eq(error.text, cases[i].wrong);
    }
}
END_TEST

START_TEST(what_is_sent_is_gathered_and_unescaped)
{
    static const char text[] =
        "covers 3 63\narguments --game connect4\n"
        "> a\\tb\n>> c\\x00\\xfFd\\\\\n> \\*3(xy )\\r\nwait 5\n> e\nclose\nend\n";
    struct transcript transcript;
    struct transcript_player player;
    struct error error = {""};
    ck_assert_msg(transcript_parse(&transcript, "t", text, &error), "%s", error.text);
    ck_assert_str_eq(transcript.arguments, "--game connect4");
    ck_assert_uint_eq(transcript.covers, UINT64_C(1) << 3 | UINT64_C(1) << 63);
    transcript_player_init(&player, &transcript);
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_SEND);
    static const char sent[] = "a\tb\nc\0\xff"
                               "d\\xy xy xy \r\n";
    ck_assert_uint_eq(buffer_length(&player.bytes), sizeof sent - 1);
    ck_assert_mem_eq(buffer_text(&player.bytes), sent, sizeof sent - 1);
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_WAIT);
    ck_assert_int_eq(player.wait_ms, 5);
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_SEND);
    ck_assert_str_eq(buffer_text(&player.bytes), "e\n");
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_CLOSE);
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_END);
    ck_assert_int_eq(transcript_player_next(&player), TRANSCRIPT_DO_FINISH);
    transcript_player_finish(&player);
    transcript_finish(&transcript);
}
END_TEST

START_TEST(a_bad_transcript_is_refused_with_the_place)
{
    static const char *const cases[][2] = {
        {"> uci\nreadyok\n",
         "t:2: expected covers, arguments, >, >>, <, <~, <.., wait, close or end"},
        {"> \\q\n", "t:1: expected escapes \\t \\r \\n \\\\ \\xHH \\*N(text)"},
        {"> \\x4\n", "t:1: expected escapes \\t \\r \\n \\\\ \\xHH \\*N(text)"},
        {"> \\*3(x\n", "t:1: expected escapes \\t \\r \\n \\\\ \\xHH \\*N(text)"},
        {"> \\", "t:1: expected escapes \\t \\r \\n \\\\ \\xHH \\*N(text)"},
        {"covers 64\n", "t:1: covers: expected numbers of expectations"},
        {"covers x\n", "t:1: covers: expected numbers of expectations"},
        {"wait long\n", "t:1: expected milliseconds, at most 10000"},
        {"close now\n", "t:1: expected nothing more"},
        {"<~ a\n> b\n", "t:2: a run of at most 64 '<~' ends with '<' or '<..'"},
        {"\n<~ a\n", "t:2: a run of at most 64 '<~' ends with '<' or '<..'"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct transcript transcript;
        struct error error = {""};
        ck_assert(!transcript_parse(&transcript, "t", cases[i][0], &error));
        ck_assert_str_eq(error.text, cases[i][1]);
    }
}
END_TEST

/* Passes a conversation of "> " lines and others to the referee. Returns "" or its error. */
static struct error referee_hears(const char *conversation)
{
    struct referee referee;
    struct error error = {""};
    referee_init(&referee);
    char *copy = strdup(conversation), *save = NULL;
    bool good = true;
    for (char *line = strtok_r(copy, "\n", &save); good && line;
         line = strtok_r(NULL, "\n", &save)) {
        bool sent = strncmp(line, "> ", 2) == 0;
        good = sent ? referee_sent(&referee, line + 2, &error)
                    : referee_received(&referee, line, &error);
    }
    if (good) {
        referee_end(&referee, &error);
    }
    free(copy);
    return error;
}

#define COUNTS " nodes 1 nps 1 hashfull 0 time 0"

START_TEST(the_referee_knows_right_from_wrong)
{
    static const char *const cases[][2] = {
        {"> uci\nuciok\n> isready\n> isready\nreadyok\nreadyok\n", ""},
        {"> ugi\nugiok\n> query p1turn\nresponse true\n", ""},
        {"readyok\n", "'readyok' answers nothing that was asked"},
        {"> isready\nreadyok\nreadyok\n", "'readyok' answers nothing that was asked"},
        {"uciok\n", "'uciok' answers nothing that was asked"},
        {"response none\n", "'response none' answers nothing that was asked"},
        {"bestmove a1\n", "'bestmove a1' answers nothing that was asked"},
        {"> uci\n", "1 unanswered: greetings"},
        {"> go\n> go\nbestmove (none)\n", "1 unanswered: go"},
        {"> go\n> quit\n", ""},
        {"> go\n> ucinewgame\n> go\nbestmove (none)\n", ""},
        {"> go\ninfo score cp 1 pv a1\n> newgame\n> go\nbestmove (none)\n", ""},
        {"> go\n> go\n> newgame\nbestmove (none)\ninfo score cp 1 pv a1\n> go\nbestmove (none)\n",
         ""},
        {"> go\ninfo score cp 1" COUNTS " pv a1 b2\nbestmove a1 ponder b2\n", ""},
        {"> go\nbestmove a1\n", "no scored info before 'bestmove a1'"},
        {"> go\ninfo score cp 1" COUNTS " pv a1\nbestmove b1\n",
         "'bestmove b1' is not 'a1', the first of its line"},
        {"> go\ninfo score cp 1" COUNTS " pv a1\nbestmove (none)\n",
         "no bestmove, but a line of moves before it"},
        {"> go\ninfo score cp 1 upperbound" COUNTS " pv a1\nbestmove a1\n",
         "the last score before 'bestmove a1' is a bound"},
        {"> go\ninfo score cp 1 nodes 1 nps 1 time 0 pv a1\nbestmove a1\n",
         "the last info before 'bestmove a1' lacks nodes, nps, time or hashfull"},
        {"> go\ninfo multipv 1 score cp 1" COUNTS " pv a1\ninfo multipv 2 score cp 0 pv b1\n"
         "info multipv 1 score cp 1" COUNTS " pv c1\nbestmove c1\n",
         ""},
        {"> go\ninfo multipv 2 score cp 0 pv b1\n",
         "line 2 follows line 0: 'info multipv 2 score cp 0 pv b1'"},
        {"> go\ninfo score mate 2 pv a1 b1\n",
         "a mate in 3 plies, but 2 moves to it: 'info score mate 2 pv a1 b1'"},
        {"> ugi\nugiok\n> go\ninfo score mate 2 pv a1\n",
         "a mate in 2 plies, but 1 moves to it: 'info score mate 2 pv a1'"},
        {"> go\n> ugi\ninfo score mate -1" COUNTS " pv a1 b1\nugiok\nbestmove a1\n", ""},
        {"> go\ninfo score mate -1" COUNTS " pv a1 b1\nbestmove a1\n", ""},
        {"info score cp 1 pv a1\n", "a score without a search: 'info score cp 1 pv a1'"},
        {"bestmove\n", "bestmove: expected a move or '(none)'"},
        {"> go\nbestmove \t\n", "bestmove: expected a move or '(none)'"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct error error = referee_hears(cases[i][0]);
        ck_assert_msg(strcmp(error.text, cases[i][1]) == 0, "\n%sfound:    %s\nexpected: %s",
                      cases[i][0], error.text, cases[i][1]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transcript");
    SUPPORT_ADD(suite, patterns_stand_for_what_varies);
    SUPPORT_ADD(suite, a_replay_ends_well_only_with_what_was_expected);
    SUPPORT_ADD(suite, what_is_sent_is_gathered_and_unescaped);
    SUPPORT_ADD(suite, a_bad_transcript_is_refused_with_the_place);
    SUPPORT_ADD(suite, the_referee_knows_right_from_wrong);
    return support_run(suite);
}
