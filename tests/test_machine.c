/* SPDX-License-Identifier: MIT */
/* Tests the detection of the machine's resources, and libraries that are loaded on demand. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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

/* A folder with files such as those of /proc and /sys/fs/cgroup. */
static char tree[64];

static void begin_tree(void)
{
    strcpy(tree, "cgroup.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(tree));
}

static void end_tree(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", tree);
    ck_assert_int_eq(system(command), 0);
}

/* Writes a file in the folder; "@" in the text stands for the folder's path. */
static void write_file(const char *name, const char *text)
{
    char command[240], path[200];
    snprintf(path, sizeof path, "%s/%s", tree, name);
    snprintf(command, sizeof command, "mkdir -p $(dirname %s)", path);
    ck_assert_int_eq(system(command), 0);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (; *text; text++) {
        if (*text == '@') {
            fputs(tree, file);
        } else {
            fputc(*text, file);
        }
    }
    fclose(file);
}

static struct cgroup_limits read_tree(void)
{
    char groups[100], mounts[100];
    snprintf(groups, sizeof groups, "%s/cgroup", tree);
    snprintf(mounts, sizeof mounts, "%s/mountinfo", tree);
    return cgroup_read(groups, mounts);
}

START_TEST(limits_of_a_unit_and_of_its_slices_are_read)
{
    begin_tree();
    write_file("cgroup", "0::/system.slice/myosu.service\n");
    write_file("mountinfo",
               "24 1 0:22 / /sys rw,nosuid - sysfs sysfs rw\n"
               "30 24 0:26 / @/sys rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    struct cgroup_limits limits = read_tree();
    ck_assert_int_eq(limits.memory, INT64_MAX);
    ck_assert_int_eq(limits.processors, INT64_MAX);
    ck_assert_int_eq(limits.tasks, INT64_MAX);
    write_file("sys/system.slice/myosu.service/memory.max", "max\n");
    write_file("sys/system.slice/myosu.service/cpu.max", "150000 100000\n");
    write_file("sys/system.slice/myosu.service/pids.max", "100\n");
    write_file("sys/system.slice/memory.max", "536870912\n");
    write_file("sys/system.slice/cpu.max", "max 100000\n");
    write_file("sys/system.slice/pids.max", "4915\n");
    write_file("sys/user.slice/memory.max", "4096\n"); /* of another group */
    limits = read_tree();
    ck_assert_int_eq(limits.memory, 512 << 20);
    ck_assert_int_eq(limits.processors, 2);
    ck_assert_int_eq(limits.tasks, 100);
    write_file("sys/system.slice/myosu.service/memory.max", "1048576\n");
    ck_assert_int_eq(read_tree().memory, 1 << 20);
    end_tree();
}
END_TEST

START_TEST(limits_of_a_container_are_read)
{
    begin_tree();
    /* In its own namespace, the process sees its group as the root; otherwise a part of the
     * hierarchy is mounted. */
    write_file("cgroup", "0::/\n");
    write_file("mountinfo", "30 24 0:26 / @/sys ro - cgroup2 cgroup rw\n");
    write_file("sys/memory.max", "2147483648\n");
    ck_assert_int_eq(read_tree().memory, (int64_t)2 << 30);
    write_file("cgroup", "0::/docker/0123abcd/sub\n");
    write_file("mountinfo", "30 24 0:26 /docker/0123abcd @/sys ro - cgroup2 cgroup rw\n");
    write_file("sys/sub/memory.max", "1073741824\n");
    ck_assert_int_eq(read_tree().memory, (int64_t)1 << 30);
    end_tree();
}
END_TEST

START_TEST(limits_of_version_1_are_read)
{
    begin_tree();
    write_file("cgroup",
               "9:name=systemd:/init\n8:pids:/a\n4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/\n");
    write_file("mountinfo", "31 24 0:27 / @/memory rw - cgroup cgroup rw,memory\n"
                            "32 24 0:28 / @/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
                            "33 24 0:29 / @/pids rw - cgroup cgroup rw,pids\n"
                            "34 24 0:30 / @/systemd rw - cgroup cgroup rw,name=systemd\n");
    write_file("memory/memory.limit_in_bytes", "9223372036854771712\n");
    write_file("memory/a/memory.limit_in_bytes", "268435456\n");
    write_file("memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    write_file("cpu/c/cpu.cfs_quota_us", "-1\n");
    write_file("cpu/c/cpu.cfs_period_us", "100000\n");
    write_file("pids/a/pids.max", "max\n");
    struct cgroup_limits limits = read_tree();
    ck_assert_int_eq(limits.memory, 256 << 20);
    ck_assert_int_eq(limits.processors, INT64_MAX);
    ck_assert_int_eq(limits.tasks, INT64_MAX);
    write_file("cpu/c/cpu.cfs_quota_us", "300000\n");
    write_file("pids/a/pids.max", "64\n");
    limits = read_tree();
    ck_assert_int_eq(limits.processors, 3);
    ck_assert_int_eq(limits.tasks, 64);
    end_tree();
}
END_TEST

START_TEST(files_of_groups_that_are_missing_or_damaged_set_no_limit)
{
    static const char *const texts[] = {"", "\n", "no colons\n", "0::\n", "::::\n", "0::/x"};
    ck_assert_int_eq(cgroup_read("/nonexistent", "/nonexistent").memory, INT64_MAX);
    begin_tree();
    for (int i = 0; i < LENGTH(texts); i++) {
        write_file("cgroup", texts[i]);
        write_file("mountinfo", texts[i]);
        ck_assert_int_eq(read_tree().memory, INT64_MAX);
        write_file("mountinfo", "30 24 0:26 / @/sys ro - cgroup2 cgroup rw\n");
        write_file("sys/memory.max", "lots\n");
        ck_assert_int_eq(read_tree().memory, INT64_MAX);
    }
    end_tree();
}
END_TEST

START_TEST(resource_limits_bound_memory)
{
    const struct rlimit limit = {.rlim_cur = (rlim_t)1 << 40, .rlim_max = RLIM_INFINITY};
    const int64_t before = machine_memory();
    if (!SUITE_SANITIZED) { /* a sanitizer maps more memory than any limit */
        ck_assert_int_eq(setrlimit(RLIMIT_DATA, &limit), 0);
        ck_assert_int_eq(machine_memory(), before);
        ck_assert_int_eq(setrlimit(RLIMIT_AS, &(struct rlimit){1 << 28, RLIM_INFINITY}), 0);
        ck_assert_int_eq(machine_memory(), 1 << 28);
        ck_assert_int_eq(setrlimit(RLIMIT_DATA, &(struct rlimit){1 << 27, RLIM_INFINITY}), 0);
        ck_assert_int_eq(machine_memory(), 1 << 27);
    }
}
END_TEST

/* Functions of the C library, which is already loaded. */
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
    SUPPORT_ADD(suite, limits_of_a_unit_and_of_its_slices_are_read);
    SUPPORT_ADD(suite, limits_of_a_container_are_read);
    SUPPORT_ADD(suite, limits_of_version_1_are_read);
    SUPPORT_ADD(suite, files_of_groups_that_are_missing_or_damaged_set_no_limit);
    SUPPORT_ADD(suite, resource_limits_bound_memory);
    SUPPORT_ADD(suite, the_first_file_that_is_there_is_loaded);
    SUPPORT_ADD(suite, what_is_missing_is_named);
    return support_run(suite);
}
