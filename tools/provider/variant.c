/* SPDX-License-Identifier: MIT */
#include "variant.h"

#include <stddef.h>
#include <string.h>

#include "engine_choice.h"
#include "look.h"
#include "registry.h"

/* The names that the interface's broker knows (lichess-org/lila-engine, src/model/uci_variant.rs),
 * without those of the games here. Engines with UCI_Variant use the same names. */
static const char *const names[] = {"antichess",     "atomic",      "crazyhouse", "horde",
                                    "kingofthehill", "racingkings", "3check"};

/* The most bytes of a FEN's board and pocket. */
#define BOARD_MOST 160

bool variant_get(int number, struct variant *variant)
{
    for (const struct game *const *game = registry_games(); *game; game++) {
        const struct look *look = (*game)->look;
        if (look && look->external && number-- == 0) {
            *variant = (struct variant){.name = look->external->variant, .game = *game};
            return true;
        }
    }
    *variant = (struct variant){.name = number < LENGTH(names) ? names[number] : NULL};
    return variant->name != NULL;
}

bool variant_find(const char *name, struct variant *variant)
{
    for (int i = 0; variant_get(i, variant); i++) {
        if (strcmp(variant->name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool variant_is_played(const struct variant *variant, const struct client *client, const char *name,
                       struct error *error)
{
    const struct engine_option *offered = engine_option_find(client_options(client), "UCI_Variant");
    /* CECP has other names of variants. */
    offered = client_dialect(client) == &dialect_cecp ? NULL : offered;
    if (variant->game && !offered) {
        return engine_plays(client, name, variant->game, error);
    }
    return (offered && engine_option_offers(offered, variant->name)) ||
           error_set(error, "%s does not play %s", name, variant->name);
}

/* Takes a field of a FEN that has only these characters. Returns the text behind it; NULL if the
 * field is empty, has other characters, or is longer than `most` bytes. */
static const char *take_field(const char *text, const char *allowed, size_t most)
{
    size_t length = text ? strspn(text, allowed) : 0;
    return length > 0 && length <= most && strchr(" ", text[length]) ? text + length : NULL;
}

bool variant_is_fen(const char *text)
{
    static const struct {
        const char *allowed;
        size_t most;
    } fields[] = {
        {"pnbrqkPNBRQK12345678/[]~", BOARD_MOST},
        {"wb", 1},
        {"-KQkqABCDEFGHabcdefgh", 8},
        {"-abcdefgh36", 2},
    };
    const char *rest = text;
    for (int i = 0; rest && i < LENGTH(fields); i++) {
        rest = i > 0 && *rest == ' ' ? rest + 1 : rest;
        rest = take_field(rest, fields[i].allowed, fields[i].most);
    }
    for (int i = 0; rest && *rest && i < 3; i++) {
        rest = take_field(rest + 1, "0123456789+", 8);
    }
    return rest && !*rest;
}

static bool is_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

bool variant_is_move(const char *text)
{
    if (strlen(text) == 4 && text[1] == '@') {
        return strchr("PNBRQK", text[0]) && is_square(text + 2);
    }
    return (strlen(text) == 4 || (strlen(text) == 5 && strchr("nbrqk", text[4]))) &&
           is_square(text) && is_square(text + 2);
}
