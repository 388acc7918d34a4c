/* SPDX-License-Identifier: MIT */
/* A queue of waiting commands, first in, first out. It does not know what they wait for. */
#ifndef SERVER_COMMAND_QUEUE_H
#define SERVER_COMMAND_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"

/* Bounds of one queue: the number of commands, and bytes of memory. */
#define COMMAND_QUEUE_COUNT_LIMIT 10000
#define COMMAND_QUEUE_BYTE_LIMIT  ((size_t)4 << 20)

struct queued_command {
    struct queued_command *next;
    enum command_kind kind;
    bool before_lost_position; /* a position after it was lost because it was too long or there was
                                  no room */
    char line[];               /* as the client sent it */
};

struct command_queue {
    struct queued_command *first, *last;
    int counts[COMMAND_KINDS]; /* the number of waiting commands of each kind */
    int count;
    size_t bytes; /* of their lines and of the records around them */
};

/* Empties the queue. Zeroed memory is an empty queue. */
void command_queue_clear(struct command_queue *queue);

/* Returns the bytes of memory that a line uses in the queue. */
size_t command_queue_cost(const char *line);

/* Appends a copy of the line; false if a bound is reached or allocation fails. */
bool command_queue_add(struct command_queue *queue, enum command_kind kind, const char *line);

/* Removes the command after `before`, or the first if that is NULL. The caller frees it; NULL if
 * there is none. */
struct queued_command *command_queue_remove(struct command_queue *queue,
                                            struct queued_command *before);

#endif
