/* SPDX-License-Identifier: MIT */
/* Plays Ataxx against itself and writes positions for ataxx-network.
 *
 *     ataxx-selfplay games=10000 nodes=2000 seed=1 > FILE
 *     ataxx-selfplay games=10000 ... --shard 3/8 > FILE
 *
 * A line has one position: its FEN, the search's score in centipawns and the half points at the end
 * of the game (0, 1 or 2), both for the side to move, separated by blanks. An empty line ends a
 * game. A game depends only on its number, the seed, the nodes and the program. A shard is a part
 * of the games, such as the third of eight; the concatenated files of all shards are the file of
 * all games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ataxx/rules.h"
#include "selfplay_job.h"

/* A game begins with RANDOM_PLIES random moves and a random number, less than MORE_PLIES, of
 * further ones. */
#define RANDOM_PLIES 2
#define MORE_PLIES   10

/* Half of the games have blocked squares: at most this many random squares and their
 * reflections. */
#define MOST_DRAWS 4

/* An opening is used if its score is at most this many centipawns for either side. */
#define BALANCE_LIMIT 500

#define MAX_PLIES 400

struct record {
    int count;
    struct ataxx_position positions[MAX_PLIES];
    score_t scores[MAX_PLIES];
};

/* Blocks a random square and its reflections in both directions. Corners are not blocked. */
static void block(struct ataxx_position *position, struct rng *rng)
{
    const int last = ATAXX_SIZE - 1;
    const int file = (int)rng_below(rng, ATAXX_SIZE), rank = (int)rng_below(rng, ATAXX_SIZE);
    const bitboard_t squares = ataxx_bit(ataxx_place(file, rank)) |
                               ataxx_bit(ataxx_place(last - file, rank)) |
                               ataxx_bit(ataxx_place(file, last - rank)) |
                               ataxx_bit(ataxx_place(last - file, last - rank));
    if (!(squares & (position->pieces[0] | position->pieces[1]))) {
        position->blocked |= squares;
        position->blocked_key = ataxx_blocked_key(position->blocked);
    }
}

/* Plays a random opening. Returns false if the game ended in it. */
static bool play_opening(struct ataxx_position *position, struct rng *rng)
{
    const struct game_settings settings = {.values = {0}};
    ataxx_start(&settings, position);
    for (int draws = (int)rng_below(rng, 2) * (1 + (int)rng_below(rng, MOST_DRAWS)); draws > 0;
         draws--) {
        block(position, rng);
    }
    for (int plies = RANDOM_PLIES + (int)rng_below(rng, MORE_PLIES); plies > 0; plies--) {
        struct move_list list = {.count = 0};
        ataxx_legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        ataxx_play(position, list.moves[rng_below(rng, (uint64_t)list.count)]);
    }
    return ataxx_result(position) == RESULT_NONE;
}

/* Plays a game until it ends or a search finds a win. *result is 1, 0 or -1 for player 1. Returns
 * false if there was no balanced opening. */
static bool play_game(struct player *player, struct rng *rng, uint64_t nodes, struct record *record,
                      int *result)
{
    struct ataxx_position position;
    record->count = 0;
    *result = 0;
    if (!play_opening(&position, rng)) {
        return false;
    }
    while (ataxx_result(&position) == RESULT_NONE && record->count < MAX_PLIES) {
        const struct search_line *line = player_search(player, &position, nodes);
        if (record->count == 0 && abs(line->score) > BALANCE_LIMIT) {
            return false;
        }
        record->positions[record->count] = position;
        record->scores[record->count++] = line->score;
        if (score_is_mate(line->score)) {
            *result = (line->score > 0) == (position.side == 0) ? 1 : -1;
            return true;
        }
        ataxx_play(&position, line->pv[0]);
    }
    const enum game_result end = ataxx_result(&position);
    *result = end == RESULT_P1_WINS ? 1 : end == RESULT_P2_WINS ? -1 : 0;
    return true;
}

static void write_game(const struct record *record, int result, struct buffer *text)
{
    for (int i = 0; i < record->count; i++) {
        const struct ataxx_position *position = &record->positions[i];
        buffer_clear(text);
        ataxx_format_fen(position, text);
        printf("%s %d %d\n", buffer_text(text), record->scores[i],
               1 + (position->side ? -result : result));
    }
    putchar('\n');
}

static bool play_and_write(struct player *player, struct rng *rng, uint64_t nodes,
                           struct buffer *text)
{
    static struct record record;
    int result;
    if (!play_game(player, rng, nodes, &record, &result)) {
        return false;
    }
    write_game(&record, result, text);
    return true;
}

int main(int count, char **words)
{
    static const struct selfplay selfplay = {
        .program = "ataxx-selfplay",
        .game = "ataxx",
        .nodes = 2000,
        .table_megabytes = 4,
        .play = play_and_write,
    };
    return selfplay_job(&selfplay, count, words);
}
