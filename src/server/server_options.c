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
        .sessions_per_peer = sessions,
        .threads = sessions + 16 * cores,
        .threads_per_peer = sessions + 8 * cores,
        .threads_per_session = 4 * cores,
        .memory = megabytes / 2,
        .memory_per_peer = megabytes / 2,
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
