/* SPDX-License-Identifier: MIT */
/* What there is of the machine, and libraries that are loaded when they are wanted. */
#include <sched.h>
#include <string.h>

#include "compiler.h"
#include "library.h"
#include "machine.h"
#include "suite.h"

START_TEST(processors_are_those_that_this_process_may_use)
{
    cpu_set_t all, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    ck_assert_int_eq(machine_processors(), CPU_COUNT(&all));
    CPU_ZERO(&one);
    for (size_t i = 0; CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
        }
    }
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    ck_assert_int_eq(machine_processors(), 1);
    ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
    ck_assert_int_gt(machine_memory(), 1 << 20);
}
END_TEST

/* The functions of the C library, which is loaded already. */
START_TEST(the_first_file_that_is_there_is_loaded)
{
    static const char *const names[] = {"libmyosu-none.so.1", "libc.so.6"};
    size_t (*length)(const char *) = NULL;
    const struct library_function functions[] = {{"strlen", &length}};
    struct error error;
    ck_assert(library_load(names, LENGTH(names), functions, LENGTH(functions), &error));
    ck_assert_uint_eq(length("four"), 4);
}
END_TEST

START_TEST(what_is_missing_is_named)
{
    static const char *const names[] = {"libmyosu-none.so.1", "libmyosu-none.so.2"};
    static const char *const c_library[] = {"libc.so.6"};
    size_t (*length)(const char *) = NULL;
    const struct library_function functions[] = {{"myosu_has_no_such_function", &length}};
    struct error error;
    ck_assert(!library_load(names, LENGTH(names), functions, LENGTH(functions), &error));
    ck_assert_ptr_nonnull(strstr(error.text, names[0]));
    ck_assert(!library_load(c_library, 1, functions, LENGTH(functions), &error));
    ck_assert_ptr_nonnull(strstr(error.text, functions[0].symbol));
    ck_assert(!length);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("machine");
    SUPPORT_ADD(suite, processors_are_those_that_this_process_may_use);
    SUPPORT_ADD(suite, the_first_file_that_is_there_is_loaded);
    SUPPORT_ADD(suite, what_is_missing_is_named);
    return support_run(suite);
}
