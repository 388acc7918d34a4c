/* Makes the evaluation's network, what is added to the sum of weights, from games of self-play.
 *
 *     chess-network [epochs=10] [result=15] [threads=2] [seed=1] out=FILE GAMES...
 *
 * `result` is the percentage of a game's result in what its positions teach; the rest is the score
 * that the search saw. One game in HOLD_BACK is kept back, to measure on. The rate of descent falls
 * from the first batch to the last by half a cosine. The same words make the same network. */
#include <stdlib.h>
#include <string.h>

#include "chess_model.h"
#include "clock.h"
#include "registry.h"

#define HOLD_BACK 50 /* games */

#define BATCH      16384 /* positions */
#define RATE_FIRST 0.001f
#define RATE_LAST  0.00002f

struct job {
    struct samples samples, unseen;
    const char *out;
    int epochs, threads, result_percent;
    uint64_t seed;
};

struct progress {
    const struct job *job;
    const struct chess_model *model;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct progress *progress = opaque;
    struct chess_lesson unseen = {&progress->job->unseen,
                                  (float)progress->job->result_percent / 100};
    fprintf(stderr, "epoch %d of %d, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            progress->job->epochs, error, chess_model_error(progress->model, &unseen),
            (double)(clock_ns() - progress->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct chess_model *model, const char *path)
{
    static struct network network;
    chess_model_round(model, &network);
    FILE *file = fopen(path, "wb");
    return file && fwrite(&network, sizeof network, 1, file) == 1 && fclose(file) == 0;
}

static bool learn(const struct job *job)
{
    struct chess_lesson lesson = {&job->samples, (float)job->result_percent / 100};
    struct descent_model model = chess_model_of(&lesson);
    struct descent *descent = descent_new(&model, job->threads);
    if (!descent) {
        return false;
    }
    struct chess_model *weights = (struct chess_model *)descent_weights(descent);
    chess_model_begin(weights, job->seed);
    struct progress progress = {job, weights, clock_ns()};
    struct descent_course course = {
        .samples = job->samples.count,
        .batch = BATCH,
        .epochs = job->epochs,
        .rate_first = RATE_FIRST,
        .rate_last = RATE_LAST,
        .seed = job->seed,
        .report = report,
        .opaque = &progress,
    };
    bool done = descent_go(descent, &course) && write_network(weights, job->out);
    descent_delete(descent);
    return done;
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
        job->threads = atoi(word + 8);
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
    bool done = learn(&job);
    if (!done) {
        fprintf(stderr, "chess-network: %s cannot be made\n", job.out);
    }
    samples_finish(&job.samples);
    samples_finish(&job.unseen);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
