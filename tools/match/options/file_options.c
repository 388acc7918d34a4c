/* SPDX-License-Identifier: MIT */
#include "file_options.h"

#include <string.h>

#define OPTION_TYPE struct match_options

static bool read_appending(void *at, const char *key, char *value, struct error *error)
{
    const bool yes = strcmp(value, "true") == 0;
    *(enum appending *)at = yes ? APPENDING : OVERWRITING;
    return yes || strcmp(value, "false") == 0 ||
           error_set(error, "%s: expected true or false, found '%.40s'", key, value);
}

static bool read_filter(void *at, const char *key, char *value, struct error *error)
{
    (void)key;
    return line_filter_read(at, value, error);
}

/* How PGN shows games: the figures of each move, and what is left out. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define STYLE_ROWS                                                                                 \
    OPTION_ROW("notation", "san|uci", CHOICE, pgn.uci, .help = ""),                                \
        OPTION_ROW("nodes", "true", FLAG, pgn.nodes, .help = ""),                                  \
        OPTION_ROW("nps", "true", FLAG, pgn.nps, .help = ""),                                      \
        OPTION_ROW("seldepth", "true", FLAG, pgn.seldepth, .help = ""),                            \
        OPTION_ROW("hashfull", "true", FLAG, pgn.hashfull, .help = ""),                            \
        OPTION_ROW("tbhits", "true", FLAG, pgn.tb_hits, .help = ""),                               \
        OPTION_ROW("timeleft", "true", FLAG, pgn.time_left, .help = ""),                           \
        OPTION_ROW("pv", "true", FLAG, pgn.pv, .help = ""),                                        \
        OPTION_ROW("min", "true", FLAG, pgn.minimal, .help = "")
/* NOLINTEND(bugprone-macro-parentheses) */
static const struct option_row style_rows[] = {STYLE_ROWS};
const struct option_row file_pgn_rows[FILE_PGN_ROWS] = {
    OPTION_ROW("file", "FILE", TEXT, exports[EXPORT_PGN], .help = ""),
    OPTION_ROW("append", "true|false", VALUE, appending[EXPORT_PGN], .read = read_appending),
    STYLE_ROWS,
    OPTION_ROW("fi", "true", FLAG, pgn.finished, .help = ""),
    OPTION_ROW("match_line", "REGEX", VALUE, filter, .read = read_filter),
};
const struct option_row file_epd_rows[FILE_EPD_ROWS] = {
    OPTION_ROW("file", "FILE", TEXT, exports[EXPORT_EPD], .help = ""),
    OPTION_ROW("append", "true|false", VALUE, appending[EXPORT_EPD], .read = read_appending),
};
const struct option_row file_checksum_rows[FILE_CHECKSUM_ROWS] = {
    OPTION_ROW("pgn", "true", FLAG, checksum, .help = ""),
};

const struct option_row file_json_rows[FILE_JSON_ROWS] = {
    OPTION_ROW("file", "FILE", TEXT, events.path, .help = ""),
    OPTION_ROW("moves", "true", FLAG, events.moves, .help = ""),
    OPTION_ROW("append", "true", FLAG, events.appends, .help = ""),
};
const struct option_row file_log_rows[FILE_LOG_ROWS] = {
    OPTION_ROW("file", "FILE", TEXT, log.path, .help = ""),
    OPTION_ROW("level", "trace|info|warn|err|fatal", CHOICE, log.level, .help = ""),
    OPTION_ROW("engine", "true|false|apart", CHOICE, log.engines, .help = ""),
    OPTION_ROW("append", "true", FLAG, log.appends, .help = ""),
    OPTION_ROW("realtime", "true", FLAG, log.realtime, .help = ""),
};

/* Reads a file and keys: FILE or file=FILE first, or anywhere. */
static bool read_file_pairs(struct match_options *options, struct option_words *words,
                            const char **path, const struct option_row *pairs, int count,
                            struct error *error)
{
    const char *option = words->list[words->at - 1];
    char *first = words->at < words->count ? words->list[words->at] : NULL;
    if (first && *first != '-' && !strchr(first, '=')) {
        *path = words->list[words->at++];
    }
    return option_pairs_read(option, pairs, count, words, options, error) &&
           ((*path && **path) || error_set(error, "%s: expected a file", option));
}

bool file_options_read_pgn(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    return read_file_pairs(options, words, &options->exports[EXPORT_PGN], file_pgn_rows,
                           FILE_PGN_ROWS, error);
}

bool file_options_read_epd(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    return read_file_pairs(options, words, &options->exports[EXPORT_EPD], file_epd_rows,
                           FILE_EPD_ROWS, error);
}

bool file_options_read_json(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    return read_file_pairs(options, words, &options->events.path, file_json_rows, FILE_JSON_ROWS,
                           error);
}

bool file_options_read_log(void *opaque, struct option_words *words, struct error *error)
{
    struct match_options *options = opaque;
    return read_file_pairs(options, words, &options->log.path, file_log_rows, FILE_LOG_ROWS, error);
}

bool file_options_read_checksum(void *opaque, struct option_words *words, struct error *error)
{
    ((struct match_options *)opaque)->checksum = true;
    return option_pairs_read("-crc32", file_checksum_rows, FILE_CHECKSUM_ROWS, words, opaque,
                             error);
}

bool file_options_read_style(struct match_options *options, int count, char **words,
                             struct error *error)
{
    struct option_words list = {.list = words, .count = count};
    return option_pairs_read("export", style_rows, LENGTH(style_rows), &list, options, error) &&
           (list.at == count ||
            error_set(error, "export: expected KEY=VALUE, found '%.40s'", words[list.at]));
}
