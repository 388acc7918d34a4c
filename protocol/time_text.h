/* SPDX-License-Identifier: MIT */
/* Times as clients of CECP, GTP and NBoard write them. */
#ifndef PROTOCOL_TIME_TEXT_H
#define PROTOCOL_TIME_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads [[HOURS:]MINUTES:]SECONDS, the last with or without a fraction, and returns the text behind
 * it; NULL if the text does not begin with a number. A number without colons is minutes if
 * `minutes`. *ms is at most COMMAND_TIME_LIMIT_MS. */
const char *time_text_read(const char *text, bool minutes, int64_t *ms);

#endif
