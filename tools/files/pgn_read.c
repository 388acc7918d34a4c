/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <strings.h>

#include "look.h"
#include "memory.h"
#include "pgn.h"
#include "pgn_annotations.h"
#include "pgn_scanner.h"
#include "registry.h"

/* Variations inside others are checked up to this depth. */
#define MOST_DEPTH 16

bool pgn_next(struct cursor *text, struct cursor *game)
{
    struct pgn_scanner scanner;
    struct pgn_token token;
    const struct cursor rest = cursor_rest(text);
    if (!pgn_scanner_begin(&scanner, &rest)) {
        return false;
    }
    const struct cursor begin = scanner.place;
    do {
        pgn_scanner_next(&scanner, &token);
    } while (token.kind != PGN_END);
    *game = cursor_between(&begin, &scanner.place);
    text->at += scanner.place.at;
    text->line = scanner.place.line;
    return true;
}

struct pgn_reader {
    struct pgn_scanner scanner;
    struct saved_game *saved;
    struct error *error;
};

static bool refuse(const struct pgn_reader *reader, int line, const char *reason)
{
    return error_set(reader->error, "line %d: %.250s", line, reason);
}

/* Returns the standard spelling of a tag's name, which some programs write in another case. */
static const char *standard_name(const char *name)
{
    static const char *const names[] = {
        "Event",    "Site",     "Date",        "Round",       "White",   "Black",
        "Result",   "SetUp",    "FEN",         "ECO",         "Variant", "Annotator",
        "WhiteElo", "BlackElo", "TimeControl", "Termination", "PlyCount"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (strcasecmp(name, names[i]) == 0) {
            return names[i];
        }
    }
    return name;
}

static void take_tag(struct pgn_reader *reader, const struct pgn_token *tag)
{
    struct buffer name = {0}, value = {0};
    buffer_append(&name, tag->text, tag->length);
    for (size_t i = 0; i < tag->value_length; i++) {
        const char *at = tag->value + i;
        const bool escapes = *at == '\\' && i + 1 < tag->value_length && strchr("\\\"", at[1]);
        i += escapes;
        buffer_putc(&value, at[escapes]);
    }
    saved_game_add_tag(reader->saved, standard_name(buffer_text(&name)), buffer_text(&value), "");
    buffer_finish(&name);
    buffer_finish(&value);
}

/* Returns the value of the last tag with this name; "" if there is none. */
static const char *last_value(const struct pgn_reader *reader, const char *name)
{
    const char *value, *last = "";
    for (const char *tag = NULL; (tag = saved_game_next_tag(reader->saved, tag, &value));) {
        last = strcmp(tag, name) == 0 ? value : last;
    }
    return last;
}

/* True if two values of the tag Variant differ only in case, blanks and punctuation. */
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

/* True if the game's tag Variant has this value under these settings. */
static bool has_variant(const struct game *game, const struct game_settings *settings,
                        const void *variant)
{
    const struct look_pgn *pgn = game->look->pgn;
    const char *name = pgn->variant ? pgn->variant(settings) : NULL;
    bool same = name && is_same_variant(name, variant);
    for (const char *const *other = name ? pgn->spellings : NULL; other && *other; other++) {
        same |= is_same_variant(*other, variant);
    }
    return same;
}

/* True if PGN without the tag Variant belongs to this game, as it does for chess. */
static bool needs_no_variant(const struct game *game)
{
    struct game_settings settings;
    const struct look_pgn *pgn = game->look ? game->look->pgn : NULL;
    game_default_settings(game, &settings);
    return pgn && !(pgn->variant && pgn->variant(&settings));
}

bool pgn_find_variant(const char *variant, const struct game **game, struct game_settings *settings)
{
    for (const struct game *const *at = registry_games(); *at; at++) {
        struct saved_game saved = {.game = *at};
        game_default_settings(*at, &saved.settings);
        if ((*at)->look && (*at)->look->pgn && saved_game_choose(&saved, has_variant, variant)) {
            *game = *at;
            *settings = saved.settings;
            return true;
        }
    }
    return false;
}

/* Finds the game from the tags. */
static bool choose_game(struct pgn_reader *reader, const struct game *preferred)
{
    struct saved_game *saved = reader->saved;
    const char *variant = last_value(reader, "Variant");
    static const char *const plain_names[] = {"Standard", "Normal",         "From Position",
                                              "Chess",    "Standard Chess", "Classical"};
    bool plain = !*variant;
    for (int i = 0; i < LENGTH(plain_names); i++) {
        plain |= is_same_variant(variant, plain_names[i]);
    }
    const bool stays = *variant ? needs_no_variant(preferred) : preferred->look->pgn != NULL;
    const struct game *first = stays ? preferred : NULL;
    if (!plain && pgn_find_variant(variant, &saved->game, &saved->settings)) {
        return true;
    }
    for (const struct game *const *game = registry_games(); *game; game++) {
        first = first || !needs_no_variant(*game) ? first : *game;
    }
    saved->game = NULL;
    if (!plain || !first) {
        return error_set(reader->error, "no game here is written as PGN of the variant '%.60s'",
                         variant);
    }
    saved->game = first;
    game_default_settings(first, &saved->settings);
    return true;
}

/* True if the word is a move that only annotators make: a side passes. */
static bool is_null_move(const struct pgn_token *token)
{
    static const char *const words[] = {"--", "Z0", "@@@@", "0000", "null", "pass"};
    for (int i = 0; i < LENGTH(words); i++) {
        if (strlen(words[i]) == token->length &&
            memcmp(token->text, words[i], token->length) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes the number of the move to be played before a reason. */
static void name_move(const struct saved_game *saved, const void *position, const char *reason,
                      struct error *named)
{
    error_set(named, "move %d%s: %.250s", saved->game->look->pgn->move_number(position),
              saved->game->player(position) == 2 ? "..." : "", reason);
}

/* Plays a move. A game that has no pass ends before a null move. */
static bool play(struct pgn_reader *reader, const struct pgn_token *token)
{
    struct saved_game *saved = reader->saved;
    const void *position = saved->record.position;
    struct error reason, named;
    if (reader->scanner.starts_late && !saved->record.fen) {
        return refuse(reader, token->line,
                      "the first move's number is not 1; expected a tag FEN before it");
    }
    if (saved_game_play(saved, token->text, token->length, &reason)) {
        return true;
    }
    if (!is_null_move(token)) {
        name_move(saved, position, reason.text, &named);
        return refuse(reader, token->line, named.text);
    }
    error_set(&reason, "a null move, '%.*s', which the game does not have", (int)token->length,
              token->text);
    name_move(saved, position, reason.text, &named);
    error_set(&reason, "line %d: %.250s", token->line, named.text);
    saved->cut = memory_text(reason.text);
    return true;
}

/* Notes the first move of a variation, or of those inside it, that cannot be played from
 * `before`. A null move ends what is checked. */
static void check_variation(struct pgn_reader *reader, const void *before,
                            const struct pgn_token *variation, int depth)
{
    struct saved_game *saved = reader->saved;
    const size_t size = saved->game->position_size;
    const struct cursor inside =
        cursor_begin(variation->text + 1, variation->length - 2, variation->line);
    char *position = memory_zeroed(2, size), *last = position + size;
    struct pgn_scanner scanner;
    struct pgn_token token = {.kind = PGN_END};
    memcpy(position, before, size);
    bool more = depth <= MOST_DEPTH && pgn_scanner_begin(&scanner, &inside);
    for (bool moved = false; more && !saved->doubt;) {
        struct error reason, named;
        move_t move;
        pgn_scanner_next(&scanner, &token);
        more = token.kind <= PGN_VARIATION && !(token.kind == PGN_MOVE && is_null_move(&token));
        if (more && token.kind == PGN_VARIATION && moved) {
            check_variation(reader, last, &token, depth + 1);
        } else if (more && token.kind == PGN_MOVE) {
            moved = true;
            memcpy(last, position, size);
            if (saved_game_parse(saved, position, token.text, token.length, &move, &reason)) {
                saved->game->play(position, move);
            } else {
                name_move(saved, position, reason.text, &named);
                error_set(&reason, "line %d: %.250s, in a variation", token.line, named.text);
                saved->doubt = memory_text(reason.text);
            }
        }
    }
    free(position);
}

/* Reads from `token`, the first one after the tags, to the end of the game. */
static bool read_moves(struct pgn_reader *reader, struct pgn_token *token)
{
    for (;; pgn_scanner_next(&reader->scanner, token)) {
        switch (token->kind) {
        case PGN_END:
            return true;
        case PGN_RESULT:
            reader->saved->result = token->result;
            break;
        case PGN_MOVE:
            if (!reader->saved->cut && !play(reader, token)) {
                return false;
            }
            break;
        case PGN_COMMENT:
        case PGN_GLYPH:
        case PGN_VARIATION:
            if (!reader->saved->cut) {
                pgn_annotate(reader->saved, token);
            }
            if (token->kind == PGN_VARIATION && reader->saved->record.plies > 0) {
                check_variation(reader, reader->saved->record.before, token, 1);
            }
            break;
        default:
            return refuse(reader, token->line, token->text);
        }
    }
}

bool pgn_read(const struct cursor *text, const struct game *preferred, struct saved_game *saved,
              struct error *error)
{
    struct pgn_reader reader = {.saved = saved, .error = error};
    struct pgn_token token;
    struct error reason;
    if (!pgn_scanner_begin(&reader.scanner, text)) {
        return refuse(&reader, reader.scanner.place.line, "expected tags or moves");
    }
    for (pgn_scanner_next(&reader.scanner, &token);
         token.kind == PGN_TAG || token.kind == PGN_COMMENT;
         pgn_scanner_next(&reader.scanner, &token)) {
        if (token.kind == PGN_TAG) {
            take_tag(&reader, &token);
        } else {
            pgn_annotate(saved, &token);
        }
    }
    if (token.kind == PGN_WRONG) {
        return refuse(&reader, token.line, token.text);
    }
    if (!choose_game(&reader, preferred)) {
        return false;
    }
    const char *fen = last_value(&reader, "FEN");
    if (!saved_game_begin(saved, *fen ? fen : NULL, &reason)) {
        return error_set(error, "tag FEN: %.250s", reason.text);
    }
    return read_moves(&reader, &token);
}
