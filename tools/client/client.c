/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clock.h"
#include "game_record.h"
#include "memory.h"

/* The dialects to try, in this order: each for a short time, and then each for longer. */
static const char *const guesses[] = {"uci",  "cecp",   "ugi", "uai",
                                      "ucci", "nboard", "gtp", "gomocup"};

static void open_process(struct client *client);
static void greeted(struct client *client);

static void on_released(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    struct client *client = watcher->data;
    engine_option_clear(&client->options);
    free(client->name);
    free(client->position);
    buffer_finish(&client->out);
    free(client);
}

void client_expect(struct client *client, double seconds)
{
    ev_timer_stop(client->loop, &client->timeout);
    if (seconds >= 0) {
        ev_now_update(client->loop);
        ev_timer_set(&client->timeout, seconds, 0);
        ev_timer_start(client->loop, &client->timeout);
    }
}

static void fail(struct client *client, enum client_failure failure, const char *reason)
{
    if (client->state != CLIENT_FAILED && !client->released) {
        ev_timer_stop(client->loop, &client->timeout);
        client->state = CLIENT_FAILED;
        client->failure = failure;
        error_set(&client->reason, "%s", reason);
        if (client->handlers.failed) {
            client->handlers.failed(client->context, failure, reason);
        }
    }
}

static void trace_sent(struct client *client, const char *text)
{
    char *copy = client->handlers.trace ? strdup(text) : NULL;
    char *rest = copy;
    while (rest && *rest) {
        char *end = strchr(rest, '\n');
        if (end) {
            *end++ = '\0';
        }
        client->handlers.trace(client->context, true, rest);
        rest = end;
    }
    free(copy);
}

static void send_out(struct client *client)
{
    if (client->process && !client->out.failed) {
        trace_sent(client, buffer_text(&client->out));
        engine_process_send(client->process, buffer_text(&client->out),
                            buffer_length(&client->out));
    }
    buffer_clear(&client->out);
}

static void format(struct client *client, const struct command *command)
{
    client->dialect->format_command(&client->dialect_state, command, &client->out);
}

void client_send(struct client *client, const struct command *command)
{
    format(client, command);
    send_out(client);
}

/* Restarts the engine with the next dialect. Returns false if all have been tried. */
static bool guess_on(struct client *client)
{
    if (client->guess < 0 || ++client->guess == 2 * LENGTH(guesses)) {
        return false;
    }
    client->dialect = dialect_find(guesses[client->guess % LENGTH(guesses)]);
    engine_process_release(client->process, 0);
    client->process = NULL;
    client->dialect_state = (struct dialect_state){0};
    engine_option_clear(&client->options);
    open_process(client);
    return true;
}

/* Reports that no greeting was answered. If the engine ended during one of them, its reason is more
 * useful. */
static void fail_unheard(struct client *client)
{
    if (client->closed.text[0]) {
        fail(client, CLIENT_GONE, client->closed.text);
    } else {
        fail(client, CLIENT_NO_GREETING, "no greeting");
    }
}

static void be_ready(struct client *client)
{
    ev_timer_stop(client->loop, &client->timeout);
    client->state = CLIENT_IDLE;
    if (client->handlers.ready) {
        client->handlers.ready(client->context);
    }
}

static void on_timeout(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    struct client *client = watcher->data;
    if (client->state == CLIENT_PREPARING && client->unasked) {
        be_ready(client);
    } else if (client->state == CLIENT_PREPARING || client->state == CLIENT_SETTING) {
        fail(client, CLIENT_NOT_READY, "no answer to isready");
    } else if (client->state == CLIENT_SEARCHING) {
        client_stop(client);
    } else if (client->state != CLIENT_GREETING) {
        engine_process_release(client->process, 0);
        client->process = NULL;
        fail(client, CLIENT_HANG, "it gives no answer");
    } else if (client->guess < 0 && (client_is_gomocup(client) || client_is_cecp(client))) {
        greeted(client); /* some engines never answer ABOUT, or have no features */
    } else if (!guess_on(client)) {
        fail_unheard(client);
    }
}

static void await_ready(struct client *client)
{
    client_expect(client, client->spec->ready_s > 0 ? client->spec->ready_s : CLIENT_READY_S);
}

/* Asks whether the engine is ready; false if the dialect has no words for it. */
static bool format_isready(struct client *client)
{
    const size_t length = buffer_length(&client->out);
    format(client, &(struct command){.kind = COMMAND_ISREADY, .word = ""});
    return buffer_length(&client->out) > length;
}

bool client_offers(const struct client *client, const struct client_setting *setting,
                   struct error *error)
{
    return client_is_gomocup(client) ||
           engine_option_check(&client->options, setting->name, setting->value, error);
}

/* Sets the options of the specification and waits for the engine's reaction to them. */
static void greeted(struct client *client)
{
    client->guess = -1;
    for (int i = 0; i < client->spec->option_count; i++) {
        const struct client_setting *setting = &client->spec->options[i];
        const struct engine_option *option = engine_option_find(&client->options, setting->name);
        const bool is_button = option && option->kind == OPTION_BUTTON;
        struct error error = {""};
        if (client_offers(client, setting, &error)) {
            format(client,
                   &(struct command){.kind = COMMAND_SETOPTION,
                                     .setoption = {.name = setting->name,
                                                   .value = is_button ? NULL : setting->value}});
        } else if (!client->spec->is_lenient) {
            buffer_clear(&client->out);
            fail(client, CLIENT_BAD_OPTION, error.text);
            return;
        }
    }
    const bool waits = client->spec->option_count > 0 && format_isready(client);
    client->state = waits ? CLIENT_SETTING : client->state;
    if (waits) {
        await_ready(client);
    }
    send_out(client);
    if (!waits) {
        be_ready(client);
    }
}

/* Keeps what an event says about the engine, and notes the end of a search. */
static void keep_event(struct client *client, const struct event *event)
{
    if (event->kind == EVENT_ID && event->id.name && !client->name) {
        client->name = strdup(event->id.name);
    } else if (event->kind == EVENT_OPTION) {
        engine_option_add(&client->options, &event->option);
    } else if (event->kind == EVENT_ERROR && !client->complaint.text[0]) {
        error_set(&client->complaint, "%s", event->text);
    }
    const bool searches = client->state == CLIENT_SEARCHING || client->state == CLIENT_STOPPING;
    if (searches && event->kind == EVENT_BESTMOVE) {
        client->state = CLIENT_IDLE;
        client_expect(client, -1);
    } else if (client->state == CLIENT_SEARCHING && client->unlimited) {
        client_expect(client, CLIENT_SILENCE_S);
    }
}

static void take_event(struct client *client, const struct event *event, int64_t when_ns)
{
    keep_event(client, event);
    if (client->asks_ranks) {
        if (client_learn_ranks(client, event)) {
            client_prepare_selected(client);
        }
    } else if (client->handlers.event) {
        client_hand_over(client, event, when_ns);
    }
    if (client->released) {
        return;
    }
    /* In Gomocup, the answer to ABOUT is the whole greeting, and OK is the answer to START. */
    bool about = client_is_gomocup(client) && event->kind == EVENT_ID;
    bool done = client_is_gomocup(client) && event->kind == EVENT_DONE;
    bool waits = client->state == CLIENT_SETTING || client->state == CLIENT_PREPARING;
    if (client->state == CLIENT_GREETING && (about || event->kind == EVENT_HELLO_OK)) {
        greeted(client);
    } else if (client->state == CLIENT_GREETING && client_is_cecp(client) &&
               event->kind == EVENT_STRING) {
        await_ready(client); /* done=0 */
    } else if (waits && (done || event->kind == EVENT_READY)) {
        be_ready(client);
    } else if (client->state == CLIENT_SETTING && event->kind == EVENT_ERROR) {
        fail(client, CLIENT_BAD_OPTION, event->text);
    } else if (client->state == CLIENT_PREPARING && client_is_gomocup(client) &&
               event->kind == EVENT_ERROR) {
        fail(client, CLIENT_NOT_READY, event->text);
    }
}

/* Takes the events of a line, which may be several, and sends what answers each. */
static void take_line(struct client *client, char *line, int64_t when_ns)
{
    while (line && !client->released && client->state != CLIENT_FAILED) {
        struct event event;
        if (!client->dialect->parse_event(&client->dialect_state, line, &event, NULL)) {
            return;
        }
        line = event.more;
        if (event.reply) {
            buffer_puts(&client->out, event.reply);
            send_out(client);
        }
        take_event(client, &event, when_ns);
    }
}

static void on_line(void *context, char *line, int64_t when_ns)
{
    struct client *client = context;
    if (client->state == CLIENT_FAILED) {
        return;
    }
    if (client->handlers.trace) {
        client->handlers.trace(client->context, false, line);
    }
    if (client->released) {
        /* the client has been released */
    } else if (client_is_refusal(client, line)) {
        if (!guess_on(client)) {
            fail_unheard(client);
        }
    } else if (client_is_about(client, line)) {
        greeted(client);
    } else {
        take_line(client, line, when_ns);
    }
}

static void on_closed(void *context, const char *reason)
{
    struct client *client = context;
    struct error when;
    error_set(&when, "%s%s", reason,
              client->state == CLIENT_GREETING  ? " before any greeting"
              : client->state == CLIENT_SETTING ? " when its options were set"
                                                : "");
    if (!client->closed.text[0]) {
        client->closed = when;
    }
    if (client->state != CLIENT_GREETING || !guess_on(client)) {
        fail(client, CLIENT_GONE, when.text);
    }
}

static void send_hello(struct client *client)
{
    client->state = CLIENT_GREETING;
    client_expect(client, client_hello_s(client, LENGTH(guesses)));
    client_send(client, &(struct command){.kind = COMMAND_HELLO, .word = ""});
}

static void open_process(struct client *client)
{
    static const struct engine_process_handlers handlers = {.line = on_line, .closed = on_closed};
    struct error error = {""};
    const struct client_spec *spec = client->spec;
    client->process =
        spec->program.arguments
            ? engine_open_program(client->loop, &spec->program, &handlers, client, &error)
            : engine_open_address(client->loop, spec->address, &handlers, client, &error);
    if (client->process) {
        send_hello(client);
    } else {
        fail(client, CLIENT_NOT_STARTED, error.text);
    }
}

/* The engine is started from the loop, so that client_open never calls a handler itself. */
static void on_start(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    struct client *client = watcher->data;
    ev_set_cb(&client->timeout, on_timeout);
    open_process(client);
}

struct client *client_open(struct ev_loop *loop, const struct client_spec *spec,
                           const struct client_handlers *handlers, void *context)
{
    struct client *client = memory_zeroed(1, sizeof *client);
    *client = (struct client){.loop = loop,
                              .spec = spec,
                              .handlers = *handlers,
                              .context = context,
                              .state = CLIENT_GREETING,
                              .dialect = spec->dialect,
                              .guess = spec->dialect ? -1 : 0};
    if (!client->dialect) {
        client->dialect = dialect_find(guesses[0]);
    }
    buffer_init(&client->out);
    ev_timer_init(&client->timeout, on_start, 0, 0);
    client->timeout.data = client;
    ev_timer_start(loop, &client->timeout);
    return client;
}

void client_release(struct client *client, bool killed)
{
    if (!client || client->released) {
        return;
    }
    if (!killed && client->process && client->state != CLIENT_FAILED) {
        client_send(client, &(struct command){.kind = COMMAND_QUIT, .word = ""});
    }
    client->released = true;
    engine_process_release(client->process, killed ? 0 : CLIENT_QUIT_S);
    client->process = NULL;
    /* A handler may have called this, so the memory is freed later. */
    ev_timer_stop(client->loop, &client->timeout);
    ev_set_cb(&client->timeout, on_released);
    ev_timer_set(&client->timeout, 0, 0);
    ev_timer_start(client->loop, &client->timeout);
}

enum client_state client_state(const struct client *client)
{
    return client->state;
}

bool client_await(struct client *client)
{
    while (client->state <= CLIENT_SETTING) {
        ev_run(client->loop, EVRUN_ONCE);
    }
    return client->state != CLIENT_FAILED;
}

enum client_failure client_failure(const struct client *client, const char **reason)
{
    *reason = client->reason.text;
    return client->failure;
}

const char *client_name(const struct client *client)
{
    return client->name ? client->name : "";
}

const char *client_complaint(const struct client *client)
{
    return client->complaint.text;
}

const struct dialect *client_dialect(const struct client *client)
{
    return client->dialect;
}

const struct engine_option_list *client_options(const struct client *client)
{
    return &client->options;
}

/* Formats a new game, and the question whether the engine is ready for it. Without an answer, it is
 * ready when the loop runs next. */
static void format_new(struct client *client, const struct command *command)
{
    format(client, command);
    client->unasked = !format_isready(client);
    if (client->unasked) {
        client_expect(client, 0);
    }
}

static void format_game(struct client *client, const struct game *game,
                        const struct game_settings *settings)
{
    client->state = CLIENT_PREPARING;
    await_ready(client);
    if (client_is_gomocup(client)) {
        /* START has the board size as its argument; the engine answers when it is ready. */
        struct newgame_room room;
        struct command command = newgame_command(game, settings, &room);
        format(client, &command);
        client->unasked = false;
    } else if (client_keeps_moves(client)) {
        struct newgame_room room;
        struct error error;
        if (!client_says(client, game, settings, NULL, &error)) {
            fail(client, CLIENT_BAD_OPTION, error.text);
            return;
        }
        const struct command command = client_moves_newgame(client, game, settings, &room);
        format_new(client, &command);
    } else {
        engine_option_put_game(&client->options, client->dialect, &client->dialect_state, game,
                               settings, &client->out);
        if (!client_ask_ranks(client, game, settings)) {
            format_new(client, &(struct command){.kind = COMMAND_NEWGAME});
        }
    }
}

void client_prepare_selected(struct client *client)
{
    client->state = CLIENT_PREPARING;
    await_ready(client);
    format_new(client, &(struct command){.kind = COMMAND_NEWGAME});
    send_out(client);
}

void client_prepare(struct client *client, const struct game *game,
                    const struct game_settings *settings)
{
    format_game(client, game, settings);
    send_out(client);
}

int64_t client_prepare_and_go(struct client *client, const struct game *game,
                              const struct game_settings *settings,
                              const struct command_position *position, const struct command_go *go)
{
    format_game(client, game, settings);
    return client_go(client, position, go, -1);
}

int64_t client_go(struct client *client, const struct command_position *position,
                  const struct command_go *go, int64_t limit_ns)
{
    struct error error;
    client->complaint.text[0] = '\0';
    if (client->game &&
        !client_says(client, client->game, &client->settings, position->fen, &error)) {
        fail(client, CLIENT_BAD_OPTION, error.text);
        return clock_ns();
    }
    client_put_go(client, position, go);
    int64_t now = clock_ns();
    send_out(client);
    if (client->state == CLIENT_IDLE) {
        client->state = CLIENT_SEARCHING;
        client->unlimited = limit_ns == INT64_MAX;
        client_expect(client, client->unlimited ? CLIENT_SILENCE_S
                                                : (double)limit_ns / (double)NS_PER_SECOND);
    }
    return now;
}

void client_stop(struct client *client)
{
    client_send(client, &(struct command){.kind = COMMAND_STOP, .word = ""});
    client->state = CLIENT_STOPPING;
    client_expect(client, client->spec->stop_s > 0 ? client->spec->stop_s : CLIENT_STOP_S);
}
