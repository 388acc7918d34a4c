/* SPDX-License-Identifier: MIT */
#include "engine_open.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs in the child and never returns. If exec fails, writes errno to `report`; if it succeeds, the
 * pipe is closed. */
static void become_program(const struct engine_program *program, int input, int output, int report)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    int errors = program->errors_shown    ? STDERR_FILENO
                 : program->errors_joined ? output
                 : program->errors_path
                     ? open(program->errors_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)
                     : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        (errors < 0 || errors == STDERR_FILENO || dup2(errors, STDERR_FILENO) >= 0) &&
        (!program->directory || chdir(program->directory) == 0) &&
        (!program->processors ||
         sched_setaffinity(0, sizeof *program->processors, program->processors) == 0)) {
        execvp(program->arguments[0], program->arguments);
    }
    int reason = errno;
    ssize_t written = write(report, &reason, sizeof reason);
    (void)written;
    _exit(127);
}

/* Opens pipes: [0] to the program, [1] from it, [2] for the errno of a failed start. */
static bool open_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++) {
        pipes[i][0] = pipes[i][1] = -1;
    }
    for (int i = 0; i < 3; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) < 0) {
            return false;
        }
    }
    return true;
}

static void close_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++) {
        for (int end = 0; end < 2; end++) {
            if (pipes[i][end] >= 0) {
                close(pipes[i][end]);
            }
        }
    }
}

struct engine_process *engine_open_program(struct ev_loop *loop,
                                           const struct engine_program *program,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error)
{
    int pipes[3][2];
    struct engine_process *process = NULL;
    pid_t pid = open_pipes(pipes) ? fork() : -1;
    if (pid == 0) {
        become_program(program, pipes[0][0], pipes[1][1], pipes[2][1]);
    }
    if (pid < 0) {
        error_set(error, "%s: cannot start a process: %s", program->arguments[0], strerror(errno));
        goto out;
    }
    setpgid(pid, pid);
    close(pipes[2][1]);
    pipes[2][1] = -1;
    int reason;
    ssize_t count = read(pipes[2][0], &reason, sizeof reason);
    if (count == (ssize_t)sizeof reason) {
        waitpid(pid, NULL, 0);
        error_set(error, "%s: %s", program->arguments[0], strerror(reason));
        goto out;
    }
    process = engine_process_create(loop, pipes[0][1], pipes[1][0], pid, handlers, context);
    pipes[0][1] = pipes[1][0] = -1;
out:
    close_pipes(pipes);
    return process;
}

static int connect_unix(const char *path, struct error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        error_set(error, "unix:%s: the path is longer than %zu bytes", path,
                  sizeof address.sun_path - 1);
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path)); /* the structure is zeroed */
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        error_set(error, "unix:%s: %s", path, strerror(errno));
        close(descriptor);
        return -1;
    }
    return descriptor;
}

static int connect_tcp(const char *where, struct error *error)
{
    char host[256];
    const char *colon = strrchr(where, ':');
    if (!colon || colon == where || (size_t)(colon - where) >= sizeof host) {
        error_set(error, "tcp:%s: expected tcp:HOST:PORT", where);
        return -1;
    }
    memcpy(host, where, (size_t)(colon - where));
    host[colon - where] = '\0';
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list;
    int failure = getaddrinfo(host, colon + 1, &hints, &list);
    if (failure) {
        error_set(error, "tcp:%s: %s", where, gai_strerror(failure));
        return -1;
    }
    int descriptor = -1;
    for (struct addrinfo *at = list; at && descriptor < 0; at = at->ai_next) {
        descriptor = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, at->ai_protocol);
        if (descriptor >= 0 && connect(descriptor, at->ai_addr, at->ai_addrlen) < 0) {
            error_set(error, "tcp:%s: %s", where, strerror(errno));
            close(descriptor);
            descriptor = -1;
        }
    }
    freeaddrinfo(list);
    return descriptor;
}

struct engine_process *engine_open_address(struct ev_loop *loop, const char *address,
                                           const struct engine_process_handlers *handlers,
                                           void *context, struct error *error)
{
    int descriptor = -1;
    if (strncmp(address, "unix:", 5) == 0) {
        descriptor = connect_unix(address + 5, error);
    } else if (strncmp(address, "tcp:", 4) == 0) {
        descriptor = connect_tcp(address + 4, error);
    } else {
        error_set(error, "%s: expected unix:PATH or tcp:HOST:PORT", address);
    }
    if (descriptor < 0) {
        return NULL;
    }
    return engine_process_create(loop, descriptor, descriptor, 0, handlers, context);
}
