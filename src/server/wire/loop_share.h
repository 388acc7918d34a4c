/* SPDX-License-Identifier: MIT */
/* Who of many has the loop next.
 *
 * Who has something to do asks for a turn, and is called from the loop. Turns are given one after
 * the other for 1 ms; then the loop looks for what came meanwhile. Of the groups in which somebody
 * asks comes first the one that has used the least of the loop's time (start-time fair queueing:
 * Goyal, Vin and Cheng 1996). Its members have two queues: who asks during its own turn, for it has
 * more to do, or for the first time waits for others that do; who asks anew waits only for others
 * that ask anew. The queues share as groups do. So who asks for little is heard at once, however
 * many ask for much. */
#ifndef SERVER_LOOP_SHARE_H
#define SERVER_LOOP_SHARE_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

struct turn;

/* Who waits; who came first is called first. */
struct turn_queue {
    struct turn *first, *last;
    int64_t used_ns; /* of the loop's time */
};

/* Members that share: the connections of one peer. All zero at first. */
struct turn_group {
    struct turn_queue anew, more;
    struct turn_group *next; /* in turns.first, if somebody asks */
    int64_t used_ns;
    int64_t now_ns; /* what the queue that was served last had used before */
};

/* A loop's. */
struct turns {
    struct ev_loop *loop;
    int64_t (*clock)(void); /* clock_ns(), but in tests */
    struct ev_prepare before_sleep;
    struct ev_idle no_sleep; /* while somebody asks */
    struct turn_group *first;
    struct turn_group others; /* of whoever belongs to no other group */
    int64_t now_ns;           /* what the group that was served last had used before */
    struct turn *called;      /* has its turn now; NULL: nobody, or who had it is gone */
    struct turn_queue *from;  /* the queue in which it has waited */
    int64_t called_ns;        /* since when */
    char *scratch;            /* see turns_scratch */
};

void turns_init(struct turns *turns, struct ev_loop *loop);

/* Memory of `size` bytes, always the same, for the time of one turn: too much for the stack of the
 * loop's thread, which may be as small as `ulimit -s 64` makes it. NULL if allocation fails. */
char *turns_scratch(struct turns *turns, size_t size);

/* Everybody is gone. */
void turns_finish(struct turns *turns);

/* A member. */
struct turn {
    struct turns *turns;
    struct turn_group *group;
    struct turn_queue *queue; /* in which it waits, or waited last; NULL: it never has */
    struct turn *next;
    bool asked;
    void (*call)(void *owner);
    void *owner;
};

/* A member of the group of others. */
void turn_init(struct turn *turn, struct turns *turns, void (*call)(void *owner), void *owner);

/* How long its present turn should last at most, in nanoseconds; the member sees to that itself. */
int64_t turn_slice_ns(const struct turn *turn);

/* Asks for one turn, even during its own; asking again before it comes is the same. */
void turn_ask(struct turn *turn);

/* Asks for one turn behind the members that have new requests: for updates that nobody waits for.
 * One update may concern hundreds of members, so they are served one at a time between requests. */
void turn_ask_patiently(struct turn *turn);

/* Whether somebody asks, or has asked and is called now. */
bool turns_are_wanted(const struct turns *turns);

/* Moves to another group; NULL: that of others. */
void turn_join(struct turn *turn, struct turn_group *group);

/* Is gone, perhaps during its own turn: it is not called any more. */
void turn_end(struct turn *turn);

#endif
