/* SPDX-License-Identifier: MIT */
#include "read_pgn.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats.h"
#include "look.h"
#include "memory.h"
#include "played_game.h"
#include "registry.h"

/* Longest name or value of a tag, and longest move. */
#define TAG_ROOM  256
#define WORD_ROOM 64

struct pgn_reader {
    const char *at;
    int line;
    char fen[TAG_ROOM], variant[TAG_ROOM]; /* "": no such tag */
    struct saved_game *saved;
    struct error *error;
};

static char take(struct pgn_reader *reader)
{
    reader->line += *reader->at == '\n';
    return *reader->at ? *reader->at++ : '\0';
}

static void skip_blanks(struct pgn_reader *reader)
{
    while (isspace((unsigned char)*reader->at)) {
        take(reader);
    }
}

/* Skips to `end`, and over it. */
static void skip_to(struct pgn_reader *reader, char end)
{
    while (*reader->at && take(reader) != end) {
    }
}

static bool refuse(struct pgn_reader *reader, const char *what)
{
    return error_set(reader->error, "line %d: %.250s", reader->line, what);
}

/* Reads [Name "Value"]. */
static bool read_tag(struct pgn_reader *reader)
{
    char name[TAG_ROOM] = "", value[TAG_ROOM] = "";
    size_t length = 0;
    take(reader);
    skip_blanks(reader);
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_') {
        char letter = take(reader);
        if (length + 1 < sizeof name) {
            name[length++] = letter;
        }
    }
    skip_blanks(reader);
    if (length == 0 || take(reader) != '"') {
        return refuse(reader, "expected a tag, as [White \"name\"]");
    }
    length = 0;
    while (*reader->at && *reader->at != '"' && *reader->at != '\n') {
        char letter = take(reader);
        letter = letter == '\\' ? take(reader) : letter;
        if (length + 1 < sizeof value) {
            value[length++] = letter;
        }
    }
    if (take(reader) != '"' || (skip_blanks(reader), take(reader)) != ']') {
        return refuse(reader, "expected \"] at the end of a tag");
    }
    if (strcmp(name, "FEN") == 0) {
        snprintf(reader->fen, sizeof reader->fen, "%s", value);
    } else if (strcmp(name, "Variant") == 0) {
        snprintf(reader->variant, sizeof reader->variant, "%s", value);
    }
    format_pgn_tag(name, value, &reader->saved->tags);
    return true;
}

static bool has_variant(const struct game *game, const struct game_settings *settings,
                        const char *variant)
{
    const struct look_pgn *pgn = game->look->pgn;
    const char *name = pgn->variant ? pgn->variant(settings) : NULL;
    return name && strcasecmp(name, variant) == 0;
}

/* Whether the settings can be such that the game calls itself by that tag; `settings` is them. */
static bool finds_variant(const struct game *game, const char *variant,
                          struct game_settings *settings)
{
    game_default_settings(game, settings);
    if (has_variant(game, settings, variant)) {
        return true;
    }
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].kind != SETTING_CHECK) {
            continue;
        }
        settings->values[i] = 1;
        if (has_variant(game, settings, variant)) {
            return true;
        }
        settings->values[i] = game->settings[i].initial;
    }
    return false;
}

/* Whether PGN without a tag Variant is this game's, as it is chess'. */
static bool needs_no_variant(const struct game *game)
{
    struct game_settings settings;
    const struct look_pgn *pgn = game->look ? game->look->pgn : NULL;
    game_default_settings(game, &settings);
    return pgn && !(pgn->variant && pgn->variant(&settings));
}

/* Finds the game that the tags are of. */
static bool choose_game(struct pgn_reader *reader, const struct game *preferred)
{
    struct saved_game *saved = reader->saved;
    const char *variant = reader->variant;
    const bool plain = !*variant || strcasecmp(variant, "Standard") == 0 ||
                       strcasecmp(variant, "Normal") == 0 ||
                       strcasecmp(variant, "From Position") == 0;
    const bool stays = *variant ? needs_no_variant(preferred) : preferred->look->pgn != NULL;
    const struct game *first = stays ? preferred : NULL;
    for (const struct game *const *game = registry_games(); *game; game++) {
        bool fits = (*game)->look && (*game)->look->pgn;
        if (fits && !plain && finds_variant(*game, variant, &saved->settings)) {
            saved->game = *game;
            return true;
        }
        first = first || !needs_no_variant(*game) ? first : *game;
    }
    if (!plain || !first) {
        return error_set(reader->error, "no game here is written as PGN of the variant '%.60s'",
                         variant);
    }
    saved->game = first;
    game_default_settings(first, &saved->settings);
    return true;
}

/* Skips a comment; false if it has no end. */
static bool skip_comment(struct pgn_reader *reader)
{
    skip_to(reader, '}');
    return reader->at[-1] == '}';
}

/* Skips a variation, with those inside it and with its comments; false if it has no end. */
static bool skip_variation(struct pgn_reader *reader)
{
    int depth = 0;
    do {
        char letter = take(reader);
        depth += (letter == '(') - (letter == ')');
        if (letter == '{') {
            skip_to(reader, '}');
        } else if (letter == ';') {
            skip_to(reader, '\n');
        }
    } while (depth > 0 && *reader->at);
    return depth == 0;
}

/* What may stand between two moves; false at a word, or at the end of the text. Without its end it
 * is left, as a word that no move is. */
static bool skip_aside(struct pgn_reader *reader)
{
    struct pgn_reader before = *reader;
    switch (*reader->at) {
    case '{':
    case '(':
        if (*reader->at == '{' ? skip_comment(reader) : skip_variation(reader)) {
            return true;
        }
        *reader = before;
        return false;
    case ';':
    case '%':
        skip_to(reader, '\n');
        return true;
    case '.':
    case ')':
        take(reader);
        return true;
    case '$':
        take(reader);
        while (isdigit((unsigned char)*reader->at)) {
            take(reader);
        }
        return true;
    default:
        break;
    }
    bool blank = isspace((unsigned char)*reader->at);
    skip_blanks(reader);
    return blank;
}

/* Reads a word, without the number of a move before it: "12.e4" is "e4", and "12" is "". A word
 * that begins with 0 is no number: "0000" is a pass. */
static void read_word(struct pgn_reader *reader, char word[WORD_ROOM])
{
    char whole[WORD_ROOM];
    size_t length = strcspn(reader->at, " \t\r\n{};()[$");
    size_t kept = length < WORD_ROOM ? length : WORD_ROOM - 1;
    memcpy(whole, reader->at, kept);
    whole[kept] = '\0';
    reader->at += length;
    size_t digits = strspn(whole, "0123456789");
    size_t dots = strspn(whole + digits, ".");
    bool numbered = digits > 0 && whole[0] != '0' && (dots > 0 || !whole[digits]);
    snprintf(word, WORD_ROOM, "%s", whole + (numbered ? digits + dots : 0));
}

static bool read_moves(struct pgn_reader *reader)
{
    char word[WORD_ROOM];
    struct error reason;
    for (;;) {
        while (skip_aside(reader)) {
        }
        if (!*reader->at || *reader->at == '[') {
            return true;
        }
        const char *before = reader->at;
        read_word(reader, word);
        enum game_result result = result_find(word);
        if (result != RESULT_NONE || strcmp(word, result_name(RESULT_NONE)) == 0) {
            reader->saved->result = result;
            return true;
        }
        if (reader->at == before) {
            return refuse(reader, *before == '{'   ? "expected } after this comment"
                                  : *before == '(' ? "expected ) after this variation"
                                                   : "expected a move");
        }
        if (*word && !saved_game_play(reader->saved, word, &reason)) {
            return refuse(reader, reason.text);
        }
    }
}

bool read_pgn(const char *text, const struct game *preferred, struct saved_game *saved,
              struct error *error)
{
    struct pgn_reader reader = {
        .at = text, .line = saved->line ? saved->line : 1, .saved = saved, .error = error};
    struct error reason;
    skip_blanks(&reader);
    while (*reader.at == '[' || *reader.at == '%') {
        if (*reader.at == '%') {
            skip_to(&reader, '\n');
        } else if (!read_tag(&reader)) {
            return false;
        }
        skip_blanks(&reader);
    }
    if (!choose_game(&reader, preferred)) {
        return false;
    }
    if (!saved_game_begin(saved, *reader.fen ? reader.fen : NULL, &reason)) {
        return error_set(error, "tag FEN: %.250s", reason.text);
    }
    return read_moves(&reader);
}
