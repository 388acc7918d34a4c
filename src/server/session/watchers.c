/* SPDX-License-Identifier: MIT */
#include "watchers.h"

#include <ctype.h>
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

/* Reports updates: at once, or after a delay together with others that arrive until then. */
static void tell_all(const struct watchers *publisher, double after_s)
{
    for (const struct watchers *at = publisher->first; at; at = at->next_watcher) {
        at->updated(at->owner, after_s);
    }
}

static struct watchers *find(const struct publications *all, const char *name)
{
    struct watchers *at = all->first;
    while (at && strcmp(at->name, name) != 0) {
        at = at->next;
    }
    return at;
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
static struct buffer *renew(struct watchers *watchers, enum fact fact)
{
    for (int i = (int)fact; i < FACTS; i++) {
        buffer_clear(&watchers->texts[i]);
    }
    watchers->versions[fact]++;
    return &watchers->texts[fact];
}

static void unpublish(struct watchers *watchers)
{
    if (!watchers_publishes(watchers)) {
        return;
    }
    struct watchers **at = &watchers->all->first;
    while (*at != watchers) {
        at = &(*at)->next;
    }
    *at = watchers->next;
    tell_all(watchers, 0.);
    for (struct watchers *watcher = watchers->first; watcher; watcher = watcher->next_watcher) {
        watcher->watched = NULL;
    }
    watchers->first = NULL;
    for (int i = 0; i < FACTS; i++) {
        buffer_finish(&watchers->texts[i]);
    }
    watchers->name[0] = '\0';
}

bool watchers_publish(struct watchers *watchers, const char *name, const struct engine *engine,
                      struct error *error)
{
    if (strcmp(name, "none") == 0) {
        unpublish(watchers);
        return true;
    }
    if (!check_name(name, error)) {
        return false;
    }
    const struct watchers *other = find(watchers->all, name);
    if (other) {
        return other == watchers ||
               error_set(error, "'%s' is the name of another session's game", name);
    }
    unpublish(watchers);
    watchers->next = watchers->all->first;
    watchers->all->first = watchers;
    memcpy(watchers->name, name, strlen(name) + 1);
    put_game(engine, renew(watchers, FACT_GAME));
    put_fen(engine, renew(watchers, FACT_POSITION));
    return true;
}

static void unwatch(struct watchers *watchers)
{
    if (watchers->watched) {
        struct watchers **at = &watchers->watched->first;
        while (*at != watchers) {
            at = &(*at)->next_watcher;
        }
        *at = watchers->next_watcher;
        watchers->watched = NULL;
    }
    watchers->watched_name[0] = '\0';
}

bool watchers_watch(struct watchers *watchers, const char *name, struct error *error)
{
    if (strcmp(name, "none") == 0) {
        unwatch(watchers);
        return true;
    }
    struct watchers *publisher = find(watchers->all, name);
    if (!publisher) {
        return error_set(error, "no game is offered as '%.40s'; 'watch' lists them", name);
    }
    int count = 0;
    for (const struct watchers *at = publisher->first; at; at = at->next_watcher) {
        count++;
    }
    if (count >= PUBLICATION_WATCHERS_MOST) {
        return error_set(error, "'%s' has %d watchers, which is the most", name, count);
    }
    unwatch(watchers);
    watchers->watched = publisher;
    watchers->next_watcher = publisher->first;
    publisher->first = watchers;
    memcpy(watchers->watched_name, publisher->name, sizeof watchers->watched_name);
    memset(watchers->seen, 0, sizeof watchers->seen);
    watchers->updated(watchers->owner, 0.);
    return true;
}

size_t watchers_memory(const struct watchers *watchers)
{
    size_t bytes = 0;
    for (int i = 0; i < FACTS; i++) {
        bytes += watchers->texts[i].capacity;
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
    for (const struct watchers *at = watchers->all->first; at; at = at->next) {
        buffer_putc(out, ' ');
        buffer_puts(out, at->name);
    }
}

void watchers_see_game(struct watchers *watchers, const struct engine *engine)
{
    if (watchers_publishes(watchers)) {
        put_game(engine, renew(watchers, FACT_GAME));
        buffer_puts(renew(watchers, FACT_POSITION), "position startpos");
        tell_all(watchers, 0.);
    }
}

void watchers_see_position(struct watchers *watchers, const struct engine *engine,
                           const struct command_position *position)
{
    if (!watchers_publishes(watchers)) {
        return;
    }
    struct buffer *text = renew(watchers, FACT_POSITION);
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
    tell_all(watchers, 0.);
}

void watchers_see_event(struct watchers *watchers, const struct event *event)
{
    bool is_move = event->kind == EVENT_BESTMOVE;
    if (!watchers_publishes(watchers) ||
        (!is_move &&
         (event->kind != EVENT_INFO || !event->info.has_score || event->info.multipv > 1))) {
        return;
    }
    struct dialect_state state = {0};
    struct buffer *text = renew(watchers, is_move ? FACT_BESTMOVE : FACT_INFO);
    dialect_uci.format_event(&state, event, text);
    if (buffer_length(text) > 0 && !text->failed) {
        text->data[--text->end] = '\0'; /* without the line's end */
    }
    tell_all(watchers, is_move ? 0. : GATHER_SECONDS);
}

bool watchers_next_line(struct watchers *watchers, struct buffer *line)
{
    const struct watchers *publisher = watchers->watched;
    if (!watchers_watches(watchers)) {
        return false;
    }
    if (!publisher) {
        buffer_printf(line, "watch %s end", watchers->watched_name);
        unwatch(watchers);
        return true;
    }
    for (int i = 0; i < FACTS; i++) {
        const struct buffer *text = &publisher->texts[i];
        bool is_new = watchers->seen[i] != publisher->versions[i];
        watchers->seen[i] = publisher->versions[i];
        if (is_new && buffer_length(text) > 0) {
            buffer_printf(line, "watch %s ", publisher->name);
            buffer_append(line, buffer_text(text), buffer_length(text));
            return true;
        }
    }
    return false;
}

void watchers_retry_later(struct watchers *watchers)
{
    if (watchers_watches(watchers)) {
        watchers->updated(watchers->owner, GATHER_SECONDS);
    }
}
