/* SPDX-License-Identifier: MIT */
/* Shows the progress of a long run on stderr: one changing line on a terminal, otherwise one line
 * per minute. */
#ifndef TUNE_TICKER_H
#define TUNE_TICKER_H

#include <stdbool.h>
#include <stdint.h>

struct ticker {
    const char *what; /* what is counted: "games" */
    int64_t all;      /* the total; 0: unknown */
    int64_t began_ns, next_ns;
    bool is_terminal;
    bool is_shown; /* the line is on the terminal */
};

void ticker_begin(struct ticker *ticker, const char *what, int64_t all);

/* Updates the count, and shows it if it is time to. Cheap enough for frequent calls. */
void ticker_show(struct ticker *ticker, int64_t done);

/* Removes the line from the terminal: call it before other output and at the end. */
void ticker_clear(struct ticker *ticker);

#endif
