/* SPDX-License-Identifier: MIT */
/* Tests options from words and files: valid ones, invalid ones, and their errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "option_table.h"
#include "suite.h"

struct options {
    const char *name, *page;
    int count, colour;
    int64_t size;
    double rate;
    bool quiet, is_loud;
    int low, high;
    int pages; /* how often `page` was read */
    struct option_words words;
};

static bool read_page(void *at, const char *name, char *value, struct error *error)
{
    struct options *options = at;
    options->page = value ? value : "none";
    options->pages++;
    return strcmp(options->page, "bad") != 0 || error_set(error, "%s: bad", name);
}

static bool read_place(void *at, const char *name, char *value, struct error *error)
{
    (void)at, (void)value;
    return error_set(error, "%s: nowhere", name);
}

static bool read_rest(void *opaque, struct option_words *words, struct error *error)
{
    (void)error;
    struct options *options = opaque;
    while (words->at < words->count && words->list[words->at][0] != '-') {
        options->name = words->list[words->at++];
    }
    return true;
}

#define OPTION_TYPE struct options

static const struct option_row keys[] = {
    OPTION_ROW("low", "N", INT, low, .max = 9),
    OPTION_ROW("high", "N", INT, high, .max = 9),
    OPTION_ROW("loud", "yes", FLAG, is_loud, .help = ""),
};

static const struct option_row rows[] = {
    OPTION_ROW("--name", "NAME", TEXT, name, .help = "a name"),
    OPTION_ROW("--count", "N", INT, count, .min = 1, .max = 10,
               .help = "how many there are, which takes so many words that a line of one hundred "
                       "columns cannot hold them all (@)",
               .more = "More of it."),
    OPTION_ROW("--colour", "red|green|blue", CHOICE, colour, .help = "a colour"),
    OPTION_TITLE("Others:"),
    OPTION_ROW("--size", "BYTES", INT64, size, .max = INT64_MAX, .help = "a size"),
    OPTION_ROW("--rate", "RATE", REAL, rate, .max = 1, .help = "a rate (@)", .offers = "0.5 1"),
    OPTION_ROW("--quiet", NULL, FLAG, quiet, .help = "nothing is printed"),
    OPTION_READ("--page", "[PORT]", read_page, .help = "a port"),
    {.name = "--rest", .kind = OPTION_WORDS, .read_words = read_rest, .help = "words"},
    {.name = "--keys",
     .argument = "low=N high=N",
     .kind = OPTION_PAIRS,
     .pairs = keys,
     .pair_count = LENGTH(keys),
     .help = "keys"},
    OPTION_READ("--place", "north|south|FILE", read_place, .help = "", .offers = "east west"),
    OPTION_ROW("--hidden", "N", INT, count, .max = 99, .help = ""),
};

static const struct option_table table = {.program = "program",
                                          .usage = "usage\n",
                                          .notes = "notes\n",
                                          .rows = rows,
                                          .count = LENGTH(rows)};

/* Reads a line of words separated by blanks. `line` is changed: the words point into it. */
static enum option_outcome read_words(const struct option_table *how, char *line, char **list,
                                      struct options *options, struct error *error)
{
    char *rest = line, *word;
    *options = (struct options){.count = 3, .rate = 0.25};
    options->words.list = list;
    while ((word = strsep(&rest, " "))) {
        if (*word) {
            list[options->words.count++] = word;
        }
    }
    error->text[0] = '\0';
    return option_table_read(how, &options->words, options, error);
}

static struct options read_good(const char *words)
{
    static char line[500], *list[50];
    struct options options;
    struct error error;
    snprintf(line, sizeof line, "%s", words);
    ck_assert_msg(read_words(&table, line, list, &options, &error) == OPTIONS_READ, "%s: %s", words,
                  error.text);
    return options;
}

START_TEST(each_kind_is_read)
{
    struct options options = read_good(
        "a --name n --count 7 --colour blue --size 9223372036854775807 b --rate 0.5 --quiet c");
    ck_assert_str_eq(options.name, "n");
    ck_assert_int_eq(options.count, 7);
    ck_assert_int_eq(options.colour, 2);
    ck_assert(options.size == INT64_MAX);
    ck_assert(options.rate == 0.5 && options.quiet);
    ck_assert_int_eq(options.words.other_count, 3);
    ck_assert_str_eq(options.words.list[0], "a");
    ck_assert_str_eq(options.words.list[2], "c");
    options = read_good("--rest x y --name=z=1 --keys low=4 loud=yes high=5 --quiet");
    ck_assert_str_eq(options.name, "z=1");
    ck_assert(options.low == 4 && options.high == 5 && options.is_loud && options.quiet);
    ck_assert(read_good("--keys loud").is_loud);
    ck_assert(!read_good("--keys loud=no").is_loud);
    ck_assert(read_good("--keys loud=on").is_loud && read_good("--keys loud=1").is_loud);
    ck_assert(!read_good("--keys loud loud=false").is_loud);
}
END_TEST

/* A match reads the words of -each once for every engine. */
START_TEST(keys_may_be_read_again)
{
    char low[] = "low=4", high[] = "high=5", *list[] = {low, high};
    for (int i = 0; i < 2; i++) {
        struct options options = {0};
        struct option_words words = {.list = list, .count = LENGTH(list)};
        struct error error;
        ck_assert(option_pairs_read("-each", keys, LENGTH(keys), &words, &options, &error));
        ck_assert(options.low == 4 && options.high == 5);
    }
}
END_TEST

START_TEST(words_behind_two_dashes_and_a_dash_alone_are_no_options)
{
    struct options options = read_good("- --quiet -- --name --nonsense");
    ck_assert(options.quiet);
    ck_assert_ptr_null(options.name);
    ck_assert_int_eq(options.words.other_count, 3);
    ck_assert_str_eq(options.words.list[2], "--nonsense");
}
END_TEST

START_TEST(the_first_other_word_may_end_the_options)
{
    static char line[] = "--count 4 go --count 5 -x";
    char *list[10];
    struct options options;
    struct error error;
    struct option_table first = table;
    first.options_first = true;
    ck_assert_int_eq(read_words(&first, line, list, &options, &error), OPTIONS_READ);
    ck_assert_int_eq(options.count, 4);
    ck_assert_int_eq(options.words.other_count, 4);
    ck_assert_str_eq(list[3], "-x");
}
END_TEST

START_TEST(a_value_in_brackets_may_be_left_out)
{
    ck_assert_str_eq(read_good("--page").page, "none");
    ck_assert_str_eq(read_good("--page 80").page, "80");
    ck_assert_str_eq(read_good("--page=x").page, "x");
    struct options options = read_good("--page go --page --quiet");
    ck_assert_str_eq(options.page, "none");
    ck_assert_int_eq(options.pages, 2);
    ck_assert_int_eq(options.words.other_count, 1);
}
END_TEST

START_TEST(a_unique_beginning_is_enough_but_for_hidden_options)
{
    ck_assert_int_eq(read_good("--cou 5").count, 5);
    ck_assert_int_eq(read_good("--hidden 50").count, 50);
    ck_assert(read_good("--q").quiet);
}
END_TEST

START_TEST(what_is_wrong_is_named)
{
    static const struct {
        const char *words, *error;
    } cases[] = {
        {"--nonsense", "'--nonsense' is no option; see --help"},
        {"--co 5", "'--co' begins --count and --colour; expected one of them"},
        {"--hidde 5", "'--hidde' is no option; did you mean '--hidden'?"},
        {"--cuont=5", "'--cuont=5' is no option; did you mean '--count'?"},
        {"-name x", "'-name' is no option; did you mean '--name'?"},
        {"--Quiet", "'--Quiet' is no option; did you mean '--quiet'?"},
        {"--hepl", "'--hepl' is no option; did you mean '--help'?"},
        {"--help-manuel", "'--help-manuel' is no option; see --help"},
        {"--q8", "'--q8' is no option; see --help"},
        {"--qquieett", "'--qquieett' is no option; did you mean '--quiet'?"},
        {"--qqqquiet", "'--qqqquiet' is no option; did you mean '--quiet'?"},
        {"--qqqqquiet", "'--qqqqquiet' is no option; see --help"},
        {"--count", "--count: expected a value"},
        {"--count 0", "--count: expected a number, 1 to 10, found '0'"},
        {"--count 11", "--count: expected a number, 1 to 10, found '11'"},
        {"--count 5x", "--count: expected a number, 1 to 10, found '5x'"},
        {"--count=", "--count: expected a number, 1 to 10, found ''"},
        {"--size 9223372036854775808", "--size: expected a number, 0 to 9223372036854775807, "
                                       "found '9223372036854775808'"},
        {"--rate 1.5", "--rate: expected a number, 0 to 1, found '1.5'"},
        {"--rate nan", "--rate: expected a number, 0 to 1, found 'nan'"},
        {"--colour gree", "--colour: expected red, green or blue, found 'gree'; did you mean "
                          "'green'?"},
        {"--colour bleu", "--colour: expected red, green or blue, found 'bleu'; did you mean "
                          "'blue'?"},
        {"--colour mauve", "--colour: expected red, green or blue, found 'mauve'"},
        {"--place sowth", "--place: nowhere; did you mean 'south'?"},
        {"--place fale", "--place: nowhere"},
        {"--place wets", "--place: nowhere; did you mean 'west'?"},
        {"--colour green|blue", "--colour: expected red, green or blue, found 'green|blue'"},
        {"--quiet=1", "--quiet: expected no value, found '1'"},
        {"--page bad --page=bad", "--page: bad"},
        {"--keys low=10", "low: expected a number, 0 to 9, found '10'"},
        {"--keys low", "--keys: expected low=N"},
        {"--keys loud=auto", "loud: expected on or off, found 'auto'"},
        {"--keys loud=", "loud: expected on or off, found ''"},
        {"--keys lo=1", "--keys: 'lo' is not known; did you mean 'low'? Expected low, high or "
                        "loud"},
        {"--keys hgih=1", "--keys: 'hgih' is not known; did you mean 'high'? Expected low, high or "
                          "loud"},
        {"--keys loud=flase", "loud: expected on or off, found 'flase'; did you mean 'false'?"},
        {"--keys lowest=1", "--keys: 'lowest' is not known; expected low, high or loud"},
        {"--config /nonexistent",
         "--config: cannot open '/nonexistent': No such file or directory"},
        {"--config /", "--config: '/' is not a regular file"},
        {"--config /dev/zero", "--config: '/dev/zero' is not a regular file"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        char line[200], *list[20];
        struct options options;
        struct error error;
        snprintf(line, sizeof line, "%s", cases[i].words);
        ck_assert_msg(read_words(&table, line, list, &options, &error) == OPTIONS_REFUSED, "%s",
                      cases[i].words);
        ck_assert_str_eq(error.text, cases[i].error);
    }
}
END_TEST

/* Reads a configuration file with this text, and then the words. The file is in memory. */
static enum option_outcome read_config(const char *text, const char *words, struct options *options,
                                       struct error *error)
{
    static char line[200], *list[20];
    const int file = memfd_create("options", 0);
    ck_assert_int_eq((int)write(file, text, strlen(text)), (int)strlen(text));
    snprintf(line, sizeof line, "--config /proc/self/fd/%d %s", file, words);
    const enum option_outcome outcome = read_words(&table, line, list, options, error);
    close(file);
    return outcome;
}

START_TEST(a_file_sets_options_and_the_command_line_overrides_it)
{
    struct options options;
    struct error error;
    ck_assert_int_eq(read_config("# a comment\n\n  name 'two words'\ncount 9\r\nquiet\n"
                                 "keys low=1 high=2",
                                 "--count 2 other", &options, &error),
                     OPTIONS_READ);
    ck_assert_str_eq(options.name, "two words");
    ck_assert(options.quiet && options.low == 1 && options.high == 2);
    ck_assert_int_eq(options.count, 2);
    ck_assert_int_eq(options.words.other_count, 1);
    option_words_finish(&options.words);
}
END_TEST

/* The values outlive the line that is read. */
START_TEST(a_line_of_a_file_may_have_a_sign)
{
    struct options options;
    struct error error;
    ck_assert_int_eq(read_config("name=a=b\ncount=4\n", "", &options, &error), OPTIONS_READ);
    ck_assert_str_eq(options.name, "a=b");
    ck_assert_int_eq(options.count, 4);
    option_words_finish(&options.words);
}
END_TEST

START_TEST(a_wrong_line_of_a_file_is_named)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"quiet\n\ncount 20\n", ":3: --count: expected a number, 1 to 10, found '20'"},
        {"nonsense\n", ":1: '--nonsense' is no option; see --help"},
        {"count\n", ":1: --count: expected a value"},
        {"name two words\n", ":1: --name: expected one value, found 'words' behind it"},
        {"name 'no end\n", ":1: a ' without its end"},
        {"config other\n", ":1: '--config' is no option; see --help"},
        {"help\n", ":1: '--help' is no option; see --help"},
        {"'' x\n", ":1: '--' begins --name and --count; expected one of them"},
        {"keys low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 "
         "low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 "
         "low=1 "
         "low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 "
         "low=1 "
         "low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1 "
         "low=1 "
         "low=1 low=1 low=1 low=1 low=1 low=1 low=1 low=1\n",
         ":1: more than 64 words"},
    };
    for (int i = 0; i < LENGTH(cases); i++) {
        struct options options;
        struct error error;
        ck_assert_int_eq(read_config(cases[i].text, "", &options, &error), OPTIONS_REFUSED);
        ck_assert_msg(strstr(error.text, cases[i].error), "%s", error.text);
        option_words_finish(&options.words);
    }
}
END_TEST

/* Checks the answer to an option, which is printed to a file in memory. */
static void check_answer(const char *words, const char *expected)
{
    char line[100], *list[10], found[4096] = "";
    const int file = memfd_create("answer", 0);
    ck_assert_int_ge(file, 0);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    struct options options;
    struct error error;
    snprintf(line, sizeof line, "%s", words);
    const enum option_outcome outcome = read_words(&table, line, list, &options, &error);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    ck_assert_int_ge((int)pread(file, found, sizeof found - 1, 0), 0);
    close(file);
    ck_assert_int_eq(outcome, OPTIONS_ANSWERED);
    ck_assert_str_eq(found, expected);
}

START_TEST(help_lists_the_options_with_their_initial_values)
{
    check_answer("--help",
                 "usage\n"
                 "  --name NAME                     a name\n"
                 "  --count N                       how many there are, which takes so many "
                 "words that a line of one\n"
                 "                                  hundred columns cannot hold them all "
                 "(3)\n"
                 "  --colour red|green|blue         a colour\n"
                 "\nOthers:\n"
                 "  --size BYTES                    a size\n"
                 "  --rate RATE                     a rate (0.25)\n"
                 "  --quiet                         nothing is printed\n"
                 "  --page [PORT]                   a port\n"
                 "  --rest                          words\n"
                 "  --keys low=N high=N             keys\n"
                 "  --config FILE                   read options from a file\n"
                 "  --version                       print the version\n"
                 "  --help                          print this list\n"
                 "notes\n");
}
END_TEST

START_TEST(shells_and_the_version_are_answered)
{
    check_answer(
        "--quiet --help-completion",
        "--name\t\n--count\t\n--colour\tred green blue\n--size\t\n--rate\t0.5 1\n--quiet\t\n"
        "--page\t\n--rest\t\n--keys\tlow= high= loud=\n--config\t%file\n--version\t\n"
        "--help\t\n");
    check_answer("--version", "program " MYOSU_VERSION "\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("option_table");
    SUPPORT_ADD(suite, each_kind_is_read);
    SUPPORT_ADD(suite, keys_may_be_read_again);
    SUPPORT_ADD(suite, words_behind_two_dashes_and_a_dash_alone_are_no_options);
    SUPPORT_ADD(suite, the_first_other_word_may_end_the_options);
    SUPPORT_ADD(suite, a_value_in_brackets_may_be_left_out);
    SUPPORT_ADD(suite, a_unique_beginning_is_enough_but_for_hidden_options);
    SUPPORT_ADD(suite, what_is_wrong_is_named);
    SUPPORT_ADD(suite, a_file_sets_options_and_the_command_line_overrides_it);
    SUPPORT_ADD(suite, a_line_of_a_file_may_have_a_sign);
    SUPPORT_ADD(suite, a_wrong_line_of_a_file_is_named);
    SUPPORT_ADD(suite, help_lists_the_options_with_their_initial_values);
    SUPPORT_ADD(suite, shells_and_the_version_are_answered);
    return support_run(suite);
}
