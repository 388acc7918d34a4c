/* Options to server. */
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "server.h"

/* Wrong use, as against a program that failed. */
#define EXIT_USAGE 2

static const char usage[] =
    "usage: myosu [OPTION]... [COMMAND]...\n"
    "\n"
    "An engine that plays many board games. Without options it speaks UCI or UGI on standard\n"
    "input and output; commands given as arguments are run one after the other instead.\n"
    "\n"
    "  --game NAME                  the game played before any newgame\n"
    "  --listen unix:PATH           serve clients on a Unix socket (repeatable)\n"
    "  --listen tcp:HOST:PORT       serve clients on a loopback TCP port (repeatable)\n"
    "  --version                    print the version and end\n"
    "  --help                       print this and end\n"
    "\n"
    "What the clients of the listeners may use (defaults by processors, memory, descriptors):\n";

/* Options that are a number, in the order of the help. */
static const struct number {
    const char *name, *unit;
    size_t offset; /* in struct server_options; of an int64_t, or an int where `small` */
    bool small;
    int64_t min;
    const char *purpose;
} numbers[] = {
#define BUDGET(member) offsetof(struct server_options, budget.member), false, 1
#define LIMIT(member)  offsetof(struct server_options, member), true, 0
    {"max-sessions", "N", BUDGET(sessions), "sessions at once"},
    {"max-sessions-per-peer", "N", BUDGET(sessions_per_peer), "of one user or address"},
    {"max-threads", "N", BUDGET(threads), "threads of all sessions together"},
    {"max-threads-per-peer", "N", BUDGET(threads_per_peer), "of one user or address"},
    {"max-threads-per-session", "N", BUDGET(threads_per_session), "of one session"},
    {"max-memory", "MB", BUDGET(memory), "memory of all sessions together"},
    {"max-memory-per-peer", "MB", BUDGET(memory_per_peer), "of one user or address"},
    {"max-memory-per-session", "MB", BUDGET(memory_per_session), "of one session"},
    {"first-line-timeout", "S", LIMIT(limits.first_line_s),
     "seconds to say something; 0: no limit"},
    {"half-line-timeout", "S", LIMIT(limits.half_line_s), "seconds to end a line"},
    {"idle-timeout", "S", LIMIT(limits.idle_s), "seconds between commands"},
    {"unread-timeout", "S", LIMIT(limits.unread_s), "seconds to read what is said"},
    {"search-timeout", "S", LIMIT(limits.search_s), "seconds of one search"},
    {"drain-timeout", "S", LIMIT(drain_s), "seconds to read the last answers after SIGTERM"},
};

static void print_usage(const struct server_options *defaults)
{
    fputs(usage, stdout);
    for (int i = 0; i < LENGTH(numbers); i++) {
        const char *at = (const char *)defaults + numbers[i].offset;
        long long value = numbers[i].small ? *(const int *)at : *(const int64_t *)at;
        int length = printf("  --%s %s", numbers[i].name, numbers[i].unit);
        printf("%*s%s (default %lld)\n", 31 - length > 1 ? 31 - length : 1, "", numbers[i].purpose,
               value);
    }
    fputs("\n  myosu \"position startpos\" \"go depth 8\"\n", stdout);
}

static _Noreturn void refuse(const char *option, const char *value, const char *expected)
{
    fprintf(stderr, "myosu: --%s %s: %s; myosu --help lists the options\n", option, value,
            expected);
    exit(EXIT_USAGE);
}

static void read_number(const struct number *number, const char *text,
                        struct server_options *options)
{
    char *end, expected[80];
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || value < number->min || value > INT32_MAX) {
        snprintf(expected, sizeof expected, "expected a number from %d to %d", (int)number->min,
                 INT32_MAX);
        refuse(number->name, text, expected);
    }
    char *at = (char *)options + number->offset;
    if (number->small) {
        *(int *)at = (int)value;
    } else {
        *(int64_t *)at = value;
    }
}

enum { OPTION_GAME = 1000, OPTION_LISTEN, OPTION_VERSION, OPTION_HELP };

static void read_option(int option, struct server_options *options)
{
    switch (option) {
    case OPTION_GAME:
        options->game = registry_find(options->games, optarg);
        if (!options->game) {
            refuse("game", optarg, "there is no such game; the command 'games' lists them");
        }
        break;
    case OPTION_LISTEN:
        if (options->listen_count == SERVER_MAX_LISTENERS) {
            refuse("listen", optarg, "too many listeners");
        }
        options->listen[options->listen_count++] = optarg;
        break;
    case OPTION_VERSION:
        puts("Myosu " MYOSU_VERSION);
        exit(EXIT_SUCCESS);
    case OPTION_HELP:
        print_usage(options);
        exit(EXIT_SUCCESS);
    default: /* getopt has said what is wrong */
        fputs("myosu --help lists the options\n", stderr);
        exit(EXIT_USAGE);
    }
}

static void read_options(int count, char **words, struct server_options *options)
{
    struct option names[LENGTH(numbers) + 5] = {
        {"game", required_argument, NULL, OPTION_GAME},
        {"listen", required_argument, NULL, OPTION_LISTEN},
        {"version", no_argument, NULL, OPTION_VERSION},
        {"help", no_argument, NULL, OPTION_HELP},
    };
    for (int i = 0; i < LENGTH(numbers); i++) {
        names[4 + i] = (struct option){numbers[i].name, required_argument, NULL, i};
    }
    for (int option; (option = getopt_long(count, words, "+", names, NULL)) != -1;) {
        if (option < LENGTH(numbers)) {
            read_number(&numbers[option], optarg, options);
        } else {
            read_option(option, options);
        }
    }
    options->commands = (const char *const *)words + optind;
    options->command_count = count - optind;
}

/* Under a name that begins with this, managers of gomoku tournaments start us. */
#define BRAIN_PREFIX "pbrain"

static bool is_brain(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strncmp(slash ? slash + 1 : program, BRAIN_PREFIX, strlen(BRAIN_PREFIX)) == 0;
}

int main(int count, char **words)
{
    struct server_options options = {
        .games = registry_games(),
        .game = registry_games()[0],
    };
    server_default_options(&options);
    if (count > 0 && is_brain(words[0])) {
        options.dialect = &dialect_gomocup;
        options.game = registry_find(options.games, dialect_gomocup.game);
    }
    read_options(count, words, &options);
    struct error error;
    if (!server_run(&options, &error)) {
        fprintf(stderr, "myosu: %s\n", error.text);
        return EXIT_USAGE;
    }
    return EXIT_SUCCESS;
}
