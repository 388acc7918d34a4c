/* SPDX-License-Identifier: MIT */
#include "command_queue.h"

#include <stdlib.h>
#include <string.h>

void command_queue_clear(struct command_queue *queue)
{
    while (queue->first) {
        free(command_queue_take(queue, NULL));
    }
}

bool command_queue_add(struct command_queue *queue, enum command_kind kind, const char *line)
{
    size_t size = strlen(line) + 1;
    if (queue->count >= COMMAND_QUEUE_COUNT_LIMIT ||
        queue->bytes + size > COMMAND_QUEUE_BYTE_LIMIT) {
        return false;
    }
    struct queued_command *command = malloc(sizeof *command + size);
    if (!command) {
        return false;
    }
    command->next = NULL;
    command->kind = kind;
    memcpy(command->line, line, size);
    if (queue->last) {
        queue->last->next = command;
    } else {
        queue->first = command;
    }
    queue->last = command;
    queue->counts[kind]++;
    queue->count++;
    queue->bytes += size;
    return true;
}

struct queued_command *command_queue_take(struct command_queue *queue,
                                          struct queued_command *before)
{
    struct queued_command **at = before ? &before->next : &queue->first, *taken = *at;
    if (!taken) {
        return NULL;
    }
    *at = taken->next;
    if (queue->last == taken) {
        queue->last = before;
    }
    queue->counts[taken->kind]--;
    queue->count--;
    queue->bytes -= strlen(taken->line) + 1;
    return taken;
}
