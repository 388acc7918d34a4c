/* SPDX-License-Identifier: MIT */
#include "read_pgn.h"

#include <ctype.h>
#include <string.h>

#include "encoding.h"
#include "formats.h"
#include "look.h"
#include "pgn_scanner.h"
#include "registry.h"

struct pgn_reader {
    struct pgn_scanner scanner;
    struct buffer fen, variant; /* "": no such tag */
    struct saved_game *saved;
    struct error *error;
};

static bool refuse(const struct pgn_reader *reader, int line, const char *reason)
{
    return error_set(reader->error, "line %d: %.250s", line, reason);
}

/* Appends the value of a tag without its escapes. */
static void put_value(const struct pgn_token *tag, struct buffer *out)
{
    struct buffer plain = {0};
    for (size_t i = 0; i < tag->value_length; i++) {
        const char *at = tag->value + i;
        const bool escapes = *at == '\\' && i + 1 < tag->value_length && strchr("\\\"", at[1]);
        i += escapes;
        buffer_putc(&plain, at[escapes]);
    }
    encoding_put_utf8("", buffer_text(&plain), buffer_length(&plain), out);
    buffer_finish(&plain);
}

static void take_tag(struct pgn_reader *reader, const struct pgn_token *tag)
{
    struct buffer name = {0}, value = {0};
    buffer_append(&name, tag->text, tag->length);
    put_value(tag, &value);
    struct buffer *kept = strcmp(buffer_text(&name), "FEN") == 0       ? &reader->fen
                          : strcmp(buffer_text(&name), "Variant") == 0 ? &reader->variant
                                                                       : NULL;
    if (kept) {
        buffer_clear(kept);
        buffer_puts(kept, buffer_text(&value));
    }
    format_pgn_tag(buffer_text(&name), buffer_text(&value), &reader->saved->tags);
    buffer_finish(&name);
    buffer_finish(&value);
}

/* Whether two values of the tag Variant are the same but for case, blanks and punctuation. */
static bool is_same_variant(const char *one, const char *other)
{
    for (;;) {
        while (*one && !isalnum((unsigned char)*one)) {
            one++;
        }
        while (*other && !isalnum((unsigned char)*other)) {
            other++;
        }
        if (tolower((unsigned char)*one) != tolower((unsigned char)*other) || !*one) {
            return *one == *other;
        }
        one++;
        other++;
    }
}

static bool has_variant(const struct game *game, const struct game_settings *settings,
                        const char *variant)
{
    const struct look_pgn *pgn = game->look->pgn;
    const char *name = pgn->variant ? pgn->variant(settings) : NULL;
    bool same = name && is_same_variant(name, variant);
    for (const char *const *other = name ? pgn->spellings : NULL; other && *other; other++) {
        same |= is_same_variant(*other, variant);
    }
    return same;
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
    const char *variant = buffer_text(&reader->variant);
    static const char *const plain_names[] = {"Standard", "Normal",         "From Position",
                                              "Chess",    "Standard Chess", "Classical"};
    bool plain = !*variant;
    for (int i = 0; i < LENGTH(plain_names); i++) {
        plain |= is_same_variant(variant, plain_names[i]);
    }
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

static bool play(struct pgn_reader *reader, const struct pgn_token *token)
{
    struct error reason;
    struct buffer move = {0};
    buffer_append(&move, token->text, token->length);
    bool good = saved_game_play(reader->saved, buffer_text(&move), &reason) ||
                refuse(reader, token->line, reason.text);
    buffer_finish(&move);
    return good;
}

/* Reads from `token`, the first behind the tags, to the end of the game. */
static bool read_moves(struct pgn_reader *reader, struct pgn_token *token)
{
    for (;; pgn_scanner_next(&reader->scanner, token)) {
        switch (token->kind) {
        case PGN_END:
            return true;
        case PGN_RESULT:
            reader->saved->result = token->result;
            return true;
        case PGN_MOVE:
            if (reader->scanner.starts_late && buffer_length(&reader->fen) == 0) {
                return refuse(reader, token->line,
                              "the first move's number is not 1; expected a tag FEN before it");
            }
            if (!play(reader, token)) {
                return false;
            }
            break;
        default:
            return refuse(reader, token->line, token->text);
        }
    }
}

static bool read_game(struct pgn_reader *reader, const struct game *preferred)
{
    struct pgn_token token;
    struct error reason;
    if (!pgn_scanner_begin(&reader->scanner)) {
        return refuse(reader, reader->scanner.line, "expected tags or moves");
    }
    for (pgn_scanner_next(&reader->scanner, &token); token.kind == PGN_TAG;
         pgn_scanner_next(&reader->scanner, &token)) {
        take_tag(reader, &token);
    }
    if (token.kind == PGN_WRONG) {
        return refuse(reader, token.line, token.text);
    }
    if (!choose_game(reader, preferred)) {
        return false;
    }
    const char *fen = buffer_length(&reader->fen) > 0 ? buffer_text(&reader->fen) : NULL;
    if (!saved_game_begin(reader->saved, fen, &reason)) {
        return error_set(reader->error, "tag FEN: %.250s", reason.text);
    }
    return read_moves(reader, &token);
}

bool read_pgn(const char *text, const struct game *preferred, struct saved_game *saved,
              struct error *error)
{
    struct pgn_reader reader = {.saved = saved, .error = error};
    pgn_scanner_init(&reader.scanner, text, strlen(text), saved->line ? saved->line : 1);
    bool good = read_game(&reader, preferred);
    buffer_finish(&reader.fen);
    buffer_finish(&reader.variant);
    return good;
}
