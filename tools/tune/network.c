/* Makes the evaluation's network, what is added to the sum of weights, from games of self-play.
 *
 *     chess-network [epochs=10] [result=15] [threads=2] [seed=1] out=FILE GAMES...
 *
 * `result` is the percentage of a game's result in what its positions teach; the rest is the score
 * that the search saw. One game in HOLD_BACK is kept back, to measure on. The rate of descent falls
 * from the first batch to the last by half a cosine. The same words make the same network. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"
#include "rng.h"
#include "trainer.h"

#define HOLD_BACK 50 /* games */

#define BATCH      16384 /* positions */
#define RATE_FIRST 0.001
#define RATE_LAST  0.00002

#define PI 3.14159265358979

struct job {
    struct samples samples, unseen;
    const char *out;
    int epochs, threads, result_percent;
    uint64_t seed;
};

static double mean_error(const struct trainer *trainer, const struct samples *samples)
{
    return trainer_error(trainer, samples) / (double)(samples->count ? samples->count : 1);
}

static void learn(struct trainer *trainer, struct job *job)
{
    struct samples *samples = &job->samples;
    struct rng rng = {job->seed};
    int64_t start = clock_ns();
    double batches = ceil((double)samples->count / BATCH) * job->epochs, done = 0;
    for (int epoch = 0; epoch < job->epochs; epoch++) {
        double error = 0;
        samples_shuffle(samples, &rng);
        for (size_t first = 0; first < samples->count; first += BATCH) {
            size_t left = samples->count - first;
            double share = (1 + cos(PI * done++ / batches)) / 2;
            error += trainer_learn(trainer, samples->samples + first, left < BATCH ? left : BATCH,
                                   (float)(RATE_LAST + (RATE_FIRST - RATE_LAST) * share));
        }
        fprintf(stderr, "epoch %d of %d, error %.6f, on unseen games %.6f, %.0f s\n", epoch + 1,
                job->epochs, error / (double)samples->count, mean_error(trainer, &job->unseen),
                (double)(clock_ns() - start) / (double)NS_PER_SECOND);
    }
}

static bool write_network(const struct trainer *trainer, const char *path)
{
    static struct network network;
    trainer_round(trainer_weights(trainer), &network);
    FILE *file = fopen(path, "wb");
    return file && fwrite(&network, sizeof network, 1, file) == 1 && fclose(file) == 0;
}

static bool load(struct job *job, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "chess-network: cannot read %s\n", path);
        return false;
    }
    static struct game_record record;
    struct game_settings settings;
    game_default_settings(&game_chess, &settings);
    long games = 0;
    bool kept = true;
    while (kept && game_read(file, &record)) {
        struct samples *samples = games++ % HOLD_BACK ? &job->samples : &job->unseen;
        kept = samples_add_game(samples, &record, &settings);
    }
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            job->samples.count, job->unseen.count);
    if (!kept) {
        fprintf(stderr, "chess-network: memory is out\n");
    }
    return kept && games > 0;
}

static bool parse_word(struct job *job, const char *word)
{
    if (strncmp(word, "out=", 4) == 0) {
        job->out = word + 4;
    } else if (strncmp(word, "epochs=", 7) == 0) {
        job->epochs = atoi(word + 7);
    } else if (strncmp(word, "seed=", 5) == 0) {
        job->seed = strtoull(word + 5, NULL, 10);
    } else if (strncmp(word, "threads=", 8) == 0) {
        int threads = atoi(word + 8);
        job->threads = threads < 1                     ? 1
                       : threads > TRAINER_MAX_THREADS ? TRAINER_MAX_THREADS
                                                       : threads;
    } else if (strncmp(word, "result=", 7) == 0) {
        job->result_percent = atoi(word + 7);
    } else {
        return load(job, word);
    }
    return true;
}

int main(int count, char **words)
{
    struct job job = {.epochs = 10, .threads = 2, .result_percent = 15, .seed = 1};
    samples_init(&job.samples);
    samples_init(&job.unseen);
    for (int i = 1; i < count; i++) {
        if (!parse_word(&job, words[i])) {
            return EXIT_FAILURE;
        }
    }
    if (!job.out || job.samples.count == 0) {
        fprintf(stderr, "chess-network [epochs=N] [result=PERCENT] [threads=N] [seed=N] out=FILE "
                        "GAMES...\n");
        return EXIT_FAILURE;
    }
    struct trainer *trainer = trainer_new(job.threads, (float)job.result_percent / 100, job.seed);
    bool done = trainer != NULL;
    if (done) {
        learn(trainer, &job);
        done = write_network(trainer, job.out);
        trainer_delete(trainer);
    }
    if (!done) {
        fprintf(stderr, "chess-network: %s cannot be made\n", job.out);
    }
    samples_finish(&job.samples);
    samples_finish(&job.unseen);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
