/* SPDX-License-Identifier: MIT */
/* The commands of the admin socket, and the metrics. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "log.h"
#include "machine.h"
#include "server_state.h"

/* Returns the counters, with the current values filled in. */
static const struct counters *count_now(struct server *server)
{
    struct counters *counters = &server->counters;
    counters->sessions_now = server->session_count;
    counters->http_clients_now = server->connection_count;
    counters->waiting = server->scheduler.waiting;
    counters->running = 0;
    for (const struct scheduler_entry *at = server->scheduler.entries; at; at = at->next) {
        counters->running += at->state == SCHEDULER_RUNNING;
    }
    struct process_memory memory;
    counters->memory_limit = server->options->budget.memory << 20;
    counters->memory = counters->memory_limit - server->budget.memory;
    counters->memory_unaccounted = server->unaccounted.bytes;
    counters->memory_resident = machine_process_memory(&memory) ? memory.resident : 0;
    counters->log_dropped = log_dropped();
    counters->tokens = server->options->access.token_count;
    return counters;
}

static void end_number(struct server *server, const char *argument, struct buffer *out)
{
    char *end;
    long long number = strtoll(argument, &end, 10);
    for (int i = 0; i < server->session_count && end > argument && !*end; i++) {
        if (session_number(server->sessions[i]) == number) {
            session_end(server->sessions[i], FAREWELL_LEAVING);
            buffer_puts(out, "it is told to end\n");
            return;
        }
    }
    buffer_printf(out, "error: end: there is no session '%s'; 'sessions' lists them\n", argument);
}

void server_put_metrics(void *server, struct buffer *out)
{
    counters_format(count_now(server), out);
}

void server_run_admin(void *owner, const char *command, const char *argument, struct buffer *out)
{
    struct server *server = owner;
    const struct counters *counters = count_now(server);
    if (strcmp(command, "status") == 0) {
        buffer_printf(
            out,
            "sessions %lld of %lld\nsearches %lld running, %lld waiting\n"
            "memory %lld of %lld MiB, %lld MiB resident\nlongest turn of the loop %.1f ms\n%s",
            (long long)counters->sessions_now, (long long)server->options->budget.sessions,
            (long long)counters->running, (long long)counters->waiting,
            (long long)(counters->memory >> 20), (long long)server->options->budget.memory,
            (long long)(counters->memory_resident >> 20),
            (double)counters->loop_most_ns / (double)NS_PER_MS,
            server->listener_count == 0 ? "draining\n" : "");
    } else if (strcmp(command, "sessions") == 0) {
        for (int i = 0; i < server->session_count; i++) {
            session_describe(server->sessions[i], clock_ns(), out);
        }
    } else if (strcmp(command, "end") == 0) {
        end_number(server, argument, out);
    } else if (strcmp(command, "drain") == 0) {
        server_close_listeners(server);
        server_end_http(server);
        buffer_puts(out, "no new clients; the server ends when the present ones have gone\n");
        server_end_if_done(server);
    } else if (strcmp(command, "metrics") == 0) {
        counters_format(counters, out);
    } else if (strcmp(command, "help") == 0) {
        buffer_puts(out, "status\nsessions\nend N\ndrain\nmetrics\nhelp\n");
    } else {
        buffer_printf(out, "error: unknown command '%.40s'; 'help' lists them\n", command);
    }
}
