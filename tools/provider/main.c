/* SPDX-License-Identifier: MIT */
/* myosu-provider: offers an engine to a site's analysis board. */
#include <curl/curl.h>
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "provider.h"

enum exit_status {
    EXIT_STOPPED = 0,     /* by a signal */
    EXIT_REFUSED = 1,     /* by the site */
    EXIT_NOT_STARTED = 2, /* nothing was begun */
};

static int refuse(const struct error *error)
{
    fprintf(stderr, "myosu-provider: %s\n", error->text);
    return EXIT_NOT_STARTED;
}

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    (void)loop;
    (void)events;
    log_line(LOG_LEVEL_INFO, "signal %d: ends", watcher->signum);
    provider_stop(watcher->data);
}

static int provide(const struct options *options)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct error error = {""};
    struct ev_loop *loop = ev_default_loop(0);
    struct provider *provider = provider_create(loop, options);
    ev_signal signals[LENGTH(numbers)];
    for (int i = 0; i < LENGTH(numbers); i++) {
        ev_signal_init(&signals[i], on_signal, numbers[i]);
        signals[i].data = provider;
        ev_signal_start(loop, &signals[i]);
    }
    enum provider_end end = provider_run(provider, &error);
    for (int i = 0; i < LENGTH(numbers); i++) {
        ev_signal_stop(loop, &signals[i]);
    }
    provider_destroy(provider);
    ev_run(loop, 0); /* runs until the engine has ended */
    if (end == PROVIDER_STOPPED) {
        return EXIT_STOPPED;
    }
    refuse(&error);
    return end == PROVIDER_REFUSED ? EXIT_REFUSED : EXIT_NOT_STARTED;
}

int main(int count, char **words)
{
    struct options options;
    struct error error = {""};
    signal(SIGPIPE, SIG_IGN);
    int status = EXIT_NOT_STARTED;
    enum option_outcome outcome = options_read(&options, count - 1, words + 1, &error);
    if (outcome == OPTIONS_ANSWERED) {
        status = EXIT_STOPPED;
    } else if (outcome == OPTIONS_REFUSED) {
        refuse(&error);
    } else if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        error_set(&error, "libcurl cannot be used");
        refuse(&error);
    } else {
        log_set_level(options.quiet ? LOG_LEVEL_WARNING : LOG_LEVEL_INFO);
        status = provide(&options);
        curl_global_cleanup();
    }
    options_finish(&options);
    return status;
}
