/* SPDX-License-Identifier: MIT */
#include "board_query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "board_svg.h"
#include "registry.h"

static int digit_value(char digit)
{
    return isdigit((unsigned char)digit)    ? digit - '0'
           : isxdigit((unsigned char)digit) ? tolower((unsigned char)digit) - 'a' + 10
                                            : -1;
}

/* Decodes a name or a value in place: blanks at the ends are removed, several become one. */
static bool decode(char *text, struct error *error)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        char byte = *from == '+' ? ' ' : *from;
        if (byte == '%') {
            int high = digit_value(from[1]), low = high < 0 ? -1 : digit_value(from[2]);
            if (low < 0) {
                return error_set(error, "'%.3s': expected two hexadecimal digits after %%", from);
            }
            byte = (char)(16 * high + low);
            from += 2;
        }
        if (byte < ' ' || byte > '~') {
            return error_set(error, "a byte is no printable ASCII");
        }
        if (byte != ' ' || (to > text && to[-1] != ' ')) {
            *to++ = byte;
        }
    }
    to -= to > text && to[-1] == ' ';
    *to = '\0';
    return true;
}

static bool add(struct form *form, char *name, struct error *error)
{
    char *value = name + strcspn(name, "=");
    if (*value) {
        *value++ = '\0';
    }
    if (!decode(name, error) || !decode(value, error)) {
        return false;
    }
    if (form_value(form, name)) {
        return error_set(error, "parameter '%.40s' is there twice", name);
    }
    if (form->count == FORM_MAX_FIELDS) {
        return error_set(error, "more than %d parameters", FORM_MAX_FIELDS);
    }
    form->fields[form->count++] = (struct form_field){name, value};
    return true;
}

bool form_init(struct form *form, const char *bytes, size_t length, struct error *error)
{
    *form = (struct form){.text = malloc(length + 1)};
    if (!form->text) {
        return error_set(error, "out of memory; try again later");
    }
    memcpy(form->text, bytes, length);
    form->text[length] = '\0';
    char *rest = form->text;
    for (char *field; (field = strsep(&rest, "&"));) {
        if (*field && !add(form, field, error)) {
            return false;
        }
    }
    return true;
}

void form_finish(struct form *form)
{
    free(form->text);
}

const char *form_value(const struct form *form, const char *name)
{
    for (int i = 0; i < form->count; i++) {
        if (strcmp(form->fields[i].name, name) == 0) {
            return form->fields[i].value;
        }
    }
    return NULL;
}

/* The parameters of every game's picture; after them come the game's own parameters of newgame. */
enum word { WORD_GAME, WORD_FEN, WORD_MOVES, WORD_LAST, WORD_FLIP, WORD_THEME, WORD_COORDINATES };
static const char *const words[] = {
    [WORD_GAME] = "game",
    [WORD_FEN] = "fen",
    [WORD_MOVES] = "moves",
    [WORD_LAST] = "last",
    [WORD_FLIP] = "flip",
    [WORD_THEME] = "theme",
    [WORD_COORDINATES] = "coordinates",
};

static bool find_game(const struct game *const *games, const struct form *form,
                      const struct game **game, struct error *error)
{
    const char *given = form_value(form, words[WORD_GAME]);
    const char *name = given ? given : (*game)->name;
    const struct game *found = registry_find(games, name);
    if (found && found->look) {
        *game = found;
        return true;
    }
    LOCAL_BUFFER names = {0};
    for (int i = 0; games[i]; i++) {
        if (games[i]->look) {
            buffer_printf(&names, "%s%s", buffer_length(&names) > 0 ? " " : "", games[i]->name);
        }
    }
    return error_set(error, "game: unknown game '%.40s'; games are: %s", name, buffer_text(&names));
}

static bool is_word(const char *name)
{
    for (int i = 0; i < LENGTH(words); i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool refuse_name(const struct game *game, const char *name, struct error *error)
{
    LOCAL_BUFFER names = {0};
    for (int i = 0; i < LENGTH(words); i++) {
        buffer_printf(&names, "%s ", words[i]);
    }
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].name && game->settings[i].kind != SETTING_TEXT) {
            buffer_printf(&names, "%s ", game->settings[i].name);
        }
    }
    return error_set(error, "unknown parameter '%.40s'; expected one of: %s", name,
                     buffer_text(&names));
}

/* Reads the game's parameters; false, and the reason, if there is an unknown one. */
static bool read_settings(const struct game *game, const struct form *form,
                          struct game_settings *settings, struct error *error)
{
    const char *name = form_value(form, words[WORD_GAME]);
    game_named_settings(game, name ? name : game->name, settings);
    for (int i = 0; i < form->count; i++) {
        const struct form_field *field = &form->fields[i];
        struct error reason;
        int index = is_word(field->name) ? -1 : game_find_parameter(game, field->name);
        if (is_word(field->name)) {
            continue;
        }
        if (index < 0 || game->settings[index].kind == SETTING_TEXT) {
            return refuse_name(game, field->name, error);
        }
        if (!game_read_setting(&game->settings[index], field->value, &settings->values[index],
                               &reason)) {
            return error_set(error, "%s: %.250s", field->name, reason.text);
        }
    }
    return true;
}

/* Reads a flag, which is set by its name alone or by 1. */
static bool read_flag(const struct form *form, enum word word, bool initial, bool *flag,
                      struct error *error)
{
    const char *value = form_value(form, words[word]);
    *flag = value ? strcmp(value, "0") != 0 : initial;
    return !value || !*value || strcmp(value, "0") == 0 || strcmp(value, "1") == 0 ||
           error_set(error, "%s: expected 0 or 1, found '%.40s'", words[word], value);
}

static bool read_theme(const struct form *form, bool *dark, struct error *error)
{
    const char *value = form_value(form, words[WORD_THEME]);
    *dark = value && strcmp(value, "dark") == 0;
    return !value || *dark || strcmp(value, "light") == 0 ||
           error_set(error, "theme: expected light or dark, found '%.40s'", value);
}

/* Plays moves separated by single blanks. `last` receives the squares of the last move. */
static bool play_moves(const struct game *game, void *position, const char *moves,
                       struct look_squares *last, struct error *error)
{
    char text[GAME_MOVE_TEXT];
    for (int number = 1; *moves; number++) {
        struct error reason;
        move_t move;
        size_t length = strcspn(moves, " ");
        if (number > BOARD_QUERY_MOVES) {
            return error_set(error, "moves: more than %d; give the position behind them as fen",
                             BOARD_QUERY_MOVES);
        }
        if (length >= sizeof text) {
            return error_set(error, "moves: move %d: '%.24s...' is no move", number, moves);
        }
        memcpy(text, moves, length);
        text[length] = '\0';
        moves += length + (moves[length] == ' ');
        /* The protocol's notation comes first: it takes less time to read. */
        if (!game->parse_move(position, text, &move, NULL) &&
            !look_parse_move(game, position, text, &move, &reason)) {
            return error_set(error, "moves: move %d: %.250s", number, reason.text);
        }
        if (!*moves) {
            look_move_squares(game, position, move, last);
        }
        game->play(position, move);
    }
    return true;
}

static bool read_position(const struct game *game, const struct game_settings *settings,
                          const struct form *form, void *position, struct look_squares *last,
                          struct error *error)
{
    const char *fen = form_value(form, words[WORD_FEN]);
    const char *moves = form_value(form, words[WORD_MOVES]);
    struct error reason;
    if (!fen) {
        game->start(settings, position);
    } else if (!game->parse_fen(settings, fen, position, &reason)) {
        return error_set(error, "fen: %.250s", reason.text);
    }
    return !moves || play_moves(game, position, moves, last, error);
}

/* Draws the picture that the form describes. `position` is the memory for its position. */
static bool draw(const struct game *game, const struct form *form, void *position,
                 struct buffer *out, struct error *error)
{
    struct board_picture picture = {.game = game, .position = position};
    struct game_settings settings;
    bool labelled, marks_last;
    if (!read_settings(game, form, &settings, error) ||
        !read_flag(form, WORD_FLIP, false, &picture.flipped, error) ||
        !read_flag(form, WORD_COORDINATES, true, &labelled, error) ||
        !read_flag(form, WORD_LAST, false, &marks_last, error) ||
        !read_theme(form, &picture.dark, error) ||
        !read_position(game, &settings, form, position, &picture.last, error)) {
        return false;
    }
    picture.unlabelled = !labelled;
    picture.last.count = marks_last ? picture.last.count : 0;
    board_svg_put(&picture, out);
    return true;
}

int board_query_answer(const struct game *const *games, const struct game *game, const char *query,
                       size_t length, struct buffer *out, struct error *error)
{
    struct form form;
    int status = 400;
    if (!form_init(&form, query, length, error)) {
        status = form.text ? 400 : 503;
    } else if (find_game(games, &form, &game, error)) {
        FREED void *position = alloc_local(game->position_size);
        if (!position) {
            error_set(error, "out of memory; try again later");
            status = 503;
        } else if (draw(game, &form, position, out, error)) {
            status = 200;
        }
    }
    form_finish(&form);
    return status;
}
