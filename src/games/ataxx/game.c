/* SPDX-License-Identifier: MIT */
/* Ataxx as the registry lists it. */
#include "ataxx.h"
#include "registry.h"
#include "skill.h"

static int player(const void *position)
{
    return ((const struct ataxx_position *)position)->side + 1;
}

static uint64_t key(const void *position)
{
    return ataxx_key(position);
}

static void play(void *position, move_t move)
{
    ataxx_make(position, move);
}

static score_t evaluate(const void *position)
{
    return ataxx_evaluate(position);
}

static const char *const aliases[] = {NULL};

static const char *const bench_positions[] = {
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1",
    NULL,
};

static const struct setting settings[ATAXX_SETTINGS] = {
    [ATAXX_BLOCKED] = {.name = "blocked",
                       .option = "Blocked Squares",
                       .help = "squares that nobody can enter: none, four inside, a diamond",
                       .kind = SETTING_CHOICE,
                       .initial = 0,
                       .min = 0,
                       .max = 2,
                       .choices = ataxx_blocked_names,
                       .shapes_board = true},
    [ATAXX_SKILL] = SKILL_SETTING,
};

const struct game LEVEL_NAME(game_ataxx) = {
    .name = "ataxx",
    .aliases = aliases,
    .title = "Ataxx",
    .rules =
        "Two players, x first, on 7 by 7 squares, some of which may be blocked. A piece grows "
        "to a free square\n"
        "beside it and stays where it is, or jumps to a free square two away. All pieces of "
        "the other side beside\n"
        "the target become the mover's. Who cannot move passes, as 0000. The game is over when "
        "nobody can move\n"
        "or one side has no piece left; most pieces win. 100 moves in a row without a piece "
        "that grows are a draw.\n"
        "A piece that grows is written by its target, g2, a jump by both squares, a1c3.",
    .settings = settings,
    .setting_count = ATAXX_SETTINGS,
    .position_size = sizeof(struct ataxx_position),
    .start = ataxx_start,
    .parse_fen = ataxx_parse_fen,
    .format_fen = ataxx_format_fen,
    .parse_move = ataxx_parse_move,
    .format_move = ataxx_format_move,
    .legal_moves = ataxx_legal_moves,
    .play = play,
    .result = ataxx_result,
    .player = player,
    .key = key,
    .perft = ataxx_perft,
    .draw = ataxx_draw,
    .explain = ataxx_explain,
    .evaluate = evaluate,
    .search = &LEVEL_NAME(ataxx_search),
    .look = &ataxx_look,
    .bench_positions = bench_positions,
    .bench_depth = 8,
};
