/* SPDX-License-Identifier: MIT */
/* The members of the file of fastchess: their names, their values here, and how they are read and
 * written. */
#ifndef MATCH_CONFIG_MEMBERS_H
#define MATCH_CONFIG_MEMBERS_H

#include <json-c/json.h>

#include "match_options.h"

/* The type of a member in C. NUMBER and CODE are an int, and CODE has our value of each number, -1
 * for one that we do not have. IGNORED has no effect here. */
enum kind { FLAG, NUMBER, LONG, SEED, REAL, TEXT, CODE, IGNORED };

/* A member of the file: "draw.score" is the member `score` of the object `draw`. */
struct config_member {
    const char *path;
    enum kind kind;
    bool foreign; /* in struct config_foreign, not in the options */
    bool is_flag; /* CODE, IGNORED: false and true stand for 0 and 1 */
    size_t offset;
    int64_t min, max; /* IGNORED: min is the usual value; max > 0: any value is */
    int codes[6];
};

/* Members of options that differ in form from ours. */
struct config_foreign {
    bool resigns, draws, ends, has_tables, counts_pairs, uses_affinity;
    int format, plies, variant, seeds, rating_interval;
    const char *model, *args, *event, *site, *to;
};

/* The game of `variant` 1; that of 0 is the first of all games. */
#define CONFIG_VARIANT "fischerandom"

/* The values of `format`. */
enum { FORMAT_EPD, FORMAT_PGN, FORMAT_NONE };

/* The members of a table that are read from or written to an object, and where their values are. */
struct config_place {
    const struct config_member *members;
    int count;
    void *own;
    void *foreign;
};

/* The members of the file, of each of its engines, and of the results of two engines (struct
 * tally). The table of the file does not have `engines`, `stats` and `pgn.additional_lines_rgx`,
 * and that of an engine does not have `options`. */
enum { CONFIG_MATCH_MEMBERS = 69, CONFIG_ENGINE_MEMBERS = 13, CONFIG_RESULT_MEMBERS = 9 };
extern const struct config_member config_match[CONFIG_MATCH_MEMBERS];
extern const struct config_member config_engine[CONFIG_ENGINE_MEMBERS];
extern const struct config_member config_result[CONFIG_RESULT_MEMBERS];

/* Reads the members that the object has, and keeps the values of the others. Texts belong to the
 * object. */
bool config_read_members(const struct config_place *place, struct json_object *object,
                         struct error *error);

/* Returns an object with all members, to be released by json_object_put. */
struct json_object *config_make_members(const struct config_place *place);

/* Warns of members that the file had in no version when this was written; false if a member has no
 * value, or if one of these groups is no object. `group`: "", or the path of the object. */
bool config_check_members(const struct config_place *place, struct json_object *object,
                          const char *group, struct error *error);

#endif
