/* SPDX-License-Identifier: MIT */
#include "house.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *house_program;

/* Counts the sockets that listen under this name. The file exists before a process listens. */
static int count_listeners(const char *path)
{
    FILE *sockets = fopen("/proc/net/unix", "r");
    char line[512], flags[32], name[256];
    int count = 0;
    ck_assert_ptr_nonnull(sockets);
    while (fgets(line, sizeof line, sockets)) {
        count += sscanf(line, "%*s %*s %*s %31s %*s %*s %*s %255s", flags, name) == 2 &&
                 strcmp(flags, "00010000") == 0 && strcmp(name, path) == 0;
    }
    fclose(sockets);
    return count;
}

void house_await(const char *path, int listeners)
{
    for (int i = 0; i < 5000 && count_listeners(path) < listeners; i++) {
        usleep(2000);
    }
    ck_assert_int_eq(count_listeners(path), listeners);
}

void house_open(struct house *house, const char *options)
{
    char arguments[500];
    peer_make_path(house->path);
    snprintf(arguments, sizeof arguments, "--listen unix:%s --game connect4 %s", house->path,
             options);
    house->process = peer_serve(house_program, arguments);
    house_await(house->path, 1);
}

void house_close(struct house *house)
{
    kill(house->process, SIGTERM);
    ck_assert_int_eq(peer_wait(house->process), 0);
    peer_remove_path(house->path);
}

void house_expect(struct peer *peer, const char *text, const char *answer)
{
    ck_assert(peer_say(peer, text));
    ck_assert_msg(peer_read_until(peer, answer) != NULL, "%s is not answered by %s", text, answer);
}

void house_expect_end(struct peer *peer)
{
    ck_assert_ptr_null(peer_read_until(peer, "no such line"));
    ck_assert(peer->ended);
}

void house_open_logged(struct house *house, const char *options, int log)
{
    int standard_error = dup(STDERR_FILENO);
    dup2(log, STDERR_FILENO);
    house_open(house, options);
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
}
