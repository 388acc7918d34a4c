/* SPDX-License-Identifier: MIT */
/* Converts the command line to the server's options, and runs the server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "level.h"
#include "log.h"
#include "option_table.h"
#include "origin.h"
#include "registry.h"
#include "server.h"
#include "universal.h"

/* The exit status for an invalid command line, as opposed to a program that failed. */
#define EXIT_USAGE 2

static bool read_mode(void *at, const char *name, char *text, struct error *error)
{
    char *end;
    const unsigned long mode = strtoul(text, &end, 8);
    *(unsigned *)at = (unsigned)mode;
    return (end != text && !*end && mode <= 0777) ||
           error_set(error, "%s: expected permissions in octal, such as 660, found '%.40s'", name,
                     text);
}

static bool read_uid(void *at, const char *name, char *text, struct error *error)
{
    struct access *access = at;
    int64_t uid;
    if (access->uid_count == ACCESS_MAX_UIDS) {
        return error_set(error, "%s %.40s: too many users", name, text);
    }
    if (!option_read_number(name, text, 0, UINT32_MAX, &uid, error)) {
        return false;
    }
    access->uids[access->uid_count++] = (uint32_t)uid;
    return true;
}

static bool read_http_name(void *at, const char *option, char *name, struct error *error)
{
    struct server_options *options = at;
    struct authority authority;
    if (!authority_read(name, strlen(name), &authority) || authority.length < strlen(name)) {
        return error_set(error,
                         "%s: expected a name without scheme and port, such as example.org, found "
                         "'%.100s'",
                         option, name);
    }
    if (options->http_name_count == SERVER_MAX_HTTP_NAMES) {
        return error_set(error, "%s %.100s: too many names", option, name);
    }
    options->http_names[options->http_name_count++] = name;
    return true;
}

static bool read_page(void *at, const char *name, char *port, struct error *error)
{
    const char **page = at;
    int64_t number;
    *page = port ? port : SERVER_PAGE_PORT;
    return option_read_number(name, *page, 0, UINT16_MAX, &number, error);
}

static bool read_log_level(void *at UNUSED, const char *name, char *text, struct error *error)
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
            return true;
        }
    }
    return error_set(error, "%s: expected error, warning, info or debug, found '%.40s'", name,
                     text);
}

static bool read_game(void *at, const char *name, char *text, struct error *error)
{
    struct server_options *options = at;
    options->game = registry_find(options->games, text);
    options->game_alias = text;
    if (!options->game) {
        LOCAL_BUFFER names = {0};
        for (const struct game *const *game = options->games; *game; game++) {
            buffer_printf(&names, "%s|", (*game)->name);
        }
        error_set(error, "%s: there is no game '%.40s'; the command 'games' lists them", name,
                  text);
        option_suggest(buffer_text(&names), text, error);
    }
    return options->game;
}

static bool read_dialect(void *at, const char *name, char *text, struct error *error)
{
    const struct dialect **dialect = at;
    LOCAL_BUFFER names = {0};
    *dialect = dialect_find(text);
    dialect_put_names(&names);
    return *dialect ||
           error_set(error, "%s: expected %s, found '%.40s'", name, buffer_text(&names), text);
}

static bool read_listen(void *at, const char *name, char *text, struct error *error)
{
    struct server_options *options = at;
    if (options->listen_count == SERVER_MAX_LISTENERS) {
        return error_set(error, "%s %.100s: too many listeners", name, text);
    }
    options->listen[options->listen_count++] = text;
    return true;
}

/* Prints the version, then the level of the games in use and the levels that this processor has. */
static bool print_version(void *at, const char *name UNUSED, char *value UNUSED,
                          struct error *error UNUSED)
{
    const struct server_options *options = at;
    puts("Myosu " MYOSU_VERSION);
    for (int i = 0; i < LEVELS; i++) {
        if (options->games == registry_games_at((enum level)i)) {
            printf("level %s; this processor has", level_name((enum level)i));
        }
    }
    for (int i = 0; i < LEVELS; i++) {
        if (level_is_offered((enum level)i)) {
            printf(" %s", level_name((enum level)i));
        }
    }
    putchar('\n');
    exit(EXIT_SUCCESS);
}

static void settle(void *options)
{
    client_budget_settle(&((struct server_options *)options)->budget);
}

#define OPTION_TYPE struct server_options
#define BUDGET_ROW(name_, unit_, member_, ...)                                                     \
    OPTION_ROW(name_, unit_, INT64, budget.member_, .min = 1, .max = INT32_MAX, __VA_ARGS__)
#define SECONDS_ROW(name_, member_, ...)                                                           \
    OPTION_ROW(name_, "S", INT, member_, .max = INT32_MAX, __VA_ARGS__)

static const struct option_row rows[] = {
    OPTION_READ("--game", "NAME", read_game, .help = "the game played before any newgame",
                .more = "Otherwise it is the first of *games*.", .offers = "%game"),
    OPTION_ROW("--dialect", "NAME", VALUE, dialect, .read = read_dialect,
               .offers = "uci ugi uai ucci gomocup cecp nboard gtp",
               .help = "what standard input speaks (default: by the first line)",
               .more = "NAME is uci, ugi, uai, ucci, gomocup, cecp, nboard or gtp. A program whose "
                       "name begins with *pbrain-* speaks gomocup."),
    OPTION_READ("--listen", "unix:PATH", read_listen,
                .help = "serve clients on a Unix socket (repeatable)",
                .offers = "unix: tcp: http: proxy:tcp: proxy:http:"),
    {.name = "--listen tcp:HOST:PORT",
     .kind = OPTION_SHOWN,
     .help = "serve clients on a TCP port (repeatable)",
     .more = "Beyond loopback it needs *--token-file*."},
    {.name = "--listen http:HOST:PORT",
     .kind = OPTION_SHOWN,
     .help = "serve the page, and clients by WebSocket (repeatable)",
     .more = "Conversations by WebSocket are at /session, pictures of positions at /board.svg, a "
             "check of health at /healthz, and, for this machine alone, the counters at /metrics. "
             "Beyond loopback it needs *--token-file*."},
    {.name = "--listen proxy:tcp:..., proxy:http:...",
     .kind = OPTION_SHOWN,
     .help = "the same behind a proxy that sends each client's address first",
     .more = "It does so by the PROXY protocol, version 1. Each client then has limits of its own. "
             "Only the proxy should reach such a port."},
    OPTION_ROW("--page", "[PORT]", VALUE, page, .read = read_page, .offers = SERVER_PAGE_PORT,
               .help = "serve the page on http:127.0.0.1:PORT (default " SERVER_PAGE_PORT
                       "), and print the address to open in a browser",
               .more = "Port 0 is any that is free."),
    OPTION_READ("--http-name", "NAME", read_http_name,
                .help = "another name by which browsers may call this server (repeatable)",
                .more = "localhost, 127.0.0.1 and [::1] are always allowed. The name of a proxy is "
                        "an example."),
    OPTION_ROW("--socket-mode", "MODE", VALUE, rules.mode, .read = read_mode,
               .help = "permissions of the Unix sockets in octal (default 600)"),
    OPTION_ROW("--socket-group", "GROUP", TEXT, rules.group,
               .help = "the group that they belong to"),
    OPTION_ROW("--allow-uid", "UID", VALUE, access, .read = read_uid,
               .help = "users of the Unix sockets (repeatable; default: by the mode)"),
    OPTION_ROW("--token-file", "FILE", TEXT, access.token_file, .offers = "%file",
               .help = "clients of TCP sockets and WebSockets must send `auth TOKEN` first",
               .more =
                   "A line of the file is NAME TOKEN: a name of at most 32 characters, a blank, "
                   "and a token of 16 to 128 printable characters. Empty lines and lines that "
                   "begin with # are ignored. The file needs mode 600 or 640. SIGHUP makes the "
                   "daemon read it again."),
    OPTION_ROW("--syzygy-path", "FOLDERS", TEXT, tables, .offers = "%folder",
               .help = "endgame tables for all sessions, in folders separated by ':'",
               .more = "They are Ronald de Man's tables of chess, *.rtbw* and *.rtbz*. The program "
                       "does not start if a file is damaged. The files must not be changed while "
                       "it runs. Clients cannot name others."),
    OPTION_ROW("--admin", "unix:PATH", TEXT, admin, .offers = "unix:",
               .help = "a socket for the operator: status, sessions, end, drain, metrics"),
    OPTION_READ("--log-level", "LEVEL", read_log_level, .offers = "error warning info debug",
                .help =
                    "the least severe lines to log: error, warning, info or debug (default info)",
                .more = "The log goes to standard error."),
    OPTION_ROW("--no-edit", NULL, FLAG, no_edit,
               .help = "no editing, completion and history of lines on a terminal"),
    {.name = "--version",
     .kind = OPTION_NONE,
     .read = print_version,
     .help = "print the version, and the levels of this processor"},
    OPTION_TITLE("What the clients of the listeners may use (defaults by processors, memory, "
                 "descriptors;\nof one user or address seven eighths of what all together may):"),
    BUDGET_ROW("--max-sessions", "N", sessions, .help = "sessions at once (default @)"),
    BUDGET_ROW("--max-sessions-per-peer", "N", sessions_per_peer,
               .help = "of one user, address or token (default @)"),
    BUDGET_ROW("--max-threads", "N", threads,
               .help = "threads of all sessions together (default @)"),
    BUDGET_ROW("--max-threads-per-peer", "N", threads_per_peer,
               .help = "of one user, address or token (default @)"),
    BUDGET_ROW("--max-threads-per-session", "N", threads_per_session,
               .help = "of one session (default @)"),
    BUDGET_ROW("--max-memory", "MB", memory,
               .help = "memory of all sessions together, in MiB (default @)",
               .more = "It counts tables, search threads, positions, commands that wait and unread "
                       "output. By default half of what the process may use (a quarter for one "
                       "session), which is the least of the machine's memory, the limits of its "
                       "control groups (such as systemd's MemoryMax=), RLIMIT_AS and RLIMIT_DATA. "
                       "A request that does not fit is refused with an error, or reduced with a "
                       "notice; the process stays within the limit plus 32 MiB for itself."),
    BUDGET_ROW("--max-memory-per-peer", "MB", memory_per_peer,
               .help = "of one user, address or token (default @)"),
    BUDGET_ROW("--max-memory-per-session", "MB", memory_per_session,
               .help = "of one session (default @)"),
    SECONDS_ROW("--first-line-timeout", limits.first_line_s,
                .help = "seconds to send the first line; 0: no limit (default @)",
                .more = "A client of HTTP has as long to begin a request."),
    SECONDS_ROW("--half-line-timeout", limits.half_line_s,
                .help = "seconds to end a line; 0: no limit (default @)",
                .more = "A client of HTTP has as long to end a request."),
    SECONDS_ROW("--idle-timeout", limits.idle_s,
                .help = "seconds between commands; 0: no limit (default @)"),
    SECONDS_ROW("--unread-timeout", limits.unread_s,
                .help = "seconds to read the output; 0: no limit (default @)"),
    SECONDS_ROW("--search-timeout", limits.search_s, .help = "seconds of one search (default @)",
                .more = "They count from the beginning of the search."),
    SECONDS_ROW("--drain-timeout", drain_s,
                .help = "seconds to read the last answers after SIGTERM (default @)"),
};

/* Complete except for the notes, which list the levels. */
static const struct option_table table = {
    .program = "myosu",
    .usage =
        "usage: myosu [OPTION]... [COMMAND]...\n"
        "       myosu check-game GAME|all [GAMES [SEED]]\n"
        "\n"
        "An engine that plays many board games. Without options it speaks UCI or UGI on standard\n"
        "input and output; commands given as arguments are run one after the other instead. An\n"
        "argument that begins no command belongs to the one before: myosu go depth 3\n"
        "After an error the rest is still run, and the exit status is 1. check-game tests the "
        "rules\n"
        "and the evaluation of a game in random games (100, seed 1).\n"
        "\n",
    .rows = rows,
    .count = LENGTH(rows),
    .options_first = true,
    .settle = settle,
};

static void put_notes(struct buffer *notes)
{
    buffer_puts(notes, "\nThe environment variable " LEVEL_VARIABLE
                       " makes it run as on a lesser processor, the levels:");
    for (int i = 0; i < LEVELS; i++) {
        buffer_printf(notes, " %s", level_name((enum level)i));
    }
    buffer_puts(notes, "\n\n  myosu \"position startpos\" \"go depth 8\"\n");
}

/* Joins the words of one command with blanks; NULL if allocation fails. */
static char *join(int count, const char *const *words)
{
    LOCAL_BUFFER line = {0};
    for (int i = 0; i < count; i++) {
        buffer_puts(&line, i > 0 ? " " : "");
        buffer_puts(&line, words[i]);
    }
    return strdup(buffer_text(&line));
}

/* Joins words to commands. A word that begins a command begins the next one; other words belong to
 * the command before, as in `go depth 3`. If the first word belongs to a dialect whose lines build
 * on each other, such as Gomocup's, each word is a command. Returns the commands, NULL after the
 * last, which are kept until the program ends; NULL if allocation fails. */
static const char *const *script_of_words(int count, const char *const *words)
{
    const char **script = calloc((size_t)count + 1, sizeof *script);
    const struct dialect *dialect = count > 0 ? dialect_of_line(words[0]) : NULL;
    const bool by_line = dialect && dialect->lines_build_on_another;
    int length = 0;
    for (int i = 0, next; script && i < count; i = next) {
        next = i + 1;
        while (!by_line && next < count && !universal_is_command(words[next])) {
            next++;
        }
        script[length] = join(next - i, words + i);
        if (!script[length++]) {
            free(script); /* the program is about to end */
            return NULL;
        }
    }
    return script;
}

static void read_options(int count, char **words, struct server_options *options,
                         struct option_words *kept)
{
    struct error error;
    LOCAL_BUFFER notes = {0};
    put_notes(&notes);
    struct option_table with_notes = table;
    with_notes.notes = buffer_text(&notes);
    *kept = (struct option_words){.list = words + 1, .count = count - 1};
    const enum option_outcome outcome = option_table_read(&with_notes, kept, options, &error);
    switch (outcome) {
    case OPTIONS_READ:
        break;
    case OPTIONS_ANSWERED:
        exit(EXIT_SUCCESS);
    case OPTIONS_REFUSED:
        fprintf(stderr, "myosu: %s; myosu --help lists the options\n", error.text);
        exit(EXIT_USAGE);
    }
    if (kept->other_count) {
        options->commands = script_of_words(kept->other_count, (const char *const *)kept->list);
        if (!options->commands) {
            fputs("myosu: out of memory for the commands\n", stderr);
            exit(EXIT_FAILURE);
        }
    }
}

/* Runs `check-game GAME|all [GAMES [SEED]]`, and returns the exit status. */
static int check_games(const struct game *const *games, int count, char *const *words)
{
    int64_t number = 100, seed = 1;
    struct error error = {""};
    const bool all = count > 1 && strcmp(words[1], "all") == 0;
    const struct game *only = count > 1 ? registry_find(games, words[1]) : NULL;
    if (count < 2 || count > 4) {
        error_set(&error, "check-game: expected a game or all, how many games, and a seed");
    } else if (!all && !only) {
        error_set(&error,
                  "check-game: unknown game '%.40s'; expected all or one that 'games' lists",
                  words[1]);
    } else if (count > 2 &&
               option_read_number("check-game", words[2], 1, 1000000, &number, &error) &&
               count > 3) {
        option_read_number("check-game", words[3], 0, INT64_MAX, &seed, &error);
    }
    if (error.text[0]) {
        fprintf(stderr, "myosu: %s\n", error.text);
        return EXIT_USAGE;
    }
    bool good = true;
    for (; *games; games++) {
        if (all || *games == only) {
            LOCAL_BUFFER report = {0};
            good &= check_game(*games, (int)number, (uint64_t)seed, &report);
            printf("%s: %d games, seed %lld\n%s", (*games)->title, (int)number, (long long)seed,
                   buffer_text(&report));
        }
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* A gomoku tournament manager expects a program whose name begins with this prefix. */
#define BRAIN_PREFIX "pbrain-"

static bool is_brain(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strncmp(slash ? slash + 1 : program, BRAIN_PREFIX, strlen(BRAIN_PREFIX)) == 0;
}

/* Returns the games compiled for this processor, or for the lower level that is requested. */
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
        options.game = registry_find_implied(options.games, dialect_gomocup.name);
    }
    struct option_words kept;
    read_options(count, words, &options, &kept);
    if (kept.other_count > 0 && strcmp(kept.list[0], "check-game") == 0) {
        return check_games(options.games, kept.other_count, kept.list);
    }
    struct error error;
    enum server_outcome outcome = server_run(&options, &error);
    option_words_finish(&kept);
    if (outcome == SERVER_FAILED) {
        fprintf(stderr, "myosu: %s\n", error.text);
        return EXIT_USAGE;
    }
    return outcome == SERVER_REFUSED ? EXIT_FAILURE : EXIT_SUCCESS;
}
