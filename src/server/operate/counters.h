/* SPDX-License-Identifier: MIT */
/* The server's counters, for the admin socket and for metrics. */
#ifndef SERVER_COUNTERS_H
#define SERVER_COUNTERS_H

#include <stdint.h>

/* The counters, and the metrics that Prometheus reads: ROW(MEMBER, DIVISOR, NAME, TYPE, HELP). The
 * value of a metric is the member divided by the divisor. A gauge is a current value, which
 * server_admin.c sets when the metrics are read. The first name is a standard one:
 * https://prometheus.io/docs/instrumenting/writing_clientlibs/ */
#define COUNTERS(ROW)                                                                              \
    ROW(memory_resident, 1, "process_resident_memory_bytes", "gauge",                              \
        "Resident memory size in bytes.")                                                          \
    ROW(sessions_now, 1, "myosu_sessions", "gauge", "Sessions open now.")                          \
    ROW(sessions, 1, "myosu_sessions_total", "counter", "Sessions begun.")                         \
    ROW(turned_away, 1, "myosu_clients_turned_away_total", "counter",                              \
        "Clients for whom there was no room.")                                                     \
    ROW(refused, 1, "myosu_clients_refused_total", "counter",                                      \
        "Users and tokens that may not come in.")                                                  \
    ROW(pauses, 1, "myosu_listener_pauses_total", "counter",                                       \
        "Times at which new clients had to wait.")                                                 \
    ROW(http_clients_now, 1, "myosu_http_clients", "gauge",                                        \
        "Clients of HTTP now, those with a session not counted.")                                  \
    ROW(http_requests, 1, "myosu_http_requests_total", "counter",                                  \
        "Requests of HTTP that were answered.")                                                    \
    ROW(http_errors, 1, "myosu_http_errors_total", "counter",                                      \
        "Those answered by a status of 400 or more.")                                              \
    ROW(running, 1, "myosu_searches_running", "gauge", "Searches that run now.")                   \
    ROW(waiting, 1, "myosu_searches_waiting", "gauge", "Searches that wait for a processor.")      \
    ROW(searches, 1, "myosu_searches_total", "counter", "Searches, counts and benches begun.")     \
    ROW(nodes, 1, "myosu_nodes_total", "counter", "Nodes of the searches that have ended.")        \
    ROW(memory, 1, "myosu_memory_bytes", "gauge", "Memory charged to clients.")                    \
    ROW(memory_limit, 1, "myosu_memory_limit_bytes", "gauge",                                      \
        "Memory that may be charged to clients.")                                                  \
    ROW(memory_unaccounted, 1, "myosu_memory_unaccounted_bytes", "gauge",                          \
        "Part of the charge that was measured and belongs to no client.")                          \
    ROW(loop_turns, 1, "myosu_loop_turns_total", "counter", "Turns of the event loop.")            \
    ROW(long_turns, 1, "myosu_loop_long_turns_total", "counter",                                   \
        "Turns of the event loop above 10 ms.")                                                    \
    ROW(loop_busy_ns, NS_PER_SECOND, "myosu_loop_busy_seconds_total", "counter",                   \
        "Time that the event loop worked.")                                                        \
    ROW(loop_most_ns, NS_PER_SECOND, "myosu_loop_turn_seconds_max", "gauge",                       \
        "The longest turn of the event loop.")                                                     \
    ROW(log_dropped, 1, "myosu_log_lines_dropped_total", "counter",                                \
        "Lines of the log that were dropped.")                                                     \
    ROW(tokens, 1, "myosu_tokens", "gauge", "Tokens that are known.")                              \
    ROW(token_readings, 1, "myosu_token_file_readings_total", "counter",                           \
        "Readings of the token file since the start.")                                             \
    ROW(token_failures, 1, "myosu_token_file_failures_total", "counter",                           \
        "Readings of it that changed nothing.")

struct counters {
#define COUNTERS_MEMBER(member, divisor, name, type, help) int64_t member;
    COUNTERS(COUNTERS_MEMBER)
#undef COUNTERS_MEMBER
};

#endif
