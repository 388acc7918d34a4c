/* SPDX-License-Identifier: MIT */
/* myosu-provider: offers an engine to a site's analysis board. */
#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>

#include "log.h"
#include "provider.h"

int main(int count, char **words)
{
    struct options options;
    struct error error = {""};
    signal(SIGPIPE, SIG_IGN);
    enum provider_end end = PROVIDER_NOT_STARTED;
    enum option_outcome outcome = options_read(&options, count - 1, words + 1, &error);
    if (outcome == OPTIONS_ANSWERED) {
        end = PROVIDER_STOPPED;
    } else if (outcome == OPTIONS_READ && curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        error_set(&error, "libcurl cannot be used");
    } else if (outcome == OPTIONS_READ) {
        log_set_level(options.quiet ? LOG_LEVEL_WARNING : LOG_LEVEL_INFO);
        end = provider_run(&options, &error);
        curl_global_cleanup();
    }
    if (end != PROVIDER_STOPPED) {
        fprintf(stderr, "myosu-provider: %s\n", error.text);
    }
    options_finish(&options);
    return (int)end;
}
