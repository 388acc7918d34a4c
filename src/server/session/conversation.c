/* SPDX-License-Identifier: MIT */
#include "conversation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

/* How long to poll for the end of a stopped search before the thread sleeps, in nanoseconds. The
 * search ends within microseconds unless its thread has no processor. */
#define STOP_SPIN_NS 30000

/* A search without output for SILENCE_NS is asked for its progress. This is checked every BEAT_NS,
 * so that a line is output at least once a second. */
#define SILENCE_NS (400 * NS_PER_MS)
#define BEAT_NS    (450 * NS_PER_MS)

enum conversation_effect conversation_effect(enum conversation_state state, enum command_kind kind)
{
#define ROW(KIND, A, B, C, D, E, F, G, H, I, J)                                                    \
    [COMMAND_##KIND] = {EFFECT_##A, EFFECT_##B, EFFECT_##C, EFFECT_##D, EFFECT_##E,                \
                        EFFECT_##F, EFFECT_##G, EFFECT_##H, EFFECT_##I, EFFECT_##J},
    static const unsigned char table[COMMAND_KINDS][CONVERSATION_STATES] = {
        CONVERSATION_TABLE(ROW)};
#undef ROW
    return (enum conversation_effect)table[kind][state];
}

void conversation_init(struct conversation *conversation, struct output *output,
                       struct counters *counters, struct charge *memory)
{
    *conversation = (struct conversation){
        .output = output, .counters = counters, .memory = memory, .stop_ns = INT64_MAX};
}

void conversation_finish(struct conversation *conversation)
{
    command_queue_clear(&conversation->queue);
    output_search_finish(&conversation->report);
    play_finish(&conversation->play);
}

void conversation_end_work(struct conversation *conversation, bool others_wait)
{
    conversation->stop_ns = INT64_MAX;
    engine_stop(conversation->engine);
    if (!others_wait) {
        engine_await_end(conversation->engine, STOP_SPIN_NS);
    }
}

static void output_owed(const struct conversation *conversation, enum event_kind owed)
{
    if (owed != EVENT_NOTHING) {
        output_kind(conversation->output, owed);
    }
}

/* Plays the answer of a search on the board, if the client asked for that. */
static void play_answer(struct conversation *conversation)
{
    const struct search_line *line = engine_line(conversation->engine);
    struct error error;
    if (!conversation->plays || line->length == 0) {
        return;
    }
    if (!play_move(&conversation->play, conversation->engine, line->pv[0], &error)) {
        output_text(conversation->output, EVENT_ERROR, error.text);
        return;
    }
    const struct command_position whole = play_position(&conversation->play);
    watchers_see_position(&conversation->output->watchers, conversation->engine, &whole);
    play_report_result(conversation->engine, conversation->output);
}

/* Outputs the result of a search that has ended, if it is wanted. */
static void output_answer(struct conversation *conversation)
{
    conversation->counters->nodes += (int64_t)engine_nodes(conversation->engine);
    if (conversation->answer != ANSWER_NONE) {
        output_held_back(&conversation->report, conversation->engine, conversation->output);
        output_bestmove(conversation->engine, conversation->output);
        play_answer(conversation);
    }
    output_search_finish(&conversation->report);
    conversation->state = STATE_IDLE;
}

/* Outputs the place in the queue of a client whose work waits for a processor. */
static void output_place(const struct conversation *conversation)
{
    int place = engine_queue_place(conversation->engine);
    if (place > 0) {
        char text[80];
        snprintf(text, sizeof text, "waiting for a processor: number %d in the queue", place);
        output_text(conversation->output, EVENT_STRING, text);
    }
}

static void begin_search(struct conversation *conversation, const struct engine_limits *limits,
                         bool plays)
{
    conversation->plays = plays;
    conversation->began_ns = clock_ns();
    conversation->beat_ns = conversation->began_ns + BEAT_NS;
    conversation->stop_ns = engine_go(conversation->engine, limits);
    bool limited = limits->has_depth || limits->has_nodes || limits->clock.has_movetime ||
                   limits->clock.has_clock || limits->has_mate;
    bool waits = limits->infinite || limits->ponder;
    conversation->state = limits->ponder                 ? STATE_PONDERING
                          : limits->infinite || !limited ? STATE_UNLIMITED
                                                         : STATE_SEARCHING;
    conversation->answer = waits && conversation->output->dialect->answers_when_asked
                               ? ANSWER_WHEN_ASKED
                               : ANSWER_AT_END;
    output_search_begin(&conversation->report);
    conversation->counters->searches++;
    output_place(conversation);
}

/* The engine has begun work that is no search of the position: a perft, a bench, a review. */
static void begin_count(struct conversation *conversation)
{
    conversation->began_ns = clock_ns();
    conversation->state = STATE_COUNTING;
    conversation->counters->searches++;
    output_place(conversation);
}

/* Outputs `owed` after the engine's change of memory if that has `begun`, otherwise at once. */
static void warm_up(struct conversation *conversation, bool begun, enum event_kind owed)
{
    if (begun) {
        conversation->began_ns = clock_ns();
        conversation->state = STATE_WARMING_UP;
        conversation->owed = owed;
    } else {
        output_owed(conversation, owed);
    }
}

/* The expected move was played: starts the clock, or outputs the answer. */
static void ponderhit(struct conversation *conversation)
{
    if (conversation->state == STATE_PONDERED) {
        output_answer(conversation);
    } else if (conversation->state == STATE_PONDERING) {
        conversation->state = STATE_SEARCHING;
        conversation->answer = ANSWER_AT_END;
        conversation->stop_ns = engine_ponderhit(conversation->engine);
    }
}

/* True if a search is running that may be silent for a long time. */
static bool is_searching(const struct conversation *conversation)
{
    return conversation->state == STATE_SEARCHING || conversation->state == STATE_UNLIMITED ||
           conversation->state == STATE_PONDERING || conversation->state == STATE_BACKGROUND;
}

/* Ends the current work, if there is any. `abandoned`: the client has gone. */
static void stop(struct conversation *conversation, bool abandoned)
{
    if (conversation_holds(conversation)) {
        output_answer(conversation);
    }
    if (conversation->state == STATE_IDLE || conversation->state == STATE_STOPPING) {
        return;
    }
    if (is_searching(conversation)) {
        conversation->state = STATE_STOPPING;
    }
    if (abandoned) {
        conversation->stop_ns = INT64_MAX;
        engine_abandon(conversation->engine);
    } else {
        conversation_end_work(conversation, false);
    }
}

void conversation_stop(struct conversation *conversation)
{
    stop(conversation, false);
}

static void drop(struct conversation *conversation)
{
    conversation->answer = ANSWER_NONE;
    stop(conversation, false);
}

void conversation_abandon(struct conversation *conversation)
{
    conversation->answer = ANSWER_NONE;
    stop(conversation, true);
}

bool conversation_begin_background(struct conversation *conversation)
{
    const struct output *output = conversation->output;
    const struct engine *engine = conversation->engine;
    if (conversation->state != STATE_IDLE || conversation->had_background ||
        !output->dialect->background || !output->dialect->background(&output->state)) {
        return false;
    }
    conversation->had_background = true;
    if (!engine_has_position(engine, "", NULL) ||
        engine_game(engine)->result(engine_position(engine)) != RESULT_NONE) {
        return false;
    }
    begin_search(conversation, &(struct engine_limits){.infinite = true}, false);
    conversation->state = STATE_BACKGROUND;
    conversation->answer = ANSWER_NONE;
    return true;
}

/* Runs a command that is allowed in the current state. */
static enum conversation_status run_command(struct conversation *conversation,
                                            const struct command *command)
{
    struct engine *engine = conversation->engine;
    struct command_context context = {engine, conversation->output, &conversation->play,
                                      conversation->state == STATE_IDLE, .owed = EVENT_NOTHING};
    conversation->had_background = false;
    switch (commands_run(&context, command)) {
    case STATUS_DONE:
    case STATUS_REFUSED:
        break;
    case STATUS_SEARCH:
        begin_search(conversation, &context.limits, context.plays);
        break;
    case STATUS_ASK:
        engine_ask(engine);
        break;
    case STATUS_COUNT:
        begin_count(conversation);
        break;
    case STATUS_WARM_UP:
        warm_up(conversation, engine_warm_up(engine), context.owed);
        break;
    case STATUS_RENEW:
        warm_up(conversation, engine_renew(engine), EVENT_NOTHING);
        break;
    case STATUS_STOP:
        if (context.idle && context.output->dialect->answers_every_stop) {
            output_kind(context.output, EVENT_BESTMOVE);
        }
        conversation_stop(conversation);
        break;
    case STATUS_PONDERHIT:
        ponderhit(conversation);
        break;
    case STATUS_QUIT:
        if (conversation->output->dialect->quits_in_silence) {
            drop(conversation);
        } else {
            output_kind(conversation->output, EVENT_DONE);
        }
        return CONVERSATION_QUIT;
    }
    return CONVERSATION_DONE;
}

int64_t conversation_deadline(const struct conversation *conversation)
{
    const int64_t beat_ns = is_searching(conversation) ? conversation->beat_ns : INT64_MAX;
    return conversation->stop_ns < beat_ns ? conversation->stop_ns : beat_ns;
}

bool conversation_expire(struct conversation *conversation, int64_t now_ns, bool others_wait)
{
    if (is_searching(conversation) && now_ns >= conversation->beat_ns) {
        conversation->beat_ns = now_ns + BEAT_NS;
        if (now_ns - conversation->report.said_ns >= SILENCE_NS) {
            engine_ask(conversation->engine);
        }
    }
    if (now_ns < conversation->stop_ns) {
        return false;
    }
    conversation_end_work(conversation, others_wait);
    return true;
}

/* The engine's work has ended. */
static void end(struct conversation *conversation)
{
    const enum conversation_state state = conversation->state;
    conversation->stop_ns = INT64_MAX;
    if (state == STATE_BACKGROUND) {
        output_held_back(&conversation->report, conversation->engine, conversation->output);
        output_answer(conversation);
        output_kind(conversation->output, EVENT_NOTHING);
    } else if (is_searching(conversation) && conversation->answer == ANSWER_WHEN_ASKED) {
        conversation->state = state == STATE_PONDERING ? STATE_PONDERED : STATE_HOLDING;
    } else if (is_searching(conversation) || state == STATE_STOPPING) {
        output_answer(conversation);
    } else {
        conversation->state = STATE_IDLE;
        output_owed(conversation, state == STATE_WARMING_UP ? conversation->owed : EVENT_NOTHING);
    }
}

void conversation_event(struct conversation *conversation, const struct engine_event *event)
{
    if (event->kind == ENGINE_END) {
        end(conversation);
    } else if (event->kind != ENGINE_REPORT) {
        output_event(event, conversation->engine, conversation->output);
    } else if (conversation->answer != ANSWER_NONE || conversation->state == STATE_BACKGROUND) {
        output_search(&conversation->report, event, conversation->engine, conversation->output);
    }
}

/* Ends the current work if a command that has arrived or waits requires it. */
void conversation_interrupt_for(struct conversation *conversation, enum command_kind kind)
{
    const enum conversation_effect effect = conversation_effect(conversation->state, kind);
    if (effect == EFFECT_END) {
        conversation_stop(conversation);
    } else if (effect == EFFECT_DROP) {
        drop(conversation);
    }
}

bool conversation_follows_searches(enum command_kind kind)
{
    return kind == COMMAND_STOP || kind == COMMAND_PONDERHIT;
}

bool conversation_ends_by_itself(const struct conversation *conversation)
{
    const enum conversation_state state = conversation->state;
    return state == STATE_SEARCHING || state == STATE_STOPPING || state == STATE_COUNTING ||
           state == STATE_WARMING_UP;
}

/* The bytes of lines that a queue may hold when no memory is left. */
#define QUEUE_SHORT_BYTES 4096

/* Queues a line. If there is no room, the client is not read until there is. If only a later
 * command of the client can make room, the client must be read, so the line is dropped. */
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
    if (conversation_ends_by_itself(conversation)) {
        return CONVERSATION_FULL;
    }
    output_text(conversation->output, EVENT_ERROR,
                "too many commands wait for the search to end: this one is dropped");
    if (kind == COMMAND_POSITION && queue->last) {
        queue->last->before_lost_position = true;
    }
    return CONVERSATION_DONE;
}

/* Returns the kind of command to look up in the table. A line that is wrong, or names a game that
 * does not exist, is only answered: it must not end the search. The answer may be out of order
 * unless the dialect's lines build on each other. A wrong position keeps its order, so that the
 * searches after it do not use another one. A query with a board sets the position, so it waits for
 * the current work. */
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
    if (conversation->output->dialect->answers_in_order && command->kind != COMMAND_NOTHING) {
        return COMMAND_NOTE;
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

/* Unknown words of a client are ignored, as UCI requires. In a command line argument they are an
 * error: a search with a misspelt limit would never end, and a misspelt command would count as a
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

/* Runs or queues a line, which it changes; `text` is a copy. A queued line is parsed again when it
 * runs and changes nothing before that. `waited`: the line comes from the queue. */
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
        conversation_interrupt_for(conversation, kind);
        return enqueue(conversation, kind, text);
    }
    if (others_wait && conversation_follows_searches(kind) &&
        enqueue(conversation, kind, text) == CONVERSATION_FULL) {
        return CONVERSATION_FULL;
    }
    output->before = output->state;
    output->state = state;
    enum conversation_status status = CONVERSATION_DONE;
    output->line = text;
    if (right) {
        status = run_command(conversation, &command);
    } else {
        if (command.kind == COMMAND_POSITION) {
            engine_reject_position(conversation->engine, error.text);
        }
        output_text(output, EVENT_ERROR, error.text);
    }
    output->line = NULL;
    return status;
}

enum conversation_status conversation_run_line(struct conversation *conversation, const char *text,
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

enum conversation_status conversation_line(struct conversation *conversation, const char *line)
{
    return conversation_run_line(conversation, line, false);
}
