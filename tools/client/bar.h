/* SPDX-License-Identifier: MIT */
/* Formats parts of a progress line. */
#ifndef CLIENT_BAR_H
#define CLIENT_BAR_H

#include <stdint.h>

#include "buffer.h"

/* Appends a bar, "[#####...............] ", for `done` of `all`. */
void bar_format(int64_t done, int64_t all, struct buffer *out);

/* Appends a duration: "0:47", "1:02:03". */
void bar_format_duration(int64_t seconds, struct buffer *out);

#endif
