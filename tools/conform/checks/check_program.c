/* SPDX-License-Identifier: MIT */
/* Checks of the program beyond the protocol: bench, genfens and sockets. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"
#include "memory.h"

/* The longest time of a bench, in seconds. Test frameworks do not wait longer. */
#define BENCH_S 60.0

/* Runs the target with further arguments until it ends. Returns its output as one text. Returns
 * NULL and the reason if it does not end in time. */
static char *run_with(struct checker *checker, char *const *words, double seconds)
{
    LOCAL_BUFFER output = {0};
    if (!checker_start_with(checker, words, true)) {
        return NULL;
    }
    session_end_input(checker->session);
    const int64_t give_up = session_after(seconds);
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        buffer_printf(&output, "%s\n", line);
    }
    char *text = NULL;
    if (session_ends(checker->session, 1.0)) {
        text = memory_text(buffer_text(&output));
    } else {
        checker_fail(checker, "it runs longer than %g s", seconds);
    }
    return text;
}

/* The forms in which OpenBench's client finds the nodes and the speed of a bench, in any case,
 * after every byte that is no letter and no digit has become a blank. */
#define BENCH_NODES "[0-9]+ +nodes|nodes +[0-9]+|nodes searched +[0-9]+"
#define BENCH_NPS   "[0-9]+ +nps|nps +[0-9]+|nodes second +[0-9]+"

/* Returns in *number the number of the last line that has one of the forms. */
static bool find_number(const char *text, const char *forms, unsigned long long *number)
{
    regex_t regex;
    bool found = false;
    REQUIRE(regcomp(&regex, forms, REG_EXTENDED | REG_ICASE) == 0);
    char *copy = memory_text(text), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));) {
        regmatch_t match;
        for (char *at = line; *at; at++) {
            *at = isalnum((unsigned char)*at) ? *at : ' ';
        }
        if (regexec(&regex, line, 1, &match, 0) == 0) {
            const char *digits = line + match.rm_so;
            *number = strtoull(digits + strcspn(digits, "0123456789"), NULL, 10);
            found = true;
        }
    }
    free(copy);
    regfree(&regex);
    return found;
}

static bool check_bench(struct checker *checker)
{
    static char *const words[] = {"bench", NULL};
    unsigned long long nodes[2] = {0}, nps = 0;
    if (!checker->target->arguments) {
        return checker_skip(checker, "a socket has no command line");
    }
    for (int i = 0; i < 2; i++) {
        FREED char *text = run_with(checker, words, BENCH_S);
        if (!text) {
            return checker_skip(checker, "it has no bench that ends");
        }
        const bool has_nodes = find_number(text, BENCH_NODES, &nodes[i]);
        const bool has_nps = find_number(text, BENCH_NPS, &nps);
        if (!has_nodes && !has_nps) {
            return checker_skip(checker, "it has no bench");
        }
        EXPECT(checker, has_nodes, "no line of bench has 'N nodes' or 'Nodes searched: N'");
        EXPECT(checker, has_nps, "no line of bench has 'N nps' or 'Nodes/second: N'");
        EXPECT(checker, nps != 0, "bench says 0 nps");
    }
    return nodes[0] == nodes[1] ||
           checker_fail(checker, "bench gives %llu nodes, then %llu", nodes[0], nodes[1]);
}

/* Counts the openings in a text. *positions is the number of openings that are legal positions. */
static int count_openings(struct checker *checker, const char *text, int *positions)
{
    static const char prefix[] = "info string genfens ";
    char *copy = memory_text(text), *rest = copy, *line;
    int count = 0;
    *positions = 0;
    while ((line = strsep(&rest, "\n"))) {
        if (strncmp(line, prefix, sizeof prefix - 1) == 0) {
            LOCAL_BUFFER position = {0};
            buffer_printf(&position, "fen %s", line + sizeof prefix - 1);
            count++;
            *positions += checker_is_position(checker, buffer_text(&position));
        }
    }
    free(copy);
    return count;
}

static bool check_genfens(struct checker *checker)
{
    static char *const words[] = {"genfens 5 seed 42 book None", "quit", NULL};
    if (!checker->target->arguments) {
        return checker_skip(checker, "a socket has no command line");
    }
    if (!look_is_implied(checker->game, "uci")) {
        return checker_skip(checker, "OpenBench plays the game that UCI implies");
    }
    FREED char *text = run_with(checker, words, SEARCH_S);
    FREED char *again = text ? run_with(checker, words, SEARCH_S) : NULL;
    int positions = 0, count = text ? count_openings(checker, text, &positions) : 0;
    bool same = text && again && strcmp(text, again) == 0;
    if (count == 0) {
        return checker_skip(checker, "it has no genfens");
    }
    EXPECT(checker, same, "the same seed does not give the same openings");
    return (count == 5 && positions == 5) ||
           checker_fail(checker, "5 openings asked for: %d came, %d of them positions", count,
                        positions);
}

/* Runs in the child: executes the target as systemd starts it, with the socket as descriptor 3 and
 * no input. */
static void become_activated(const struct checker *checker, int listener)
{
    char number[32];
    int nothing = open("/dev/null", O_RDWR);
    snprintf(number, sizeof number, "%d", (int)getpid());
    setenv("LISTEN_PID", number, 1);
    setenv("LISTEN_FDS", "1", 1);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    if (listener != 3) {
        dup2(listener, 3);
    }
    execvp(checker->target->arguments[0], checker->target->arguments);
    _exit(127);
}

/* Returns a socket that listens at a path in a fresh folder. */
static int listen_at(char *folder, struct sockaddr_un *address)
{
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || !mkdtemp(folder)) {
        return -1;
    }
    snprintf(address->sun_path, sizeof address->sun_path, "%s/socket", folder);
    if (bind(listener, (struct sockaddr *)address, sizeof *address) < 0 ||
        listen(listener, 5) < 0) {
        return -1;
    }
    return listener;
}

/* True if a program answers on its socket: it sends a line, or accepts the connection and closes
 * it. A program that has ended, or that does not know about sockets, does neither. */
static bool answers_socket(struct checker *checker, pid_t pid)
{
    REQUIRE(checker_start(checker));
    session_send(checker->session, "%s", checker->dialect->name);
    const int64_t give_up = session_after(PROMPT_S);
    while (clock_ns() < give_up) {
        siginfo_t end = {.si_pid = 0};
        if (session_read(checker->session, 0.05) || session_ends(checker->session, 0)) {
            return true;
        }
        REQUIRE(waitid(P_PID, (id_t)pid, &end, WEXITED | WNOHANG | WNOWAIT) >= 0 &&
                end.si_pid != pid);
    }
    return false;
}

static bool check_activation(struct checker *checker)
{
    char folder[] = "conform.XXXXXX", where[160];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!checker->target->arguments) {
        return checker_skip(checker, "only a program can be started so");
    }
    int listener = listen_at(folder, &address);
    pid_t pid = listener >= 0 ? fork() : -1;
    if (pid == 0) {
        become_activated(checker, listener);
    }
    if (pid < 0) {
        return checker_skip(checker, "no socket can be made: %s", strerror(errno));
    }
    snprintf(where, sizeof where, "unix:%s", address.sun_path);
    const struct target *program = checker->target;
    struct target target = {.address = where, .deadline_ns = program->deadline_ns};
    checker->target = &target;
    bool answered = answers_socket(checker, pid), served = answered && checker_greet(checker);
    checker->target = program;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(listener);
    unlink(address.sun_path);
    rmdir(folder);
    if (!answered) {
        checker_stop(checker);
        return checker_skip(checker, "it does not serve sockets");
    }
    return served;
}

static bool check_neighbours(struct checker *checker)
{
    if (checker->target->arguments) {
        return checker_skip(checker, "only a socket has several conversations");
    }
    REQUIRE(checker_greet(checker));
    session_send(checker->session, "position startpos\ngo infinite");
    struct session *busy = checker->session;
    checker->session = NULL;
    bool good =
        checker_greet(checker) && checker_search(checker, "startpos", "movetime 200", PROMPT_S);
    session_send(busy, "stop");
    if (!session_read_until(busy, "bestmove ", PROMPT_S)) {
        good = checker_fail(checker, "a search is not stopped while another one runs");
    }
    session_close(busy);
    return good;
}

static bool check_no_paths(struct checker *checker)
{
    static const char *const words[] = {"file", "path", "log", "book", "folder", "dir"};
    if (checker->target->arguments) {
        return checker_skip(checker, "only a socket has clients from elsewhere");
    }
    REQUIRE(checker_greet(checker));
    for (int i = 0; i < checker->options.count; i++) {
        for (int word = 0; word < LENGTH(words); word++) {
            const struct engine_option *option = &checker->options.options[i];
            EXPECT(checker, option->kind != OPTION_STRING || !strcasestr(option->name, words[word]),
                   "option '%s' seems to name a file", option->name);
        }
    }
    return true;
}

const struct check checks_of_programs[] = {
    {43, FOR_ALL, LEVEL_SHOULD, "OpenBench: Client/bench.py",
     "bench prints the same nodes every time, and nps.", NULL, check_bench, CHECK_SLOW},
    {44, FOR_ALL, LEVEL_SHOULD, "OpenBench: Client/genfens.py",
     "genfens prints as many openings as asked for.", NULL, check_genfens, 0},
    {45, FOR_UNIVERSAL, LEVEL_SHOULD, "systemd: sd_listen_fds(3)",
     "A socket handed over at the start is served.", NULL, check_activation, 0},
    {46, FOR_UNIVERSAL, LEVEL_SHOULD, "myosu's PROTOCOL.md: several conversations",
     "One conversation's search does not starve another.", NULL, check_neighbours, 0},
    {47, FOR_UNIVERSAL, LEVEL_MAY, "no specification; a path is the server's",
     "No option over a socket names a file.", NULL, check_no_paths, 0},
    {0},
};
