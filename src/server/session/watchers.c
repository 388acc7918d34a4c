/* SPDX-License-Identifier: MIT */
#include "watchers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"

/* A longer text of a position is replaced by its FEN, so that each line stays below the limit of
 * the protocol. */
#define POSITION_BYTES_MOST 60000

/* The same while no memory is left. */
#define POSITION_BYTES_SHORT 1000

/* News of the search alone are gathered so long, in seconds; so are all for a reader that has no
 * room. */
#define GATHER_SECONDS 0.25

/* What there is to know of a game, in the order in which it is told. */
enum fact { FACT_GAME, FACT_POSITION, FACT_INFO, FACT_BESTMOVE, FACTS };

struct publication {
    struct publication *next;
    struct publications *all;
    struct watch *watches;
    char name[PUBLICATION_NAME_MOST + 1];
    struct buffer texts[FACTS]; /* the lines of the protocol, without their ends */
    long versions[FACTS];       /* how often each has changed */
};

struct watch {
    struct watch *next;
    struct publication *publication; /* NULL: it has ended */
    struct audience *audience;
    char name[PUBLICATION_NAME_MOST + 1];
    long seen[FACTS];
    struct ev_timer news;
};

static void on_news(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)loop, (void)events;
    struct watch *watch = timer->data;
    watch->audience->news(watch->audience->owner);
}

/* Reports that there are updates: at once, or after a while, together with others until then. */
static void tell(struct watch *watch, double after_seconds)
{
    struct ev_loop *loop = watch->audience->loop;
    if (after_seconds == 0.) {
        ev_timer_stop(loop, &watch->news);
        watch->audience->news(watch->audience->owner);
    } else if (!ev_is_active(&watch->news)) {
        ev_timer_set(&watch->news, after_seconds, 0.);
        ev_timer_start(loop, &watch->news);
    }
}

static void tell_all(struct publication *publication, double after_seconds)
{
    for (struct watch *watch = publication->watches; watch; watch = watch->next) {
        tell(watch, after_seconds);
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

/* The command that begins such a game. */
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

/* What was known about these facts is over. */
static struct buffer *renew(struct publication *publication, enum fact fact)
{
    for (int i = (int)fact; i < FACTS; i++) {
        buffer_clear(&publication->texts[i]);
    }
    publication->versions[fact]++;
    return &publication->texts[fact];
}

static void unpublish(struct audience *audience)
{
    struct publication *publication = audience->publication;
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
    audience->publication = NULL;
}

bool audience_publish(struct audience *audience, const char *name, const struct engine *engine,
                      struct error *error)
{
    if (is_none(name)) {
        unpublish(audience);
        return true;
    }
    if (!check_name(name, error)) {
        return false;
    }
    struct publication *other = find(audience->all, name);
    if (other) {
        return other == audience->publication ||
               error_set(error, "'%s' is the name of another session's game", name);
    }
    struct publication *publication = calloc(1, sizeof *publication);
    if (!publication) {
        return error_set(error, "out of memory");
    }
    unpublish(audience);
    publication->all = audience->all;
    publication->next = audience->all->first;
    audience->all->first = audience->publication = publication;
    memcpy(publication->name, name, strlen(name) + 1);
    put_game(engine, renew(publication, FACT_GAME));
    put_fen(engine, renew(publication, FACT_POSITION));
    return true;
}

static void unwatch(struct audience *audience)
{
    struct watch *watch = audience->watch;
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
    ev_timer_stop(audience->loop, &watch->news);
    free(watch);
    audience->watch = NULL;
}

bool audience_watch(struct audience *audience, const char *name, struct error *error)
{
    if (is_none(name)) {
        unwatch(audience);
        return true;
    }
    struct publication *publication = find(audience->all, name);
    if (!publication) {
        return error_set(error, "no game is offered as '%.40s'; 'watch' lists them", name);
    }
    int watchers = 0;
    for (const struct watch *at = publication->watches; at; at = at->next) {
        watchers++;
    }
    if (watchers >= PUBLICATION_WATCHERS_MOST) {
        return error_set(error, "'%s' has %d watchers, which is the most", name, watchers);
    }
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch) {
        return error_set(error, "out of memory");
    }
    unwatch(audience);
    watch->audience = audience;
    watch->publication = publication;
    watch->next = publication->watches;
    memcpy(watch->name, publication->name, sizeof watch->name);
    publication->watches = audience->watch = watch;
    ev_timer_init(&watch->news, on_news, 0., 0.);
    watch->news.data = watch;
    tell(watch, 0.);
    return true;
}

size_t audience_memory(const struct audience *audience)
{
    size_t bytes = audience->watch ? sizeof *audience->watch : 0;
    if (audience->publication) {
        bytes += sizeof *audience->publication;
        for (int i = 0; i < FACTS; i++) {
            bytes += audience->publication->texts[i].capacity;
        }
    }
    return bytes;
}

void audience_finish(struct audience *audience)
{
    unpublish(audience);
    unwatch(audience);
}

void audience_list(const struct audience *audience, struct buffer *out)
{
    for (const struct publication *at = audience->all->first; at; at = at->next) {
        buffer_putc(out, ' ');
        buffer_puts(out, at->name);
    }
}

void audience_see_game(struct audience *audience, const struct engine *engine)
{
    struct publication *publication = audience->publication;
    if (publication) {
        put_game(engine, renew(publication, FACT_GAME));
        buffer_puts(renew(publication, FACT_POSITION), "position startpos");
        tell_all(publication, 0.);
    }
}

void audience_see_position(struct audience *audience, const struct engine *engine,
                           const struct command_position *position)
{
    struct publication *publication = audience->publication;
    if (!publication) {
        return;
    }
    struct buffer *text = renew(publication, FACT_POSITION);
    buffer_trim(text, POSITION_BYTES_SHORT);
    size_t length = (position->fen ? strlen(position->fen) : 0) +
                    (position->moves ? strlen(position->moves) : 0);
    if (length > POSITION_BYTES_MOST ||
        (length > POSITION_BYTES_SHORT && budget_memory_left(audience->budget) <= 0)) {
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

void audience_see_event(struct audience *audience, const struct event *event)
{
    struct publication *publication = audience->publication;
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

bool audience_take(struct audience *audience, struct buffer *line)
{
    struct watch *watch = audience->watch;
    if (!watch) {
        return false;
    }
    const struct publication *publication = watch->publication;
    if (!publication) {
        buffer_printf(line, "watch %s end", watch->name);
        unwatch(audience);
        return true;
    }
    for (int i = 0; i < FACTS; i++) {
        bool is_news = watch->seen[i] != publication->versions[i];
        watch->seen[i] = publication->versions[i];
        if (is_news && buffer_length(&publication->texts[i]) > 0) {
            buffer_printf(line, "watch %s ", publication->name);
            buffer_append(line, buffer_text(&publication->texts[i]),
                          buffer_length(&publication->texts[i]));
            return true;
        }
    }
    return false;
}

void audience_wait(struct audience *audience)
{
    if (audience->watch) {
        tell(audience->watch, GATHER_SECONDS);
    }
}
