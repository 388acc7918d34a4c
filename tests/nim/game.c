/* SPDX-License-Identifier: MIT */
/* Nim's table for a list of games. */
#include <string.h>

#include "position.h"

enum { SETTING_FIRST_PILE, SETTING_LABEL };

static void start(const struct game_settings *settings, void *opaque)
{
    struct nim_position *position = opaque;
    int first = settings ? settings->values[SETTING_FIRST_PILE] : 3;
    *position = (struct nim_position){.piles = {(uint8_t)first, 5, 7}};
}

/* Parses "3 5 7 x": the piles and the side to move. */
static bool parse_fen(const struct game_settings *settings, const char *fen, void *opaque,
                      struct error *error)
{
    (void)settings;
    struct nim_position *position = opaque;
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

static void format_fen(const void *opaque, struct buffer *out)
{
    const struct nim_position *position = opaque;
    buffer_printf(out, "%d %d %d %c", position->piles[0], position->piles[1], position->piles[2],
                  "xo"[position->side]);
}

/* Parses "a3": three stones from the first pile. */
static bool parse_move(const void *opaque, const char *text, move_t *move, struct error *error)
{
    const struct nim_position *position = opaque;
    int pile = text[0] - 'a', stones = text[0] ? text[1] - '0' : 0;
    if (pile < 0 || pile >= NIM_PILES || stones < 1 || stones > NIM_TAKE || text[2] ||
        position->piles[pile] < stones) {
        return error_set(error, "illegal move '%s': expected a pile (a to c) and 1 to 3", text);
    }
    *move = nim_move(pile, stones);
    return true;
}

static void format_move(const void *position, move_t move, struct buffer *out)
{
    (void)position;
    buffer_printf(out, "%c%d", 'a' + nim_pile(move), nim_stones(move));
}

static void play(void *opaque, move_t move)
{
    struct nim_position *position = opaque;
    position->piles[nim_pile(move)] = (uint8_t)(position->piles[nim_pile(move)] - nim_stones(move));
    position->side ^= 1;
    position->played++;
}

static enum game_result result(const void *opaque)
{
    const struct nim_position *position = opaque;
    return !nim_is_over(position) ? RESULT_NONE : position->side ? RESULT_P1_WINS : RESULT_P2_WINS;
}

static int player(const void *position)
{
    return ((const struct nim_position *)position)->side + 1;
}

static uint64_t key(const void *position)
{
    return nim_key(position);
}

static uint64_t perft(void *position, int depth, struct search *search)
{
    return game_count_leaves(&game_nim, position, depth, search);
}

static void draw(const void *opaque, struct buffer *out)
{
    const struct nim_position *position = opaque;
    for (int pile = 0; pile < NIM_PILES; pile++) {
        buffer_printf(out, " %c %.*s\n", 'a' + pile, position->piles[pile], "|||||||||");
    }
}

static score_t evaluate(const void *position)
{
    return nim_evaluate(position);
}

static void explain(const void *position, struct buffer *out)
{
    buffer_printf(out, "noise %d\n", nim_evaluate(position));
}

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
    .name = "nim",
    .aliases = aliases,
    .title = "Nim",
    .settings = settings,
    .setting_count = LENGTH(settings),
    .position_size = sizeof(struct nim_position),
    .start = start,
    .parse_fen = parse_fen,
    .format_fen = format_fen,
    .parse_move = parse_move,
    .format_move = format_move,
    .legal_moves = nim_legal_moves,
    .play = play,
    .result = result,
    .player = player,
    .key = key,
    .perft = perft,
    .draw = draw,
    .explain = explain,
    .evaluate = evaluate,
    .search = &nim_search,
    .bench_positions = bench_positions,
    .bench_depth = 8,
};

const struct game *const nim_games[] = {&game_nim, NULL};
