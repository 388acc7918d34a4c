/* SPDX-License-Identifier: MIT */
#include "watchers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"

/* A longer text of a position is replaced by its FEN, so that each line stays within the protocol's
 * limit. */
#define POSITION_BYTES_MOST 60000

/* The same limit when no memory is left. */
#define POSITION_BYTES_SHORT 1000

/* How long updates of a search are gathered, and how long a reader without room waits, in
 * seconds. */
#define GATHER_SECONDS 0.25

/* The facts about a game, in the order in which they are sent. */
enum fact { FACT_GAME, FACT_POSITION, FACT_INFO, FACT_BESTMOVE, FACTS };

struct publication {
    struct publication *next;
    struct publications *all;
    struct watch *watches;
    char name[PUBLICATION_NAME_MOST + 1];
    struct buffer texts[FACTS]; /* the lines of the protocol, without line ends */
    long versions[FACTS];       /* how often each fact has changed */
};

struct watch {
    struct watch *next;
    struct publication *publication; /* NULL: the publication has ended */
    struct watchers *watchers;
    char name[PUBLICATION_NAME_MOST + 1];
    long seen[FACTS];
};

/* Reports updates: at once, or after a delay together with others that arrive until then. */
static void tell(struct watch *watch, double after_s)
{
    watch->watchers->updated(watch->watchers->owner, after_s);
}

static void tell_all(struct publication *publication, double after_s)
{
    for (struct watch *watch = publication->watches; watch; watch = watch->next) {
        tell(watch, after_s);
    }
}

static struct publication *find(const struct publications *all, const char *name)
{
    struct publication *at = all->first;
    while (at && strcmp(at->name, name) != 0) {
        at = at->next;
    }
    return at;
}

static bool is_none(const char *name)
{
    return strcmp(name, "none") == 0;
}

static bool check_name(const char *name, struct error *error)
{
    size_t length = strlen(name), good = 0;
    while (isalnum((unsigned char)name[good]) || (name[good] && strchr("-_.", name[good]))) {
        good++;
    }
    return (length > 0 && length <= PUBLICATION_NAME_MOST && good == length) ||
           error_set(error, "a name has 1 to %d letters, digits, '-', '_' or '.', found '%.40s'",
                     PUBLICATION_NAME_MOST, name);
}

/* Appends the command that begins the engine's game. */
static void put_game(const struct engine *engine, struct buffer *out)
{
    const struct game *game = engine_game(engine);
    const struct game_settings *settings = engine_settings(engine);
    buffer_printf(out, "newgame %s", game->name);
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        if (!setting->name || setting->kind == SETTING_TEXT) {
            continue;
        }
        buffer_printf(out, " %s ", setting->name);
        if (setting->kind == SETTING_CHOICE) {
            buffer_puts(out, setting->choices[settings->values[i]]);
        } else if (setting->kind == SETTING_CHECK) {
            buffer_puts(out, settings->values[i] ? "on" : "off");
        } else {
            buffer_put_number(out, settings->values[i]);
        }
    }
}

static void put_fen(const struct engine *engine, struct buffer *out)
{
    buffer_puts(out, "position fen ");
    engine_game(engine)->format_fen(engine_position(engine), out);
}

/* Clears a fact and those after it. */
static struct buffer *renew(struct publication *publication, enum fact fact)
{
    for (int i = (int)fact; i < FACTS; i++) {
        buffer_clear(&publication->texts[i]);
    }
    publication->versions[fact]++;
    return &publication->texts[fact];
}

static void unpublish(struct watchers *watchers)
{
    struct publication *publication = watchers->publication;
    if (!publication) {
        return;
    }
    struct publication **at = &publication->all->first;
    while (*at != publication) {
        at = &(*at)->next;
    }
    *at = publication->next;
    tell_all(publication, 0.);
    for (struct watch *watch = publication->watches; watch; watch = watch->next) {
        watch->publication = NULL;
    }
    for (int i = 0; i < FACTS; i++) {
        buffer_finish(&publication->texts[i]);
    }
    free(publication);
    watchers->publication = NULL;
}

bool watchers_publish(struct watchers *watchers, const char *name, const struct engine *engine,
                      struct error *error)
{
    if (is_none(name)) {
        unpublish(watchers);
        return true;
    }
    if (!check_name(name, error)) {
        return false;
    }
    struct publication *other = find(watchers->all, name);
    if (other) {
        return other == watchers->publication ||
               error_set(error, "'%s' is the name of another session's game", name);
    }
    struct publication *publication = calloc(1, sizeof *publication);
    if (!publication) {
        return error_set(error, "out of memory");
    }
    unpublish(watchers);
    publication->all = watchers->all;
    publication->next = watchers->all->first;
    watchers->all->first = watchers->publication = publication;
    memcpy(publication->name, name, strlen(name) + 1);
    put_game(engine, renew(publication, FACT_GAME));
    put_fen(engine, renew(publication, FACT_POSITION));
    return true;
}

static void unwatch(struct watchers *watchers)
{
    struct watch *watch = watchers->watch;
    if (!watch) {
        return;
    }
    if (watch->publication) {
        struct watch **at = &watch->publication->watches;
        while (*at != watch) {
            at = &(*at)->next;
        }
        *at = watch->next;
    }
    free(watch);
    watchers->watch = NULL;
}

bool watchers_watch(struct watchers *watchers, const char *name, struct error *error)
{
    if (is_none(name)) {
        unwatch(watchers);
        return true;
    }
    struct publication *publication = find(watchers->all, name);
    if (!publication) {
        return error_set(error, "no game is offered as '%.40s'; 'watch' lists them", name);
    }
    int count = 0;
    for (const struct watch *at = publication->watches; at; at = at->next) {
        count++;
    }
    if (count >= PUBLICATION_WATCHERS_MOST) {
        return error_set(error, "'%s' has %d watchers, which is the most", name, count);
    }
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch) {
        return error_set(error, "out of memory");
    }
    unwatch(watchers);
    watch->watchers = watchers;
    watch->publication = publication;
    watch->next = publication->watches;
    memcpy(watch->name, publication->name, sizeof watch->name);
    publication->watches = watchers->watch = watch;
    tell(watch, 0.);
    return true;
}

size_t watchers_memory(const struct watchers *watchers)
{
    size_t bytes = watchers->watch ? sizeof *watchers->watch : 0;
    if (watchers->publication) {
        bytes += sizeof *watchers->publication;
        for (int i = 0; i < FACTS; i++) {
            bytes += watchers->publication->texts[i].capacity;
        }
    }
    return bytes;
}

void watchers_finish(struct watchers *watchers)
{
    unpublish(watchers);
    unwatch(watchers);
}

void watchers_list(const struct watchers *watchers, struct buffer *out)
{
    for (const struct publication *at = watchers->all->first; at; at = at->next) {
        buffer_putc(out, ' ');
        buffer_puts(out, at->name);
    }
}

void watchers_see_game(struct watchers *watchers, const struct engine *engine)
{
    struct publication *publication = watchers->publication;
    if (publication) {
        put_game(engine, renew(publication, FACT_GAME));
        buffer_puts(renew(publication, FACT_POSITION), "position startpos");
        tell_all(publication, 0.);
    }
}

void watchers_see_position(struct watchers *watchers, const struct engine *engine,
                           const struct command_position *position)
{
    struct publication *publication = watchers->publication;
    if (!publication) {
        return;
    }
    struct buffer *text = renew(publication, FACT_POSITION);
    buffer_trim(text, POSITION_BYTES_SHORT);
    size_t length = (position->fen ? strlen(position->fen) : 0) +
                    (position->moves ? strlen(position->moves) : 0);
    if (length > POSITION_BYTES_MOST ||
        (length > POSITION_BYTES_SHORT && budget_memory_left(watchers->budget) <= 0)) {
        put_fen(engine, text);
    } else {
        buffer_printf(text, "position %s%s", position->fen ? "fen " : "startpos",
                      position->fen ? position->fen : "");
        if (position->moves) {
            buffer_printf(text, " moves %s", position->moves);
        }
    }
    tell_all(publication, 0.);
}

void watchers_see_event(struct watchers *watchers, const struct event *event)
{
    struct publication *publication = watchers->publication;
    bool is_move = event->kind == EVENT_BESTMOVE;
    if (!publication || (!is_move && (event->kind != EVENT_INFO || !event->info.has_score ||
                                      event->info.multipv > 1))) {
        return;
    }
    struct dialect_state state = {0};
    struct buffer *text = renew(publication, is_move ? FACT_BESTMOVE : FACT_INFO);
    dialect_uci.format_event(&state, event, text);
    if (buffer_length(text) > 0 && !text->failed) {
        text->data[--text->end] = '\0'; /* without the line's end */
    }
    tell_all(publication, is_move ? 0. : GATHER_SECONDS);
}

bool watchers_next_line(struct watchers *watchers, struct buffer *line)
{
    struct watch *watch = watchers->watch;
    if (!watch) {
        return false;
    }
    const struct publication *publication = watch->publication;
    if (!publication) {
        buffer_printf(line, "watch %s end", watch->name);
        unwatch(watchers);
        return true;
    }
    for (int i = 0; i < FACTS; i++) {
        bool is_new = watch->seen[i] != publication->versions[i];
        watch->seen[i] = publication->versions[i];
        if (is_new && buffer_length(&publication->texts[i]) > 0) {
            buffer_printf(line, "watch %s ", publication->name);
            buffer_append(line, buffer_text(&publication->texts[i]),
                          buffer_length(&publication->texts[i]));
            return true;
        }
    }
    return false;
}

void watchers_retry_later(struct watchers *watchers)
{
    if (watchers->watch) {
        tell(watchers->watch, GATHER_SECONDS);
    }
}
