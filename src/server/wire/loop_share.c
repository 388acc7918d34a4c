/* SPDX-License-Identifier: MIT */
#include "loop_share.h"

#include <stddef.h>
#include <stdlib.h>

#include "clock.h"
#include "compiler.h"

/* How long slices are granted before the loop checks for events. */
#define ROUND_NS NS_PER_MS

/* How long a slice should last. The short one is used while members with new requests wait, because
 * there may be many. */
#define SLICE_NS       (NS_PER_MS / 2)
#define SLICE_SHORT_NS (NS_PER_MS / 10)

/* A group or queue that rejoins is charged at most this much more than those that stayed, so that a
 * slice in which the system ran another process does not count for long. */
#define DEBT_MOST_NS NS_PER_MS

/* Processor time beyond its quota that a connection may use at once, in nanoseconds, so that an
 * occasional burst is served without delay. */
#define QUOTA_FREE_NS (2 * NS_PER_MS)

static bool has_waiting(const struct loop_group *group)
{
    return group->requests.first || group->continuations.first;
}

/* Returns the used time of a group or queue that rejoins when the minimum is `now_ns`. */
static int64_t rejoin(int64_t used_ns, int64_t now_ns)
{
    return used_ns < now_ns                  ? now_ns
           : used_ns > now_ns + DEBT_MOST_NS ? now_ns + DEBT_MOST_NS
                                             : used_ns;
}

/* Returns the group that has used the least time; of equals, the first to wait, which is the last
 * in the list. */
static struct loop_group *first_group(const struct loop_share *share)
{
    struct loop_group *first = share->first;
    for (struct loop_group *at = first; at; at = at->next) {
        first = at->used_ns <= first->used_ns ? at : first;
    }
    return first;
}

static struct loop_queue *first_queue(struct loop_group *group)
{
    struct loop_queue *requests = &group->requests, *continuations = &group->continuations;
    bool is_request =
        requests->first && (!continuations->first || requests->used_ns <= continuations->used_ns);
    return is_request ? requests : continuations;
}

/* Charges the running member for its time until now. */
static void charge(struct loop_share *share)
{
    const int64_t now_ns = share->clock();
    if (share->running) {
        share->from->used_ns += now_ns - share->running_ns;
        share->running->group->used_ns += now_ns - share->running_ns;
    }
    share->running_ns = now_ns;
}

/* Adds a member to a queue, and keeps the loop from sleeping. */
static void add(struct loop_member *member, struct loop_queue *queue)
{
    struct loop_share *share = member->share;
    struct loop_group *group = member->group;
    if (!has_waiting(group)) {
        group->used_ns = rejoin(group->used_ns, share->now_ns);
        group->next = share->first;
        share->first = group;
    }
    if (!queue->first) {
        queue->used_ns = rejoin(queue->used_ns, group->now_ns);
        queue->first = member;
    } else {
        queue->last->next = member;
    }
    queue->last = member;
    member->next = NULL;
    member->queue = queue;
    member->waits = true;
    ev_prepare_start(share->loop, &share->before_sleep);
    ev_idle_start(share->loop, &share->no_sleep);
}

/* Removes a member from its queue. */
static void withdraw(struct loop_member *member)
{
    struct loop_group *group = member->group, **link = &member->share->first;
    struct loop_queue *queue = member->queue;
    struct loop_member *before = NULL;
    for (struct loop_member *at = queue->first; at != member; at = at->next) {
        before = at;
    }
    *(before ? &before->next : &queue->first) = member->next;
    queue->last = member->next ? queue->last : before;
    member->waits = false;
    if (!has_waiting(group)) {
        while (*link != group) {
            link = &(*link)->next;
        }
        *link = group->next;
    }
}

/* Grants a slice to the next member. */
static void run_next(struct loop_share *share)
{
    struct loop_group *group = first_group(share);
    struct loop_queue *queue = first_queue(group);
    struct loop_member *member = queue->first;
    share->now_ns = group->used_ns;
    group->now_ns = queue->used_ns;
    withdraw(member);
    share->running = member;
    share->from = queue;
    member->run(member->owner);
    charge(share);
    share->running = NULL;
}

static void before_sleep(struct ev_loop *loop, struct ev_prepare *watcher, int events UNUSED)
{
    struct loop_share *share = watcher->data;
    charge(share);
    const int64_t begin_ns = share->running_ns;
    while (share->first && share->running_ns - begin_ns < ROUND_NS) {
        run_next(share);
    }
    if (!share->first) {
        ev_prepare_stop(loop, watcher);
        ev_idle_stop(loop, &share->no_sleep);
    }
}

static void no_sleep(struct ev_loop *loop UNUSED, struct ev_idle *watcher UNUSED, int events UNUSED)
{
}

void loop_share_init(struct loop_share *share, struct ev_loop *loop)
{
    *share = (struct loop_share){.loop = loop, .clock = clock_ns};
    ev_prepare_init(&share->before_sleep, before_sleep);
    ev_idle_init(&share->no_sleep, no_sleep);
    /* The server measures each iteration of the loop before it sleeps, after the slices. */
    ev_set_priority(&share->before_sleep, EV_MAXPRI);
    share->before_sleep.data = share;
}

void loop_start_timer(struct ev_loop *loop, struct ev_timer *timer, double seconds)
{
    ev_timer_stop(loop, timer);
    ev_now_update(loop);
    ev_timer_set(timer, seconds, 0.);
    ev_timer_start(loop, timer);
}

void loop_watch_signal(struct ev_loop *loop, struct ev_signal *watcher, int number,
                       void (*call)(struct ev_loop *, struct ev_signal *, int), void *data)
{
    ev_signal_init(watcher, call, number);
    watcher->data = data;
    ev_signal_start(loop, watcher);
}

char *loop_share_scratch(struct loop_share *share, size_t size)
{
    if (!share->scratch) {
        share->scratch = malloc(size);
    }
    return share->scratch;
}

void loop_share_finish(struct loop_share *share)
{
    free(share->scratch);
    share->scratch = NULL;
    ev_prepare_stop(share->loop, &share->before_sleep);
    ev_idle_stop(share->loop, &share->no_sleep);
}

void loop_member_init(struct loop_member *member, struct loop_share *share,
                      void (*run)(void *owner), void *owner)
{
    *member =
        (struct loop_member){.share = share, .group = &share->others, .run = run, .owner = owner};
}

int64_t loop_member_slice_ns(const struct loop_member *member)
{
    return member->group->requests.first ? SLICE_SHORT_NS : SLICE_NS;
}

void loop_member_request(struct loop_member *member)
{
    if (!member->waits) {
        bool continues = member->share->running == member || !member->queue;
        add(member, continues ? &member->group->continuations : &member->group->requests);
    }
}

void loop_member_request_update(struct loop_member *member)
{
    if (!member->waits) {
        add(member, &member->group->continuations);
    }
}

bool loop_share_is_wanted(const struct loop_share *share)
{
    return share->first || share->running;
}

void loop_member_join(struct loop_member *member, struct loop_group *group)
{
    struct loop_share *share = member->share;
    const bool waits = member->waits;
    const bool continues = member->queue == &member->group->continuations;
    if (waits) {
        withdraw(member);
    }
    if (share->running == member) {
        charge(share);
    }
    member->group = group ? group : &share->others;
    if (share->running == member) {
        share->from = &member->group->requests;
    }
    struct loop_queue *queue = continues ? &member->group->continuations : &member->group->requests;
    member->queue = member->queue ? queue : NULL;
    if (waits) {
        add(member, queue);
    }
}

void loop_member_leave(struct loop_member *member)
{
    struct loop_share *share = member->share;
    if (share->running == member) {
        charge(share);
        share->running = NULL;
    }
    if (member->waits) {
        withdraw(member);
    }
}

double loop_quota_rest(struct loop_quota *quota, int parts, int64_t begin_ns, int64_t end_ns,
                       int64_t used_ns)
{
    int64_t owed = quota->owed_ns - (begin_ns - quota->seen_ns) / parts;
    owed = (owed > 0 ? owed : 0) + used_ns;
    quota->owed_ns = owed;
    quota->seen_ns = end_ns;
    return owed > QUOTA_FREE_NS ? (double)((owed - QUOTA_FREE_NS) * parts) / (double)NS_PER_SECOND
                                : 0.;
}
