/* SPDX-License-Identifier: MIT */
#include "counters.h"

#include "clock.h"
#include "compiler.h"

static void put_metric(struct buffer *out, const char *name, const char *type, const char *help,
                       double value)
{
    buffer_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %.17g\n", name, help, name, type, name,
                  value);
}

void counters_format(const struct counters *counters, struct buffer *out)
{
    const struct {
        const char *name, *type, *help;
        double value;
    } metrics[] = {
        {"myosu_sessions", "gauge", "Sessions open now.", (double)counters->sessions_now},
        {"myosu_sessions_total", "counter", "Sessions begun.", (double)counters->sessions},
        {"myosu_clients_turned_away_total", "counter", "Clients for whom there was no room.",
         (double)counters->turned_away},
        {"myosu_clients_refused_total", "counter", "Users and tokens that may not come in.",
         (double)counters->refused},
        {"myosu_listener_pauses_total", "counter", "Times at which new clients had to wait.",
         (double)counters->pauses},
        {"myosu_http_clients", "gauge", "Clients of HTTP now, those with a session not counted.",
         (double)counters->http_clients_now},
        {"myosu_http_requests_total", "counter", "Requests of HTTP that were answered.",
         (double)counters->http_requests},
        {"myosu_http_errors_total", "counter", "Those answered by a status of 400 or more.",
         (double)counters->http_errors},
        {"myosu_searches_running", "gauge", "Searches that run now.", (double)counters->running},
        {"myosu_searches_waiting", "gauge", "Searches that wait for a processor.",
         (double)counters->waiting},
        {"myosu_searches_total", "counter", "Searches, counts and benches begun.",
         (double)counters->searches},
        {"myosu_nodes_total", "counter", "Nodes of the searches that have ended.",
         (double)counters->nodes},
        {"myosu_memory_bytes", "gauge", "Memory charged to clients.", (double)counters->memory},
        {"myosu_memory_limit_bytes", "gauge", "Memory that may be charged to clients.",
         (double)counters->memory_limit},
        {"myosu_memory_unaccounted_bytes", "gauge",
         "Part of the charge that was measured and belongs to no client.",
         (double)counters->memory_unaccounted},
        {"myosu_loop_turns_total", "counter", "Turns of the event loop.",
         (double)counters->loop_turns},
        {"myosu_loop_long_turns_total", "counter", "Turns of the event loop above 10 ms.",
         (double)counters->long_turns},
        {"myosu_loop_busy_seconds_total", "counter", "Time that the event loop worked.",
         (double)counters->loop_busy_ns / (double)NS_PER_SECOND},
        {"myosu_loop_turn_seconds_max", "gauge", "The longest turn of the event loop.",
         (double)counters->loop_most_ns / (double)NS_PER_SECOND},
        {"myosu_log_lines_dropped_total", "counter", "Lines of the log that were dropped.",
         (double)counters->log_dropped},
        {"myosu_tokens", "gauge", "Tokens that are known.", (double)counters->tokens},
        {"myosu_token_file_readings_total", "counter",
         "Readings of the token file since the start.", (double)counters->token_readings},
        {"myosu_token_file_failures_total", "counter", "Readings of it that changed nothing.",
         (double)counters->token_failures},
    };
    /* A standard name: https://prometheus.io/docs/instrumenting/writing_clientlibs/ */
    put_metric(out, "process_resident_memory_bytes", "gauge", "Resident memory size in bytes.",
               (double)counters->memory_resident);
    for (int i = 0; i < LENGTH(metrics); i++) {
        put_metric(out, metrics[i].name, metrics[i].type, metrics[i].help, metrics[i].value);
    }
}
