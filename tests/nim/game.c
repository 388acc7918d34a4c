/* SPDX-License-Identifier: MIT */
/* Nim's table for a list of games. */
#include <string.h>

#include "position.h"

enum { SETTING_FIRST_PILE, SETTING_LABEL };

void nim_start(const struct game_settings *settings, struct nim_position *position)
{
    int first = settings ? settings->values[SETTING_FIRST_PILE] : 3;
    *position = (struct nim_position){.piles = {(uint8_t)first, 5, 7}};
}

/* Parses "3 5 7 x": the piles and the side to move. */
bool nim_parse_fen(const struct game_settings *settings, const char *fen,
                   struct nim_position *position, struct error *error)
{
    (void)settings;
    memset(position, 0, sizeof *position);
    if (strlen(fen) != 7) {
        return error_set(error, "illegal FEN '%s': expected three digits and x or o", fen);
    }
    for (int pile = 0; pile < NIM_PILES; pile++) {
        char digit = fen[2 * pile];
        if (digit < '0' || digit > '9' || fen[2 * pile + 1] != ' ') {
            return error_set(error, "illegal FEN '%s': expected a digit and a blank at %d", fen,
                             2 * pile + 1);
        }
        position->piles[pile] = (uint8_t)(digit - '0');
    }
    if (fen[6] != 'x' && fen[6] != 'o') {
        return error_set(error, "illegal FEN '%s': expected x or o at 7", fen);
    }
    position->side = fen[6] == 'o';
    return true;
}

void nim_format_fen(const struct nim_position *position, struct buffer *out)
{
    buffer_printf(out, "%d %d %d %c", position->piles[0], position->piles[1], position->piles[2],
                  "xo"[position->side]);
}

void nim_format_move(const struct nim_position *position, move_t move, struct buffer *out)
{
    (void)position;
    buffer_printf(out, "%c%d", 'a' + nim_pile(move), nim_stones(move));
}

void nim_draw(const struct nim_position *position, struct buffer *out)
{
    for (int pile = 0; pile < NIM_PILES; pile++) {
        buffer_printf(out, " %c %.*s\n", 'a' + pile, position->piles[pile], "|||||||||");
    }
}

#define GAME        nim
#define GAME_SIMPLE 1
#define GAME_DRAW   1
#include "game_template.h"

static const char *const aliases[] = {NULL};

static const struct setting settings[] = {
    [SETTING_FIRST_PILE] = {.name = "first",
                            .option = "First Pile",
                            .kind = SETTING_SPIN,
                            .initial = 3,
                            .max = NIM_MOST,
                            .shapes_board = true},
    [SETTING_LABEL] = {.option = "Label", .kind = SETTING_TEXT, .initial_text = ""},
};

static const char *const bench_positions[] = {"3 5 7 x", "9 9 9 o", NULL};

const struct game game_nim = {
    GAME_FUNCTIONS,
    .aliases = aliases,
    .title = "Nim",
    .settings = settings,
    .setting_count = LENGTH(settings),
    .bench_positions = bench_positions,
    .bench_depth = 8,
};

const struct game *const nim_games[] = {&game_nim, NULL};
