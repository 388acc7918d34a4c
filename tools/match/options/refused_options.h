/* SPDX-License-Identifier: MIT */
/* The options of other match runners that this one does not have, with the reasons for users who
 * switch. */
#ifndef MATCH_REFUSED_OPTIONS_H
#define MATCH_REFUSED_OPTIONS_H

#include "option_table.h"

/* After a refusal: if the last word that was read is an option ("-tb") or a key of an engine
 * ("book=FILE") of other runners, replaces the error by the reason why it does not exist here.
 * Always returns false. */
bool refused_option_explain(const struct option_words *words, struct error *error);

#endif
