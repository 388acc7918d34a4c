/* SPDX-License-Identifier: MIT */
#include "loop_share.h"

#include <stddef.h>
#include <stdlib.h>

#include "clock.h"

/* How long turns are given before the loop looks for what came. */
#define TURNS_NS NS_PER_MS

/* How long a turn should last, and while others wait that asked anew, of whom there may be a crowd.
 */
#define SLICE_NS       (NS_PER_MS / 2)
#define SLICE_SHORT_NS (NS_PER_MS / 10)

/* Who comes back has used this much more than those who stayed, at most: a turn in which the system
 * gave the processor to somebody else does not count for long. */
#define DEBT_MOST_NS NS_PER_MS

static bool somebody_asks(const struct turn_group *group)
{
    return group->anew.first || group->more.first;
}

/* What a group or a queue has used, that comes back where `now_ns` is the least. */
static int64_t come_back(int64_t used_ns, int64_t now_ns)
{
    return used_ns < now_ns                  ? now_ns
           : used_ns > now_ns + DEBT_MOST_NS ? now_ns + DEBT_MOST_NS
                                             : used_ns;
}

/* Of equals the one that asked first, which is the last of the list. */
static struct turn_group *first_group(const struct turns *turns)
{
    struct turn_group *first = turns->first;
    for (struct turn_group *at = first; at; at = at->next) {
        first = at->used_ns <= first->used_ns ? at : first;
    }
    return first;
}

static struct turn_queue *first_queue(struct turn_group *group)
{
    struct turn_queue *anew = &group->anew, *more = &group->more;
    bool is_anew = anew->first && (!more->first || anew->used_ns <= more->used_ns);
    return is_anew ? anew : more;
}

/* What the turn that is under way has used until now is written down. */
static void charge(struct turns *turns)
{
    const int64_t now_ns = turns->clock();
    if (turns->called) {
        turns->from->used_ns += now_ns - turns->called_ns;
        turns->called->group->used_ns += now_ns - turns->called_ns;
    }
    turns->called_ns = now_ns;
}

static void add(struct turn *turn, struct turn_queue *queue)
{
    struct turns *turns = turn->turns;
    struct turn_group *group = turn->group;
    if (!somebody_asks(group)) {
        group->used_ns = come_back(group->used_ns, turns->now_ns);
        group->next = turns->first;
        turns->first = group;
    }
    if (!queue->first) {
        queue->used_ns = come_back(queue->used_ns, group->now_ns);
        queue->first = turn;
    } else {
        queue->last->next = turn;
    }
    queue->last = turn;
    turn->next = NULL;
    turn->queue = queue;
    turn->asked = true;
}

/* Does not ask any more. */
static void withdraw(struct turn *turn)
{
    struct turn_group *group = turn->group, **link = &turn->turns->first;
    struct turn_queue *queue = turn->queue;
    struct turn *before = NULL;
    for (struct turn *at = queue->first; at != turn; at = at->next) {
        before = at;
    }
    *(before ? &before->next : &queue->first) = turn->next;
    queue->last = turn->next ? queue->last : before;
    turn->asked = false;
    if (!somebody_asks(group)) {
        while (*link != group) {
            link = &(*link)->next;
        }
        *link = group->next;
    }
}

/* Calls who comes first. */
static void give(struct turns *turns)
{
    struct turn_group *group = first_group(turns);
    struct turn_queue *queue = first_queue(group);
    struct turn *turn = queue->first;
    turns->now_ns = group->used_ns;
    group->now_ns = queue->used_ns;
    withdraw(turn);
    turns->called = turn;
    turns->from = queue;
    turn->call(turn->owner);
    charge(turns);
    turns->called = NULL;
}

static void before_sleep(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    struct turns *turns = watcher->data;
    charge(turns);
    const int64_t begin_ns = turns->called_ns;
    while (turns->first && turns->called_ns - begin_ns < TURNS_NS) {
        give(turns);
    }
    if (!turns->first) {
        ev_prepare_stop(loop, watcher);
        ev_idle_stop(loop, &turns->no_sleep);
    }
}

static void no_sleep(struct ev_loop *loop, struct ev_idle *watcher, int events)
{
    (void)loop, (void)watcher, (void)events;
}

void turns_init(struct turns *turns, struct ev_loop *loop)
{
    *turns = (struct turns){.loop = loop, .clock = clock_ns};
    ev_prepare_init(&turns->before_sleep, before_sleep);
    ev_idle_init(&turns->no_sleep, no_sleep);
    /* Who measures the turn of the loop, before it sleeps, comes after it. */
    ev_set_priority(&turns->before_sleep, EV_MAXPRI);
    turns->before_sleep.data = turns;
}

char *turns_scratch(struct turns *turns, size_t size)
{
    if (!turns->scratch) {
        turns->scratch = malloc(size);
    }
    return turns->scratch;
}

void turns_finish(struct turns *turns)
{
    free(turns->scratch);
    turns->scratch = NULL;
    ev_prepare_stop(turns->loop, &turns->before_sleep);
    ev_idle_stop(turns->loop, &turns->no_sleep);
}

void turn_init(struct turn *turn, struct turns *turns, void (*call)(void *owner), void *owner)
{
    *turn = (struct turn){.turns = turns, .group = &turns->others, .call = call, .owner = owner};
}

int64_t turn_slice_ns(const struct turn *turn)
{
    return turn->group->anew.first ? SLICE_SHORT_NS : SLICE_NS;
}

static void ask(struct turn *turn, struct turn_queue *queue)
{
    struct turns *turns = turn->turns;
    add(turn, queue);
    ev_prepare_start(turns->loop, &turns->before_sleep);
    ev_idle_start(turns->loop, &turns->no_sleep);
}

void turn_ask(struct turn *turn)
{
    if (!turn->asked) {
        bool waits = turn->turns->called == turn || !turn->queue;
        ask(turn, waits ? &turn->group->more : &turn->group->anew);
    }
}

void turn_ask_patiently(struct turn *turn)
{
    if (!turn->asked) {
        ask(turn, &turn->group->more);
    }
}

bool turns_are_wanted(const struct turns *turns)
{
    return turns->first || turns->called;
}

void turn_join(struct turn *turn, struct turn_group *group)
{
    struct turns *turns = turn->turns;
    const bool asked = turn->asked, waits = turn->queue == &turn->group->more;
    if (asked) {
        withdraw(turn);
    }
    if (turns->called == turn) {
        charge(turns);
    }
    turn->group = group ? group : &turns->others;
    if (turns->called == turn) {
        turns->from = &turn->group->anew;
    }
    struct turn_queue *queue = waits ? &turn->group->more : &turn->group->anew;
    turn->queue = turn->queue ? queue : NULL;
    if (asked) {
        add(turn, queue);
    }
}

void turn_end(struct turn *turn)
{
    struct turns *turns = turn->turns;
    if (turns->called == turn) {
        charge(turns);
        turns->called = NULL;
    }
    if (turn->asked) {
        withdraw(turn);
    }
}
