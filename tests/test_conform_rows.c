/* SPDX-License-Identifier: MIT */
/* Runs each check of the conformance runner with an engine that is ours except for one fault; the
 * check must report the fault. The table of faults, verdicts and reasons is written by hand. */
#include <fnmatch.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "conform_dialect_faults.h"
#include "conform_faults.h"
#include "suite.h"

#if !defined CONFORM_PROGRAM || !defined ENGINE || !defined FAULTY_ENGINE || !defined FAKE_ENGINE
#error "the paths of the programs must be defined"
#endif

/* The number of the last row. */
#define LAST_ROW 81

/* The number of parallel runs. Most of them wait, but with more the time limits of the checks could
 * be exceeded. */
#define AT_ONCE 24

/* The runs of a fault that was judged otherwise beside others. */
#define ATTEMPTS 3

/* A running conformance runner. */
struct run {
    const struct fault *fault; /* NULL: no run */
    FILE *pipe;
    struct buffer output;
};

static void begin(struct run *run, const struct fault *fault)
{
    struct buffer command = {0};
    buffer_printf(&command, "exec 2>&1 </dev/null; ");
    if (strstr(fault->conversation, SOCKET)) {
        buffer_printf(&command,
                      "folder=$(mktemp -d); socket=$folder/socket; " FAULTY_ENGINE
                      " serve~$socket %s -- " ENGINE
                      " >/dev/null & server=$!; while [ ! -S $socket ] && kill -0 $server; do "
                      "sleep 0.02; done; " CONFORM_PROGRAM " --brief %s --only %d; ended=$?; "
                      "kill $server; rm -rf $folder; exit $ended",
                      fault->rules, fault->conversation, fault->row);
    } else {
        buffer_printf(&command,
                      "exec " CONFORM_PROGRAM " --brief %s --only %d " FAULTY_ENGINE " %s",
                      fault->conversation, fault->row, fault->rules);
        buffer_puts(&command, strstr(fault->rules, "-- ") ? "" : " -- " ENGINE);
    }
    *run = (struct run){fault, popen(buffer_text(&command), "r"), {0}};
    ck_assert_ptr_nonnull(run->pipe);
    buffer_finish(&command);
}

/* Reads the output of a run. Returns true at its end. */
static bool read_more(struct run *run)
{
    char bytes[4096];
    const ssize_t count = read(fileno(run->pipe), bytes, sizeof bytes);
    buffer_append(&run->output, bytes, count > 0 ? (size_t)count : 0);
    return count <= 0;
}

/* True if the output is the check's row with the verdict, the reason, and the count. */
static bool is_expected(const struct fault *fault, const char *output, int status)
{
    char row[16], line[512];
    const char *reason = strchr(output, '\n'), *end = reason ? strchr(reason + 1, '\n') : NULL;
    snprintf(row, sizeof row, "%4d  %-5s  ", fault->row, fault->verdict);
    if (!end || strncmp(output, row, strlen(row)) != 0) {
        return false;
    }
    snprintf(line, sizeof line, "%.*s", (int)(end - reason - 1), reason + 1);
    char expected[512];
    snprintf(expected, sizeof expected, "            %s", fault->reason ? fault->reason : "");
    const bool failed = strcmp(fault->verdict, "FAIL") == 0;
    const bool warned = strcmp(fault->verdict, "warn") == 0;
    const bool passed = strcmp(fault->verdict, "pass") == 0;
    char count[64];
    snprintf(count, sizeof count, "%d pass, %d fail, %d warn, %d not applicable", passed, failed,
             warned, !passed && !failed && !warned);
    /* The line below the reason says who demands what failed. */
    if (failed || warned) {
        const char *const source = end + 1;
        if (strncmp(source, "            source: ", 20) != 0) {
            return false;
        }
    }
    return status == failed && strstr(output, count) &&
           (fault->reason ? fnmatch(expected, line, 0) == 0 : strcmp(line, count) == 0);
}

/* Ends a run. Returns true if its output is as expected. */
static bool judge(struct run *run)
{
    const int ended = pclose(run->pipe), status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    const struct fault *fault = run->fault;
    const bool good = is_expected(fault, buffer_text(&run->output), status);
    if (!good) {
        fprintf(stderr, "%s %s\nexpected: %4d  %s  %s\nprinted:\n%sstatus %d\n\n",
                fault->conversation, fault->rules, fault->row, fault->verdict,
                fault->reason ? fault->reason : "", buffer_text(&run->output), status);
    }
    buffer_finish(&run->output);
    run->fault = NULL;
    return good;
}

/* Runs the program for each fault, many at a time. Keeps the faults that it judges otherwise, and
 * returns their number. */
static int find_wrong(const struct fault *list, int count, const struct fault **found)
{
    struct run runs[AT_ONCE] = {{0}};
    struct pollfd waiting[AT_ONCE];
    int wrong = 0, next = 0;
    for (int under_way = 0; next < count || under_way > 0;) {
        for (int i = 0; i < AT_ONCE; i++) {
            if (!runs[i].fault && next < count) {
                begin(&runs[i], &list[next++]);
                under_way++;
            }
            waiting[i] =
                (struct pollfd){.fd = runs[i].fault ? fileno(runs[i].pipe) : -1, .events = POLLIN};
        }
        poll(waiting, AT_ONCE, -1);
        for (int i = 0; i < AT_ONCE; i++) {
            if (waiting[i].revents && read_more(&runs[i])) {
                const struct fault *fault = runs[i].fault;
                if (!judge(&runs[i])) {
                    found[wrong++] = fault;
                }
                under_way--;
            }
        }
    }
    return wrong;
}

/* The same, but a fault that is judged otherwise gets further attempts, alone. */
static int count_wrong(const struct fault *list, int count)
{
    const struct fault *found[LENGTH(faults) + LENGTH(dialect_faults)], *again[1];
    int wrong = find_wrong(list, count, found);
    /* Some checks measure time. If the machine was too busy for them, they are right when one runs
     * alone. */
    for (int i = 0, judged = wrong; i < judged; i++) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (find_wrong(found[i], 1, again) == 0) {
                wrong--;
                break;
            }
        }
    }
    return wrong;
}

START_TEST(each_check_sees_one_fault_and_says_why)
{
    const int wrong =
        count_wrong(faults, LENGTH(faults)) + count_wrong(dialect_faults, LENGTH(dialect_faults));
    ck_assert_msg(wrong == 0, "%d of the faults are judged otherwise", wrong);
}
END_TEST

/* The whole table in each dialect, for a program that sends nothing. A person has read the expected
 * file. */
START_TEST(the_whole_table_is_printed)
{
    struct run run = {
        .pipe = popen("for dialect in uci ugi gomocup cecp ucci nboard gtp; do " CONFORM_PROGRAM
                      " --brief --dialect $dialect true; done 2>&1",
                      "r")};
    char expected[40960];
    FILE *file = fopen(TESTS_DATA "/conform.txt", "r");
    ck_assert_ptr_nonnull(file);
    expected[fread(expected, 1, sizeof expected - 1, file)] = '\0';
    fclose(file);
    while (!read_more(&run)) {
    }
    pclose(run.pipe);
    if (strcmp(buffer_text(&run.output), expected) != 0) {
        fprintf(stderr, "%s", buffer_text(&run.output));
        ck_abort_msg("the table is not that of conform.txt");
    }
    buffer_finish(&run.output);
}
END_TEST

/* A program that does not answer on a socket does not serve sockets, which is not a fault. */
START_TEST(a_program_without_sockets_does_not_fail_for_it)
{
    static const struct fault none = {45, TTT, "", "n/a", "it does not serve sockets"};
    struct run run = {&none, popen(CONFORM_PROGRAM " " TTT " --only 45 " FAKE_ENGINE, "r"), {0}};
    while (!read_more(&run)) {
    }
    ck_assert(judge(&run));
}
END_TEST

/* A check that no fault makes fail might always pass. */
START_TEST(each_check_has_a_fault_that_it_fails)
{
    bool has[LAST_ROW + 1] = {false};
    for (int i = 0; i < LENGTH(faults) + LENGTH(dialect_faults); i++) {
        const struct fault *fault =
            i < LENGTH(faults) ? &faults[i] : &dialect_faults[i - LENGTH(faults)];
        has[fault->row] |=
            strcmp(fault->verdict, "FAIL") == 0 || strcmp(fault->verdict, "warn") == 0;
    }
    for (int row = 1; row <= LAST_ROW; row++) {
        ck_assert_msg(has[row], "row %d has no fault", row);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conform_rows");
    TCase *rows = tcase_create("rows");
    tcase_set_timeout(rows, 240);
    tcase_add_test(rows, each_check_sees_one_fault_and_says_why);
    tcase_add_test(rows, the_whole_table_is_printed);
    tcase_add_test(rows, a_program_without_sockets_does_not_fail_for_it);
    tcase_add_test(rows, each_check_has_a_fault_that_it_fails);
    suite_add_tcase(suite, rows);
    return support_run(suite);
}
