#include "scheduler.h"

void scheduler_init(struct scheduler *scheduler, int slots)
{
    *scheduler = (struct scheduler){.slots = slots < 1 ? 1 : slots};
}

static void run(struct scheduler *scheduler, struct scheduler_entry *entry)
{
    entry->waiting = entry->rotated = false;
    entry->next = scheduler->running;
    scheduler->running = entry;
    scheduler->used += entry->weight;
    search_resume(entry->search);
}

static void wait(struct scheduler *scheduler, struct scheduler_entry *entry)
{
    entry->waiting = true;
    entry->next = NULL;
    struct scheduler_entry **end = &scheduler->waiting;
    while (*end) {
        end = &(*end)->next;
    }
    *end = entry;
    search_pause(entry->search);
}

static void take_out(struct scheduler *scheduler, struct scheduler_entry *entry)
{
    struct scheduler_entry **at = entry->waiting ? &scheduler->waiting : &scheduler->running;
    while (*at != entry) {
        at = &(*at)->next;
    }
    *at = entry->next;
    if (!entry->waiting) {
        scheduler->used -= entry->weight;
    }
}

/* A search that is larger than the machine runs alone. */
static bool has_room(const struct scheduler *scheduler, const struct scheduler_entry *entry)
{
    return scheduler->used == 0 || scheduler->used + entry->weight <= scheduler->slots;
}

static void admit(struct scheduler *scheduler)
{
    while (scheduler->waiting && has_room(scheduler, scheduler->waiting)) {
        struct scheduler_entry *first = scheduler->waiting;
        take_out(scheduler, first);
        run(scheduler, first);
    }
}

void scheduler_join(struct scheduler *scheduler, struct scheduler_entry *entry,
                    struct search *search, int weight)
{
    *entry = (struct scheduler_entry){.search = search, .weight = weight};
    if (!scheduler->waiting && has_room(scheduler, entry)) {
        run(scheduler, entry);
    } else {
        wait(scheduler, entry);
    }
}

void scheduler_leave(struct scheduler *scheduler, struct scheduler_entry *entry)
{
    take_out(scheduler, entry);
    entry->search = NULL;
    admit(scheduler);
}

void scheduler_boost(struct scheduler *scheduler, struct scheduler_entry *entry)
{
    if (entry->waiting) {
        take_out(scheduler, entry);
        run(scheduler, entry);
    }
}

void scheduler_rotate(struct scheduler *scheduler)
{
    if (!scheduler->waiting) {
        return;
    }
    struct scheduler_entry *next;
    for (struct scheduler_entry *entry = scheduler->running; entry; entry = next) {
        next = entry->next;
        if (entry->rotated) {
            take_out(scheduler, entry);
            wait(scheduler, entry);
        } else {
            entry->rotated = true;
        }
    }
    admit(scheduler);
}

bool scheduler_has_waiting(const struct scheduler *scheduler)
{
    return scheduler->waiting != NULL;
}
