/* SPDX-License-Identifier: MIT */
/* The game of a match: -game NAME [PARAMETER=VALUE...], and -variant, as other runners call it. */
#ifndef MATCH_GAME_OPTIONS_H
#define MATCH_GAME_OPTIONS_H

#include "option_table.h"

/* Reads the game's name and its parameters; `options` is a struct match_options. */
bool game_options_read(void *options, struct option_words *words, struct error *error);

#endif
