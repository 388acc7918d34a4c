/* SPDX-License-Identifier: MIT */
/* How far a long run is, on stderr: on a terminal a line that changes, elsewhere a line a minute.
 */
#ifndef TUNE_TICKER_H
#define TUNE_TICKER_H

#include <stdbool.h>
#include <stdint.h>

struct ticker {
    const char *what; /* is counted: "games" */
    int64_t all;      /* of them; 0: not known */
    int64_t began_ns, next_ns;
    bool is_terminal;
    bool is_shown; /* the terminal's line is there */
};

void ticker_begin(struct ticker *ticker, const char *what, int64_t all);

/* So many are done. Cheap: shows it when it is time to. */
void ticker_show(struct ticker *ticker, int64_t done);

/* Removes the terminal's line, before something else is printed and at the end. */
void ticker_clear(struct ticker *ticker);

#endif
