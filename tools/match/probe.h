/* Before the first game: does every engine start, which dialect does it speak, can it play this? */
#ifndef MATCH_PROBE_H
#define MATCH_PROBE_H

#include <stdbool.h>

#include "error.h"
#include "options.h"

struct ev_loop;

/* Starts every engine once, all at the same time, and fills in the dialects that were to be found
 * out. Refuses at the first engine that will not do, and says why. */
bool probe_engines(struct ev_loop *loop, struct match_options *options, struct error *error);

#endif
