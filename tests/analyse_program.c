/* SPDX-License-Identifier: MIT */
#include "analyse_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "suite.h"

/* The build defines the paths of the programs under test. */
#ifndef ANALYSE_PROGRAM
#error "ANALYSE_PROGRAM must be the path of the analyser"
#endif
#ifndef FAKE_ENGINE
#error "FAKE_ENGINE must be the path of the engine that misbehaves"
#endif
#ifndef ENGINE
#error "ENGINE must be the path of the engine"
#endif

void analyse_enter(void)
{
    char path[] = "analyse.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(path));
    ck_assert_int_eq(chdir(path), 0);
}

void analyse_leave(void)
{
    char path[4096];
    ck_assert_ptr_nonnull(getcwd(path, sizeof path));
    ck_assert_int_eq(chdir(".."), 0);
    char command[4200];
    snprintf(command, sizeof command, "rm -r '%s'", path);
    ck_assert_int_eq(system(command), 0);
}

void analyse_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void read_file(const char *path, struct buffer *out)
{
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is not there", path);
    buffer_clear(out);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        buffer_append(out, bytes, count);
    }
    fclose(file);
}

void analyse_assert_same(const char *path, const char *other)
{
    struct buffer a = {0}, b = {0};
    read_file(path, &a);
    read_file(other, &b);
    ck_assert_uint_gt(buffer_length(&a), 0);
    ck_assert_msg(buffer_length(&a) == buffer_length(&b) &&
                      memcmp(buffer_text(&a), buffer_text(&b), buffer_length(&a)) == 0,
                  "%s:\n%s\n%s:\n%s", path, buffer_text(&a), other, buffer_text(&b));
    buffer_finish(&a);
    buffer_finish(&b);
}

int analyse_run(const char *arguments)
{
    return analyse_run_program(ANALYSE_PROGRAM, arguments);
}

int analyse_run_program(const char *program, const char *arguments)
{
    struct buffer command = {0};
    buffer_printf(&command, "'%s' %s >said 2>errors", program, arguments);
    int status = system(buffer_text(&command));
    buffer_finish(&command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void analyse_assert_run(const char *arguments, int expected)
{
    struct buffer errors = {0};
    int status = analyse_run(arguments);
    read_file("errors", &errors);
    ck_assert_msg(status == expected, "%s: status %d, not %d: %s", arguments, status, expected,
                  buffer_text(&errors));
    buffer_finish(&errors);
}

void analyse_assert_says(const char *path, const char *text)
{
    struct buffer said = {0};
    read_file(path, &said);
    ck_assert_msg(strstr(buffer_text(&said), text), "'%s' is not in %s: %s", text, path,
                  buffer_text(&said));
    buffer_finish(&said);
}

int analyse_count(const char *path, const char *text)
{
    struct buffer said = {0};
    int count = 0;
    read_file(path, &said);
    for (const char *at = buffer_text(&said); (at = strstr(at, text)); at += strlen(text)) {
        count++;
    }
    buffer_finish(&said);
    return count;
}

void analyse_write_games(const char *path, int count, int damaged)
{
    static const char *const openings[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 d5 2. c4 dxc4",
                                           "1. c4 e5 2. g3 Nf6 3. Bg2", "1. f3 e5 2. g4 Qh4#"};
    struct buffer text = {0};
    for (int i = 1; i <= count; i++) {
        buffer_printf(&text, "[Event \"Game %d\"]\n[White \"A\"]\n[Black \"B\"]\n\n%s%s *\n\n", i,
                      openings[i % LENGTH(openings)], i == damaged ? " 9. Qxq9" : "");
    }
    analyse_write(path, buffer_text(&text));
    buffer_finish(&text);
}
