/* SPDX-License-Identifier: MIT */
/* The waiting lines of a conversation: each runs, or ends the current work, according to the table
 * in conversation.h. */
#include <stdlib.h>
#include <string.h>

#include "conversation.h"

/* True if a waiting command may run in the current state. `first`: no other command waits before
 * it. */
static bool may_run(const struct conversation *conversation, enum command_kind kind, bool first)
{
    const enum conversation_effect effect = conversation_effect(conversation->state, kind);
    return (effect == EFFECT_LOOK && first) ||
           (effect == EFFECT_RUN && (first || !conversation_follows_searches(kind)));
}

static bool run_waiting(struct conversation *conversation)
{
    const int *counts = conversation->queue.counts;
    bool may_overtake = counts[COMMAND_HELLO] + counts[COMMAND_ISREADY] + counts[COMMAND_GAMES] +
                            counts[COMMAND_HELP] + counts[COMMAND_UNKNOWN] >
                        0;
    struct queued_command *before = NULL, *at = conversation->queue.first;
    while (at && !may_run(conversation, at->kind, !before) && may_overtake) {
        before = at;
        at = at->next;
    }
    if (!at || !may_run(conversation, at->kind, !before)) {
        return false;
    }
    struct queued_command *command = command_queue_remove(&conversation->queue, before);
    conversation_run_line(conversation, command->line, true);
    if (command->before_lost_position) {
        engine_reject_position(conversation->engine,
                               "position: too many commands waited: it is lost");
    }
    free(command);
    return true;
}

/* Ends the current work for the first waiting command that requires it; true if there is one. */
static bool interrupt_for_waiting(struct conversation *conversation)
{
    const enum conversation_state state = conversation->state;
    const int *counts = conversation->queue.counts;
    int enders = counts[COMMAND_STOP] + counts[COMMAND_NEWGAME] + counts[COMMAND_POSITION] +
                 counts[COMMAND_GO] + counts[COMMAND_CANCEL];
    if (state == STATE_IDLE || enders == 0) {
        return false;
    }
    for (const struct queued_command *at = conversation->queue.first;
         at && conversation->state == state; at = at->next) {
        if (at->kind == COMMAND_STOP) {
            conversation_stop(conversation);
            break;
        }
        conversation_interrupt_for(conversation, at->kind);
    }
    return conversation->state != state;
}

bool conversation_advance(struct conversation *conversation)
{
    return run_waiting(conversation) || interrupt_for_waiting(conversation);
}

void conversation_lost_line(struct conversation *conversation, const char *beginning)
{
    static const char word[] = "position ";
    beginning += strspn(beginning, " ");
    if (conversation->output->dialect->lines_build_on_another ||
        strncmp(beginning, word, sizeof word - 1) != 0) {
        return;
    }
    if (conversation->state == STATE_IDLE && conversation->queue.count == 0) {
        engine_reject_position(conversation->engine, "position: the line is too long");
    } else if (conversation_line(conversation, "position fen") == CONVERSATION_FULL) {
        /* It waits like any other position, but its text is lost. */
        conversation->queue.last->before_lost_position = true;
    }
}
