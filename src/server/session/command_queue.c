/* SPDX-License-Identifier: MIT */
#include "command_queue.h"

#include <stdlib.h>
#include <string.h>

void command_queue_clear(struct command_queue *queue)
{
    while (queue->first) {
        free(command_queue_remove(queue, NULL));
    }
}

/* Bytes that the allocator adds to a block. */
#define ALLOCATION_BYTES 16

size_t command_queue_cost(const char *line)
{
    return sizeof(struct queued_command) + strlen(line) + 1 + ALLOCATION_BYTES;
}

bool command_queue_add(struct command_queue *queue, enum command_kind kind, const char *line)
{
    const size_t size = strlen(line) + 1, cost = command_queue_cost(line);
    if (queue->count >= COMMAND_QUEUE_COUNT_LIMIT ||
        queue->bytes + cost > COMMAND_QUEUE_BYTE_LIMIT) {
        return false;
    }
    struct queued_command *command = malloc(sizeof *command + size);
    if (!command) {
        return false;
    }
    command->next = NULL;
    command->kind = kind;
    command->before_lost_position = false;
    memcpy(command->line, line, size);
    if (queue->last) {
        queue->last->next = command;
    } else {
        queue->first = command;
    }
    queue->last = command;
    queue->counts[kind]++;
    queue->count++;
    queue->bytes += cost;
    return true;
}

struct queued_command *command_queue_remove(struct command_queue *queue,
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
    queue->bytes -= command_queue_cost(taken->line);
    return taken;
}
