/* SPDX-License-Identifier: MIT */
/* Options to server. */
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authority.h"
#include "level.h"
#include "log.h"
#include "registry.h"
#include "script.h"
#include "server.h"

/* Wrong use, as against a program that failed. */
#define EXIT_USAGE 2

static const char usage[] =
    "usage: myosu [OPTION]... [COMMAND]...\n"
    "\n"
    "An engine that plays many board games. Without options it speaks UCI or UGI on standard\n"
    "input and output; commands given as arguments are run one after the other instead. An\n"
    "argument that begins no command belongs to the one before: myosu go depth 3\n"
    "After an error the rest is still run, and the exit status is 1.\n"
    "\n"
    "  --game NAME                  the game played before any newgame\n"
    "  --listen unix:PATH           serve clients on a Unix socket (repeatable)\n"
    "  --listen tcp:HOST:PORT       serve clients on a loopback TCP port (repeatable)\n"
    "  --listen http:HOST:PORT      serve the page, and clients by WebSocket (repeatable)\n"
    "  --listen proxy:tcp:..., proxy:http:...\n"
    "                               the same behind a proxy that tells whose each connection is\n"
    "  --page [PORT]                serve the page on http:127.0.0.1:PORT "
    "(default " SERVER_PAGE_PORT "),\n"
    "                               and print the address to open in a browser\n"
    "  --http-name NAME             a name, beside loopback's, that browsers may call this server\n"
    "                               by (repeatable)\n"
    "  --socket-mode MODE           permissions of the Unix sockets (default 600)\n"
    "  --socket-group GROUP         the group that they belong to\n"
    "  --allow-uid UID              users of the Unix sockets (repeatable; default: by the mode)\n"
    "  --token-file FILE            clients of TCP sockets must say `auth TOKEN` first; lines of\n"
    "                               the file are NAME TOKEN; TCP beyond loopback needs one\n"
    "  --admin unix:PATH            a socket for the operator: status, sessions, end, drain, "
    "metrics\n"
    "  --log-level LEVEL            error, warning, info or debug (default info)\n"
    "  --no-edit                    no editing, completion and history of lines on a terminal\n"
    "  --version                    print the version and end\n"
    "  --help                       print this and end\n"
    "\n"
    "What the clients of the listeners may use (defaults by processors, memory, descriptors;\n"
    "of one user or address seven eighths of what all together may):\n";

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

static void print_usage(struct server_options *shown)
{
    server_settle_options(shown);
    fputs(usage, stdout);
    for (int i = 0; i < LENGTH(numbers); i++) {
        const char *at = (const char *)shown + numbers[i].offset;
        long long value = numbers[i].small ? *(const int *)at : *(const int64_t *)at;
        int length = printf("  --%s %s", numbers[i].name, numbers[i].unit);
        printf("%*s%s (default %lld)\n", 31 - length > 1 ? 31 - length : 1, "", numbers[i].purpose,
               value);
    }
    fputs("\nThe environment variable " LEVEL_VARIABLE
          " makes it run as on a lesser processor, the levels:",
          stdout);
    for (int i = 0; i < LEVELS; i++) {
        printf(" %s", level_name((enum level)i));
    }
    putchar('\n');
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

enum {
    OPTION_GAME = 1000,
    OPTION_LISTEN,
    OPTION_PAGE,
    OPTION_HTTP_NAME,
    OPTION_SOCKET_MODE,
    OPTION_SOCKET_GROUP,
    OPTION_ALLOW_UID,
    OPTION_TOKEN_FILE,
    OPTION_LOG_LEVEL,
    OPTION_ADMIN,
    OPTION_NO_EDIT,
    OPTION_VERSION,
    OPTION_HELP
};

static unsigned read_mode(const char *text)
{
    char *end;
    unsigned long mode = strtoul(text, &end, 8);
    if (end == text || *end || mode > 0777) {
        refuse("socket-mode", text, "expected permissions in octal, such as 660");
    }
    return (unsigned)mode;
}

static void add_uid(const char *text, struct access *access)
{
    char *end;
    unsigned long uid = strtoul(text, &end, 10);
    if (end == text || *end || *text == '-' || uid > UINT32_MAX) {
        refuse("allow-uid", text, "expected the number of a user");
    }
    if (access->uid_count == ACCESS_MAX_UIDS) {
        refuse("allow-uid", text, "too many users");
    }
    access->uids[access->uid_count++] = (uint32_t)uid;
}

static void add_http_name(const char *name, struct server_options *options)
{
    struct authority authority;
    if (!authority_read(name, strlen(name), &authority) || authority.length < strlen(name)) {
        refuse("http-name", name, "expected a name without scheme and port, such as example.org");
    }
    if (options->http_name_count == SERVER_MAX_HTTP_NAMES) {
        refuse("http-name", name, "too many names");
    }
    options->http_names[options->http_name_count++] = name;
}

static void read_page(const char *port, struct server_options *options)
{
    char *end;
    options->page = port ? port : SERVER_PAGE_PORT;
    unsigned long number = strtoul(options->page, &end, 10);
    if (*options->page < '0' || *options->page > '9' || *end || number > UINT16_MAX) {
        refuse("page", options->page, "expected a port from 0 to 65535");
    }
}

static void set_log_level(const char *text)
{
    static const struct {
        const char *name;
        enum log_level level;
    } levels[] = {{"error", LOG_LEVEL_ERROR},
                  {"warning", LOG_LEVEL_WARNING},
                  {"info", LOG_LEVEL_INFO},
                  {"debug", LOG_LEVEL_DEBUG}};
    for (int i = 0; i < LENGTH(levels); i++) {
        if (strcmp(text, levels[i].name) == 0) {
            log_set_level(levels[i].level);
            return;
        }
    }
    refuse("log-level", text, "expected error, warning, info or debug");
}

/* The version, and below it the level that the games are of and those that this processor has. */
static void print_version(const struct game *const *games)
{
    puts("Myosu " MYOSU_VERSION);
    for (int i = 0; i < LEVELS; i++) {
        if (games == registry_games_at((enum level)i)) {
            printf("level %s; this processor has", level_name((enum level)i));
        }
    }
    for (int i = 0; i < LEVELS; i++) {
        if (level_is_offered((enum level)i)) {
            printf(" %s", level_name((enum level)i));
        }
    }
    putchar('\n');
}

static void read_option(int option, struct server_options *options)
{
    switch (option) {
    case OPTION_GAME:
        options->game = registry_find(options->games, optarg);
        options->game_alias = optarg;
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
    case OPTION_PAGE:
        read_page(optarg, options);
        break;
    case OPTION_HTTP_NAME:
        add_http_name(optarg, options);
        break;
    case OPTION_SOCKET_MODE:
        options->rules.mode = read_mode(optarg);
        break;
    case OPTION_SOCKET_GROUP:
        options->rules.group = optarg;
        break;
    case OPTION_ALLOW_UID:
        add_uid(optarg, &options->access);
        break;
    case OPTION_TOKEN_FILE:
        options->access.token_file = optarg;
        break;
    case OPTION_ADMIN:
        options->admin = optarg;
        break;
    case OPTION_NO_EDIT:
        options->no_edit = true;
        break;
    case OPTION_LOG_LEVEL:
        set_log_level(optarg);
        break;
    case OPTION_VERSION:
        print_version(options->games);
        exit(EXIT_SUCCESS);
    case OPTION_HELP:
        print_usage(options);
        exit(EXIT_SUCCESS);
    default: /* getopt has said what is wrong */
        fputs("myosu --help lists the options\n", stderr);
        exit(EXIT_USAGE);
    }
}

static const char *const *read_commands(int count, const char *const *words)
{
    const char *const *script = script_of_words(count, words);
    if (!script) {
        fputs("myosu: out of memory for the commands\n", stderr);
        exit(EXIT_FAILURE);
    }
    return script;
}

static bool is_number(const char *word)
{
    return *word && strspn(word, "0123456789") == strlen(word);
}

static void read_options(int count, char **words, struct server_options *options)
{
    static const struct option words_of_options[] = {
        {"game", required_argument, NULL, OPTION_GAME},
        {"listen", required_argument, NULL, OPTION_LISTEN},
        {"page", optional_argument, NULL, OPTION_PAGE},
        {"http-name", required_argument, NULL, OPTION_HTTP_NAME},
        {"socket-mode", required_argument, NULL, OPTION_SOCKET_MODE},
        {"socket-group", required_argument, NULL, OPTION_SOCKET_GROUP},
        {"allow-uid", required_argument, NULL, OPTION_ALLOW_UID},
        {"token-file", required_argument, NULL, OPTION_TOKEN_FILE},
        {"log-level", required_argument, NULL, OPTION_LOG_LEVEL},
        {"admin", required_argument, NULL, OPTION_ADMIN},
        {"no-edit", no_argument, NULL, OPTION_NO_EDIT},
        {"version", no_argument, NULL, OPTION_VERSION},
        {"help", no_argument, NULL, OPTION_HELP},
    };
    struct option names[LENGTH(numbers) + LENGTH(words_of_options) + 1] = {{0}};
    memcpy(names, words_of_options, sizeof words_of_options);
    for (int i = 0; i < LENGTH(numbers); i++) {
        names[LENGTH(words_of_options) + i] =
            (struct option){numbers[i].name, required_argument, NULL, i};
    }
    for (int option; (option = getopt_long(count, words, "+", names, NULL)) != -1;) {
        if (option == OPTION_PAGE && !optarg && optind < count && is_number(words[optind])) {
            optarg = words[optind++]; /* getopt takes an optional argument only behind '=' */
        }
        if (option < LENGTH(numbers)) {
            read_number(&numbers[option], optarg, options);
        } else {
            read_option(option, options);
        }
    }
    if (optind < count) {
        options->commands = read_commands(count - optind, (const char *const *)words + optind);
    }
}

/* Under a name that begins with this, managers of gomoku tournaments start us. */
#define BRAIN_PREFIX "pbrain-"

static bool is_brain(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strncmp(slash ? slash + 1 : program, BRAIN_PREFIX, strlen(BRAIN_PREFIX)) == 0;
}

/* The games as they are compiled for this processor, or for the lower level that is asked for. */
static const struct game *const *choose_games(void)
{
    enum level level;
    struct error error;
    if (!level_choose(getenv(LEVEL_VARIABLE), &level, &error)) {
        fprintf(stderr, "myosu: %s\n", error.text);
        exit(EXIT_USAGE);
    }
    return registry_games_at(level);
}

int main(int count, char **words)
{
    static struct server_options options;
    options = (struct server_options){.games = choose_games()};
    options.game = options.games[0];
    server_default_options(&options);
    if (count > 0 && is_brain(words[0])) {
        options.dialect = &dialect_gomocup;
        options.game = registry_find(options.games, dialect_gomocup.game);
    }
    read_options(count, words, &options);
    struct error error;
    enum server_outcome outcome = server_run(&options, &error);
    if (outcome == SERVER_FAILED) {
        fprintf(stderr, "myosu: %s\n", error.text);
        return EXIT_USAGE;
    }
    return outcome == SERVER_REFUSED ? EXIT_FAILURE : EXIT_SUCCESS;
}
