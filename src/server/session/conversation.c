/* SPDX-License-Identifier: MIT */
#include "conversation.h"

#include <stdio.h>

#include "commands.h"

/* How long to poll for the end of a stopped search before the thread sleeps, in nanoseconds: it
 * ends within microseconds, unless its thread has no processor. */
#define STOP_SPIN_NS 30000

/* A search that has output nothing for SILENCE_NS is asked for its progress. The silence is
 * measured every BEAT_NS: together, a line is output at least once a second. */
#define SILENCE_NS (400 * NS_PER_MS)
#define BEAT_NS    (450 * NS_PER_MS)

enum conversation_effect conversation_effect(enum conversation_state state, enum command_kind kind)
{
#define ROW(KIND, A, B, C, D, E, F, G, H, I)                                                       \
    [COMMAND_##KIND] = {EFFECT_##A, EFFECT_##B, EFFECT_##C, EFFECT_##D, EFFECT_##E,                \
                        EFFECT_##F, EFFECT_##G, EFFECT_##H, EFFECT_##I},
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

/* The search has ended: outputs what it found, if it is wanted. */
static void output_answer(struct conversation *conversation)
{
    conversation->counters->nodes += (int64_t)engine_nodes(conversation->engine);
    if (conversation->answer != ANSWER_NONE) {
        output_held_back(&conversation->report, conversation->engine, conversation->output);
        output_bestmove(conversation->engine, conversation->output);
    }
    output_search_finish(&conversation->report);
    conversation->state = STATE_IDLE;
}

/* Tells a client whose work waits for a processor its place in the queue. */
static void output_place(const struct conversation *conversation)
{
    int place = engine_queue_place(conversation->engine);
    if (place > 0) {
        char text[80];
        snprintf(text, sizeof text, "waiting for a processor: number %d in the queue", place);
        output_text(conversation->output, EVENT_STRING, text);
    }
}

static void begin_search(struct conversation *conversation, const struct engine_limits *limits)
{
    conversation->began_ns = clock_ns();
    conversation->beat_ns = conversation->began_ns + BEAT_NS;
    conversation->stop_ns = engine_go(conversation->engine, limits);
    bool limited = limits->has_depth || limits->has_nodes || limits->has_movetime ||
                   limits->has_clock || limits->has_mate;
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

/* The engine has begun a perft, a bench or openings. */
static void begin_count(struct conversation *conversation)
{
    conversation->began_ns = clock_ns();
    conversation->state = STATE_COUNTING;
    conversation->counters->searches++;
    output_place(conversation);
}

/* Outputs `owed` when the engine has changed its memory, which it has begun to do; else at once. */
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

/* The move pondered on was played: the clock runs, or the answer is output. */
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

enum conversation_status conversation_command(struct conversation *conversation,
                                              const struct command *command)
{
    struct engine *engine = conversation->engine;
    struct command_context context = {engine, conversation->output,
                                      conversation->state == STATE_IDLE, .owed = EVENT_NOTHING};
    switch (commands_run(&context, command)) {
    case STATUS_DONE:
    case STATUS_REFUSED:
        break;
    case STATUS_SEARCH:
        begin_search(conversation, &context.limits);
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
        conversation_stop(conversation);
        break;
    case STATUS_PONDERHIT:
        ponderhit(conversation);
        break;
    case STATUS_QUIT:
        if (conversation->output->dialect->quits_in_silence) {
            conversation_drop(conversation);
        }
        return CONVERSATION_QUIT;
    }
    return CONVERSATION_DONE;
}

/* Ends the present work, if there is any. `abandoned`: the client has gone. */
static void stop(struct conversation *conversation, bool abandoned)
{
    switch (conversation->state) {
    case STATE_HOLDING:
    case STATE_PONDERED:
        output_answer(conversation);
        return;
    case STATE_IDLE:
    case STATE_STOPPING:
        return;
    case STATE_SEARCHING:
    case STATE_UNLIMITED:
    case STATE_PONDERING:
        conversation->state = STATE_STOPPING;
        break;
    case STATE_COUNTING:
    case STATE_WARMING_UP:
        break;
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

void conversation_drop(struct conversation *conversation)
{
    conversation->answer = ANSWER_NONE;
    stop(conversation, false);
}

void conversation_abandon(struct conversation *conversation)
{
    conversation->answer = ANSWER_NONE;
    stop(conversation, true);
}

/* Whether a search is under way that may be silent for long. */
static bool is_searching(const struct conversation *conversation)
{
    return conversation->state == STATE_SEARCHING || conversation->state == STATE_UNLIMITED ||
           conversation->state == STATE_PONDERING;
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
    conversation->stop_ns = INT64_MAX;
    switch (conversation->state) {
    case STATE_UNLIMITED:
    case STATE_PONDERING:
        if (conversation->answer == ANSWER_WHEN_ASKED) {
            conversation->state =
                conversation->state == STATE_PONDERING ? STATE_PONDERED : STATE_HOLDING;
            return;
        }
        output_answer(conversation);
        break;
    case STATE_SEARCHING:
    case STATE_STOPPING:
        output_answer(conversation);
        break;
    case STATE_WARMING_UP:
        conversation->state = STATE_IDLE;
        output_owed(conversation, conversation->owed);
        break;
    case STATE_COUNTING:
    case STATE_IDLE:
    case STATE_HOLDING:
    case STATE_PONDERED:
        conversation->state = STATE_IDLE;
        break;
    }
}

void conversation_event(struct conversation *conversation, const struct engine_event *event)
{
    const struct engine *engine = conversation->engine;
    struct output *output = conversation->output;
    switch (event->kind) {
    case ENGINE_REPORT:
        if (conversation->answer != ANSWER_NONE) {
            output_search(&conversation->report, event, engine, output);
        }
        break;
    case ENGINE_PERFT_MOVE:
    case ENGINE_PERFT_TOTAL:
        output_perft(&event->perft, event->kind == ENGINE_PERFT_TOTAL, engine, output);
        break;
    case ENGINE_BENCH_MOVE:
        output_bench_position(&event->bench, output);
        break;
    case ENGINE_BENCH_TOTAL:
        output_bench_total(&event->bench, output);
        break;
    case ENGINE_OPENING:
        output_opening(&event->opening, engine, output);
        break;
    case ENGINE_FAILURE:
        output_text(output, EVENT_ERROR, event->failure.text);
        break;
    case ENGINE_NOTICE:
        output_text(output, EVENT_STRING, event->failure.text);
        break;
    case ENGINE_END:
        end(conversation);
        break;
    }
}
