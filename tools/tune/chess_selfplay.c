/* SPDX-License-Identifier: MIT */
/* Plays chess against itself and stores the games, on which the evaluation is trained.
 *
 *     chess-selfplay games=10000 nodes=5000 seed=1 threads=2 out=FILE   plays games into FILE
 *     chess-selfplay games=10000 ... --shard 3/8 out=FILE               plays the third of eight
 *     parts
 *     chess-selfplay openings=1000 seed=1                               prints balanced openings
 *
 * A game depends only on the seed and its number, and games are written in order: the same
 * arguments give the same file, with any number of threads. The concatenated files of all shards
 * are the file of all games. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "chess/rules.h"
#include "chess_games.h"
#include "player.h"
#include "registry.h"
#include "rng.h"
#include "ticker.h"

#define TABLE_MEGABYTES 4
#define MAX_THREADS     256

/* A game begins with this many random plies, or one more. */
#define RANDOM_PLIES 8

/* An opening is used if a search of `nodes` nodes gives it a score of at most `limit` centipawns
 * for either side. */
struct balance {
    uint64_t nodes;
    score_t limit;
};

/* For games between engines, and for training games, which should have positions of all kinds. */
static const struct balance even = {4000, 150}, playable = {1000, 300};

/* A search ends after the first iteration that exceeds the limit of nodes, and at the latest at
 * HARD_LIMIT_FACTOR times that limit. */
#define HARD_LIMIT_FACTOR 8

/* A game is adjudicated if both sides agree for a number of plies: as won beyond WIN_SCORE
 * centipawns, or, from ply DRAW_FROM on, as drawn within DRAW_SCORE centipawns. */
#define WIN_SCORE  1200
#define WIN_PLIES  6
#define DRAW_SCORE 8
#define DRAW_PLIES 12
#define DRAW_FROM  100

/* A bare king loses against a rook or a queen if the score is at least BARE_KING_SCORE centipawns.
 * Searches of 250 nodes seldom mate within 50 moves, so these games would end as draws. */
#define BARE_KING_SCORE 250

struct job {
    uint64_t games, nodes, seed;
    struct shard shard;
    int threads;
    FILE *out;
    pthread_mutex_t lock;
    pthread_cond_t written;
    uint64_t first;    /* the shard's first game */
    uint64_t end;      /* one more than the shard's last game */
    uint64_t next;     /* the game for the next free thread */
    uint64_t to_write; /* the game to be written next */
    uint64_t plies;
    struct ticker ticker;
    bool failed;
};

/* Plays random plies from the start to a balanced position and records the moves. */
static void play_opening(struct player *player, struct rng *rng, const struct balance *balance,
                         struct selfplay_game *record, struct chess_position *position)
{
    for (;;) {
        int plies = RANDOM_PLIES + (int)rng_below(rng, 2);
        chess_start(&player->settings, position);
        record->plies = 0;
        for (int i = 0; i < plies; i++) {
            struct move_list list;
            list.count = 0;
            chess_legal_moves(position, &list);
            if (list.count == 0) {
                break;
            }
            move_t move = list.moves[rng_below(rng, (uint64_t)list.count)];
            record->moves[record->plies] = move;
            record->scores[record->plies++] = NO_SEARCH;
            chess_play(position, move);
        }
        record->random_plies = record->plies;
        if (chess_result(position) != RESULT_NONE) {
            continue;
        }
        player_clear(player);
        score_t score = player_search(player, position, balance->nodes)->score;
        if (score <= balance->limit && score >= -balance->limit) {
            return;
        }
    }
}

/* The number of consecutive plies whose scores meant a win for White (winning), a loss (losing) or
 * a draw. */
struct verdict {
    int winning, losing, drawn;
};

static bool is_decided(struct verdict *verdict, int score, int ply, enum game_end *end)
{
    verdict->winning = score >= WIN_SCORE ? verdict->winning + 1 : 0;
    verdict->losing = score <= -WIN_SCORE ? verdict->losing + 1 : 0;
    verdict->drawn = abs(score) <= DRAW_SCORE && ply >= DRAW_FROM ? verdict->drawn + 1 : 0;
    *end = verdict->winning >= WIN_PLIES  ? END_WHITE_WON
           : verdict->losing >= WIN_PLIES ? END_BLACK_WON
                                          : END_DRAWN;
    return *end != END_DRAWN || verdict->drawn >= DRAW_PLIES;
}

static bool is_bare_king_lost(const struct chess_position *position, int score, enum game_end *end)
{
    const struct chess_board *board = &position->state.board;
    const enum side loser = score > 0 ? BLACK : WHITE;
    const bool lost = abs(score) >= BARE_KING_SCORE &&
                      board->sides[loser] == pieces_of(board, loser, KING) &&
                      (board->kinds[ROOK] | board->kinds[QUEEN]) != 0;
    if (lost) {
        *end = score > 0 ? END_WHITE_WON : END_BLACK_WON;
    }
    return lost;
}

static void play_game(struct player *player, struct rng *rng, uint64_t nodes,
                      struct selfplay_game *record)
{
    struct chess_position position;
    struct verdict verdict = {0};
    play_opening(player, rng, &playable, record, &position);
    player_clear(player);
    record->end = END_DRAWN;
    for (;;) {
        enum game_result result = chess_result(&position);
        if (result != RESULT_NONE || record->plies == GAME_MAX_PLIES) {
            record->end = result == RESULT_P1_WINS   ? END_WHITE_WON
                          : result == RESULT_P2_WINS ? END_BLACK_WON
                                                     : END_DRAWN;
            return;
        }
        const struct search_line *line =
            player_search_soft(player, &position, nodes, HARD_LIMIT_FACTOR * nodes);
        int score = chess_side(&position) == WHITE ? line->score : -line->score;
        record->moves[record->plies] = line->pv[0];
        record->scores[record->plies++] = (int16_t)score;
        if (is_decided(&verdict, score, record->plies, &record->end) ||
            is_bare_king_lost(&position, score, &record->end)) {
            return;
        }
        chess_play(&position, line->pv[0]);
    }
}

/* Writes the games in order, whichever thread finishes first. */
static void keep_game(struct job *job, uint64_t number, const struct selfplay_game *record)
{
    pthread_mutex_lock(&job->lock);
    while (job->to_write != number) {
        pthread_cond_wait(&job->written, &job->lock);
    }
    job->failed = job->failed || !game_write(job->out, record);
    job->to_write++;
    job->plies += (uint64_t)(record->plies - record->random_plies);
    if (job->to_write % 20 == 0) {
        fflush(job->out);
        ticker_show(&job->ticker, (int64_t)(job->to_write - job->first));
    }
    pthread_cond_broadcast(&job->written);
    pthread_mutex_unlock(&job->lock);
}

static void *play_games(void *opaque)
{
    struct job *job = opaque;
    struct player player;
    struct selfplay_game record;
    bool ready = player_init(&player, registry_find(registry_games(), "chess"), TABLE_MEGABYTES);
    for (;;) {
        pthread_mutex_lock(&job->lock);
        job->failed = job->failed || !ready;
        uint64_t number = job->next++;
        bool over = number >= job->end || job->failed;
        pthread_mutex_unlock(&job->lock);
        if (over) {
            break;
        }
        struct rng rng = {rng_mix(job->seed ^ rng_mix(number + 1))};
        play_game(&player, &rng, job->nodes, &record);
        keep_game(job, number, &record);
    }
    player_finish(&player);
    return NULL;
}

static bool run_games(struct job *job)
{
    pthread_t threads[MAX_THREADS];
    job->first = (uint64_t)shard_begin(&job->shard, (int64_t)job->games);
    job->end = (uint64_t)shard_end(&job->shard, (int64_t)job->games);
    job->next = job->to_write = job->first;
    ticker_begin(&job->ticker, "games", (int64_t)(job->end - job->first));
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->written, NULL);
    int started = 0;
    while (started < job->threads &&
           pthread_create(&threads[started], NULL, play_games, job) == 0) {
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    ticker_clear(&job->ticker);
    fprintf(stderr, "%llu games, %llu positions\n",
            (unsigned long long)(job->to_write - job->first), (unsigned long long)job->plies);
    return started > 0 && !job->failed;
}

static bool print_openings(uint64_t seed, long openings)
{
    struct player player;
    struct selfplay_game record;
    struct chess_position position;
    struct rng rng = {seed};
    struct buffer fen;
    if (!player_init(&player, registry_find(registry_games(), "chess"), TABLE_MEGABYTES)) {
        fputs("chess-selfplay: memory is out\n", stderr);
        return false;
    }
    buffer_init(&fen);
    for (long i = 0; i < openings; i++) {
        play_opening(&player, &rng, &even, &record, &position);
        buffer_clear(&fen);
        chess_format_fen(&position, &fen);
        puts(buffer_text(&fen));
    }
    buffer_finish(&fen);
    player_finish(&player);
    return true;
}

static bool write_games(struct job *job, const char *path)
{
    job->out = fopen(path, "wb");
    if (!job->out) {
        perror(path);
        return false;
    }
    bool written = run_games(job);
    written = fclose(job->out) == 0 && written;
    if (!written) {
        fprintf(stderr, "chess-selfplay: memory is out, or %s cannot be written\n", path);
    }
    return written;
}

int main(int count, char **words)
{
    struct job job = {.shard = SHARD_WHOLE};
    long games = 1000, nodes = 5000, seed = 1, threads = 1, openings = 0;
    const struct argument arguments[] = {{"games", &games},       {"nodes", &nodes},
                                         {"seed", &seed},         {"threads", &threads},
                                         {"openings", &openings}, {NULL, NULL}};
    const char *out = arguments_take_file("out", &count, words);
    if (!arguments_read("chess-selfplay", arguments, &job.shard, count, words)) {
        return EXIT_FAILURE;
    }
    if ((openings == 0 && !out) || threads < 1) {
        fputs("chess-selfplay: out=FILE is needed, where the games go, and threads=1 or more\n",
              stderr);
        return EXIT_FAILURE;
    }
    job.games = (uint64_t)games;
    job.nodes = (uint64_t)nodes;
    job.seed = (uint64_t)seed;
    job.threads = threads < MAX_THREADS ? (int)threads : MAX_THREADS;
    if (openings > 0) {
        return print_openings(job.seed, openings) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return write_games(&job, out) ? EXIT_SUCCESS : EXIT_FAILURE;
}
