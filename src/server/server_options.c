/* SPDX-License-Identifier: MIT */
/* Bounds that suit this machine. */
#include <sys/resource.h>

#include "machine.h"
#include "server.h"

/* Descriptors that are not clients': listeners, the loop's own, files of options. */
#define OTHER_DESCRIPTORS 64

void server_default_options(struct server_options *options)
{
    struct rlimit descriptors = {.rlim_cur = 1024, .rlim_max = 1024};
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    getrlimit(RLIMIT_NOFILE, &descriptors);
    int64_t cores = machine_processors(), megabytes = machine_memory() >> 20;
    int64_t sessions = (int64_t)descriptors.rlim_cur - OTHER_DESCRIPTORS;
    sessions = sessions < 1 ? 1 : sessions > 1024 ? 1024 : sessions;
    options->budget = (struct server_budget){
        .sessions = sessions,
        .threads = sessions + 16 * cores,
        .threads_per_session = 4 * cores,
        .memory = megabytes / 2,
        .memory_per_session = megabytes / 4,
    };
    options->limits = (struct session_limits){
        .first_line_s = 60,
        .half_line_s = 60,
        .idle_s = 0,
        .unread_s = 60,
        .search_s = 3600,
    };
    options->drain_s = 5;
    options->rules.mode = 0600;
}

/* What a peer may have of what all may; what is asked for, if something is. */
static int64_t part(int64_t asked, int64_t all)
{
    return asked > 0 ? asked : all - all / 8;
}

void server_settle_options(struct server_options *options)
{
    struct server_budget *budget = &options->budget;
    budget->sessions_per_peer = part(budget->sessions_per_peer, budget->sessions);
    budget->threads_per_peer = part(budget->threads_per_peer, budget->threads);
    budget->memory_per_peer = part(budget->memory_per_peer, budget->memory);
}
