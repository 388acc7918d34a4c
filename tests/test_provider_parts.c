/* SPDX-License-Identifier: MIT */
/* Tests the provider's parts without a network. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backoff.h"
#include "credential.h"
#include "messages.h"
#include "options.h"
#include "registry.h"
#include "searcher.h"
#include "suite.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* A unit of work whose inner object has these members. */
#define WORK(members) "{\"id\":\"ab_C-9\",\"work\":{" members "},\"engine\":{\"id\":\"x\"}}"
#define COMMON                                                                                     \
    "\"sessionId\":\"s1\",\"threads\":4,\"hash\":128,\"multiPv\":2,\"variant\":\"chess\","         \
    "\"initialFen\":\"" START_FEN "\",\"moves\":[\"e2e4\",\"g8f6\"]"

static bool read_text(struct work *work, const char *text, struct error *error)
{
    return work_read(work, text, strlen(text), error);
}

START_TEST(work_is_read)
{
    struct work work;
    struct error error = {""};
    ck_assert_msg(read_text(&work, WORK("\"movetime\":1500," COMMON), &error), "%s", error.text);
    ck_assert_str_eq(work.id, "ab_C-9");
    ck_assert_str_eq(work.session, "s1");
    ck_assert_int_eq(work.threads, 4);
    ck_assert_int_eq(work.hash, 128);
    ck_assert_int_eq(work.lines, 2);
    ck_assert_uint_eq(work.go.given, GO_MOVETIME);
    ck_assert_int_eq(work.go.movetime_ms, 1500);
    ck_assert_str_eq(buffer_text(&work.record.moves), "e2e4 g8f6");
    work_finish(&work);
}
END_TEST

START_TEST(each_limit_is_a_limit)
{
    static const struct {
        const char *text;
        unsigned given;
    } cases[] = {
        {WORK(COMMON), GO_INFINITE},
        {WORK("\"movetime\":null," COMMON), GO_INFINITE},
        {WORK("\"infinite\":true," COMMON), GO_INFINITE},
        {WORK("\"depth\":12," COMMON), GO_DEPTH},
        {WORK("\"nodes\":100000," COMMON), GO_NODES},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct work work;
        struct error error = {""};
        ck_assert_msg(read_text(&work, cases[i].text, &error), "%s", error.text);
        ck_assert_msg(work.go.given == cases[i].given, "%s: %u", cases[i].text, work.go.given);
        work_finish(&work);
    }
}
END_TEST

/* Castling is written as the king capturing the rook, from any of the 960 positions. */
START_TEST(castling_is_read_as_the_broker_writes_it)
{
    struct work work;
    struct error error = {""};
    ck_assert_msg(read_text(&work,
                            WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,"
                                 "\"variant\":\"chess\",\"initialFen\":"
                                 "\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"moves\":[\"e1h1\"]"),
                            &error),
                  "%s", error.text);
    ck_assert_str_eq(buffer_text(&work.record.moves), "e1h1");
    work_finish(&work);
}
END_TEST

/* FENs as lichess shows them on the analysis boards of these variants. */
START_TEST(a_variant_that_only_the_engine_knows_is_checked_by_form)
{
    static const struct {
        const char *fen;
        bool good;
    } fens[] = {
        {START_FEN, true},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", true},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", true},
        {"r1bqkb1r/ppp2ppp/2n2n2/4p3/8/8/PPPP1PPP/RNBQKBNR[Pp] b HAha e3 0 5", true},
        {"rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQ~KBNR[qN] w - - 0 5", true},
        {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", true},
        {"8/8/8/8/8/8/8/8", false},
        {"", false},
        {"startpos", false},
        {START_FEN " ", false},
        {START_FEN " 1 1", false},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1", false},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w moves - 0 1", false},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n0 1", false},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1 moves a1a2", false},
    };
    static const struct {
        const char *move;
        bool good;
    } moves[] = {{"e2e4", true},  {"e1h1", true},  {"e7e8q", true},  {"a2a1k", true},
                 {"N@f3", true},  {"P@a1", true},  {"p@a1", false},  {"e2e9", false},
                 {"e2", false},   {"", false},     {"e7e8Q", false}, {"e2e4 ", false},
                 {"N@@3", false}, {"0000", false}, {"e2e4e5", false}};
    struct work work;
    struct error error = {""};
    struct variant variant;
    for (int i = 0; i < LENGTH(fens); i++) {
        ck_assert_msg(variant_is_fen(fens[i].fen) == fens[i].good, "'%s'", fens[i].fen);
    }
    for (int i = 0; i < LENGTH(moves); i++) {
        ck_assert_msg(variant_is_move(moves[i].move) == moves[i].good, "'%s'", moves[i].move);
    }
    ck_assert(variant_find("kingofthehill", &variant) && !variant.game);
    ck_assert(variant_find("chess", &variant) && variant.game);
    ck_assert(!variant_find("shogi", &variant));
    ck_assert_msg(
        read_text(&work,
                  WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"depth\":3,"
                       "\"variant\":\"crazyhouse\",\"initialFen\":\"" START_FEN
                       "\",\"moves\":[\"e2e4\",\"N@f6\"]"),
                  &error),
        "%s", error.text);
    ck_assert_str_eq(work.variant.name, "crazyhouse");
    ck_assert_str_eq(work_position(&work).fen, START_FEN);
    ck_assert_str_eq(work_position(&work).moves, "e2e4 N@f6");
    ck_assert_int_eq(work.plies, 2);
    work_finish(&work);
}
END_TEST

START_TEST(damaged_work_is_refused_with_its_place)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "it ends early"},
        {"{\"id\":\"a\"", "it ends early"},
        {"{\"id\":\"a\",}", "at byte"},
        {WORK(COMMON) "x", "at byte"},
        {"[]", "expected an object"},
        {"null\n", "found null"},
        {"{}", "'id'"},
        {"{\"id\":\"../x\"}", "'id'"},
        {"{\"id\":\"\"}", "'id'"},
        {"{\"id\":\"a\"}", "'work'"},
        {WORK("\"movetime\":0," COMMON), "'movetime'"},
        {WORK("\"movetime\":\"1\"," COMMON), "'movetime'"},
        {WORK("\"depth\":1.5," COMMON), "'depth'"},
        {WORK("\"nodes\":-1," COMMON), "'nodes'"},
        {WORK("\"sessionId\":7"), "'sessionId'"},
        {WORK("\"sessionId\":\"a\\nb\""), "control character"},
        {WORK("\"sessionId\":\"s\",\"threads\":0"), "'threads'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":6"), "'multiPv'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"go\""),
         "the interface has none called 'go'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"atomic\","
              "\"initialFen\":\"" START_FEN " moves a1a2\",\"moves\":[]"),
         "'initialFen': expected a FEN"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"atomic\","
              "\"initialFen\":\"" START_FEN "\",\"moves\":[\"e2e4\",\"e7 e5\"]"),
         "move 2: expected a move such as e2e4, found 'e7 e5'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"8/8 w\",\"moves\":[]"),
         "'initialFen'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"" START_FEN "\\nquit\",\"moves\":[]"),
         "control character"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"" START_FEN "\",\"moves\":[\"e2e5\"]"),
         "e2e5"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"" START_FEN "\",\"moves\":[\"e2e4\\nquit\"]"),
         "'moves'"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"" START_FEN "\",\"moves\":[1]"),
         "move 1"},
        {WORK("\"sessionId\":\"s\",\"threads\":1,\"hash\":1,\"multiPv\":1,\"variant\":\"chess\","
              "\"initialFen\":\"" START_FEN "\""),
         "'moves'"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct work work;
        struct error error = {""};
        ck_assert_msg(!read_text(&work, cases[i].text, &error), "%s", cases[i].text);
        ck_assert_msg(strstr(error.text, cases[i].says), "%s: %s", cases[i].text, error.text);
        work_finish(&work);
    }
}
END_TEST

START_TEST(a_registration_is_json)
{
    struct buffer out = {0};
    static const char *const none[] = {NULL}, *const some[] = {"chess", "3check", NULL};
    struct registration registration = {.name = "A \"name\"\\",
                                        .secret = "0123456789abcdef",
                                        .max_threads = 8,
                                        .max_hash = 512,
                                        .variants = some};
    registration_format(&registration, &out);
    ck_assert_str_eq(buffer_text(&out),
                     "{\"name\":\"A \\\"name\\\"\\\\\",\"maxThreads\":8,\"maxHash\":512,"
                     "\"variants\":[\"chess\",\"3check\"],\"providerSecret\":\"0123456789abcdef\","
                     "\"providerData\":\"myosu-provider " MYOSU_VERSION "\"}");
    buffer_clear(&out);
    registration.variants = none;
    registration_format(&registration, &out);
    ck_assert_ptr_nonnull(strstr(buffer_text(&out), "\"variants\":[]"));
    buffer_clear(&out);
    registration_format_secret("s/e", &out);
    ck_assert_str_eq(buffer_text(&out), "{\"providerSecret\":\"s/e\"}");
    buffer_finish(&out);
}
END_TEST

START_TEST(an_engine_is_found_by_its_name)
{
    static const char list[] =
        "[{\"id\":\"eei_1\",\"name\":\"One\"},{\"id\":\"eei_2\",\"name\":\"Two\"}]\n";
    char id[REGISTRATION_ID_ROOM];
    struct error error = {""};
    ck_assert_msg(registration_find(list, strlen(list), "Two", id, &error), "%s", error.text);
    ck_assert_str_eq(id, "eei_2");
    ck_assert(registration_find(list, strlen(list), "Three", id, &error));
    ck_assert_str_eq(id, "");
    static const char *const damaged[] = {"",
                                          "{}",
                                          "[1]",
                                          "[{\"name\":1}]",
                                          "[{\"name\":\"One\"}]",
                                          "[{\"name\":\"One\",\"id\":\"a/b\"}]"};
    for (int i = 0; i < LENGTH(damaged); i++) {
        error.text[0] = '\0';
        ck_assert_msg(!registration_find(damaged[i], strlen(damaged[i]), "One", id, &error), "%s",
                      damaged[i]);
        ck_assert_msg(error.text[0], "%s", damaged[i]);
    }
}
END_TEST

/* The broker ends a stream at a word that it does not know, such as `wdl`. */
START_TEST(the_broker_gets_lines_that_it_reads)
{
    struct buffer out = {0};
    struct event event = {.kind = EVENT_INFO,
                          .info = {.depth = 3,
                                   .has_score = true,
                                   .score = 25,
                                   .has_wdl = true,
                                   .wdl = {300, 500, 200},
                                   .nodes = 400,
                                   .nps = -1,
                                   .time_ms = 7,
                                   .hashfull = -1,
                                   .tb_hits = -1,
                                   .pv = "e2e4 e7e5"}};
    searcher_format_line(&event, &out);
    ck_assert_str_eq(buffer_text(&out),
                     "info depth 3 multipv 1 score cp 25 nodes 400 time 7 pv e2e4 e7e5\n");
    buffer_clear(&out);
    event.info.multipv = WORK_LINES_MOST + 1;
    searcher_format_line(&event, &out);
    event.info.multipv = 1;
    event.info.pv = NULL;
    searcher_format_line(&event, &out);
    event = (struct event){.kind = EVENT_STRING, .text = "hello"};
    searcher_format_line(&event, &out);
    ck_assert_uint_eq(buffer_length(&out), 0);
    event = (struct event){.kind = EVENT_BESTMOVE, .bestmove = {.move = NULL}};
    searcher_format_line(&event, &out);
    ck_assert_str_eq(buffer_text(&out), "bestmove (none)\n");
    buffer_finish(&out);
}
END_TEST

START_TEST(waits_grow_and_differ)
{
    struct backoff one, other;
    bool differs = false;
    backoff_init(&one, 1);
    backoff_init(&other, 2);
    double span_s = BACKOFF_FIRST_S;
    for (int i = 0; i < 10; i++) {
        double a = backoff_take(&one), b = backoff_take(&other);
        ck_assert_msg(a >= span_s / 2 && a <= span_s, "wait %d: %g s of %g", i, a, span_s);
        ck_assert_msg(b >= span_s / 2 && b <= span_s, "wait %d: %g s of %g", i, b, span_s);
        differs |= a < b || a > b;
        span_s = span_s * 2 < BACKOFF_MOST_S ? span_s * 2 : BACKOFF_MOST_S;
    }
    ck_assert(differs);
    backoff_reset(&one);
    ck_assert(backoff_take(&one) <= BACKOFF_FIRST_S);
}
END_TEST

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(chmod(path, mode), 0);
}

START_TEST(a_secret_is_one_private_line)
{
    static const struct {
        const char *text;
        mode_t mode;
        const char *says; /* NULL: it is valid */
    } cases[] = {
        {"lip_token\n", 0600, NULL},
        {"lip_token", 0640, NULL},
        {"lip_token\n", 0644, "mode 644"},
        {"lip_token\n", 0660, "mode 660"},
        {"", 0600, "found 0"},
        {"two words\n", 0600, "another byte"},
        {"one\ntwo\n", 0600, "another byte"},
    };
    char path[] = "provider.XXXXXX";
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    for (int i = 0; i < LENGTH(cases); i++) {
        struct credential credential;
        struct error error = {""};
        write_file(path, cases[i].text, cases[i].mode);
        bool good = credential_read(&credential, "--token-file", path, "NO_SUCH", 1, &error);
        ck_assert_msg(good == !cases[i].says, "case %d: %s", i, error.text);
        if (good) {
            ck_assert_str_eq(credential.text, "lip_token");
        } else {
            ck_assert_msg(strstr(error.text, cases[i].says) && strstr(error.text, path), "%s",
                          error.text);
        }
    }
    unlink(path);
    struct credential credential;
    struct error error = {""};
    ck_assert(!credential_read(&credential, "--token-file", path, "NO_SUCH", 1, &error));
    ck_assert_ptr_nonnull(strstr(error.text, path));
}
END_TEST

START_TEST(the_environment_is_emptied_of_secrets)
{
    struct credential credential;
    struct error error = {""};
    setenv("PROVIDER_TEST", "abc", 1);
    ck_assert(credential_read(&credential, "--token-file", NULL, "PROVIDER_TEST", 3, &error));
    ck_assert_str_eq(credential.text, "abc");
    ck_assert_ptr_null(getenv("PROVIDER_TEST"));
    setenv("PROVIDER_TEST", "abc", 1);
    ck_assert(!credential_read(&credential, "--token-file", NULL, "PROVIDER_TEST", 4, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "PROVIDER_TEST"));
    ck_assert(credential_read(&credential, "--token-file", NULL, "PROVIDER_TEST", 4, &error));
    ck_assert_str_eq(credential.text, "");
    struct credential other;
    ck_assert(credential_make(&credential, &error) && credential_make(&other, &error));
    ck_assert_uint_ge(strlen(credential.text), 32);
    ck_assert_str_ne(credential.text, other.text);
}
END_TEST

/* Reads options from one line, split at blanks. A token is given unless `token` is false. */
static bool read_line(struct options *options, char *line, bool token, struct error *error)
{
    char *words[16], *rest = line, *word;
    int count = 0;
    while ((word = strsep(&rest, " ")) && count < LENGTH(words)) {
        if (*word) {
            words[count++] = word;
        }
    }
    if (token) {
        setenv("LICHESS_API_TOKEN", "lip_x", 1);
    }
    return options_read(options, count, words, error) == OPTIONS_READ;
}

START_TEST(wrong_options_are_named)
{
    static const struct {
        const char *line, *says;
        bool token;
    } cases[] = {
        {"", "no token", false},
        {"--nonsense", "'--nonsense' is no option", true},
        {"word", "'word' is no option", true},
        {"--name", "--name: expected a value", true},
        {"--name ab", "--name: expected 3 to 200", true},
        {"--max-threads 0", "--max-threads: expected a number, 1 to 65536, found '0'", true},
        {"--max-hash x", "--max-hash", true},
        {"--option =x", "--option", true},
        {"--keep-alive -1", "--keep-alive: expected a number, 0 to", true},
        {"--keep-alive soon", "--keep-alive", true},
        {"--lichess http://lichess.org", "--lichess: expected https://HOST", true},
        {"--broker http://localhost.evil.org", "--broker", true},
        {"--broker ftp://localhost", "--broker", true},
        {"--broker https://", "--broker", true},
        {"--broker https://a@b", "--broker", true},
        {"--engine a --connect unix:b", "expected one of them", true},
        {"--secret-file /nonexistent/x", "--secret-file /nonexistent/x", true},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        char line[200];
        struct options options;
        struct error error = {""};
        snprintf(line, sizeof line, "%s", cases[i].line);
        ck_assert_msg(!read_line(&options, line, cases[i].token, &error), "%s", cases[i].line);
        ck_assert_msg(strstr(error.text, cases[i].says), "%s: %s", cases[i].line, error.text);
        unsetenv("LICHESS_API_TOKEN");
        options_finish(&options);
    }
}
END_TEST

START_TEST(options_are_read)
{
    char line[] = "--engine some/engine --option A=1 --lichess http://127.0.0.1:80/ --broker "
                  "http://[::1]:7 --max-hash 64 --keep-alive 7 --name Name --quiet";
    struct options options;
    struct error error = {""};
    ck_assert_msg(read_line(&options, line, true, &error), "%s", error.text);
    ck_assert_str_eq(options.lichess, "http://127.0.0.1:80");
    ck_assert_str_eq(options.broker, "http://[::1]:7");
    ck_assert_str_eq(options.engine.spec.program.arguments[0], "some/engine");
    ck_assert_int_eq(options.engine.spec.option_count, 1);
    ck_assert_str_eq(options.name, "Name");
    ck_assert_int_eq(options.max_hash, 64);
    ck_assert_int_eq(options.keep_alive_s, 7);
    ck_assert_int_ge(options.max_threads, 1);
    ck_assert(options.quiet);
    ck_assert_str_eq(options.token.text, "lip_x");
    ck_assert_uint_ge(strlen(options.secret.text), 16);
    options_finish(&options);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("provider_parts");
    SUPPORT_ADD(suite, work_is_read);
    SUPPORT_ADD(suite, each_limit_is_a_limit);
    SUPPORT_ADD(suite, castling_is_read_as_the_broker_writes_it);
    SUPPORT_ADD(suite, a_variant_that_only_the_engine_knows_is_checked_by_form);
    SUPPORT_ADD(suite, damaged_work_is_refused_with_its_place);
    SUPPORT_ADD(suite, a_registration_is_json);
    SUPPORT_ADD(suite, an_engine_is_found_by_its_name);
    SUPPORT_ADD(suite, the_broker_gets_lines_that_it_reads);
    SUPPORT_ADD(suite, waits_grow_and_differ);
    SUPPORT_ADD(suite, a_secret_is_one_private_line);
    SUPPORT_ADD(suite, the_environment_is_emptied_of_secrets);
    SUPPORT_ADD(suite, wrong_options_are_named);
    SUPPORT_ADD(suite, options_are_read);
    return support_run(suite);
}
