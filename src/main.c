/* Options to server. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "server.h"

static const char usage[] =
    "usage: myosu [OPTION]... [COMMAND]...\n"
    "\n"
    "An engine that plays many board games. Without options it speaks UCI or UGI on standard\n"
    "input and output; commands given as arguments are run one after the other instead.\n"
    "\n"
    "  --game NAME           the game played before any newgame\n"
    "  --listen unix:PATH    serve clients on a Unix socket (repeatable)\n"
    "  --listen tcp:HOST:PORT  serve clients on a loopback TCP port (repeatable)\n"
    "  --max-sessions N      clients served at once (default 1024)\n"
    "  --max-threads N       threads of all sessions together (default: no bound)\n"
    "  --max-hash MB         table memory of all sessions together (default: no bound)\n"
    "  --version             print the version and end\n"
    "  --help                print this and end\n"
    "\n"
    "  myosu \"position startpos\" \"go depth 8\"\n";

#define SESSIONS_INITIAL 1024

static _Noreturn void refuse(const char *format, const char *what)
{
    fprintf(stderr, format, what);
    fputs("\nmyosu --help lists the options\n", stderr);
    exit(EXIT_FAILURE);
}

static int64_t read_amount(const char *option, const char *text)
{
    char *end;
    long long amount = strtoll(text, &end, 10);
    if (end == text || *end || amount < 1 || amount > INT32_MAX) {
        fprintf(stderr, "myosu: %s %s: expected a number from 1 to %d\n", option, text, INT32_MAX);
        exit(EXIT_FAILURE);
    }
    return amount;
}

static void read_options(int count, char **words, struct server_options *options)
{
    static const struct option names[] = {
        {"game", required_argument, NULL, 'g'},
        {"listen", required_argument, NULL, 'l'},
        {"max-sessions", required_argument, NULL, 's'},
        {"max-threads", required_argument, NULL, 't'},
        {"max-hash", required_argument, NULL, 'm'},
        {"version", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(count, words, "+", names, NULL)) != -1;) {
        switch (option) {
        case 'g':
            options->game = registry_find(options->games, optarg);
            if (!options->game) {
                refuse("myosu: --game %s: there is no such game", optarg);
            }
            break;
        case 'l':
            if (options->listen_count == SERVER_MAX_LISTENERS) {
                refuse("myosu: --listen %s: too many listeners", optarg);
            }
            options->listen[options->listen_count++] = optarg;
            break;
        case 's':
            options->max_sessions = (int)read_amount("--max-sessions", optarg);
            break;
        case 't':
            options->max_threads = read_amount("--max-threads", optarg);
            break;
        case 'm':
            options->max_hash_megabytes = read_amount("--max-hash", optarg);
            break;
        case 'v':
            puts("Myosu " MYOSU_VERSION);
            exit(EXIT_SUCCESS);
        case 'h':
            fputs(usage, stdout);
            exit(EXIT_SUCCESS);
        default:
            refuse("%s", "");
        }
    }
    options->commands = (const char *const *)words + optind;
    options->command_count = count - optind;
}

/* Under a name that begins with this, managers of gomoku tournaments start us. */
#define BRAIN_PREFIX "pbrain-"

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
        .max_sessions = SESSIONS_INITIAL,
    };
    if (count > 0 && is_brain(words[0])) {
        options.dialect = &dialect_gomocup;
        options.game = registry_find(options.games, dialect_gomocup.game);
    }
    read_options(count, words, &options);
    struct error error;
    if (!server_run(&options, &error)) {
        fprintf(stderr, "myosu: %s\n", error.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
