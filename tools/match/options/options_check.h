/* SPDX-License-Identifier: MIT */
/* Checks that the options of a match agree with each other, and that each has an effect. */
#ifndef MATCH_OPTIONS_CHECK_H
#define MATCH_OPTIONS_CHECK_H

#include "match_options.h"

/* Rejects options that contradict each other or would be ignored, and fewer than two engines. */
bool options_check(const struct match_options *options, struct error *error);

/* Rejects a schedule that its tournament cannot have, once the engines are counted. */
bool options_check_schedule(const struct match_options *options, struct error *error);

#endif
