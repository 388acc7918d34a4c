/* SPDX-License-Identifier: MIT */
#include "config_members.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

#define OWN(path_, member_, ...)                                                                   \
    {                                                                                              \
        .path = (path_), .offset = offsetof(struct match_options, member_), __VA_ARGS__            \
    }
#define FOREIGN(path_, member_, ...)                                                               \
    {                                                                                              \
        .path = (path_), .offset = offsetof(struct config_foreign, member_), .foreign = true,      \
        __VA_ARGS__                                                                                \
    }
#define ENGINE(path_, member_, ...)                                                                \
    {                                                                                              \
        .path = (path_), .offset = offsetof(struct engine_options, member_), __VA_ARGS__           \
    }
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define CODES(...) .codes = {__VA_ARGS__}, .max = LENGTH(((int[]){__VA_ARGS__})) - 1
#define FLAGS(...) CODES(__VA_ARGS__), .is_flag = true
/* NOLINTEND(bugprone-macro-parentheses) */

const struct config_member config_match[CONFIG_MATCH_MEMBERS] = {
    OWN("resign.move_count", adjudication.resign_moves, .kind = NUMBER, .max = INT_MAX),
    OWN("resign.score", adjudication.resign_score, .kind = NUMBER, .max = INT_MAX),
    OWN("resign.twosided", adjudication.resign_twosided, .kind = FLAG),
    FOREIGN("resign.enabled", resigns, .kind = FLAG),
    OWN("draw.move_number", adjudication.draw_from, .kind = NUMBER, .max = INT_MAX),
    OWN("draw.move_count", adjudication.draw_moves, .kind = NUMBER, .max = INT_MAX),
    OWN("draw.score", adjudication.draw_score, .kind = NUMBER, .max = INT_MAX),
    FOREIGN("draw.enabled", draws, .kind = FLAG),
    OWN("maxmoves.move_count", adjudication.max_moves, .kind = NUMBER, .max = INT_MAX),
    FOREIGN("maxmoves.enabled", ends, .kind = FLAG),
    OWN("tb_adjudication.syzygy_dirs", adjudication.tables, .kind = TEXT),
    OWN("tb_adjudication.max_pieces", adjudication.table_pieces, .kind = NUMBER, .max = INT_MAX),
    OWN("tb_adjudication.ignore_50_move_rule", adjudication.ignores_clock, .kind = FLAG),
    FOREIGN("tb_adjudication.enabled", has_tables, .kind = FLAG),
    OWN("opening.file", opening_path, .kind = TEXT),
    FOREIGN("opening.format", format, .kind = NUMBER, .max = FORMAT_NONE),
    OWN("opening.order", opening_order, .kind = CODE, CODES(ORDER_RANDOM, ORDER_SEQUENTIAL)),
    FOREIGN("opening.plies", plies, .kind = NUMBER, .min = -1, .max = INT_MAX),
    OWN("opening.start", opening_start, .kind = LONG, .min = 1, .max = INT64_MAX),
    FOREIGN("pgn.event_name", event, .kind = TEXT),
    FOREIGN("pgn.site", site, .kind = TEXT),
    OWN("pgn.file", exports[EXPORT_PGN], .kind = TEXT),
    OWN("pgn.notation", pgn.uci, .kind = CODE, CODES(0, -1, 1)),
    OWN("pgn.append_file", appending[EXPORT_PGN], .kind = CODE,
        FLAGS(OVERWRITING, APPENDING_BY_DEFAULT)),
    OWN("pgn.track_nodes", pgn.nodes, .kind = FLAG),
    OWN("pgn.track_seldepth", pgn.seldepth, .kind = FLAG),
    OWN("pgn.track_nps", pgn.nps, .kind = FLAG),
    OWN("pgn.track_hashfull", pgn.hashfull, .kind = FLAG),
    OWN("pgn.track_tbhits", pgn.tb_hits, .kind = FLAG),
    OWN("pgn.track_timeleft", pgn.time_left, .kind = FLAG),
    {.path = "pgn.track_latency", .kind = IGNORED, .is_flag = true},
    OWN("pgn.track_pv", pgn.pv, .kind = FLAG),
    OWN("pgn.min", pgn.minimal, .kind = FLAG),
    OWN("pgn.crc", checksum, .kind = FLAG),
    OWN("epd.file", exports[EXPORT_EPD], .kind = TEXT),
    OWN("epd.append_file", appending[EXPORT_EPD], .kind = CODE,
        FLAGS(OVERWRITING, APPENDING_BY_DEFAULT)),
    OWN("sprt.alpha", sprt.alpha, .kind = REAL, .max = 1),
    OWN("sprt.beta", sprt.beta, .kind = REAL, .max = 1),
    OWN("sprt.elo0", sprt.elo0, .kind = REAL, .min = -1000, .max = 1000),
    OWN("sprt.elo1", sprt.elo1, .kind = REAL, .min = -1000, .max = 1000),
    FOREIGN("sprt.model", model, .kind = TEXT),
    OWN("sprt.enabled", sprt.enabled, .kind = FLAG),
    FOREIGN("config_name", to, .kind = TEXT),
    OWN("output", output, .kind = CODE, CODES(OUTPUT_FASTCHESS, OUTPUT_CUTECHESS, OUTPUT_OWN)),
    OWN("seed", seed, .kind = SEED),
    FOREIGN("variant", variant, .kind = NUMBER, .max = 1),
    OWN("type", schedule.kind, .kind = CODE, CODES(TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET)),
    FOREIGN("gauntlet_seeds", seeds, .kind = NUMBER, .min = 1, .max = 1),
    FOREIGN("ratinginterval", rating_interval, .kind = NUMBER, .max = INT_MAX),
    {.path = "scoreinterval", .kind = IGNORED, .min = 1},
    OWN("wait", wait_ms, .kind = NUMBER, .max = INT_MAX),
    OWN("autosaveinterval", config.interval, .kind = NUMBER, .max = INT_MAX),
    OWN("games", schedule.games, .kind = NUMBER, .min = 1, .max = 2),
    OWN("rounds", schedule.rounds, .kind = NUMBER, .min = 1, .max = INT_MAX),
    OWN("concurrency", concurrency, .kind = NUMBER, .min = 1, .max = MAX_CONCURRENCY),
    OWN("force_concurrency", forces_concurrency, .kind = FLAG),
    {.path = "recover", .kind = IGNORED, .is_flag = true, .max = 1},
    OWN("noswap", schedule.colours, .kind = CODE, FLAGS(COLOURS_SWAP, COLOURS_KEEP)),
    OWN("reverse", schedule.reversed, .kind = FLAG),
    FOREIGN("report_penta", counts_pairs, .kind = FLAG),
    FOREIGN("affinity", uses_affinity, .kind = FLAG),
    {.path = "check_mate_pvs", .kind = IGNORED, .is_flag = true},
    {.path = "show_latency", .kind = IGNORED, .is_flag = true},
    OWN("log.file", log.path, .kind = TEXT),
    OWN("log.level", log.level, .kind = CODE,
        CODES(MATCH_LOG_TRACE, MATCH_LOG_TRACE, MATCH_LOG_INFO, MATCH_LOG_WARN, MATCH_LOG_ERR,
              MATCH_LOG_FATAL)),
    OWN("log.append_file", log.appends, .kind = FLAG),
    {.path = "log.compress", .kind = IGNORED, .is_flag = true},
    OWN("log.realtime", log.realtime, .kind = FLAG),
    OWN("log.engine_coms", log.engines, .kind = CODE, FLAGS(MATCH_LOG_NONE, MATCH_LOG_TOGETHER)),
};

const struct config_member config_engine[CONFIG_ENGINE_MEMBERS] = {
    ENGINE("name", given_name, .kind = TEXT),
    ENGINE("dir", spec.program.directory, .kind = TEXT),
    ENGINE("cmd", command, .kind = TEXT),
    FOREIGN("args", args, .kind = TEXT),
    ENGINE("restart", restart, .kind = FLAG),
    ENGINE("limit.tc.increment", control.inc_ms, .kind = LONG, .max = INT64_MAX / NS_PER_MS),
    ENGINE("limit.tc.fixed_time", control.movetime_ms, .kind = LONG, .max = INT64_MAX / NS_PER_MS),
    ENGINE("limit.tc.time", control.base_ms, .kind = LONG, .max = INT64_MAX / NS_PER_MS),
    ENGINE("limit.tc.moves", control.moves, .kind = NUMBER, .max = INT_MAX),
    ENGINE("limit.tc.timemargin", margin_ms, .kind = LONG, .max = INT_MAX),
    ENGINE("limit.nodes", control.nodes, .kind = LONG, .max = INT64_MAX),
    ENGINE("limit.plies", control.depth, .kind = NUMBER, .max = INT_MAX),
    FOREIGN("variant", variant, .kind = NUMBER, .max = 1),
};

const struct config_member config_result[CONFIG_RESULT_MEMBERS] = {
#define RESULT(path_, member_)                                                                     \
    {                                                                                              \
        .path = (path_), .kind = LONG, .max = INT_MAX, .offset = offsetof(struct tally, member_)   \
    }
    RESULT("wins", wins),
    RESULT("losses", losses),
    RESULT("draws", draws),
    RESULT("penta_WW", pairs[4]),
    RESULT("penta_WD", pairs[3]),
    RESULT("penta_WL", pairs[2]),
    RESULT("penta_DD", drawn_pairs),
    RESULT("penta_LD", pairs[1]),
    RESULT("penta_LL", pairs[0]),
};

/* Returns the last object of a path, made where it is missing if `makes`, and its member's name. */
static struct json_object *object_at(struct json_object *object, const char *path, bool makes,
                                     const char **name)
{
    char group[32];
    for (size_t length; object && path[length = strcspn(path, ".")]; path += length + 1) {
        snprintf(group, sizeof group, "%.*s", (int)length, path);
        struct json_object *next = json_object_object_get(object, group);
        if (!next && makes) {
            next = json_object_new_object();
            json_object_object_add(object, group, next);
        }
        object = next;
    }
    *name = path;
    return object;
}

static bool read_member(const struct config_member *member, struct json_object *json, void *at,
                        struct error *error)
{
    const bool is_flag = member->kind == FLAG || member->is_flag;
    const enum json_type type = member->kind == TEXT ? json_type_string
                                : is_flag            ? json_type_boolean
                                                     : json_type_int;
    const char *text = json_object_get_string(json);
    if (!json_object_is_type(json, type) &&
        !(member->kind == REAL && json_object_is_type(json, json_type_double))) {
        return error_set(error, "%s: expected %s, found %.60s", member->path,
                         type == json_type_int ? "number" : json_type_to_name(type),
                         json_object_to_json_string(json));
    }
    const int64_t number = is_flag ? json_object_get_boolean(json) : json_object_get_int64(json);
    const double real = json_object_get_double(json);
    if (member->max > 0 && (real < (double)member->min || real > (double)member->max)) {
        return error_set(error, "%s: expected a number from %lld to %lld, found %.60s",
                         member->path, (long long)member->min, (long long)member->max, text);
    }
    switch (member->kind) {
    case FLAG:
        *(bool *)at = number;
        break;
    case NUMBER:
        *(int *)at = (int)number;
        break;
    case LONG:
        *(int64_t *)at = number;
        break;
    case SEED:
        *(uint64_t *)at = json_object_get_uint64(json);
        break;
    case REAL:
        *(double *)at = real;
        break;
    case TEXT:
        *(const char **)at = *text ? text : NULL;
        break;
    case CODE:
        *(int *)at = member->codes[number];
        return *(int *)at >= 0 ||
               error_set(error, "%s: %lld means something that does not exist here", member->path,
                         (long long)number);
    case IGNORED:
        if (number != member->min && member->max == 0) {
            fprintf(stderr, "myosu-match: warning: -config: %s has no effect\n", member->path);
        }
        break;
    }
    return true;
}

static struct json_object *make_member(const struct config_member *member, const void *at)
{
    int64_t number = member->min;
    switch (member->kind) {
    case FLAG:
        return json_object_new_boolean(*(const bool *)at);
    case LONG:
        return json_object_new_int64(*(const int64_t *)at);
    case SEED:
        return json_object_new_uint64(*(const uint64_t *)at);
    case REAL:
        return json_object_new_double(*(const double *)at);
    case TEXT:
        return json_object_new_string(*(char *const *)at ? *(char *const *)at : "");
    case NUMBER:
        number = *(const int *)at;
        break;
    case CODE: /* the last code is the usual one */
        for (number = member->max; number > 0 && member->codes[number] != *(const int *)at;) {
            number--;
        }
        break;
    case IGNORED:
        break;
    }
    return member->is_flag ? json_object_new_boolean(number != 0) : json_object_new_int64(number);
}

static void *value_at(const struct config_place *place, int i)
{
    const struct config_member *member = &place->members[i];
    return (char *)(member->foreign ? (void *)place->foreign : place->own) + member->offset;
}

/* Reads the members that the object has. */
bool config_read_members(const struct config_place *place, struct json_object *object,
                         struct error *error)
{
    for (int i = 0; i < place->count; i++) {
        const char *name;
        struct json_object *group = object_at(object, place->members[i].path, false, &name);
        struct json_object *json = json_object_object_get(group, name);
        if (json && !read_member(&place->members[i], json, value_at(place, i), error)) {
            return false;
        }
    }
    return true;
}

struct json_object *config_make_members(const struct config_place *place)
{
    struct json_object *object = json_object_new_object();
    for (int i = 0; i < place->count; i++) {
        const char *name;
        struct json_object *group = object_at(object, place->members[i].path, true, &name);
        json_object_object_add(group, name, make_member(&place->members[i], value_at(place, i)));
    }
    return object;
}

/* True if a member is in the table, or is read in another way. */
static bool is_known(const struct config_place *place, const char *path)
{
    static const char *const others[] = {"engines", "stats", "options", "pgn.additional_lines_rgx"};
    for (int i = 0; i < place->count + LENGTH(others); i++) {
        const char *known = i < place->count ? place->members[i].path : others[i - place->count];
        if (strcmp(known, path) == 0) {
            return true;
        }
    }
    return false;
}

/* True if the members of a group have this path before their names. */
static bool is_group(const struct config_place *place, const char *path)
{
    bool found = false;
    for (int i = 0; i < place->count; i++) {
        const size_t length = strlen(path);
        found |= strncmp(place->members[i].path, path, length) == 0 &&
                 place->members[i].path[length] == '.';
    }
    return found;
}

bool config_check_members(const struct config_place *place, struct json_object *object,
                          const char *group, struct error *error)
{
    json_object_object_foreach(object, key, value)
    {
        char path[80];
        snprintf(path, sizeof path, "%.30s%s%.40s", group, *group ? "." : "", key);
        const bool is_object = json_object_is_type(value, json_type_object);
        if (!value || (!is_object && is_group(place, path))) {
            return error_set(error, "%s: expected %s, found %.60s", path,
                             is_group(place, path) ? "object" : "a value",
                             json_object_to_json_string(value));
        }
        if (is_known(place, path)) {
            continue;
        }
        if (!is_object) {
            fprintf(stderr, "myosu-match: warning: -config: '%s' is not known\n", path);
        } else if (!config_check_members(place, value, path, error)) {
            return false;
        }
    }
    return true;
}
