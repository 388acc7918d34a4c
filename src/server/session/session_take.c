/* SPDX-License-Identifier: MIT */
/* A line is read, then run or queued as the state of the session says: transitions.h. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "session_state.h"

static struct commands works_on(struct session *session)
{
    return (struct commands){session->engine, &session->output, &session->activity};
}

/* Runs a command that may run now. */
static void run(struct session *session, const struct command *command)
{
    const struct commands on = works_on(session);
    if (commands_run(&on, command) == COMMAND_LAST && session->phase < PHASE_ENDING) {
        session->phase = PHASE_ENDING;
        if (session->output.dialect->quits_in_silence) {
            activity_drop(&session->activity);
        }
    }
}

/* A command that came or waits may end what is under way. */
static void interrupt_for(struct session *session, enum command_kind kind)
{
    switch (transition_of(session->activity.state, kind)) {
    case TRANSITION_END:
        activity_stop(&session->activity);
        break;
    case TRANSITION_DROP:
        activity_drop(&session->activity);
        break;
    case TRANSITION_RUN:
    case TRANSITION_LOOK:
    case TRANSITION_WAIT:
        break;
    }
}

/* `stop` and `ponderhit` mean every search that was asked for before them: they run at once, and
 * once more when those that wait have begun. */
static bool follows_searches(enum command_kind kind)
{
    return kind == COMMAND_STOP || kind == COMMAND_PONDERHIT;
}

/* Whether the work under way ends without a command of the client's. */
static bool ends_by_itself(enum session_state state)
{
    return state == STATE_SEARCHING || state == STATE_STOPPING || state == STATE_COUNTING ||
           state == STATE_WARMING_UP;
}

/* Lines that a queue may hold where no memory is left, in bytes. */
#define QUEUE_SHORT_BYTES 4096

/* Queues a line. If there is no room for it, the client is not read until there is: false. Where
 * only one of its commands would make room, that must be heard: then the line is dropped. */
static bool enqueue(struct session *session, enum command_kind kind, const char *line)
{
    const int64_t cost = (int64_t)command_queue_cost(line);
    struct charge *charge = &session->buffers;
    const bool fits = (int64_t)session->queue.bytes + cost <= QUEUE_SHORT_BYTES ||
                      budget_memory_left(charge->budget) >= cost;
    if (fits && command_queue_add(&session->queue, kind, line)) {
        charge_force(charge, charge->bytes + cost);
        return true;
    }
    if (ends_by_itself(session->activity.state)) {
        return false;
    }
    output_text(&session->output, EVENT_ERROR,
                "too many commands wait for the search to end: this one is dropped");
    if (kind == COMMAND_POSITION && session->queue.last) {
        session->queue.last->before_lost_position = true;
    }
    return true;
}

/* Whether a line asks for what can be done. A new game ends the search under way: one that does not
 * exist must not. */
static bool makes_sense(struct session *session, const struct command *command)
{
    const struct commands on = works_on(session);
    return command->kind != COMMAND_UNKNOWN &&
           (command->kind != COMMAND_NEWGAME || commands_may_begin(&on, &command->newgame));
}

/* The kind by which the table is asked. A line that is wrong is only answered, which may be out of
 * order unless the dialect's lines build on each other, or it is a position: the searches behind it
 * must not find another one. A question that carries a board sets the
 * position, which nothing that is under way would survive: it waits. */
static enum command_kind kind_of(struct session *session, bool right, const struct command *command)
{
    if (!right && command->kind == COMMAND_POSITION) {
        return COMMAND_POSITION;
    }
    if (!right || !makes_sense(session, command)) {
        return session->output.dialect->lines_build_on_another ? COMMAND_NOTE : COMMAND_UNKNOWN;
    }
    return command->has_board && command->kind == COMMAND_QUERY ? COMMAND_NOTE : command->kind;
}

static void choose_dialect(struct session *session, const char *line)
{
    const struct dialect *dialect = session->dialect_chosen ? NULL : dialect_of_line(line);
    if (dialect) {
        session->output.dialect = dialect;
        session->dialect_chosen = true;
    }
}

/* A client's words that are unknown here are passed over, as UCI wants. In an argument they are an
 * error: a search whose limit was misspelt would never end, and a misspelt command would be taken
 * for a part of the one before. */
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

/* Runs a line or queues it; false if the queue has no room for it. A line that waits is read again
 * when it runs: until then it changes nothing. `waited`: it comes from the queue. */
static bool take(struct session *session, const char *text, char *line, bool waited)
{
    struct output *output = &session->output;
    struct command command = {.kind = COMMAND_NOTHING};
    struct error error = {""};
    choose_dialect(session, line);
    struct dialect_state state = output->state;
    bool right = output->dialect->parse_command(&state, line, &command, &error);
    right = right && (!session->script || is_whole(&command, &error));
    enum command_kind kind = kind_of(session, right, &command);
    enum transition transition = transition_of(session->activity.state, kind);
    bool others_wait = session->queue.count > 0 && !waited;
    if (transition != TRANSITION_RUN && (transition != TRANSITION_LOOK || others_wait)) {
        interrupt_for(session, kind);
        return enqueue(session, kind, text);
    }
    if (others_wait && follows_searches(kind) && !enqueue(session, kind, text)) {
        return false;
    }
    output->before = output->state;
    output->state = state;
    if (right) {
        run(session, &command);
    } else {
        if (command.kind == COMMAND_POSITION) {
            engine_reject_position(session->engine, error.text);
        }
        output_text(output, EVENT_ERROR, error.text);
    }
    return true;
}

static bool take_copy(struct session *session, const char *text, bool waited)
{
    char *line = strdup(text);
    if (!line) {
        output_text(&session->output, EVENT_ERROR, "out of memory for this command");
        return true;
    }
    const bool taken = take(session, text, line, waited);
    free(line);
    return taken;
}

/* Whether a command that waits may run in the present state, `first` or with others before it. */
static bool may_run(const struct session *session, enum command_kind kind, bool first)
{
    switch (transition_of(session->activity.state, kind)) {
    case TRANSITION_RUN:
        return first || !follows_searches(kind);
    case TRANSITION_LOOK:
        return first;
    case TRANSITION_WAIT:
    case TRANSITION_END:
    case TRANSITION_DROP:
        break;
    }
    return false;
}

bool session_take_waiting(struct session *session)
{
    const int *counts = session->queue.counts;
    bool may_overtake = counts[COMMAND_HELLO] + counts[COMMAND_ISREADY] + counts[COMMAND_GAMES] +
                            counts[COMMAND_HELP] + counts[COMMAND_UNKNOWN] >
                        0;
    struct queued_command *before = NULL, *at = session->queue.first;
    while (at && !may_run(session, at->kind, !before) && may_overtake) {
        before = at;
        at = at->next;
    }
    if (!at || !may_run(session, at->kind, !before)) {
        return false;
    }
    struct queued_command *command = command_queue_remove(&session->queue, before);
    take_copy(session, command->line, true);
    if (command->before_lost_position) {
        engine_reject_position(session->engine, "position: too many commands waited: it is lost");
    }
    free(command);
    return true;
}

bool session_interrupt_for_waiting(struct session *session)
{
    const enum session_state state = session->activity.state;
    const int *counts = session->queue.counts;
    int enders = counts[COMMAND_STOP] + counts[COMMAND_NEWGAME] + counts[COMMAND_POSITION] +
                 counts[COMMAND_GO];
    if (state == STATE_IDLE || enders == 0) {
        return false;
    }
    for (const struct queued_command *at = session->queue.first;
         at && session->activity.state == state; at = at->next) {
        if (at->kind == COMMAND_STOP) {
            activity_stop(&session->activity);
            break;
        }
        interrupt_for(session, at->kind);
    }
    return session->activity.state != state;
}

bool session_take(struct session *session, const char *line)
{
    return take_copy(session, line, false);
}

void session_take_lost(struct session *session, const char *beginning)
{
    static const char word[] = "position ";
    beginning += strspn(beginning, " ");
    if (session->output.dialect->lines_build_on_another ||
        strncmp(beginning, word, sizeof word - 1) != 0) {
        return;
    }
    if (session->activity.state == STATE_IDLE && session->queue.count == 0) {
        engine_reject_position(session->engine, "position: the line is too long");
    } else if (!session_take(session,
                             "position fen")) { /* waits as any position; its text is lost */
        session->queue.last->before_lost_position = true;
    }
}
