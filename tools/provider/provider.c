/* SPDX-License-Identifier: MIT */
#include "provider.h"

#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "backoff.h"
#include "clock.h"
#include "engine_choice.h"
#include "jobs.h"
#include "log.h"
#include "look.h"
#include "memory.h"

/* The time limits for an answer of the site, and of the broker, in seconds. The broker answers
 * within ten seconds. */
#define SITE_S   30.0
#define BROKER_S 60.0

/* If an empty answer arrives sooner than this, in seconds, the next request waits. */
#define POLL_LEAST_S 1.0

/* The wait after "too many requests", in seconds. */
#define TOO_MANY_S 60.0

/* How long the last answer may take after a signal, in seconds. */
#define STOP_S 3.0

struct provider {
    struct ev_loop *loop;
    const struct options *options;
    struct transfers *transfers;
    struct searcher *searcher;
    struct jobs *jobs;
    char *name; /* of the engine at the site: it outlives the engine */
    struct registration registration;
    const char *variants[VARIANTS_MOST + 1]; /* that the engine plays; ends with NULL */
    char id[REGISTRATION_ID_ROOM];   /* the engine's identifier at the site; "": not registered */
    struct transfer *request;        /* a list, a registration or a request for work; NULL: none */
    void (*step)(struct provider *); /* the current step, which is retried if it fails */
    ev_timer timer;                  /* until the next try, or until the end after a signal */
    struct backoff backoff;
    int64_t asked_ns;
    bool stopping;
    enum provider_end end;
    struct error error;
};

static void finish(struct provider *provider, enum provider_end end)
{
    provider->end = end;
    ev_break(provider->loop, EVBREAK_ONE);
}

static void wait_for(struct provider *provider, double seconds)
{
    ev_timer_stop(provider->loop, &provider->timer);
    ev_timer_set(&provider->timer, seconds, 0);
    ev_timer_start(provider->loop, &provider->timer);
}

static void on_timer(struct ev_loop *loop UNUSED, ev_timer *timer, int events UNUSED)
{
    struct provider *provider = timer->data;
    if (provider->stopping) {
        finish(provider, PROVIDER_STOPPED);
    } else {
        provider->step(provider);
    }
}

/* Schedules the failed step again after a wait. */
static void retry(struct provider *provider, const char *what, long status, const char *reason)
{
    double wait_s = backoff_take(&provider->backoff);
    if (status == 429 && wait_s < TOO_MANY_S) {
        wait_s = TOO_MANY_S;
    }
    log_line(LOG_LEVEL_WARNING, "%s: %s; next try in %.1f s", what, reason, wait_s);
    wait_for(provider, wait_s);
}

/* Returns the first words of an answer that reports an error, or the reason why no answer
 * arrived. */
static const char *reason_of(const struct transfer_result *result, struct error *room)
{
    if (result->status == 0) {
        error_set(room, "%s", result->error);
    } else {
        error_set(room, "status %ld%s%.120s", result->status, result->length > 0 ? ", " : "",
                  result->body);
    }
    return room->text;
}

/* Sends a request to the site, or without the token to the broker. `path` follows its address. */
static void request(struct provider *provider, const char *method, bool broker, const char *path,
                    const struct buffer *json, transfer_done done)
{
    const struct options *options = provider->options;
    LOCAL_BUFFER url = {0};
    buffer_printf(&url, "%s/api/external-engine%s", broker ? options->broker : options->lichess,
                  path);
    struct transfer_request request = {.method = method,
                                       .url = buffer_text(&url),
                                       .json = json ? buffer_text(json) : NULL,
                                       .token = broker ? NULL : options->token.text,
                                       .timeout_s = broker ? BROKER_S : SITE_S};
    provider->request = transfer_begin(provider->transfers, &request, done, provider);
}

/* Asks the broker for work. */

static void on_work(void *context, const struct transfer_result *result)
{
    struct provider *provider = context;
    struct error reason;
    provider->request = NULL;
    double waited_s = (double)(clock_ns() - provider->asked_ns) / (double)NS_PER_SECOND;
    if (result->status == 204) {
        backoff_reset(&provider->backoff);
        wait_for(provider, waited_s < POLL_LEAST_S ? POLL_LEAST_S : 0);
    } else if (result->status != 200) {
        retry(provider, provider->options->broker, result->status, reason_of(result, &reason));
    } else if (!jobs_take(provider->jobs, result->body, result->length, &reason)) {
        retry(provider, "refused work", result->status, reason.text);
    } else {
        backoff_reset(&provider->backoff);
        wait_for(provider, 0);
    }
}

static void ask_for_work(struct provider *provider)
{
    LOCAL_BUFFER json = {0};
    registration_format_secret(provider->registration.secret, &json);
    provider->asked_ns = clock_ns();
    request(provider, "POST", true, "/work", &json, on_work);
}

/* Registers the engine, or updates the registration that has its name. */

/* Returns `good`: the site did what was asked. If it did not, the program ends with its answer, or
 * tries again if another answer can be expected. */
static bool succeeds(struct provider *provider, const struct transfer_result *result, bool good)
{
    const char *site = provider->options->lichess;
    const long status = result->status;
    struct error reason;
    provider->request = NULL;
    if (status == 401 || status == 403) {
        error_set(&provider->error,
                  "%.100s refuses the token (status %ld): expected one with the scopes engine:read "
                  "and engine:write",
                  site, status);
        finish(provider, PROVIDER_REFUSED);
    } else if (status >= 300 && status < 500 && status != 408 && status != 429) {
        error_set(&provider->error, "%.100s refuses the engine: %s", site,
                  reason_of(result, &reason));
        finish(provider, PROVIDER_REFUSED);
    } else if (!good) {
        retry(provider, site, status, reason_of(result, &reason));
    } else {
        return true;
    }
    return false;
}

static void on_registered(void *context, const struct transfer_result *result)
{
    struct provider *provider = context;
    if (succeeds(provider, result, result->status == 200 || result->status == 201)) {
        LOCAL_BUFFER variants = {0};
        for (const char *const *name = provider->variants; *name; name++) {
            buffer_printf(&variants, " %s", *name);
        }
        log_line(LOG_LEVEL_INFO, "%s at %s: '%s', variants%s, threads %lld, hash %lld MiB",
                 provider->id[0] ? "registration updated" : "registered",
                 provider->options->lichess, provider->registration.name, buffer_text(&variants),
                 (long long)provider->registration.max_threads,
                 (long long)provider->registration.max_hash);
        backoff_reset(&provider->backoff);
        provider->step = ask_for_work;
        ask_for_work(provider);
    }
}

static void on_list(void *context, const struct transfer_result *result)
{
    struct provider *provider = context;
    struct error reason;
    LOCAL_BUFFER json = {0};
    char path[sizeof provider->id + 1] = "";
    if (!succeeds(provider, result, result->status == 200)) {
        return;
    }
    if (!registration_find(result->body, result->length, provider->registration.name, provider->id,
                           &reason)) {
        retry(provider, "the list of engines", result->status, reason.text);
        return;
    }
    const bool known = provider->id[0];
    if (known) {
        snprintf(path, sizeof path, "/%s", provider->id);
    }
    registration_format(&provider->registration, &json);
    request(provider, known ? "PUT" : "POST", false, path, &json, on_registered);
}

static void ask_for_list(struct provider *provider)
{
    request(provider, "GET", false, "", NULL, on_list);
}

/* The engine. */

/* Warns if the engine lacks an option that makes it write moves as the interface does, such as
 * castling. */
static void warn_of_setting(const struct client *client, const struct game *game)
{
    const char *name = game ? game->look->external->setting : NULL;
    int index = name ? game_find_parameter(game, name) : -1;
    if (index >= 0 && !engine_option_find(client_options(client), game->settings[index].option)) {
        log_line(LOG_LEVEL_WARNING,
                 "the engine has no option %s, which the interface expects: it may refuse moves",
                 game->settings[index].option);
    }
}

/* Finds the variants that both the engine and the interface have. */
static void choose_variants(struct provider *provider, const struct client *client,
                            const char *name)
{
    int count = 0;
    struct variant variant;
    struct error reason;
    for (int i = 0; variant_get(i, &variant) && count < VARIANTS_MOST; i++) {
        if (variant_is_played(&variant, client, name, &reason)) {
            provider->variants[count++] = variant.name;
            warn_of_setting(client, variant.game);
        }
    }
    if (count == 0) {
        error_set(&provider->error, "%s plays no variant of the interface", name);
    }
}

static void on_ready(void *context, const struct client *client)
{
    struct provider *provider = context;
    const struct options *options = provider->options;
    const char *name = engine_choice_name(&options->engine.spec, client);
    choose_variants(provider, client, name);
    provider->name = memory_text(options->name ? options->name : name);
    if (!provider->variants[0]) {
        finish(provider, PROVIDER_NOT_STARTED);
        return;
    }
    provider->registration =
        (struct registration){.name = provider->name,
                              .secret = options->secret.text,
                              .max_threads = searcher_most(client, "Threads", options->max_threads),
                              .max_hash = searcher_most(client, "Hash", options->max_hash),
                              .variants = provider->variants};
    provider->step = ask_for_list;
    ask_for_list(provider);
}

static void on_unusable(void *context, const char *reason)
{
    struct provider *provider = context;
    error_set(&provider->error, "%s", reason);
    finish(provider, PROVIDER_NOT_STARTED);
}

static void on_idle(void *context)
{
    struct provider *provider = context;
    if (provider->stopping) {
        finish(provider, PROVIDER_STOPPED);
    }
}

/* Stops the search; its answer may still be sent for a few seconds. The second signal ends the
 * provider at once. */
static void on_signal(struct ev_loop *loop UNUSED, ev_signal *watcher, int events UNUSED)
{
    struct provider *provider = watcher->data;
    const bool again = provider->stopping;
    log_line(LOG_LEVEL_INFO, "signal %d: ends", watcher->signum);
    provider->stopping = true;
    transfer_cancel(provider->request);
    provider->request = NULL;
    if (again || jobs_stop(provider->jobs)) {
        finish(provider, PROVIDER_STOPPED);
    } else {
        wait_for(provider, STOP_S);
    }
}

enum provider_end provider_run(const struct options *options, struct error *error)
{
    static const struct searcher_handlers handlers = {.ready = on_ready, .unusable = on_unusable};
    static const int numbers[] = {SIGINT, SIGTERM};
    struct ev_loop *loop = ev_default_loop(0);
    struct provider provider = {.loop = loop, .options = options};
    ev_signal signals[LENGTH(numbers)];
    ev_timer_init(&provider.timer, on_timer, 0, 0);
    provider.timer.data = &provider;
    backoff_init(&provider.backoff, (uint64_t)clock_ns());
    provider.transfers = transfers_create(loop);
    provider.searcher = searcher_create(loop, &options->engine.spec, (double)options->keep_alive_s,
                                        &handlers, &provider);
    provider.jobs = jobs_create(provider.transfers, provider.searcher, options->broker,
                                provider.variants, on_idle, &provider);
    for (int i = 0; i < LENGTH(numbers); i++) {
        ev_signal_init(&signals[i], on_signal, numbers[i]);
        signals[i].data = &provider;
        ev_signal_start(loop, &signals[i]);
    }
    ev_run(loop, 0);
    for (int i = 0; i < LENGTH(numbers); i++) {
        ev_signal_stop(loop, &signals[i]);
    }
    ev_timer_stop(loop, &provider.timer);
    jobs_destroy(provider.jobs);
    transfers_destroy(provider.transfers);
    searcher_destroy(provider.searcher);
    ev_run(loop, 0); /* runs until the engine has ended */
    free(provider.name);
    *error = provider.error;
    return provider.end;
}
