/* SPDX-License-Identifier: MIT */
#include "broadcast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"
#include "engine_open.h"
#include "memory.h"

struct broadcast {
    struct match *match;
    struct engine_process *daemon; /* NULL: disconnected */
    char name[64];
};

/* Sends a command while there is a daemon. */
static void send(struct broadcast *broadcast, const struct command *command)
{
    struct buffer line = {0};
    struct dialect_state state = {0};
    if (broadcast && broadcast->daemon) {
        dialect_uci.format_command(&state, command, &line);
        engine_process_send(broadcast->daemon, buffer_text(&line), buffer_length(&line));
        buffer_finish(&line);
    }
}

static void on_closed(void *context, const char *reason)
{
    struct broadcast *broadcast = context;
    match_say(broadcast->match, MATCH_LOG_WARN, "-publish: %s is not shown any more: %s",
              broadcast->name, reason);
    engine_process_release(broadcast->daemon, 0);
    broadcast->daemon = NULL;
}

/* Ignores every line except for errors. */
static void on_line(void *context, char *line, int64_t when_ns)
{
    struct broadcast *broadcast = context;
    static const char error[] = "info string error: ";
    (void)when_ns;
    if (strncmp(line, error, strlen(error)) == 0) {
        on_closed(broadcast, line + strlen(error));
    }
}

struct broadcast *broadcast_open(struct match *match, int index)
{
    const struct match_options *options = match->options;
    struct engine_process_handlers handlers = {.line = on_line, .closed = on_closed};
    struct error error;
    if (!options->publish_address) {
        return NULL;
    }
    struct broadcast *broadcast = memory_zeroed(1, sizeof *broadcast);
    const char *name = options->publish_name ? options->publish_name : "match";
    broadcast->match = match;
    snprintf(broadcast->name, sizeof broadcast->name,
             options->concurrency > 1 ? "%.40s-%d" : "%.40s", name, index + 1);
    broadcast->daemon =
        engine_open_address(match->loop, options->publish_address, &handlers, broadcast, &error);
    if (!broadcast->daemon) {
        match_say(match, MATCH_LOG_WARN, "-publish: %s", error.text);
        free(broadcast);
        return NULL;
    }
    send(broadcast, &(struct command){.kind = COMMAND_PUBLISH, .name = broadcast->name});
    return broadcast;
}

void broadcast_close(struct broadcast *broadcast)
{
    if (broadcast && broadcast->daemon) {
        engine_process_release(broadcast->daemon, 0);
    }
    free(broadcast);
}

void broadcast_game(struct broadcast *broadcast, const struct game_record *record)
{
    struct newgame_room room;
    struct command command = newgame_command(record->game, record->settings, &room);
    send(broadcast, &command);
    broadcast_move(broadcast, record);
}

void broadcast_move(struct broadcast *broadcast, const struct game_record *record)
{
    send(broadcast,
         &(struct command){.kind = COMMAND_POSITION, .position = game_record_command(record)});
}
