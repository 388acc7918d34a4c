/* SPDX-License-Identifier: MIT */
#include "game_lines.h"

#include <ctype.h>

#include "look.h"
#include "pgn.h"

/* The fault of a player who loses, after its name. Frameworks look for "on time", "disconnect",
 * "stalls" and "illegal". */
static const char *const faults[VERDICT_COUNT] = {
    [VERDICT_TIME] = " loses on time",
    [VERDICT_ILLEGAL] = " makes an illegal move",
    [VERDICT_CRASH] = " disconnects",
    [VERDICT_HANG] = "'s connection stalls",
};

/* How a game ends that both players play to its end. */
static const char *const ends[VERDICT_COUNT] = {
    [VERDICT_RULES] = "",
    [VERDICT_RESIGNATION] = " by adjudication",
    [VERDICT_DRAW] = " by adjudication",
    [VERDICT_LENGTH] = " by adjudication: maximal length",
    [VERDICT_TABLES] = " by adjudication: endgame tables",
};

const char *game_lines_termination(enum verdict verdict)
{
    return verdict == VERDICT_ILLEGAL ? "illegal move"
           : verdict == VERDICT_HANG  ? "stalled connection"
                                      : NULL;
}

void game_lines_started(const struct scheduled_game *game, int64_t games, const char *const *names,
                        struct buffer *out)
{
    buffer_printf(out, "Started game %lld of %lld (%s vs %s)", (long long)game->number + 1,
                  (long long)games, names[game->engines[0]], names[game->engines[1]]);
}

/* Appends a side's name with a capital letter. */
static void put_side(const struct game *game, int player, struct buffer *out)
{
    const char *name = game->look->sides[player].name;
    buffer_putc(out, (char)toupper((unsigned char)*name));
    buffer_puts(out, name + 1);
}

void game_lines_finished(const struct game *game, const struct played_game *played,
                         const char *const *names, struct buffer *out)
{
    const bool second_wins = played->result == RESULT_P2_WINS;
    buffer_printf(out, "Finished game %lld (%s vs %s): %s {", (long long)played->number + 1,
                  names[played->engines[0]], names[played->engines[1]],
                  pgn_result_name(played->result));
    if (verdict_is_forfeit(played->verdict)) {
        put_side(game, second_wins ? 0 : 1, out);
        buffer_puts(out, faults[played->verdict]);
    } else if (played->result == RESULT_DRAW) {
        buffer_printf(out, "Draw%s", ends[played->verdict]);
    } else {
        put_side(game, second_wins ? 1 : 0, out);
        buffer_printf(out, " wins%s", ends[played->verdict]);
    }
    buffer_putc(out, '}');
}
