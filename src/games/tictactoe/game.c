/* SPDX-License-Identifier: MIT */
/* Tic-tac-toe as the registry lists it. */
#include "registry.h"
#include "skill.h"
#include "tictactoe.h"

static int player(const void *position)
{
    return ((const struct tictactoe_position *)position)->side + 1;
}

static uint64_t key(const void *position)
{
    return tictactoe_key(position);
}

static void play(void *position, move_t move)
{
    tictactoe_make(position, move);
}

static score_t evaluate(const void *position)
{
    return tictactoe_evaluate(position);
}

static const char *const aliases[] = {"ttt", NULL};

static const char *const bench_positions[] = {
    "3/3/3 x", "3/1x1/3 o", "x2/3/3 o", "xo1/3/3 x", "x1o/3/3 x", NULL,
};

static const struct setting settings[TICTACTOE_SETTINGS] = {
    [TICTACTOE_SKILL] = SKILL_SETTING,
};

const struct game game_tictactoe = {
    .name = "tictactoe",
    .aliases = aliases,
    .title = "Tic-tac-toe",
    .rules = "Two players, x first, put a mark on a free square in turns. Three of one's own in a "
             "row, a column or a\n"
             "diagonal win; a full board without that is a draw. A move names its square: a1 is at "
             "the bottom left.",
    .settings = settings,
    .setting_count = TICTACTOE_SETTINGS,
    .position_size = sizeof(struct tictactoe_position),
    .start = tictactoe_start,
    .parse_fen = tictactoe_parse_fen,
    .format_fen = tictactoe_format_fen,
    .parse_move = tictactoe_parse_move,
    .format_move = tictactoe_format_move,
    .legal_moves = tictactoe_legal_moves,
    .play = play,
    .result = tictactoe_result,
    .player = player,
    .key = key,
    .perft = tictactoe_perft,
    .draw = tictactoe_draw,
    .explain = tictactoe_explain,
    .evaluate = evaluate,
    .search = &tictactoe_search,
    .look = &tictactoe_look,
    .bench_positions = bench_positions,
    .bench_depth = 9,
};
