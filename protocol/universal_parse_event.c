/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "universal.h"
#include "words.h"

/* The type of the value after a word of an `info` line. */
enum info_value {
    INFO_INT,   /* a number, stored as an int */
    INFO_INT64, /* a number, stored as an int64_t */
    INFO_CP,
    INFO_MATE,
    INFO_BOUND,
    INFO_WDL,
    INFO_PV,
    INFO_STRING,
    INFO_OTHER /* not stored in the event; ends the value before it */
};

struct info_key {
    const char *word;
    enum info_value value;
    size_t offset; /* in struct event_info */
    int least;     /* smaller numbers are replaced by this one, which means unknown */
    enum event_bound bound;
};

#define AT(field) offsetof(struct event_info, field)

static const struct info_key info_keys[] = {
    {"depth", INFO_INT, AT(depth), 0, 0},
    {"seldepth", INFO_INT, AT(seldepth), 0, 0},
    {"multipv", INFO_INT, AT(multipv), 0, 0},
    {"hashfull", INFO_INT, AT(hashfull), -1, 0},
    {"nodes", INFO_INT64, AT(nodes), -1, 0},
    {"nps", INFO_INT64, AT(nps), -1, 0},
    {"tbhits", INFO_INT64, AT(tb_hits), -1, 0},
    {"time", INFO_INT64, AT(time_ms), -1, 0},
    {"cp", INFO_CP, AT(score), 0, 0},
    {"mate", INFO_MATE, AT(score), 0, 0},
    {"lowerbound", INFO_BOUND, 0, 0, EVENT_LOWER},
    {"upperbound", INFO_BOUND, 0, 0, EVENT_UPPER},
    {"wdl", INFO_WDL, 0, 0, 0},
    {"pv", INFO_PV, 0, 0, 0},
    {"string", INFO_STRING, 0, 0, 0},
    {"message", INFO_STRING, 0, 0, 0},
    {"score", INFO_CP, AT(score), 0, 0}, /* `score 12` is UCCI; `score cp 12` has the next word */
    {"currmove", INFO_OTHER, 0, 0, 0},
    {"currmovenumber", INFO_OTHER, 0, 0, 0},
    {"currline", INFO_OTHER, 0, 0, 0},
    {"cpuload", INFO_OTHER, 0, 0, 0},
    {"refutation", INFO_OTHER, 0, 0, 0},
    {"sbhits", INFO_OTHER, 0, 0, 0},
    {NULL, INFO_OTHER, 0, 0, 0},
};

/* Most words of a line are moves. Comparing the first letter first rejects most of them
 * quickly. */
static const struct info_key *find_info_key(const char *text)
{
    for (const struct info_key *key = info_keys; key->word; key++) {
        if (*text == *key->word && words_begin(text, key->word)) {
            return key;
        }
    }
    return NULL;
}

/* Removes a number from *rest. A keyword in its place is left there. */
static bool take_number(char **rest, int64_t *number)
{
    return !find_info_key(*rest) && words_number(words_take(rest), number);
}

static int to_int(int64_t number)
{
    return number < INT_MIN ? INT_MIN : number > INT_MAX ? INT_MAX : (int)number;
}

/* Stores a score or, converted from the dialect's count, plies to mate. */
static void read_score(const struct universal *dialect, bool is_mate, int64_t number,
                       struct event_info *info)
{
    if (is_mate && dialect->mate_in_moves) {
        number = universal_plies_of_moves(to_int(number));
    }
    info->has_score = true;
    info->is_mate = is_mate;
    info->score = to_int(number);
}

static void read_wdl(char **rest, struct event_info *info)
{
    int64_t wdl[3];
    if (take_number(rest, &wdl[0]) && take_number(rest, &wdl[1]) && take_number(rest, &wdl[2])) {
        for (int i = 0; i < 3; i++) {
            info->wdl[i] = to_int(wdl[i]);
        }
        info->has_wdl = true;
    }
}

static void read_pv(char **rest, struct event_info *info)
{
    char *pv = *rest, *at = pv;
    while (*at && !find_info_key(at)) {
        at = words_skip(at);
        at += *at == ' ';
    }
    *rest = at;
    if (at > pv) {
        at[*at ? -1 : 0] = '\0';
        info->pv = pv;
    }
}

static void read_info_key(const struct universal *dialect, const struct info_key *key, char **rest,
                          struct event_info *info)
{
    int64_t number;
    char *field = (char *)info + key->offset;
    switch (key->value) {
    case INFO_INT:
        if (take_number(rest, &number)) {
            int small = to_int(number < key->least ? key->least : number);
            memcpy(field, &small, sizeof small);
        }
        break;
    case INFO_INT64:
        if (take_number(rest, &number)) {
            number = number < key->least ? key->least : number;
            memcpy(field, &number, sizeof number);
        }
        break;
    case INFO_CP:
    case INFO_MATE:
        if (take_number(rest, &number)) {
            read_score(dialect, key->value == INFO_MATE, number, info);
        }
        break;
    case INFO_BOUND:
        info->bound = key->bound;
        break;
    case INFO_WDL:
        read_wdl(rest, info);
        break;
    case INFO_PV:
        read_pv(rest, info);
        break;
    case INFO_STRING:
    case INFO_OTHER:
        break;
    }
}

/* Parses a text of an engine, which is an error if it begins with "error: ". */
static void read_string(const char *text, struct event *event)
{
    static const char mark[] = "error: ";
    bool is_error = strncmp(text, mark, sizeof mark - 1) == 0;
    event->kind = is_error ? EVENT_ERROR : EVENT_STRING;
    event->text = is_error ? text + sizeof mark - 1 : text;
}

static bool parse_info(const struct universal *dialect, char *rest, struct event *event,
                       struct error *error UNUSED)
{
    event->kind = EVENT_INFO;
    event->info =
        (struct event_info){.nodes = -1, .nps = -1, .time_ms = -1, .hashfull = -1, .tb_hits = -1};
    if (words_begin(rest, "string") || words_begin(rest, "message")) {
        rest = words_skip(rest);
        read_string(rest + (*rest == ' '), event);
        return true;
    }
    words_fold(rest);
    while (*rest) {
        const struct info_key *key = find_info_key(rest);
        words_take(&rest);
        if (key && key->value == INFO_STRING) {
            read_string(rest, event);
            return true;
        }
        if (key) {
            read_info_key(dialect, key, &rest, &event->info);
        }
    }
    return true;
}

static bool parse_id(const struct universal *dialect UNUSED, char *rest, struct event *event,
                     struct error *error)
{
    words_fold(rest);
    const char *what = words_take(&rest);
    event->kind = EVENT_ID;
    if (what && strcmp(what, "name") == 0) {
        event->id.name = rest;
    } else if (what && strcmp(what, "author") == 0) {
        event->id.author = rest;
    } else {
        return error_set(error, "id: expected 'name' or 'author', found '%.80s'", what ? what : "");
    }
    return true;
}

static bool parse_option(const struct universal *dialect UNUSED, char *rest, struct event *event,
                         struct error *error)
{
    event->kind = EVENT_OPTION;
    return universal_parse_option(rest, &event->option, error);
}

/* Returns the move that a word names, or NULL: engines have several words for no move. */
static const char *move_or_none(const char *word)
{
    static const char *const none[] = {"(none)", "none", "0000", "NULL"};
    for (int i = 0; word && i < LENGTH(none); i++) {
        if (strcmp(word, none[i]) == 0) {
            return NULL;
        }
    }
    return word;
}

/* An engine that sends no move has none. */
static bool parse_bestmove(const struct universal *dialect, char *rest, struct event *event,
                           struct error *error UNUSED)
{
    words_fold(rest);
    event->kind = EVENT_BESTMOVE;
    event->bestmove.move = move_or_none(words_take(&rest));
    const char *word = words_take(&rest);
    if (event->bestmove.move && dialect->says_ponder && word && strcmp(word, "ponder") == 0) {
        event->bestmove.ponder = move_or_none(words_take(&rest));
    }
    return true;
}

static bool parse_hello_ok(const struct universal *dialect UNUSED, char *rest UNUSED,
                           struct event *event, struct error *error UNUSED)
{
    event->kind = EVENT_HELLO_OK;
    return true;
}

static bool parse_ready(const struct universal *dialect UNUSED, char *rest UNUSED,
                        struct event *event, struct error *error UNUSED)
{
    event->kind = EVENT_READY;
    return true;
}

static bool parse_response(const struct universal *dialect UNUSED, char *rest, struct event *event,
                           struct error *error UNUSED)
{
    event->kind = EVENT_RESPONSE;
    event->text = rest;
    return true;
}

static bool parse_nothing(const struct universal *dialect UNUSED, char *rest UNUSED,
                          struct event *event UNUSED, struct error *error UNUSED)
{
    return true;
}

/* The lines that a program can interpret: the first word, and the parser of the rest. */
static const struct {
    const char *word;
    bool (*parse)(const struct universal *dialect, char *rest, struct event *event,
                  struct error *error);
} replies[] = {
    {"info", parse_info},
    {"bestmove", parse_bestmove},
    {"nobestmove", parse_bestmove},
    {"id", parse_id},
    {"option", parse_option},
    {"uciok", parse_hello_ok},
    {"ugiok", parse_hello_ok},
    {"uaiok", parse_hello_ok},
    {"ucciok", parse_hello_ok},
    {"readyok", parse_ready},
    {"response", parse_response},
    {"copyprotection", parse_nothing},
    {"registration", parse_nothing},
    {"bye", parse_nothing},
};

bool universal_parse_event(const struct universal *dialect, char *line, struct event *event,
                           struct error *error)
{
    *event = (struct event){.kind = EVENT_NOTHING};
    char *rest = line + strspn(line, " \t");
    if (*rest == '\0') {
        return true;
    }
    for (int i = 0; i < LENGTH(replies); i++) {
        if (words_begin(rest, replies[i].word)) {
            rest = words_skip(rest);
            rest += strspn(rest, " \t");
            return replies[i].parse(dialect, rest, event, error);
        }
    }
    event->kind = EVENT_TEXT;
    event->text = line;
    return true;
}
