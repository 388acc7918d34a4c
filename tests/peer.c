/* SPDX-License-Identifier: MIT */
#include "peer.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "words.h"

#define MOST_ARGUMENTS 16

/* True if an answer was missing. The tests, which Check forks, share the variable. */
static int *patience_lost;

void peer_share_patience(void)
{
    void *shared = mmap(NULL, sizeof *patience_lost, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    patience_lost = shared == MAP_FAILED ? NULL : shared;
}

static void lose_patience(void)
{
    if (patience_lost) {
        *patience_lost = 1;
    }
}

static void need_patience(void)
{
    if (patience_lost && *patience_lost) {
        ck_abort_msg("not tried: an answer was missing in a test before this one");
    }
}

static void die(const char *what)
{
    ck_abort_msg("%s: %s", what, strerror(errno));
}

/* Removes the first argument from the rest: a word, or several in double quotes. */
static char *take_argument(char **rest)
{
    if (**rest != '"') {
        return words_take(rest);
    }
    char *argument = *rest + 1, *end = strchr(argument, '"');
    *rest = end + 1 + (end[1] == ' ');
    *end = '\0';
    return argument;
}

/* Runs in the child: executes the program. */
static void become(const char *program, const char *arguments)
{
    char *rest = strdup(arguments), *argv[MOST_ARGUMENTS + 2] = {strdup(program)};
    for (int i = 1; i <= MOST_ARGUMENTS && (argv[i] = take_argument(&rest)); i++) {
    }
    execv(program, argv);
    perror(program);
    _exit(127);
}

static void set_up(struct peer *peer, int in, int out)
{
    *peer = (struct peer){.in = in, .out = out};
    signal(SIGPIPE, SIG_IGN);
    if (fcntl(in, F_SETFL, O_NONBLOCK) != 0 || fcntl(out, F_SETFL, O_NONBLOCK) != 0) {
        die("fcntl");
    }
}

pid_t peer_spawn(struct peer *peer, const char *program, const char *arguments)
{
    int to[2], from[2];
    need_patience();
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) {
        die("pipe2");
    }
    pid_t process = fork();
    if (process < 0) {
        die("fork");
    }
    if (process == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        become(program, arguments);
    }
    close(to[0]);
    close(from[1]);
    set_up(peer, to[1], from[0]);
    return process;
}

pid_t peer_serve(const char *program, const char *arguments)
{
    need_patience();
    pid_t process = fork();
    if (process < 0) {
        die("fork");
    }
    if (process == 0) {
        become(program, arguments);
    }
    return process;
}

void peer_connect(struct peer *peer, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    ck_assert_uint_lt(strlen(path), sizeof address.sun_path);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    while (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        bool not_yet = errno == ENOENT || errno == ECONNREFUSED || errno == EAGAIN;
        if (fd < 0 || !not_yet || clock_ns() > give_up) {
            die(path);
        }
        poll(NULL, 0, 1);
    }
    set_up(peer, fd, fd);
}

void peer_adopt(struct peer *peer, int descriptor)
{
    set_up(peer, descriptor, descriptor);
}

/* Reads the available output. Returns false at its end. */
static bool take_in(struct peer *peer)
{
    char bytes[65536];
    ssize_t length = read(peer->out, bytes, sizeof bytes);
    if (length < 0 && (errno == EAGAIN || errno == EINTR)) {
        return true;
    }
    if (length <= 0) {
        peer->ended = true;
        return false;
    }
    for (ssize_t i = 0; i < length; i++) {
        peer->foul |= !utf8_continues(&peer->text, bytes[i], "\n\t");
    }
    return line_reader_feed(&peer->reader, bytes, (size_t)length);
}

bool peer_write(struct peer *peer, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        struct pollfd fds[2] = {{.fd = peer->in, .events = POLLOUT},
                                {.fd = peer->ended ? -1 : peer->out, .events = POLLIN}};
        if (poll(fds, 2, PEER_PATIENCE_MS) <= 0) {
            lose_patience();
            ck_abort_msg("the engine does not read what is written to it");
        }
        if (fds[1].revents) {
            take_in(peer);
        }
        if (fds[0].revents) {
            ssize_t written = write(peer->in, at, length);
            if (written < 0 && errno != EAGAIN && errno != EINTR) {
                return false;
            }
            at += written > 0 ? written : 0;
            length -= written > 0 ? (size_t)written : 0;
        }
    }
    return true;
}

bool peer_say(struct peer *peer, const char *text)
{
    return peer_write(peer, text, strlen(text));
}

char *peer_read(struct peer *peer, int timeout_ms)
{
    int64_t give_up = clock_ns() + timeout_ms * NS_PER_MS;
    for (;;) {
        char *line;
        enum line_status status = line_reader_next(&peer->reader, &line);
        if (status == LINE_READY) {
            return line;
        }
        ck_assert_msg(status != LINE_TOO_LONG, "a line over the limit came");
        int64_t left = (give_up - clock_ns() + NS_PER_MS - 1) / NS_PER_MS;
        if (peer->ended || left <= 0) {
            if (!peer->ended && timeout_ms >= PEER_PATIENCE_MS) {
                lose_patience();
            }
            return NULL;
        }
        struct pollfd fd = {.fd = peer->out, .events = POLLIN};
        if (poll(&fd, 1, (int)left) > 0) {
            take_in(peer);
        }
    }
}

char *peer_read_until(struct peer *peer, const char *prefix)
{
    char *line;
    while ((line = peer_read(peer, PEER_PATIENCE_MS))) {
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            return line;
        }
    }
    return NULL;
}

void peer_hang_up(struct peer *peer)
{
    if (peer->in == peer->out) {
        shutdown(peer->in, SHUT_WR);
    } else {
        close(peer->in);
        peer->in = -1;
    }
}

void peer_finish(struct peer *peer)
{
    if (peer->in >= 0 && peer->in != peer->out) {
        close(peer->in);
    }
    close(peer->out);
    line_reader_finish(&peer->reader);
}

int peer_wait(pid_t process)
{
    int status;
    int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (clock_ns() > give_up) {
            lose_patience();
            kill(process, SIGKILL);
            ck_abort_msg("the engine does not end");
        }
        poll(NULL, 0, 1);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

long peer_status(pid_t process, const char *name)
{
    char path[64], line[256];
    long number = -1;
    size_t length = strlen(name);
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, name, length) == 0 && line[length] == ':') {
            number = strtol(line + length + 1, NULL, 10);
        }
    }
    fclose(file);
    ck_assert_int_ge(number, 0);
    return number;
}

/* Reads a file such as /proc/PID/stat from its third field on, which follows the name (proc(5)).
 * Returns false if the file no longer exists. */
static bool read_stat(const char *path, char text[1024])
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return false;
    }
    const size_t length = fread(text, 1, 1023, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')');
    if (!behind) {
        return false;
    }
    memmove(text, behind + 2, strlen(behind + 2) + 1);
    return true;
}

long peer_worked_ms(pid_t process)
{
    char path[64], text[1024];
    long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    ck_assert_msg(read_stat(path, text), "%s cannot be read", path);
    /* Fields 14 and 15, in clock ticks. */
    ck_assert_int_eq(
        sscanf(text, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system), 2);
    return (user + system) * 1000 / sysconf(_SC_CLK_TCK);
}

/* True if every thread of a process sleeps. The first thread is read last, since the others can
 * wake it. */
static bool rests(pid_t process)
{
    char path[320], text[1024];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *tasks = opendir(path);
    ck_assert_msg(tasks != NULL, "%s cannot be read", path);
    const struct dirent *task;
    bool all = true;
    while (all && (task = readdir(tasks))) {
        snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)process, task->d_name);
        all = task->d_name[0] == '.' || !read_stat(path, text) || text[0] == 'S';
    }
    closedir(tasks);
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    return all && read_stat(path, text) && text[0] == 'S';
}

void peer_await_rest(pid_t process)
{
    const int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    for (int seen = 0; seen < 2;) {
        seen = rests(process) ? seen + 1 : 0;
        if (clock_ns() > give_up) {
            lose_patience();
            ck_abort_msg("the engine does not rest");
        }
        poll(NULL, 0, 1);
    }
}

void peer_await_work(pid_t process, long milliseconds)
{
    const int64_t give_up = clock_ns() + PEER_PATIENCE_MS * NS_PER_MS;
    const long before = peer_worked_ms(process);
    while (peer_worked_ms(process) < before + milliseconds) {
        if (clock_ns() > give_up) {
            lose_patience();
            ck_abort_msg("the engine does not work");
        }
        poll(NULL, 0, 1);
    }
}

void peer_make_path(char path[64])
{
    /* A relative path: the name of a socket is limited to 107 bytes, which a build folder may
     * exceed. */
    strcpy(path, "peer.XXXXXX");
    if (!mkdtemp(path)) {
        die("mkdtemp");
    }
    strcat(path, "/socket");
}

void peer_remove_path(const char *path)
{
    char directory[64];
    unlink(path);
    snprintf(directory, sizeof directory, "%.*s", (int)(strrchr(path, '/') - path), path);
    rmdir(directory);
}
