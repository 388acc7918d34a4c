/* SPDX-License-Identifier: MIT */
/* myosu-provider: offers an engine to a site's analysis board. */
#include <curl/curl.h>
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

static int provide(const struct options *options)
{
    struct error error = {""};
    const enum provider_end end = provider_run(options, &error);
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
