/* SPDX-License-Identifier: MIT */
/* Plays xiangqi against itself and writes positions for xiangqi-network.
 *
 *     xiangqi-selfplay games=10000 nodes=400 seed=1 > FILE
 *     xiangqi-selfplay games=10000 ... --shard 3/8 > FILE
 *
 * A line has one position: its FEN, the search's score in centipawns and the half points at the end
 * of the game (0, 1 or 2), both for the side to move, separated by blanks. Positions in check are
 * left out, as are those whose best move is a capture. An empty line ends a game. A game depends
 * only on its number, the seed, the nodes and the program. A shard is a part of the games, such as
 * the third of eight; the concatenated files of all shards are the file of all games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "selfplay_job.h"
#include "xiangqi/rules.h"

/* A game begins with RANDOM_PLIES random moves and a random number, less than MORE_PLIES, of
 * further ones. */
#define RANDOM_PLIES 6
#define MORE_PLIES   5

/* An opening is used if its score is at most this many centipawns for either side. */
#define BALANCE_LIMIT 300

/* A game is adjudicated: as won if the scores have been beyond WIN_SCORE centipawns for WIN_PLIES
 * plies, and, from ply DRAW_FROM on, as drawn if they have been within DRAW_SCORE centipawns for
 * DRAW_PLIES plies. */
#define WIN_SCORE  1500
#define WIN_PLIES  4
#define DRAW_SCORE 10
#define DRAW_PLIES 16
#define DRAW_FROM  80

#define MAX_PLIES 300

struct record {
    int count;
    struct {
        struct xiangqi_position position;
        score_t score;
        bool quiet; /* not in check, and the best move is not a capture */
    } plies[MAX_PLIES];
};

/* Plays a random opening. Returns false if the game ended in it. */
static bool play_opening(struct xiangqi_position *position, struct rng *rng)
{
    xiangqi_start(NULL, position);
    for (int plies = RANDOM_PLIES + (int)rng_below(rng, MORE_PLIES); plies > 0; plies--) {
        struct xiangqi_undo undo;
        struct move_list list = {.count = 0};
        xiangqi_legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        xiangqi_make(position, list.moves[rng_below(rng, (uint64_t)list.count)], &undo);
    }
    return xiangqi_result(position) == RESULT_NONE;
}

/* True if the last `plies` scores were all beyond `limit` centipawns for the same side or, if
 * `within`, all within the limit. */
static bool scores_agree(const struct record *record, int plies, score_t limit, bool within)
{
    if (record->count < plies) {
        return false;
    }
    const score_t last = record->plies[record->count - 1].score;
    for (int back = 1; back <= plies; back++) {
        const score_t score = record->plies[record->count - back].score;
        const bool same_side = ((score > 0) == (last > 0)) == (back % 2 == 1);
        if (within ? abs(score) > limit : abs(score) < limit || !same_side) {
            return false;
        }
    }
    return true;
}

/* True if the game need not be continued; *result is then 1, 0 or -1 for Red. */
static bool adjudicate(const struct record *record, int *result)
{
    const int last = record->count - 1;
    const score_t score = record->plies[last].score;
    if (score_is_mate(score) || scores_agree(record, WIN_PLIES, WIN_SCORE, false)) {
        *result = (score > 0) == (record->plies[last].position.side == 0) ? 1 : -1;
        return true;
    }
    *result = 0;
    return record->count >= DRAW_FROM && scores_agree(record, DRAW_PLIES, DRAW_SCORE, true);
}

/* Plays a game. *result is 1, 0 or -1 for Red. Returns false if there was no balanced opening. */
static bool play_game(struct player *player, struct rng *rng, uint64_t nodes, struct record *record,
                      int *result)
{
    struct xiangqi_position position;
    record->count = 0;
    *result = 0;
    if (!play_opening(&position, rng)) {
        return false;
    }
    while (xiangqi_result(&position) == RESULT_NONE && record->count < MAX_PLIES) {
        const struct search_line *line = player_search(player, &position, nodes);
        if (record->count == 0 && abs(line->score) > BALANCE_LIMIT) {
            return false;
        }
        struct xiangqi_undo undo;
        record->plies[record->count].position = position;
        record->plies[record->count].score = line->score;
        record->plies[record->count].quiet =
            !position.state.in_check && !position.squares[move_to(line->pv[0])];
        record->count++;
        if (adjudicate(record, result)) {
            return true;
        }
        xiangqi_make(&position, line->pv[0], &undo);
    }
    const enum game_result end = xiangqi_result(&position);
    *result = end == RESULT_P1_WINS ? 1 : end == RESULT_P2_WINS ? -1 : 0;
    return true;
}

static void write_game(const struct record *record, int result, struct buffer *text)
{
    for (int i = 0; i < record->count; i++) {
        const struct xiangqi_position *position = &record->plies[i].position;
        if (record->plies[i].quiet) {
            buffer_clear(text);
            xiangqi_format_fen(position, text);
            printf("%s %d %d\n", buffer_text(text), record->plies[i].score,
                   1 + (position->side ? -result : result));
        }
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
        .program = "xiangqi-selfplay",
        .game = "xiangqi",
        .nodes = 400,
        .table_megabytes = 4,
        .play = play_and_write,
    };
    return selfplay_job(&selfplay, count, words);
}
