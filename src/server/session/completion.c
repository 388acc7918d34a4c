/* SPDX-License-Identifier: MIT */
#include "completion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "alloc.h"
#include "commands.h"
#include "queries.h"
#include "registry.h"
#include "words.h"

/* A line to complete: whole words, and the beginning of another one, which may be empty. */
struct line {
    const struct engine *engine;
    char **words;
    int count;
    const char *begun;
    struct completion *completion;
};

static void offer_text(struct line *line, const char *text, size_t length)
{
    struct completion *completion = line->completion;
    if (length >= completion->typed && strncasecmp(text, line->begun, completion->typed) == 0) {
        buffer_printf(&completion->words, "%.*s\n", (int)length, text);
        completion->count += !completion->words.failed;
    }
}

static void offer(struct line *line, const char *word)
{
    offer_text(line, word, strlen(word));
}

static void offer_all(struct line *line, const char *const *words)
{
    for (; words && *words; words++) {
        offer(line, *words);
    }
}

/* Offers the words of a text, which are separated by blanks or bars. */
static void offer_parts(struct line *line, const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t part = strcspn(text + at, " |\n");
        part = part < length - at ? part : length - at;
        if (part > 0) {
            offer_text(line, text + at, part);
        }
        at += part + 1;
    }
}

static bool is(const char *word, const char *other)
{
    return strcmp(word, other) == 0;
}

/* Offers the first words of the commands, from their usage: `uci | ugi`, `go [depth N]...`. */
static void offer_commands(struct line *line)
{
    const char *usage, *last = "";
    for (int i = 0; (usage = commands_usage(i)); i++) {
        size_t length = strcspn(usage, " ");
        if (strncmp(usage, last, length + 1) != 0) {
            offer_parts(line, usage,
                        strncmp(usage + length, " | ", 3) == 0 ? strlen(usage) : length);
        }
        last = usage;
    }
    offer(line, "ucinewgame");
    offer(line, "uginewgame");
    offer(line, "uainewgame");
}

/* Offers the first word of each part in brackets of a command's usage, `[depth N] [infinite]`. */
static void offer_bracketed(struct line *line, const char *usage)
{
    while ((usage = strchr(usage, '['))) {
        usage++;
        size_t length = strcspn(usage, " ]");
        offer_text(line, usage, length);
    }
}

static void offer_games(struct line *line)
{
    const struct game *const *games = engine_games(line->engine);
    for (int i = 0; games[i]; i++) {
        offer(line, games[i]->name);
    }
    /* Aliases are offered only if no name fits. */
    for (int i = 0; games[i] && line->completion->count == 0; i++) {
        offer_all(line, games[i]->aliases);
    }
}

/* Offers both ends of a range, and the initial value if it differs from them. */
static void offer_range(struct line *line, int min, int max, int initial)
{
    const int numbers[] = {min, initial, max};
    for (int i = 0; i < LENGTH(numbers); i++) {
        char text[12];
        if (i != 1 || (initial != min && initial != max)) {
            snprintf(text, sizeof text, "%d", numbers[i]);
            offer(line, text);
        }
    }
}

/* Offers the values of an option or a parameter; `on` and `off` are the words of a check. */
static void offer_values(struct line *line, const struct setting *option, const char *on,
                         const char *off)
{
    switch (option->kind) {
    case SETTING_CHECK:
        offer(line, on);
        offer(line, off);
        break;
    case SETTING_SPIN:
        offer_range(line, option->min, option->max, option->initial);
        break;
    case SETTING_CHOICE:
        offer_all(line, option->choices);
        break;
    case SETTING_BUTTON:
    case SETTING_TEXT:
        break;
    }
}

/* newgame GAME [PARAMETER VALUE]... */
static void complete_newgame(struct line *line)
{
    if (line->count == 1) {
        offer_games(line);
        return;
    }
    const struct game *game = registry_find(engine_games(line->engine), line->words[1]);
    if (game && line->count % 2 == 0) {
        for (int i = 0; i < game->setting_count; i++) {
            if (game->settings[i].name) {
                offer(line, game->settings[i].name);
            }
        }
        return;
    }
    int index = game ? game_find_parameter(game, line->words[line->count - 1]) : -1;
    if (index < 0) {
        return;
    }
    offer_values(line, &game->settings[index], "on", "off");
}

/* Appends the words from `first` to before `end`, separated by blanks. */
static void join(const struct line *line, int first, int end, struct buffer *out)
{
    for (int i = first; i < end; i++) {
        buffer_printf(out, "%s%s", i > first ? " " : "", line->words[i]);
    }
}

/* Finds the option whose name consists of the words from the third one up to `value`. */
static bool find_option(const struct line *line, int end, struct setting *option)
{
    LOCAL_BUFFER name = {0};
    join(line, 2, end, &name);
    bool found = false;
    for (int i = 0; !found && engine_option(line->engine, i, option); i++) {
        found = strcasecmp(option->option, buffer_text(&name)) == 0;
    }
    return found;
}

/* setoption name NAME value VALUE. A name may contain blanks; it is completed as a whole. */
static void complete_setoption(struct line *line, const char *text)
{
    struct setting option;
    if (line->count == 1) {
        offer(line, "name");
        return;
    }
    if (!is(line->words[1], "name")) {
        return;
    }
    if (is(line->words[line->count - 1], "value")) {
        if (find_option(line, line->count - 1, &option)) {
            offer_values(line, &option, "true", "false");
        }
        return;
    }
    if (find_option(line, line->count, &option)) {
        if (option.kind != SETTING_BUTTON) {
            offer(line, "value");
        }
        return;
    }
    /* The beginning of the name follows the two words before it. */
    for (int i = 0; i < 2; i++) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    line->begun = text;
    line->completion->typed = strlen(line->begun);
    for (int i = 0; engine_option(line->engine, i, &option); i++) {
        offer(line, option.option);
    }
}

static void offer_moves(struct line *line, const struct game *game, const void *position)
{
    struct move_list list = {.count = 0};
    LOCAL_BUFFER text = {0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        buffer_clear(&text);
        game->format_move(position, list.moves[i], &text);
        offer(line, buffer_text(&text));
    }
}

/* Sets the position of the words up to `moves`, and plays the moves after it. */
static bool set_position(const struct line *line, int moves, void *position)
{
    const struct game *game = engine_game(line->engine);
    const struct game_settings *settings = engine_settings(line->engine);
    struct error ignored;
    if (is(line->words[1], "fen")) {
        LOCAL_BUFFER fen = {0};
        join(line, 2, moves, &fen);
        bool right = game->parse_fen(settings, buffer_text(&fen), position, &ignored);
        if (!right) {
            return false;
        }
    } else {
        game->start(settings, position);
    }
    for (int i = moves + 1; i < line->count; i++) {
        move_t move;
        if (!game->parse_move(position, line->words[i], &move, &ignored)) {
            return false;
        }
        game->play(position, move);
    }
    return true;
}

/* position startpos|fen FEN [moves MOVE...] */
static void complete_position(struct line *line)
{
    int moves = 1;
    while (moves < line->count && !is(line->words[moves], "moves")) {
        moves++;
    }
    if (line->count == 1) {
        offer(line, "startpos");
        offer(line, "fen");
    } else if (moves == line->count) {
        offer(line, "moves");
    } else {
        FREED void *position = calloc(1, engine_game(line->engine)->position_size);
        if (position && set_position(line, moves, position)) {
            offer_moves(line, engine_game(line->engine), position);
        }
    }
}

/* go [LIMIT...]: after `searchmoves` moves follow until the name of a limit. */
static void complete_go(struct line *line)
{
    const struct game *game = engine_game(line->engine);
    const void *position = engine_position(line->engine);
    int at = line->count - 1;
    struct error ignored;
    move_t move;
    while (at > 0 && game->parse_move(position, line->words[at], &move, &ignored)) {
        at--;
    }
    if (at > 0 && is(line->words[at], "searchmoves")) {
        offer_moves(line, game, position);
    }
    if (is(line->words[line->count - 1], "searchmoves")) {
        return;
    }
    const char *usage;
    for (int i = 0; (usage = commands_usage(i)); i++) {
        if (words_begin(usage, "go")) {
            offer_bracketed(line, usage);
        }
    }
    if (line->count == 1) {
        offer(line, "perft");
    }
}

/* `query`, the name of a question, and of a game. */
static void complete_query(struct line *line)
{
    const char *name;
    for (int i = 0; line->count == 1 && (name = queries_name(i)); i++) {
        offer(line, name);
    }
    if (line->count == 2 && is(line->words[1], "game")) {
        offer_games(line);
    }
}

static void complete(struct line *line, const char *text)
{
    if (line->count == 0) {
        offer_commands(line);
        return;
    }
    const char *command = line->words[0];
    if (is(command, "setoption")) {
        complete_setoption(line, text);
    } else if (is(command, "newgame")) {
        complete_newgame(line);
    } else if (is(command, "position")) {
        complete_position(line);
    } else if (is(command, "go")) {
        complete_go(line);
    } else if (is(command, "query")) {
        complete_query(line);
    } else if (line->count == 1 && (is(command, "help") || is(command, "bench"))) {
        offer_games(line);
        if (is(command, "bench")) {
            offer(line, "all");
        }
    }
}

void completion_find(struct completion *completion, const struct engine *engine, const char *text)
{
    *completion = (struct completion){.count = 0};
    struct line line = {.engine = engine, .completion = completion, .begun = ""};
    text += strspn(text, " ");
    char *copy = strdup(text), *rest = copy;
    line.words = copy ? calloc(strlen(copy) / 2 + 2, sizeof(char *)) : NULL;
    if (line.words) {
        bool begun = *text && text[strlen(text) - 1] != ' ';
        words_fold(copy);
        while ((line.words[line.count] = words_take(&rest))) {
            line.count++;
        }
        if (begun && line.count > 0) {
            line.begun = line.words[--line.count];
        }
        completion->typed = strlen(line.begun);
        complete(&line, text);
    }
    free(line.words);
    free(copy);
}

void completion_finish(struct completion *completion)
{
    buffer_finish(&completion->words);
}

size_t completion_common(const struct completion *completion)
{
    const char *first = buffer_text(&completion->words), *word = first;
    size_t common = strcspn(first, "\n");
    for (int i = 1; i < completion->count; i++) {
        word += strcspn(word, "\n") + 1;
        size_t same = 0;
        while (same < common && strncasecmp(first + same, word + same, 1) == 0 &&
               word[same] != '\n') {
            same++;
        }
        common = same;
    }
    return common;
}
