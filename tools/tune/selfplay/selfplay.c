/* SPDX-License-Identifier: MIT */
#include "selfplay.h"

#include <pthread.h>
#include <stdlib.h>

#include "alloc.h"
#include "arguments.h"
#include "registry.h"
#include "ticker.h"

#define TABLE_MEGABYTES 4
#define MAX_THREADS     256

struct job {
    char program[32];
    struct shard shard;
    long values[MAX_SETTINGS];
    FILE *out;
    pthread_mutex_t lock;
    pthread_cond_t written;
    int64_t first;    /* the shard's first game */
    int64_t end;      /* the game after its last one */
    int64_t next;     /* the game that the next free thread plays */
    int64_t to_write; /* the game to be written next */
    uint64_t searched;
    struct ticker ticker;
    bool failed;
};

static bool write_positions(struct selfplayer *self, FILE *out)
{
    const struct selfplay_game *record = &self->record;
    LOCAL_BUFFER text = {0};
    for (int i = 0; i < record->plies; i++) {
        const int sign = self->game->player(self->replay) == 1 ? 1 : -1;
        if (!selfplay.takes || selfplay.takes(self->replay, record->moves[i])) {
            buffer_clear(&text);
            self->game->format_fen(self->replay, &text);
            fprintf(out, "%s %d %d\n", buffer_text(&text), sign * record->scores[i],
                    1 + sign * ((int)record->end - 1));
        }
        if (i + 1 < record->plies) {
            self->game->play(self->replay, record->moves[i]);
        }
    }
    return fputc('\n', out) != EOF;
}

/* Writes a game after those with lower numbers. */
static void write_in_turn(struct job *job, struct selfplayer *self, int64_t number)
{
    pthread_mutex_lock(&job->lock);
    while (job->to_write != number) {
        pthread_cond_wait(&job->written, &job->lock);
    }
    const bool written =
        selfplay.write ? selfplay.write(self, job->out) : write_positions(self, job->out);
    job->failed = job->failed || !written || fflush(job->out) != 0;
    job->to_write++;
    job->searched += (uint64_t)(self->record.plies - self->record.random_plies);
    ticker_show(&job->ticker, job->to_write - job->first);
    pthread_cond_broadcast(&job->written);
    pthread_mutex_unlock(&job->lock);
}

/* Returns false if an allocation fails. */
static bool selfplayer_init(struct selfplayer *self, const struct job *job)
{
    const struct game *game = registry_find(registry_games(), selfplay.game);
    *self = (struct selfplayer){.game = game, .values = job->values};
    self->position = alloc_zeroed(CACHE_LINE, game->position_size);
    self->replay = alloc_zeroed(CACHE_LINE, game->position_size);
    return player_init(&self->player, game, TABLE_MEGABYTES) && self->position && self->replay;
}

static void selfplayer_finish(struct selfplayer *self)
{
    player_finish(&self->player);
    alloc_release(self->position, self->game->position_size);
    alloc_release(self->replay, self->game->position_size);
}

static void *play_games(void *opaque)
{
    struct job *job = opaque;
    struct selfplayer self;
    const bool ready = selfplayer_init(&self, job);
    const uint64_t seed = (uint64_t)selfplay_value(job->values, "seed");
    for (;;) {
        pthread_mutex_lock(&job->lock);
        job->failed = job->failed || !ready;
        const int64_t number = job->next++;
        const bool over = number >= job->end || job->failed;
        pthread_mutex_unlock(&job->lock);
        if (over) {
            break;
        }
        self.rng.state = selfplay.adds_number ? rng_mix(seed) + (uint64_t)number
                                              : rng_mix(seed ^ rng_mix((uint64_t)number + 1));
        while (!selfplay_play(&self)) {
        }
        write_in_turn(job, &self, number);
    }
    selfplayer_finish(&self);
    return NULL;
}

static void run_games(struct job *job)
{
    pthread_t threads[MAX_THREADS];
    const long most = selfplay_value(job->values, "threads");
    int started = 0;
    ticker_begin(&job->ticker, "games", job->end - job->first);
    while (started + 1 < most && started + 1 < MAX_THREADS &&
           pthread_create(&threads[started], NULL, play_games, job) == 0) {
        started++;
    }
    play_games(job);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    ticker_clear(&job->ticker);
    if (selfplay.writes_file) {
        fprintf(stderr, "%lld games, %llu positions\n", (long long)(job->to_write - job->first),
                (unsigned long long)job->searched);
    }
}

static void run_finder(struct job *job, const struct selfplay_finder *finder)
{
    struct selfplayer self;
    const long count = selfplay_value(job->values, finder->name);
    const uint64_t seed = (uint64_t)selfplay_value(job->values, "seed");
    job->failed = !selfplayer_init(&self, job);
    self.rng.state = selfplay.adds_number ? rng_mix(seed) : seed;
    ticker_begin(&job->ticker, finder->name, count);
    for (long found = 0; found < count && !job->failed;) {
        if (finder->write(&self, job->out)) {
            job->failed = fflush(job->out) != 0;
            ticker_show(&job->ticker, ++found);
        }
    }
    ticker_clear(&job->ticker);
    selfplayer_finish(&self);
}

/* Returns the finder that the command line selects, or NULL if games are to be written. */
static const struct selfplay_finder *find_finder(const struct job *job)
{
    for (int i = 0; i < LENGTH(selfplay.finders) && selfplay.finders[i].name; i++) {
        if (selfplay_value(job->values, selfplay.finders[i].name) > 0) {
            return &selfplay.finders[i];
        }
    }
    return NULL;
}

/* Reads the command line. Returns false after printing an error. */
static bool read_words(struct job *job, int count, char **words, const char **path)
{
    struct argument arguments[MAX_SETTINGS + 1] = {{NULL, NULL}};
    for (int i = 0; selfplay.settings[i].name; i++) {
        job->values[i] = selfplay.settings[i].initial;
        arguments[i] = (struct argument){selfplay.settings[i].name, &job->values[i]};
    }
    *path = selfplay.writes_file ? arguments_take_file("out", &count, words) : NULL;
    if (!arguments_read(job->program, arguments, &job->shard, count, words)) {
        return false;
    }
    bool accepted = !selfplay.writes_file || *path || find_finder(job);
    for (int i = 0; selfplay.settings[i].name; i++) {
        const long least = selfplay.settings[i].least, most = selfplay.settings[i].most;
        accepted = accepted && job->values[i] >= least && (!most || job->values[i] <= most);
    }
    if (!accepted) {
        fprintf(stderr, "%s: %s\n", job->program, selfplay.refusal);
        return false;
    }
    return true;
}

int main(int count, char **words)
{
    struct job job = {.shard = SHARD_WHOLE,
                      .out = stdout,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .written = PTHREAD_COND_INITIALIZER};
    const char *path;
    snprintf(job.program, sizeof job.program, "%s-selfplay", selfplay.game);
    if (!read_words(&job, count, words, &path)) {
        return EXIT_FAILURE;
    }
    const struct selfplay_finder *finder = find_finder(&job);
    if (path && !finder) {
        job.out = fopen(path, "wb");
        if (!job.out) {
            perror(path);
            return EXIT_FAILURE;
        }
    }
    job.first = shard_begin(&job.shard, selfplay_value(job.values, "games"));
    job.end = shard_end(&job.shard, selfplay_value(job.values, "games"));
    job.next = job.to_write = job.first;
    if (finder) {
        run_finder(&job, finder);
    } else {
        run_games(&job);
    }
    job.failed = fclose(job.out) != 0 || job.failed;
    if (job.failed) {
        fprintf(stderr, "%s: memory is out, or %s cannot be written\n", job.program,
                path ? path : "the output");
    }
    return job.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
