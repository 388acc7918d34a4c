/* SPDX-License-Identifier: MIT */
/* The options that describe the files of games which have keys: -pgnout, -epdout, -crc32, -jsonout
 * and -log. */
#ifndef MATCH_FILE_OPTIONS_H
#define MATCH_FILE_OPTIONS_H

#include "match_options.h"
#include "option_table.h"

enum {
    FILE_PGN_ROWS = 13,
    FILE_EPD_ROWS = 2,
    FILE_CHECKSUM_ROWS = 1,
    FILE_LOG_ROWS = 5,
    FILE_JSON_ROWS = 3
};
extern const struct option_row file_pgn_rows[FILE_PGN_ROWS];
extern const struct option_row file_epd_rows[FILE_EPD_ROWS];
extern const struct option_row file_checksum_rows[FILE_CHECKSUM_ROWS];
extern const struct option_row file_log_rows[FILE_LOG_ROWS];
extern const struct option_row file_json_rows[FILE_JSON_ROWS];

/* Read the words of these options; `options` is a struct match_options. */
bool file_options_read_pgn(void *options, struct option_words *words, struct error *error);
bool file_options_read_epd(void *options, struct option_words *words, struct error *error);
bool file_options_read_checksum(void *options, struct option_words *words, struct error *error);
bool file_options_read_json(void *options, struct option_words *words, struct error *error);
bool file_options_read_log(void *options, struct option_words *words, struct error *error);

/* Reads the words KEY=VALUE that say how PGN shows games, such as nodes=true. */
bool file_options_read_style(struct match_options *options, int count, char **words,
                             struct error *error);

#endif
