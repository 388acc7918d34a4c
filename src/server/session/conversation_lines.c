/* SPDX-License-Identifier: MIT */
/* The lines of a conversation: each is parsed, then run or queued, as the table in conversation.h
 * says. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "conversation.h"

/* A command that has arrived or waits may end the present work. */
static void interrupt_for(struct conversation *conversation, enum command_kind kind)
{
    switch (conversation_effect(conversation->state, kind)) {
    case EFFECT_END:
        conversation_stop(conversation);
        break;
    case EFFECT_DROP:
        conversation_drop(conversation);
        break;
    case EFFECT_RUN:
    case EFFECT_LOOK:
    case EFFECT_WAIT:
        break;
    }
}

/* `stop` and `ponderhit` apply to every search that was requested before them: they run at once,
 * and again when the searches that wait have begun. */
static bool follows_searches(enum command_kind kind)
{
    return kind == COMMAND_STOP || kind == COMMAND_PONDERHIT;
}

/* Whether the present work ends without a command of the client. */
static bool ends_by_itself(enum conversation_state state)
{
    return state == STATE_SEARCHING || state == STATE_STOPPING || state == STATE_COUNTING ||
           state == STATE_WARMING_UP;
}

/* Lines that a queue may hold where no memory is left, in bytes. */
#define QUEUE_SHORT_BYTES 4096

/* Queues a line. If there is no room for it, the client is not read until there is. Where only one
 * of its commands would make room, it must be read: then the line is dropped. */
static enum conversation_status enqueue(struct conversation *conversation, enum command_kind kind,
                                        const char *line)
{
    const int64_t cost = (int64_t)command_queue_cost(line);
    struct command_queue *queue = &conversation->queue;
    struct charge *charge = conversation->memory;
    const bool fits = (int64_t)queue->bytes + cost <= QUEUE_SHORT_BYTES ||
                      budget_memory_left(charge->budget) >= cost;
    if (fits && command_queue_add(queue, kind, line)) {
        charge_force(charge, charge->bytes + cost);
        return CONVERSATION_DONE;
    }
    if (ends_by_itself(conversation->state)) {
        return CONVERSATION_FULL;
    }
    output_text(conversation->output, EVENT_ERROR,
                "too many commands wait for the search to end: this one is dropped");
    if (kind == COMMAND_POSITION && queue->last) {
        queue->last->before_lost_position = true;
    }
    return CONVERSATION_DONE;
}

/* The kind of command that the table is asked for. A line that is wrong, or asks for a game that
 * does not exist, is only answered: it must not end the search. The answer may be out of order
 * unless the dialect's lines build on each other. A wrong position keeps its order, so that the
 * searches after it do not find another one. A query that carries a board sets the position, and
 * waits for the present work. */
static enum command_kind kind_of(const struct conversation *conversation, bool right,
                                 const struct command *command)
{
    if (!right && command->kind == COMMAND_POSITION) {
        return COMMAND_POSITION;
    }
    if (!right || command->kind == COMMAND_UNKNOWN ||
        (command->kind == COMMAND_NEWGAME &&
         !commands_may_begin(conversation->engine, &command->newgame))) {
        return conversation->output->dialect->lines_build_on_another ? COMMAND_NOTE
                                                                     : COMMAND_UNKNOWN;
    }
    return command->has_board && command->kind == COMMAND_QUERY ? COMMAND_NOTE : command->kind;
}

static void choose_dialect(struct conversation *conversation, const char *line)
{
    const struct dialect *dialect = conversation->dialect_chosen ? NULL : dialect_of_line(line);
    if (dialect) {
        conversation->output->dialect = dialect;
        conversation->dialect_chosen = true;
    }
}

/* Unknown words of a client are ignored, as UCI has it. In an argument of the program they are an
 * error: a search whose limit was misspelt would never end, and a misspelt command would count as a
 * part of the one before. */
static bool is_whole(const struct command *command, struct error *error)
{
    if (!command->passed_over || command->kind == COMMAND_NOTHING) {
        return true;
    }
    return command->kind == COMMAND_GO
               ? error_set(error, "go: '%.40s' is not a limit, or is one without its number",
                           command->passed_over)
               : error_set(error,
                           "%s: '%.40s' is one word too many; expected the end of the command",
                           command->kind == COMMAND_PERFT ? "go perft" : command->word,
                           command->passed_over);
}

/* Runs or queues a line, which is changed; `text` is a copy of it. A line that waits is parsed
 * again when it runs: until then it changes nothing. `waited`: it comes from the queue. */
static enum conversation_status parse(struct conversation *conversation, const char *text,
                                      char *line, bool waited)
{
    struct output *output = conversation->output;
    struct command command = {.kind = COMMAND_NOTHING};
    struct error error = {""};
    choose_dialect(conversation, line);
    struct dialect_state state = output->state;
    bool right = output->dialect->parse_command(&state, line, &command, &error);
    right = right && (!conversation->strict || is_whole(&command, &error));
    enum command_kind kind = kind_of(conversation, right, &command);
    enum conversation_effect effect = conversation_effect(conversation->state, kind);
    bool others_wait = conversation->queue.count > 0 && !waited;
    if (effect != EFFECT_RUN && (effect != EFFECT_LOOK || others_wait)) {
        interrupt_for(conversation, kind);
        return enqueue(conversation, kind, text);
    }
    if (others_wait && follows_searches(kind) &&
        enqueue(conversation, kind, text) == CONVERSATION_FULL) {
        return CONVERSATION_FULL;
    }
    output->before = output->state;
    output->state = state;
    if (right) {
        return conversation_command(conversation, &command);
    }
    if (command.kind == COMMAND_POSITION) {
        engine_reject_position(conversation->engine, error.text);
    }
    output_text(output, EVENT_ERROR, error.text);
    return CONVERSATION_DONE;
}

static enum conversation_status parse_copy(struct conversation *conversation, const char *text,
                                           bool waited)
{
    char *line = strdup(text);
    if (!line) {
        output_text(conversation->output, EVENT_ERROR, "out of memory for this command");
        return CONVERSATION_DONE;
    }
    const enum conversation_status status = parse(conversation, text, line, waited);
    free(line);
    return status;
}

/* Whether a command that waits may run in the present state, `first` or with others before it. */
static bool may_run(const struct conversation *conversation, enum command_kind kind, bool first)
{
    switch (conversation_effect(conversation->state, kind)) {
    case EFFECT_RUN:
        return first || !follows_searches(kind);
    case EFFECT_LOOK:
        return first;
    case EFFECT_WAIT:
    case EFFECT_END:
    case EFFECT_DROP:
        break;
    }
    return false;
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
    parse_copy(conversation, command->line, true);
    if (command->before_lost_position) {
        engine_reject_position(conversation->engine,
                               "position: too many commands waited: it is lost");
    }
    free(command);
    return true;
}

/* The first command that waits and would end the present work does so; whether one did. */
static bool interrupt_for_waiting(struct conversation *conversation)
{
    const enum conversation_state state = conversation->state;
    const int *counts = conversation->queue.counts;
    int enders = counts[COMMAND_STOP] + counts[COMMAND_NEWGAME] + counts[COMMAND_POSITION] +
                 counts[COMMAND_GO];
    if (state == STATE_IDLE || enders == 0) {
        return false;
    }
    for (const struct queued_command *at = conversation->queue.first;
         at && conversation->state == state; at = at->next) {
        if (at->kind == COMMAND_STOP) {
            conversation_stop(conversation);
            break;
        }
        interrupt_for(conversation, at->kind);
    }
    return conversation->state != state;
}

bool conversation_advance(struct conversation *conversation)
{
    return run_waiting(conversation) || interrupt_for_waiting(conversation);
}

enum conversation_status conversation_line(struct conversation *conversation, const char *line)
{
    return parse_copy(conversation, line, false);
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
        /* It waits as any position would; its text is lost. */
        conversation->queue.last->before_lost_position = true;
    }
}
