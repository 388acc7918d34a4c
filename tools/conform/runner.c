/* SPDX-License-Identifier: MIT */
#include "runner.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"
#include "clock.h"
#include "memory.h"

/* How long a process may take to report after the deadline before it is killed, in ns. */
#define GRACE_NS INT64_C(2000000000)

/* The message of a process on its pipe; the conversation follows. */
struct message {
    enum verdict verdict;
    struct demand demand; /* the text of the source is part of the program, so its address holds */
    struct error reason;
    double seconds;
};

enum row_state { ROW_WAITS, ROW_RUNS, ROW_ENDED };

struct row {
    const struct task *task;
    enum row_state state;
    pid_t process;
    int pipe;
    struct buffer bytes; /* what has arrived from the process */
    struct result result;
};

struct runner {
    const struct checker *checker;
    struct row *rows;
    int count, running;
    int reported; /* the rows before this one have been reported */
    int jobs;
    int64_t deadline_ns;
};

static void write_all(int file, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        const ssize_t count = write(file, at, length);
        if (count < 0 && errno != EINTR) {
            return;
        }
        at += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
}

/* Runs a task and writes its result. Runs in a process of its own, which ends afterwards. */
static _Noreturn void run_task(const struct runner *runner, const struct task *task, int pipe)
{
    struct checker *checker = memory_zeroed(1, sizeof *checker);
    struct buffer conversation = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    *checker = *runner->checker;
    checker->loop = ev_default_loop(0);
    checker->demand = task->demand;
    const int64_t began_ns = clock_ns();
    const bool passed = task->run(checker, task->subject);
    struct message message = {
        .verdict = passed             ? VERDICT_PASS
                   : checker->skipped ? VERDICT_NOT_APPLICABLE
                                      : VERDICT_FAIL,
        .demand = passed ? task->demand : checker->demand,
        .reason = checker->reason,
        .seconds = (double)(clock_ns() - began_ns) / 1e9,
    };
    if (!passed && clock_ns() >= runner->deadline_ns) {
        message.verdict = VERDICT_UNFINISHED;
        error_set(&message.reason, "not finished within the time of --timeout");
    }
    if (message.verdict != VERDICT_PASS && message.verdict != VERDICT_NOT_APPLICABLE &&
        checker->session) {
        session_describe(checker->session, &conversation);
    }
    write_all(pipe, &message, sizeof message);
    write_all(pipe, buffer_text(&conversation), buffer_length(&conversation));
    checker_stop(checker);
    ev_run(checker->loop, 0); /* runs until the last engine has ended */
    _exit(0);
}

static void set_unfinished(struct row *row, const char *reason)
{
    row->result.verdict = VERDICT_UNFINISHED;
    row->result.demand = row->task->demand;
    error_set(&row->result.reason, "%s", reason);
    row->state = ROW_ENDED;
}

static void start(struct runner *runner, struct row *row)
{
    int ends[2];
    fflush(stdout);
    if (pipe2(ends, O_CLOEXEC) < 0) {
        set_unfinished(row, strerror(errno));
        return;
    }
    row->process = fork();
    if (row->process == 0) {
        close(ends[0]);
        run_task(runner, row->task, ends[1]);
    }
    close(ends[1]);
    row->pipe = ends[0];
    row->state = ROW_RUNS;
    runner->running++;
}

/* Takes what a process has written until it ended. */
static void finish(struct runner *runner, struct row *row)
{
    struct message message;
    close(row->pipe);
    if (row->process > 0) {
        waitpid(row->process, NULL, 0);
    }
    runner->running--;
    if (buffer_length(&row->bytes) < sizeof message) {
        set_unfinished(row, clock_ns() >= runner->deadline_ns
                                ? "not finished within the time of --timeout"
                                : "the process of this row has ended early");
        return;
    }
    memcpy(&message, buffer_text(&row->bytes), sizeof message);
    buffer_consume(&row->bytes, sizeof message);
    row->result = (struct result){message.verdict, message.demand, message.reason, message.seconds,
                                  row->bytes};
    row->bytes = (struct buffer){0};
    row->state = ROW_ENDED;
}

/* Reads what a process has written; at its end, takes the result. */
static void read_row(struct runner *runner, struct row *row)
{
    char bytes[4096];
    const ssize_t count = read(row->pipe, bytes, sizeof bytes);
    if (count > 0) {
        buffer_append(&row->bytes, bytes, (size_t)count);
    } else if (count == 0 || errno != EINTR) {
        finish(runner, row);
    }
}

/* Returns the row to start next, or NULL: slow ones first, so that they do not run at the end
 * without others beside them; those that measure time last, each alone. */
static struct row *next_row(struct runner *runner)
{
    struct row *alone = NULL, *other = NULL;
    for (int i = 0; i < runner->count; i++) {
        struct row *row = &runner->rows[i];
        if (row->state == ROW_RUNS && row->task->flags & CHECK_ALONE) {
            return NULL;
        }
        if (row->state != ROW_WAITS) {
            continue;
        }
        if (row->task->flags & CHECK_ALONE) {
            alone = alone ? alone : row;
        } else if (!other || (row->task->flags & ~other->task->flags & CHECK_SLOW)) {
            other = row;
        }
    }
    if (other) {
        return runner->running < runner->jobs ? other : NULL;
    }
    return runner->running == 0 ? alone : NULL;
}

/* Waits until a process has written something, or until the deadline. */
static void wait_for_rows(struct runner *runner)
{
    FREED struct pollfd *files = memory_zeroed((size_t)runner->count, sizeof *files);
    const int64_t left_ns = runner->deadline_ns - clock_ns();
    const int64_t left_ms = left_ns < 0 ? 100 : left_ns / 1000000 + 1;
    for (int i = 0; i < runner->count; i++) {
        const struct row *row = &runner->rows[i];
        files[i] = (struct pollfd){.fd = row->state == ROW_RUNS ? row->pipe : -1, .events = POLLIN};
    }
    poll(files, (nfds_t)runner->count, left_ms < INT_MAX ? (int)left_ms : INT_MAX);
    for (int i = 0; i < runner->count; i++) {
        if (files[i].revents) {
            read_row(runner, &runner->rows[i]);
        }
    }
}

/* After the deadline no row starts, and a process that does not report is killed. */
static void keep_deadline(struct runner *runner)
{
    const int64_t now_ns = clock_ns();
    for (int i = 0; i < runner->count && now_ns >= runner->deadline_ns; i++) {
        struct row *row = &runner->rows[i];
        if (row->state == ROW_WAITS) {
            set_unfinished(row, "not started within the time of --timeout");
        } else if (row->state == ROW_RUNS && now_ns >= runner->deadline_ns + GRACE_NS) {
            kill(row->process, SIGKILL);
        }
    }
}

static void report_rows(struct runner *runner, runner_report_t *report, void *context)
{
    while (runner->reported < runner->count && runner->rows[runner->reported].state == ROW_ENDED) {
        struct row *row = &runner->rows[runner->reported++];
        report(context, row->task, &row->result);
        buffer_finish(&row->result.conversation);
        buffer_finish(&row->bytes);
    }
}

void runner_run(const struct checker *checker, const struct task *tasks, int count, int jobs,
                int64_t deadline_ns, runner_report_t *report, void *context)
{
    struct runner runner = {
        .checker = checker, .count = count, .jobs = jobs, .deadline_ns = deadline_ns};
    runner.rows = memory_zeroed((size_t)count, sizeof *runner.rows);
    for (int i = 0; i < count; i++) {
        runner.rows[i].task = &tasks[i];
        if (!tasks[i].run) {
            runner.rows[i].state = ROW_ENDED;
            runner.rows[i].result =
                (struct result){.verdict = VERDICT_NOT_APPLICABLE, .demand = tasks[i].demand};
        }
    }
    while (runner.reported < count) {
        keep_deadline(&runner);
        for (struct row *row; (row = next_row(&runner));) {
            start(&runner, row);
        }
        if (runner.running > 0) {
            wait_for_rows(&runner);
        }
        report_rows(&runner, report, context);
    }
    free(runner.rows);
}
