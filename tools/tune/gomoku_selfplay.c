/* SPDX-License-Identifier: MIT */
/* Plays gomoku against itself and writes the games for gomoku-fit and gomoku-network.
 *
 *     gomoku-selfplay games=14000 nodes=1500 seed=1 rule=0 size=15 > FILE
 *     gomoku-selfplay games=14000 ... --shard 3/8 > FILE
 *     gomoku-selfplay openings=100 nodes=3000000 seed=1 rule=0 size=15 > FILE
 *     gomoku-selfplay mates=150 nodes=20000 seed=1 rule=0 size=15 > FILE
 *
 * The first writes games. A line has the number of the rule, the board size, the result for the
 * first player (1, 0, -1), the number of stones of the opening, and `square score` for each move. A
 * score is in centipawns for the side to move, 32002 if unknown. A negative square is an
 * exploration move. A game depends only on its number, the seed, the nodes and the program. A shard
 * is a part of the games, such as the third of eight; the concatenated files of all shards are the
 * file of all games.
 *
 * The third command writes openings for matches, one per line, in the format of match runners: for
 * each stone its distance from the centre as `files,ranks`, with ranks counted downwards. Two
 * searches, one with 1/8 of the nodes and one with all, must find the opening balanced.
 *
 * The fourth writes positions with a forced win, at most one per game. A line has the rule, the
 * board size, the plies and the first move of the win, and the FEN. The winner is to move. A search
 * with `nodes` nodes does not see the win; a search with MATE_PROOF times as many does, in this
 * position and at the winner's next move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "gomoku/board.h"
#include "gomoku/candidates.h"
#include "gomoku/rules.h"
#include "gomoku/text.h"
#include "registry.h"
#include "ticker.h"
#include "tt.h"

#define TABLE_MEGABYTES 4

/* An opening is used if its score is at most this many centipawns for either side. */
#define BALANCE_LIMIT 350

/* An opening for matches is used if two searches score it within MATCH_LIMIT centipawns. The first
 * one has 1/MATCH_FIRST_DIVISOR of the nodes. */
#define MATCH_LIMIT         60
#define MATCH_FIRST_DIVISOR 8

/* One move in EXPLORE_EVERY is chosen at random from the first EXPLORE_WIDTH of the move order. */
#define EXPLORE_EVERY 10
#define EXPLORE_WIDTH 8

/* A forced win must be found by a search with MATE_PROOF times the nodes of a move. The search for
 * its first position goes back at most MATE_BACK moves of the winner from where the game's own
 * search saw the win. */
#define MATE_PROOF 100
#define MATE_BACK  4

/* A mate score of at most MATE_PLIES plies ends a game, and a game is a draw after MAX_PLIES
 * plies. */
#define MATE_PLIES 200
#define MAX_PLIES  200

struct player {
    struct search search;
    struct search_worker *worker;
    struct game_settings settings;
    struct tt tt;
    struct rng rng;
};

struct record {
    int count, opening;
    int squares[MAX_PLIES + 16], scores[MAX_PLIES + 16];
};

static const struct search_line *search_position(struct player *player,
                                                 struct gomoku_position *position, uint64_t nodes)
{
    struct search *search = &player->search;
    search->limits = (struct search_limits){.depth = MAX_PLY - 1, .nodes = nodes, .multipv = 1};
    search->start_ns = clock_ns();
    search_rearm(search);
    atomic_store(&search->control.clock_start, search->start_ns);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    atomic_store(&player->worker->nodes, 0);
    tt_age(&player->tt);
    memcpy(player->worker->position, position, sizeof *position);
    search->game->search->run(player->worker);
    return &player->worker->lines[0];
}

static void clear(struct player *player)
{
    tt_clear(&player->tt);
    search_worker_clear(player->worker);
}

static void put(struct record *record, struct gomoku_position *position, int square, int score,
                bool exploration)
{
    record->squares[record->count] = exploration ? -square : square;
    record->scores[record->count++] = score;
    gomoku_play(position, (move_t)square);
}

/* Plays three to seven random stones near the centre. */
static void play_opening(struct player *player, struct gomoku_position *position,
                         struct record *record)
{
    struct gomoku_position start = *position;
    do {
        *position = start;
        record->count = 0;
        record->opening = 3 + (int)rng_below(&player->rng, 5);
        int span = 5 + (int)rng_below(&player->rng, 5);
        span = span < start.size ? span : start.size;
        int corner = 1 + (start.size - span) / 2;
        while (record->count < record->opening && !position->winner) {
            int square = gomoku_square(corner + (int)rng_below(&player->rng, (uint64_t)span),
                                       corner + (int)rng_below(&player->rng, (uint64_t)span));
            if (gomoku_check_move(position, square, NULL)) {
                put(record, position, square, SCORE_NONE, false);
            }
        }
    } while (position->winner);
}

/* Returns a random move from the first ones of the move order, or `move` if a threat must be
 * answered. */
static int explore(struct player *player, const struct gomoku_position *position, int move)
{
    static struct gomoku_board board;
    struct move_list list = {.count = 0};
    gomoku_board_set(&board, position);
    if (gomoku_urgency(&board) != URGENCY_NONE) {
        return move;
    }
    gomoku_candidates(&board, &list);
    int mover = position->to_move, width = list.count < EXPLORE_WIDTH ? list.count : EXPLORE_WIDTH;
    for (int i = 0; i < width; i++) {
        int best = i, best_order = INT32_MIN;
        for (int k = i; k < list.count; k++) {
            int order =
                gomoku_pattern_weights[gomoku_board_code(&board, mover, list.moves[k])].making +
                gomoku_pattern_weights[gomoku_board_code(&board, 1 - mover, list.moves[k])]
                    .blocking;
            if (order > best_order) {
                best = k;
                best_order = order;
            }
        }
        move_t swap = list.moves[i];
        list.moves[i] = list.moves[best];
        list.moves[best] = swap;
    }
    return list.moves[rng_below(&player->rng, (uint64_t)width)];
}

/* Plays a game. *result is that of the first player. Returns false if the opening is not
 * balanced. */
static bool play_game(struct player *player, struct gomoku_position *position,
                      struct record *record, uint64_t nodes, int *result)
{
    clear(player);
    play_opening(player, position, record);
    while (gomoku_result(position) == RESULT_NONE && record->count < MAX_PLIES) {
        bool first = record->count == record->opening;
        const struct search_line *line =
            search_position(player, position, first ? 4 * nodes : nodes);
        score_t score = line->score;
        if (first && (score > BALANCE_LIMIT || score < -BALANCE_LIMIT)) {
            return false;
        }
        int side = position->to_move == BLACK ? 1 : -1, move = line->pv[0];
        bool sure = score_is_mate(score) && abs(score_mate_plies(score)) <= MATE_PLIES;
        if (!sure && rng_below(&player->rng, EXPLORE_EVERY) == 0) {
            int other = explore(player, position, move);
            put(record, position, other, score, other != move);
        } else {
            put(record, position, move, score, false);
        }
        if (sure) {
            *result = score > 0 ? side : -side;
            return true;
        }
    }
    enum game_result end = gomoku_result(position);
    *result = end == RESULT_P1_WINS ? 1 : end == RESULT_P2_WINS ? -1 : 0;
    return true;
}

/* True if a search of `nodes` nodes finds the position balanced enough for a match. */
static bool is_even(struct player *player, struct gomoku_position *position, uint64_t nodes)
{
    clear(player);
    return abs(search_position(player, position, nodes)->score) <= MATCH_LIMIT;
}

static void write_openings(struct player *player, const struct gomoku_position *start, long count,
                           uint64_t nodes)
{
    static struct record record;
    const int middle = (start->size + 1) / 2;
    struct ticker ticker;
    ticker_begin(&ticker, "openings", count);
    for (long found = 0; found < count;) {
        struct gomoku_position position = *start;
        play_opening(player, &position, &record);
        if (!is_even(player, &position, nodes / MATCH_FIRST_DIVISOR) ||
            !is_even(player, &position, nodes)) {
            continue;
        }
        ticker_clear(&ticker);
        for (int i = 0; i < record.count; i++) {
            printf("%s%d,%d", i ? ", " : "", gomoku_file(record.squares[i]) - middle,
                   middle - gomoku_rank(record.squares[i]));
        }
        putchar('\n');
        fflush(stdout);
        ticker_show(&ticker, ++found);
    }
    ticker_clear(&ticker);
}

/* True if a search with an empty table finds a win for the side to move; *line is then its best
 * line. */
static bool finds_win(struct player *player, struct gomoku_position *position, uint64_t nodes,
                      const struct search_line **line)
{
    clear(player);
    *line = search_position(player, position, nodes);
    return (*line)->score >= SCORE_MATE_FOUND;
}

static void print_mate(const struct gomoku_position *position, const struct search_line *line)
{
    struct buffer text = {0};
    buffer_printf(&text, "%s %d %d ", gomoku_rule_names[position->rule], position->size,
                  score_mate_plies(line->score));
    gomoku_format_square(line->pv[0], &text);
    buffer_puts(&text, " ");
    gomoku_format_fen(position, &text);
    puts(buffer_text(&text));
    fflush(stdout);
    buffer_finish(&text);
}

/* Finds the earliest position of the game with a proven forced win and writes it, unless a search
 * with the nodes of a move finds the win, too. `last` is the ply at which the game's search saw it.
 * Returns true if it wrote one. */
static bool write_mate(struct player *player, const struct gomoku_position *start,
                       const struct record *record, int last, uint64_t nodes)
{
    struct gomoku_position found = *start;
    struct search_line proof = {0};
    const struct search_line *line;
    for (int back = 1; back <= MATE_BACK && last - 2 * back >= record->opening; back++) {
        struct gomoku_position position = *start;
        for (int i = 0; i < last - 2 * back; i++) {
            gomoku_play(&position, (move_t)abs(record->squares[i]));
        }
        if (!finds_win(player, &position, MATE_PROOF * nodes, &line)) {
            break;
        }
        found = position;
        proof = *line;
    }
    if (proof.length == 0 || finds_win(player, &found, nodes, &line)) {
        return false;
    }
    print_mate(&found, &proof);
    return true;
}

static void write_mates(struct player *player, const struct gomoku_position *start, long count,
                        uint64_t nodes)
{
    static struct record record;
    struct ticker ticker;
    ticker_begin(&ticker, "wins", count);
    for (long written = 0; written < count;) {
        struct gomoku_position position = *start;
        int result = 0;
        if (!play_game(player, &position, &record, nodes, &result) || record.count == 0 ||
            !score_is_mate(record.scores[record.count - 1])) {
            continue;
        }
        /* The last move has a mate score; it may be the winner's move or the loser's. */
        int last = record.count - (record.scores[record.count - 1] > 0 ? 1 : 2);
        if (write_mate(player, start, &record, last, nodes)) {
            ticker_show(&ticker, ++written);
        }
    }
    ticker_clear(&ticker);
}

static void write_games(struct player *player, const struct gomoku_position *start, long first,
                        long end, long seed, uint64_t nodes)
{
    static struct record record;
    struct ticker ticker;
    ticker_begin(&ticker, "games", end - first);
    for (long game = first; game < end; game++) {
        struct gomoku_position position;
        int result = 0;
        player->rng.state = rng_mix((uint64_t)seed) + (uint64_t)game;
        do {
            position = *start;
        } while (!play_game(player, &position, &record, nodes, &result));
        printf("%d %d %d %d", start->rule, start->size, result, record.opening);
        for (int i = 0; i < record.count; i++) {
            printf(" %d %d", record.squares[i], record.scores[i]);
        }
        putchar('\n');
        ticker_show(&ticker, game + 1 - first);
    }
    ticker_clear(&ticker);
}

int main(int count, char **words)
{
    static struct player player;
    struct error error = {""};
    struct shard shard = SHARD_WHOLE;
    long games = 1000, openings = 0, mates = 0, nodes = 1500, seed = 1;
    long size = GOMOKU_DEFAULT_SIZE, rule = RULE_FREESTYLE;
    const struct argument arguments[] = {
        {"games", &games}, {"openings", &openings}, {"mates", &mates}, {"nodes", &nodes},
        {"seed", &seed},   {"rule", &rule},         {"size", &size},   {NULL, NULL}};
    if (!arguments_read("gomoku-selfplay", arguments, &shard, count, words)) {
        return EXIT_FAILURE;
    }
    tt_init(&player.tt);
    search_init(&player.search);
    const struct game *game = registry_find(registry_games(), "gomoku");
    player.worker = search_worker_create(&player.search, game->search, game->position_size, 0);
    if (size < GOMOKU_MIN_SIZE || size > GOMOKU_MAX_SIZE || rule < 0 || rule >= GOMOKU_RULES ||
        !player.worker || !tt_resize(&player.tt, TABLE_MEGABYTES, &error)) {
        fprintf(stderr, "gomoku-selfplay: wrong arguments or no memory %s\n", error.text);
        return EXIT_FAILURE;
    }
    game_default_settings(game, &player.settings);
    player.search.game = game;
    player.search.settings = &player.settings;
    player.search.tt = &player.tt;
    player.search.worker_count = 1;
    player.search.workers = &player.worker;
    struct gomoku_position start;
    gomoku_clear(&start, (int)size, (enum gomoku_rule)rule);
    if (openings > 0) {
        player.rng.state = rng_mix((uint64_t)seed);
        write_openings(&player, &start, openings, (uint64_t)nodes);
    } else if (mates > 0) {
        player.rng.state = rng_mix((uint64_t)seed);
        write_mates(&player, &start, mates, (uint64_t)nodes);
    } else {
        write_games(&player, &start, (long)shard_begin(&shard, games),
                    (long)shard_end(&shard, games), seed, (uint64_t)nodes);
    }
    search_finish(&player.search);
    tt_finish(&player.tt);
    search_worker_destroy(player.worker);
    return EXIT_SUCCESS;
}
