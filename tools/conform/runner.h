/* SPDX-License-Identifier: MIT */
/* Runs rows in parallel, each in a process of its own. */
#ifndef CONFORM_RUNNER_H
#define CONFORM_RUNNER_H

#include "buffer.h"
#include "checker.h"

struct task {
    int number;           /* of the row; 0: it has none */
    const char *sentence; /* what is expected */
    struct demand demand;
    unsigned flags; /* of enum check_flag */
    /* Returns false with the reason in the checker: see checker_fail and checker_skip. NULL: the
     * row does not apply. */
    bool (*run)(struct checker *checker, const void *subject);
    const void *subject;
};

enum verdict {
    VERDICT_PASS,
    VERDICT_FAIL,
    VERDICT_NOT_APPLICABLE,
    VERDICT_UNFINISHED /* the time was over before the row had ended */
};

/* The result of one row: a check, or a transcript. */
struct result {
    enum verdict verdict;
    struct demand demand; /* of the part that failed; otherwise that of the row */
    struct error reason;  /* "": none */
    double seconds;
    struct buffer conversation; /* of a failed row, in lines; "": none */
};

/* Receives the result of a task. Results arrive in the order of the tasks. */
typedef void runner_report_t(void *context, const struct task *task, const struct result *result);

/* Runs the tasks with copies of the checker, at most `jobs` at a time. At the time `deadline_ns` of
 * clock_ns() the tasks that have not ended become VERDICT_UNFINISHED. */
void runner_run(const struct checker *checker, const struct task *tasks, int count, int jobs,
                int64_t deadline_ns, runner_report_t *report, void *context);

#endif
