/* SPDX-License-Identifier: MIT */
/* Tests the order in which the members get slices of the loop. Only the slices advance the clock,
 * so the order is the same on every machine. Also tests a session as a member. */
#include "wire/loop_share.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "registry.h"
#include "session.h"
#include "suite.h"
#include "watchers.h"

#define CROWD 100

static struct ev_loop *loop;
static struct loop_share share;
static int64_t now_ns;
static int calls; /* of all members */

static int64_t tell_time(void)
{
    return now_ns;
}

enum manner {
    SATISFIED, /* requests one slice */
    GREEDY,    /* requests another one in each slice */
    GENEROUS   /* requests one for its friend in each slice */
};

struct member {
    struct loop_member in_loop;
    int64_t needs_ns; /* for one slice */
    int calls;
    int last; /* the number of its latest call among all calls, from 1 */
    enum manner manner;
    struct member *friend;
};

static void have_slice(void *owner)
{
    struct member *member = owner;
    now_ns += member->needs_ns;
    member->calls++;
    member->last = ++calls;
    if (member->manner == GREEDY) {
        loop_member_request(&member->in_loop);
    } else if (member->manner == GENEROUS) {
        loop_member_request(&member->friend->in_loop);
    }
}

static void begin(void)
{
    loop = ev_loop_new(EVFLAG_AUTO);
    loop_share_init(&share, loop);
    share.clock = tell_time;
    now_ns = NS_PER_SECOND;
    calls = 0;
}

static void end(void)
{
    loop_share_finish(&share);
    ev_loop_destroy(loop);
}

static void come(struct member *member, struct loop_group *group, int64_t needs_ns,
                 enum manner manner)
{
    *member = (struct member){.needs_ns = needs_ns, .manner = manner};
    loop_member_init(&member->in_loop, &share, have_slice, member);
    loop_member_join(&member->in_loop, group);
}

/* The same for a member that has already had a slice. */
static void be_there(struct member *member, struct loop_group *group, int64_t needs_ns)
{
    come(member, group, needs_ns, SATISFIED);
    member->in_loop.queue = &member->in_loop.group->requests;
}

static void ask(struct member *member)
{
    loop_member_request(&member->in_loop);
}

/* Runs at least so many slices. */
static void run(int count)
{
    for (int until = calls + count; calls < until;) {
        int before = calls;
        ev_run(loop, EVRUN_ONCE);
        ck_assert_int_gt(calls, before);
    }
}

/* Adds many members that request slices continually, 0.5 ms each, and have had one. */
static void come_many(struct member crowd[CROWD], struct loop_group *group)
{
    for (int i = 0; i < CROWD; i++) {
        come(&crowd[i], group, NS_PER_MS / 2, GREEDY);
        ask(&crowd[i]);
    }
    run(CROWD);
}

START_TEST(who_came_first_is_called_first_and_once)
{
    struct member members[3];
    for (int i = 0; i < LENGTH(members); i++) {
        come(&members[i], NULL, 0, SATISFIED);
    }
    ck_assert(!loop_share_is_wanted(&share));
    ask(&members[1]);
    ck_assert(loop_share_is_wanted(&share));
    ask(&members[0]);
    ask(&members[1]);
    ask(&members[2]);
    ev_run(loop, EVRUN_NOWAIT);
    ck_assert(!loop_share_is_wanted(&share));
    ck_assert_int_eq(members[1].last, 1);
    ck_assert_int_eq(members[0].last, 2);
    ck_assert_int_eq(members[2].last, 3);
    ev_run(loop, EVRUN_NOWAIT);
    ck_assert_int_eq(calls, 3);
}
END_TEST

START_TEST(the_loop_looks_around_after_a_millisecond)
{
    struct member crowd[CROWD];
    come_many(crowd, NULL);
    for (int i = 1; i <= 20; i++) {
        ev_run(loop, EVRUN_ONCE);
        ck_assert_int_eq(calls, CROWD + 2 * i);
    }
}
END_TEST

START_TEST(each_of_a_crowd_has_its_slice)
{
    struct member crowd[CROWD];
    come_many(crowd, NULL);
    run(9 * CROWD);
    for (int i = 0; i < CROWD; i++) {
        ck_assert_int_eq(crowd[i].calls, 10);
    }
}
END_TEST

/* Requests a slice 50 times. At most two members of the crowd may be served before it, to
 * compensate for what it got last time. */
static void ask_now_and_then(struct member *rare)
{
    for (int i = 0; i < 50; i++) {
        run(7);
        int before = calls;
        ask(rare);
        run(4);
        ck_assert_int_eq(rare->calls, i + 1);
        ck_assert_int_le(rare->last - before, 2);
    }
}

START_TEST(who_asks_now_and_then_does_not_wait_for_a_crowd)
{
    struct member crowd[CROWD], rare;
    struct loop_group group = {0};
    come_many(crowd, &group);
    be_there(&rare, &group, NS_PER_MS / 10);
    ask_now_and_then(&rare);
}
END_TEST

static void ask_late(struct ev_loop *its_loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    ev_prepare_stop(its_loop, watcher);
    ask(watcher->data);
}

/* All slices of this round are over by then: the loop must not sleep. */
START_TEST(who_asks_just_before_the_loop_sleeps_is_called)
{
    struct member late;
    struct ev_prepare watcher;
    come(&late, NULL, 0, SATISFIED);
    ev_prepare_init(&watcher, ask_late);
    watcher.data = &late;
    ev_prepare_start(loop, &watcher);
    ev_run(loop, EVRUN_ONCE);
    ev_run(loop, EVRUN_ONCE);
    ck_assert_int_eq(late.calls, 1);
}
END_TEST

/* A crowd may arrive at once. */
START_TEST(who_comes_waits_behind_those_who_are_there)
{
    struct member crowd[CROWD], come_now[CROWD], rare;
    struct loop_group group = {0};
    come_many(crowd, &group);
    be_there(&rare, &group, NS_PER_MS / 10);
    for (int i = 0; i < CROWD; i++) {
        come(&come_now[i], &group, NS_PER_MS / 2, SATISFIED);
        ask(&come_now[i]);
    }
    int before = calls;
    ask(&rare);
    run(2 * CROWD + 1);
    ck_assert_int_eq(rare.last, before + 1);
    for (int i = 0; i < CROWD; i++) {
        ck_assert_int_eq(come_now[i].calls, 1);
        ck_assert_int_gt(come_now[i].last, crowd[CROWD - 1].last - CROWD);
    }
}
END_TEST

/* The system may give the processor to another process during a slice. */
START_TEST(a_slice_that_lasted_too_long_is_soon_forgotten)
{
    struct member crowd[CROWD], rare;
    struct loop_group group = {0};
    come_many(crowd, &group);
    be_there(&rare, &group, NS_PER_SECOND);
    ask(&rare);
    run(3);
    ck_assert_int_eq(rare.calls, 1);
    int before = calls;
    ask(&rare);
    run(5);
    ck_assert_int_eq(rare.calls, 2);
    ck_assert_int_le(rare.last - before, 4);
}
END_TEST

/* Two members that request slices for each other always have new requests; a member that requests
 * its own slices continually still gets half of the time. */
START_TEST(who_asks_on_and_on_does_not_starve)
{
    struct member pair[2], greedy;
    for (int i = 0; i < 2; i++) {
        come(&pair[i], NULL, NS_PER_MS / 4, GENEROUS);
        pair[i].friend = &pair[1 - i];
    }
    come(&greedy, NULL, NS_PER_MS / 4, GREEDY);
    ask(&pair[0]);
    ask(&greedy);
    run(1000);
    ck_assert_int_ge(greedy.calls, 490);
    ck_assert_int_le(greedy.calls, 510);
}
END_TEST

/* The time of a slice is charged to the queue in which the member waited, even if it now waits in
 * the other one. */
START_TEST(each_queue_is_charged_for_its_own_slices)
{
    struct member greedy;
    struct loop_group group = {0};
    come(&greedy, &group, NS_PER_MS, GREEDY);
    greedy.in_loop.queue = &group.requests;
    ask(&greedy);
    run(1);
    ck_assert(group.requests.used_ns == NS_PER_MS && group.continuations.used_ns == 0);
    run(2);
    ck_assert(group.requests.used_ns == NS_PER_MS && group.continuations.used_ns == 2 * NS_PER_MS);
    ck_assert(group.used_ns == 3 * NS_PER_MS);
}
END_TEST

START_TEST(groups_share_however_many_they_are)
{
    struct member crowd[CROWD], alone;
    struct loop_group many = {0}, one = {0};
    come_many(crowd, &many);
    come(&alone, &one, NS_PER_MS / 4, GREEDY);
    ask(&alone);
    run(3000);
    /* Half of the time is two thirds of the slices, since these are half as long. */
    ck_assert_int_ge(alone.calls, 1990);
    ck_assert_int_le(alone.calls, 2010);
}
END_TEST

START_TEST(a_group_that_comes_back_does_not_wait_for_a_crowd)
{
    struct member crowd[CROWD], rare;
    struct loop_group many = {0}, one = {0};
    come_many(crowd, &many);
    come(&rare, &one, NS_PER_MS / 10, SATISFIED);
    ask_now_and_then(&rare);
    /* It also gets no credit for the time without requests. */
    rare.manner = GREEDY;
    ask(&rare);
    run(60);
    ck_assert_int_le(rare.calls, 50 + 56);
}
END_TEST

static struct member *leaver;
static struct loop_group *left;

/* Leaves during its own slice, together with its group. */
static void leave(void *owner)
{
    have_slice(owner);
    loop_member_leave(&leaver->in_loop);
    free(leaver);
    free(left);
}

/* If many watchers have an update, a request is delayed by at most one of them. */
START_TEST(a_request_does_not_wait_for_updates)
{
    static struct member watchers[CROWD];
    struct member client;
    struct loop_group group = {0};
    for (int i = 0; i < CROWD; i++) {
        be_there(&watchers[i], &group, NS_PER_MS / 2);
    }
    be_there(&client, &group, NS_PER_MS / 10);
    for (int i = 0; i < CROWD; i++) {
        loop_member_request_update(&watchers[i].in_loop);
    }
    for (int i = 0; i < 10; i++) {
        const int before = calls;
        ask(&client);
        while (client.last <= before) {
            run(1);
        }
        /* The loop grants slices for 1 ms before it looks for requests. */
        ck_assert_int_le(client.last - before, 4);
    }
    while (calls < CROWD + 10) { /* every update is still delivered */
        run(1);
    }
}
END_TEST

START_TEST(who_goes_in_its_slice_is_not_touched_again)
{
    struct member other;
    leaver = malloc(sizeof *leaver);
    left = calloc(1, sizeof *left);
    come(leaver, left, NS_PER_MS / 4, GREEDY);
    leaver->in_loop.run = leave;
    come(&other, NULL, 0, SATISFIED);
    ask(leaver);
    ask(&other);
    run(2);
    ck_assert_int_eq(other.calls, 1);
    ev_run(loop, EVRUN_NOWAIT);
    ck_assert_int_eq(calls, 2);
}
END_TEST

START_TEST(who_goes_or_moves_while_it_waits)
{
    struct member members[5];
    struct loop_group from = {0}, to = {0};
    for (int i = 0; i < LENGTH(members); i++) {
        come(&members[i], &from, 0, SATISFIED);
    }
    for (int i = 0; i < 4; i++) {
        ask(&members[i]);
    }
    loop_member_leave(&members[3].in_loop); /* the last in the queue */
    ask(&members[4]);
    loop_member_leave(&members[1].in_loop);
    loop_member_join(&members[0].in_loop, &to); /* now the first in the queue */
    loop_member_join(&members[2].in_loop, &to);
    run(3);
    ck_assert_int_gt(members[4].last, 0);
    ck_assert_int_gt(members[2].last, members[0].last);
    ck_assert_int_gt(members[0].last, 0);
    ck_assert_ptr_null(share.first);
    ev_run(loop, EVRUN_NOWAIT);
    ck_assert_int_eq(calls, 3);
}
END_TEST

static void on_over(void *owner, struct session *session)
{
    (void)owner, (void)session;
}

static void on_caught_up(void *owner)
{
    (void)owner;
}

/* Reads and discards input. Returns its length. */
static ssize_t heard(int client)
{
    char bytes[65536];
    ssize_t count, all = 0;
    while ((count = recv(client, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
        all += count;
    }
    return all;
}

/* A session must send output in each slice. If it has no more lines, it must not request a slice
 * just to find that out, since that slice may come late. */
START_TEST(a_session_requests_no_slice_in_vain)
{
    static const char refused[] = "setoption name mark\n";
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    struct counters counters = {0};
    struct publications publications = {0};
    struct error error;
    const struct reclaimer_config cleaning = {64, on_caught_up, NULL};
    const struct session_config config = {
        .loop = loop,
        .reclaimer = reclaimer_create(&cleaning),
        .dialect = &dialect_uci,
        .engine = {.games = registry_games(), .game = registry_games()[0]},
        .stream = stream_create(&share, ends[1], ends[1], &transport_socket),
        .over = on_over,
        .counters = &counters,
        .publications = &publications,
    };
    struct session *session = session_create(&config, &error);
    ck_assert_ptr_nonnull(session);
    struct buffer lines = {0};
    for (int count = 1; count <= 200; count++) {
        buffer_puts(&lines, refused);
        session_feed(session, buffer_text(&lines), buffer_length(&lines));
        ck_assert_int_gt(heard(ends[0]), 0);
        while (loop_share_is_wanted(&share)) {
            ev_run(loop, EVRUN_NOWAIT);
            ck_assert_int_gt(heard(ends[0]), 0);
        }
    }
    buffer_finish(&lines);
    session_destroy(session);
    reclaimer_destroy(config.reclaimer);
    close(ends[0]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("loop_share");
    TCase *tests = tcase_create("loop_share");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, who_came_first_is_called_first_and_once);
    tcase_add_test(tests, the_loop_looks_around_after_a_millisecond);
    tcase_add_test(tests, each_of_a_crowd_has_its_slice);
    tcase_add_test(tests, who_asks_now_and_then_does_not_wait_for_a_crowd);
    tcase_add_test(tests, who_asks_just_before_the_loop_sleeps_is_called);
    tcase_add_test(tests, who_comes_waits_behind_those_who_are_there);
    tcase_add_test(tests, a_slice_that_lasted_too_long_is_soon_forgotten);
    tcase_add_test(tests, who_asks_on_and_on_does_not_starve);
    tcase_add_test(tests, each_queue_is_charged_for_its_own_slices);
    tcase_add_test(tests, groups_share_however_many_they_are);
    tcase_add_test(tests, a_group_that_comes_back_does_not_wait_for_a_crowd);
    tcase_add_test(tests, a_request_does_not_wait_for_updates);
    tcase_add_test(tests, who_goes_in_its_slice_is_not_touched_again);
    tcase_add_test(tests, who_goes_or_moves_while_it_waits);
    tcase_add_test(tests, a_session_requests_no_slice_in_vain);
    suite_add_tcase(suite, tests);
    return support_run(suite);
}
