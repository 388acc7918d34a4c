/* SPDX-License-Identifier: MIT */
/* The file in which fastchess keeps a match (-config): its options, its engines and, of each two
 * engines, how many games they have won, lost and drawn. The members have the names and the meaning
 * that they have in version 1.8 of fastchess. It does not hold the games themselves: store.h. */
#ifndef MATCH_CONFIG_FILE_H
#define MATCH_CONFIG_FILE_H

#include "match_options.h"
#include "standings.h"

enum { CONFIG_ROWS = 4 };
extern const struct option_row config_rows[CONFIG_ROWS];

/* Reads the keys of -config, and the options and engines of its file, which replace all of them
 * that were read before; `options` is a struct match_options. */
bool config_read(void *options, struct option_words *words, struct error *error);

/* Rejects a match that the file to be written cannot hold. */
bool config_check(const struct match_options *options, struct error *error);

/* Adds the results that the file has. */
bool config_add_results(const struct match_options *options, struct standings *standings,
                        struct error *error);

/* Replaces the file to be written, if there is one, by the match as it is now. */
bool config_write(const struct match_options *options, const struct standings *standings,
                  struct error *error);

#endif
