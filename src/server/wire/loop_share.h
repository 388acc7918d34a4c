/* SPDX-License-Identifier: MIT */
/* Shares the event loop among connections by start-time fair queueing (Goyal, Vin and Cheng 1996).
 *
 * A member with pending work requests a slice, and is called from the loop. Slices are granted for
 * 1 ms; then the loop looks for events. The group that has used the least loop time comes first.
 * Within a group there are two queues, which share its time as groups do: new requests, and
 * continuations (requests made during the member's own slice, its first request, and updates). A
 * member that has little to do is therefore served soon, however many others have much to do.
 *
 * A quota keeps one connection from using more than its part of the loop's time, even alone. */
#ifndef SERVER_LOOP_SHARE_H
#define SERVER_LOOP_SHARE_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

struct loop_member;

/* Waiting members, first in, first out. */
struct loop_queue {
    struct loop_member *first, *last;
    int64_t used_ns; /* of the loop's time */
};

/* Members that share time as one: the connections of one peer. Initially zero. */
struct loop_group {
    struct loop_queue requests, continuations;
    struct loop_group *next; /* in the list loop_share.first, if a member waits */
    int64_t used_ns;
    int64_t now_ns; /* the time used by the queue served last, before its slice */
};

/* One for each loop. */
struct loop_share {
    struct ev_loop *loop;
    int64_t (*clock)(void); /* clock_ns(), except in tests */
    struct ev_prepare before_sleep;
    struct ev_idle no_sleep; /* active while a member waits */
    struct loop_group *first;
    struct loop_group others;    /* members without a group */
    int64_t now_ns;              /* the time used by the group served last, before its slice */
    struct loop_member *running; /* the member in its slice; NULL: none, or it has left */
    struct loop_queue *from;     /* the queue in which it waited */
    int64_t running_ns;          /* when its slice began */
    char *scratch;               /* see loop_share_scratch */
};

void loop_share_init(struct loop_share *share, struct ev_loop *loop);

/* All members have left. */
void loop_share_finish(struct loop_share *share);

/* Starts, or starts again, a timer that expires once, `seconds` from now: timers count from the
 * loop's own time, which may be old. */
void loop_start_timer(struct ev_loop *loop, struct ev_timer *timer, double seconds);

/* Calls `call` with `data` in the watcher whenever the signal arrives. */
void loop_watch_signal(struct ev_loop *loop, struct ev_signal *watcher, int number,
                       void (*call)(struct ev_loop *, struct ev_signal *, int), void *data);

/* Returns the same `size` bytes of memory each time, for use in one slice. They are too much for
 * the stack of the loop's thread, which may be as small as `ulimit -s 64` makes it. NULL if
 * allocation fails. */
char *loop_share_scratch(struct loop_share *share, size_t size);

/* True if a member waits or is running. */
bool loop_share_is_wanted(const struct loop_share *share);

struct loop_member {
    struct loop_share *share;
    struct loop_group *group;
    struct loop_queue *queue; /* the queue in which it waits, or waited last; NULL: none yet */
    struct loop_member *next;
    bool waits;
    void (*run)(void *owner);
    void *owner;
};

/* Initialises a member without a group. */
void loop_member_init(struct loop_member *member, struct loop_share *share,
                      void (*run)(void *owner), void *owner);

/* Returns how long its current slice may last, in nanoseconds. The member must respect this
 * itself. */
int64_t loop_member_slice_ns(const struct loop_member *member);

/* Requests one slice, possibly during its own slice. Has no effect while it waits. */
void loop_member_request(struct loop_member *member);

/* Requests one slice after the members with new requests: for updates that nobody waits for. One
 * update may concern hundreds of members, so they are served one at a time between requests. */
void loop_member_request_update(struct loop_member *member);

/* Moves the member to another group; NULL: to those without a group. */
void loop_member_join(struct loop_member *member, struct loop_group *group);

/* Removes the member, possibly during its own slice. It is not called any more. */
void loop_member_leave(struct loop_member *member);

/* The loop time that one connection has used beyond its part: a token bucket, stored as the amount
 * missing from it. Initially zero. Times are those of clock_ns(). */
struct loop_quota {
    int64_t owed_ns; /* at `seen_ns` */
    int64_t seen_ns;
};

/* A connection may use one part in this many of the loop's time. */
#define LOOP_QUOTA_PART 3

/* Records a slice that lasted from `begin_ns` to `end_ns` and used `used_ns` of processor time,
 * which is less if the system ran another process. Returns how long to pause before the next slice,
 * in seconds, so that at most one part in `parts` is used; 0: no pause. */
double loop_quota_rest(struct loop_quota *quota, int parts, int64_t begin_ns, int64_t end_ns,
                       int64_t used_ns);

#endif
