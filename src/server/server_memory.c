/* SPDX-License-Identifier: MIT */
/* The memory of all clients: their budgets, and the measured memory of the process. */
#include "alloc.h"
#include "machine.h"
#include "server_state.h"

/* One part in this many of the memory is reserved for other uses than transposition tables. */
#define TABLE_RESERVE_PART 8

/* The least amount of the allocator's free memory that is returned to the system. */
#define TRIM_BYTES (16 << 20)

/* How often memory is measured while more than half of it is used, in seconds. */
#define MEASURE_SECONDS 0.1

/* On the reclaimer's thread. */
static void trim_memory(void *nothing)
{
    (void)nothing;
    alloc_trim();
}

void server_measure_memory(struct server *server)
{
    struct process_memory now;
    if (!machine_process_memory(&now)) {
        return;
    }
    const int64_t limit = server->options->budget.memory << 20;
    const int64_t charged = limit - server->budget.memory - server->unaccounted.bytes;
    const int64_t excess = now.anonymous - server->anonymous_at_start - charged;
    charge_force(&server->unaccounted, excess > 0 ? excess : 0);
    if (excess > TRIM_BYTES) {
        reclaimer_give(server->reclaimer, trim_memory, NULL);
    }
    if (server->budget.memory < limit / 2 && !ev_is_active(&server->memory)) {
        ev_timer_again(server->loop, &server->memory);
    } else if (server->budget.memory >= limit / 2) {
        ev_timer_stop(server->loop, &server->memory);
    }
}

static void on_memory(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    server_measure_memory(watcher->data);
}

void server_set_budgets(struct server *server)
{
    struct process_memory memory;
    client_limits_settle(&server->options->budget);
    const struct client_budget *budget = &server->options->budget;
    const int64_t bytes = budget->memory << 20;
    server->budget = (struct budget){
        .threads = budget->threads, .memory = bytes, .reserve = bytes / TABLE_RESERVE_PART};
    server->peers = (struct peers){.server = &server->budget,
                                   .max_threads = budget->threads_per_peer,
                                   .max_memory = budget->memory_per_peer << 20};
    server->unaccounted.budget = &server->budget;
    if (machine_process_memory(&memory)) {
        server->anonymous_at_start = memory.anonymous;
    }
    ev_timer_init(&server->memory, on_memory, 0., MEASURE_SECONDS);
    server->memory.data = server;
}
