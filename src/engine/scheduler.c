/* SPDX-License-Identifier: MIT */
#include "scheduler.h"

#include <stddef.h>

/* The longest and the shortest quantum, in nanoseconds, and the time within which every waiting
 * entry should have had one, if the shortest quantum allows it. */
#define QUANTUM_MOST_NS  20000000
#define QUANTUM_LEAST_NS 2000000
#define ROUND_NS         50000000

/* How long a resumed search keeps its slot before it starts to run. It may be waiting for a free
 * processor, or for a client that does not read. A search that allocates its memory keeps its slot
 * until that is done. */
#define WAKING_NS 20000000

/* A finishing search may use all processors for YIELD_NS to report its result. The next one may do
 * so YIELD_APART_NS later, so finishing searches take at most half of the time. Most need less than
 * 0.1 ms. */
#define YIELD_NS       2000000
#define YIELD_APART_NS 4000000

void scheduler_init(struct scheduler *scheduler, int slots)
{
    *scheduler = (struct scheduler){.slots = slots < 1 ? 1 : slots};
}

/* Charges processor time since the last charge to the entry and to its peer. A quantum that was too
 * long because the loop was late counts as at most two: its entry would otherwise wait for all the
 * others. */
static void charge(const struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    bool runs = entry->state == SCHEDULER_RUNNING || entry->state == SCHEDULER_PAUSING;
    if (runs) {
        entry->ready |= search_is_awake(entry->search);
        int processors = entry->weight < scheduler->slots ? entry->weight : scheduler->slots;
        int64_t most_ns = 2 * scheduler_quantum_ns(scheduler), turn_ns = now_ns - entry->since_ns;
        int64_t used_ns = (turn_ns < most_ns ? turn_ns : most_ns) * processors;
        entry->used_ns += used_ns;
        entry->peer->used_ns += used_ns;
    }
    entry->since_ns = now_ns;
}

/* True if `a` comes before `b`: the peer with less used time comes first, then the entry with
 * less. */
static bool comes_before(const struct scheduler_entry *a, const struct scheduler_entry *b)
{
    if (a->peer != b->peer && a->peer->used_ns != b->peer->used_ns) {
        return a->peer->used_ns < b->peer->used_ns;
    }
    return a->used_ns < b->used_ns;
}

/* Returns the waiting entry that comes first; of equals the one that joined first. */
static struct scheduler_entry *first_waiting(const struct scheduler *scheduler)
{
    struct scheduler_entry *first = NULL;
    for (struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        if (at->state == SCHEDULER_WAITING && (!first || comes_before(at, first))) {
            first = at;
        }
    }
    return first;
}

static void run(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    entry->state = SCHEDULER_RUNNING;
    entry->since_ns = entry->run_ns = now_ns;
    scheduler->used += entry->weight;
    scheduler->waiting--;
    search_resume(entry->search); /* earlier work may have been told to pause, and have ended */
    if (!entry->begun) {
        entry->begun = true;
        worker_pool_start(entry->pool, entry->job, entry->context);
    }
}

/* True if there is room for an entry. One that is larger than the machine runs alone. */
static bool has_room(const struct scheduler *scheduler, const struct scheduler_entry *entry,
                     int64_t now_ns)
{
    if (scheduler->boosted > 0 && now_ns < scheduler->yield_end_ns) {
        return false;
    }
    return scheduler->used == 0 || scheduler->used + entry->weight <= scheduler->slots;
}

/* Lets entries run in order, as long as there is room. */
static void admit(struct scheduler *scheduler, int64_t now_ns)
{
    if (scheduler->changing) {
        return;
    }
    scheduler->changing = true;
    struct scheduler_entry *first;
    while ((first = first_waiting(scheduler)) && has_room(scheduler, first, now_ns)) {
        run(scheduler, first, now_ns);
    }
    scheduler->changing = false;
}

static int64_t least_ns(int64_t least, int64_t used)
{
    return least < 0 || used < least ? used : least;
}

/* A peer that joins begins with the used time of the least busy peer: neither ahead nor behind. */
static void welcome(const struct scheduler *scheduler, struct scheduler_peer *peer)
{
    int64_t least = -1;
    if (peer->entries++ > 0) {
        return;
    }
    for (const struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        least = at->peer != peer ? least_ns(least, at->peer->used_ns) : least;
    }
    peer->used_ns = peer->used_ns < least ? least : peer->used_ns;
}

/* Returns the used time of the least busy entry of a peer; 0 if it has none. */
static int64_t least_used_ns(const struct scheduler *scheduler, const struct scheduler_peer *peer)
{
    int64_t least = -1;
    for (const struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        least = at->peer == peer ? least_ns(least, at->used_ns) : least;
    }
    return least < 0 ? 0 : least;
}

/* An entry that joins begins with the used time of the least busy entry of its peer. One that left
 * just before still owes its excess, at most two quanta: many short searches get no more than one
 * long search, and an entry that was alone for an hour does not wait for an hour. */
static void owe(const struct scheduler *scheduler, struct scheduler_entry *entry)
{
    int64_t least_ns = least_used_ns(scheduler, entry->peer);
    int64_t most_ns = least_ns + 2 * scheduler_quantum_ns(scheduler);
    if (entry->used_ns < least_ns) {
        entry->used_ns = least_ns;
    } else if (entry->used_ns > most_ns) {
        entry->used_ns = most_ns;
    }
}

void scheduler_join(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    owe(scheduler, entry);
    welcome(scheduler, entry->peer);
    entry->state = SCHEDULER_WAITING;
    entry->begun = entry->ready = entry->boosted = false;
    entry->since_ns = now_ns;
    entry->next = NULL;
    struct scheduler_entry **end = &scheduler->entries;
    while (*end) {
        end = &(*end)->next;
    }
    *end = entry;
    scheduler->waiting++;
    admit(scheduler, now_ns);
}

void scheduler_leave(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    if (entry->state == SCHEDULER_ABSENT) {
        return;
    }
    charge(scheduler, entry, now_ns);
    if (entry->state == SCHEDULER_WAITING) {
        scheduler->waiting--;
    } else {
        scheduler->used -= entry->weight;
    }
    entry->state = SCHEDULER_ABSENT;
    scheduler->boosted -= entry->boosted;
    entry->peer->entries--;
    struct scheduler_entry **at = &scheduler->entries;
    while (*at != entry) {
        at = &(*at)->next;
    }
    *at = entry->next;
    admit(scheduler, now_ns);
}

static void pause(struct scheduler_entry *entry)
{
    entry->state = SCHEDULER_PAUSING;
    search_pause(entry->search);
}

/* Pauses the running entries for one that is about to end, unless they were paused just before. */
static void yield(struct scheduler *scheduler, int64_t now_ns)
{
    if (now_ns < scheduler->yield_end_ns - YIELD_NS + YIELD_APART_NS) {
        return;
    }
    scheduler->yield_end_ns = now_ns + YIELD_NS;
    for (struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        if (at->state == SCHEDULER_RUNNING && !at->boosted && search_is_awake(at->search)) {
            pause(at);
        }
    }
}

void scheduler_boost(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    if (entry->state != SCHEDULER_ABSENT && !entry->boosted) {
        entry->boosted = true;
        scheduler->boosted++;
        yield(scheduler, now_ns);
    }
    scheduler_dismiss(scheduler, entry, now_ns);
}

void scheduler_dismiss(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns)
{
    if (entry->state == SCHEDULER_WAITING) {
        run(scheduler, entry, now_ns);
    } else if (entry->state == SCHEDULER_PAUSING) {
        entry->state = SCHEDULER_RUNNING;
        search_resume(entry->search);
    }
}

void scheduler_settle(struct scheduler *scheduler, int64_t now_ns)
{
    for (struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        if (at->state == SCHEDULER_PAUSING && !search_is_awake(at->search)) {
            charge(scheduler, at, now_ns);
            at->state = SCHEDULER_WAITING;
            scheduler->used -= at->weight;
            scheduler->waiting++;
        }
    }
    admit(scheduler, now_ns);
}

void scheduler_rotate(struct scheduler *scheduler, int64_t now_ns)
{
    if (scheduler->waiting == 0) {
        return;
    }
    for (struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        charge(scheduler, at, now_ns);
    }
    /* Running entries that come after the first waiting one make room. */
    const struct scheduler_entry *first = first_waiting(scheduler);
    for (struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        bool is_up = search_is_awake(at->search) || (at->ready && now_ns - at->run_ns > WAKING_NS);
        if (at->state == SCHEDULER_RUNNING && !at->boosted && is_up && comes_before(first, at)) {
            pause(at);
        }
    }
    scheduler_settle(scheduler, now_ns);
}

int64_t scheduler_quantum_ns(const struct scheduler *scheduler)
{
    int64_t quantum_ns = (int64_t)ROUND_NS * scheduler->slots / (scheduler->waiting + 1);
    return quantum_ns > QUANTUM_MOST_NS    ? QUANTUM_MOST_NS
           : quantum_ns < QUANTUM_LEAST_NS ? QUANTUM_LEAST_NS
                                           : quantum_ns;
}

int scheduler_place(const struct scheduler *scheduler, const struct scheduler_entry *entry)
{
    if (entry->state != SCHEDULER_WAITING) {
        return 0;
    }
    int place = 1;
    bool came_earlier = true;
    for (const struct scheduler_entry *at = scheduler->entries; at; at = at->next) {
        if (at == entry) {
            came_earlier = false;
        } else if (at->state == SCHEDULER_WAITING) {
            place += comes_before(at, entry) || (came_earlier && !comes_before(entry, at));
        }
    }
    return place;
}
