/* SPDX-License-Identifier: MIT */
#include "network_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

struct job {
    const struct network_trainer *trainer;
    const char *out;
    bool material; /* the network of material is asked for */
    int epochs, threads, result_percent;
    uint64_t seed;
    const float *weights;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct job *job = opaque;
    fprintf(stderr, "epoch %d of %d, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            job->epochs, error, job->trainer->validation_error(job->trainer->opaque, job->weights),
            (double)(clock_ns() - job->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct job *job)
{
    size_t bytes;
    const void *network = job->trainer->quantise(job->weights, &bytes);
    FILE *file = fopen(job->out, "wb");
    bool written = file && fwrite(network, bytes, 1, file) == 1;
    return file && fclose(file) == 0 && written;
}

static bool learn(struct job *job)
{
    const struct network_trainer *trainer = job->trainer;
    struct optimizer_model model =
        trainer->model(trainer->opaque, (float)job->result_percent / 100);
    struct optimizer *optimizer = optimizer_create(&model, job->threads);
    if (!optimizer) {
        return false;
    }
    trainer->random_init(optimizer_weights(optimizer), job->seed);
    job->weights = optimizer_weights(optimizer);
    job->start = clock_ns();
    const struct training_run run = {
        .positions = trainer->count(trainer->opaque),
        .batch = trainer->batch,
        .epochs = job->epochs,
        .rate_first = trainer->rate_first,
        .rate_last = trainer->rate_last,
        .seed = job->seed,
        .report = report,
        .opaque = job,
    };
    bool done = optimizer_run(optimizer, &run) && write_network(job);
    optimizer_destroy(optimizer);
    return done;
}

static bool write_material(struct job *job)
{
    float *weights = calloc(job->trainer->weights, sizeof *weights);
    if (weights) {
        job->trainer->material_init(weights);
    }
    job->weights = weights;
    bool done = weights && write_network(job);
    free(weights);
    return done;
}

static bool parse_word(struct job *job, const char *word)
{
    if (strncmp(word, "out=", 4) == 0) {
        job->out = word + 4;
    } else if (job->trainer->material_init && strcmp(word, "material=1") == 0) {
        job->material = true;
    } else if (strncmp(word, "epochs=", 7) == 0) {
        job->epochs = atoi(word + 7);
    } else if (strncmp(word, "seed=", 5) == 0) {
        job->seed = strtoull(word + 5, NULL, 10);
    } else if (strncmp(word, "threads=", 8) == 0) {
        job->threads = atoi(word + 8);
    } else if (strncmp(word, "result=", 7) == 0) {
        job->result_percent = atoi(word + 7);
    } else {
        return job->trainer->load(job->trainer->opaque, word);
    }
    return true;
}

int network_job(const struct network_trainer *trainer, int count, char **words)
{
    struct job job = {
        .trainer = trainer,
        .epochs = trainer->epochs,
        .threads = 2,
        .result_percent = trainer->result_percent,
        .seed = 1,
    };
    for (int i = 1; i < count; i++) {
        if (!parse_word(&job, words[i])) {
            return EXIT_FAILURE;
        }
    }
    if (!job.out || (!job.material && trainer->count(trainer->opaque) == 0)) {
        fprintf(stderr, "%s [epochs=N] [result=PERCENT] [threads=N] [seed=N] out=FILE GAMES...\n",
                trainer->program);
        if (trainer->material_init) {
            fprintf(stderr, "%s material=1 out=FILE\n", trainer->program);
        }
        return EXIT_FAILURE;
    }
    if (job.material ? !write_material(&job) : !learn(&job)) {
        fprintf(stderr, "%s: %s cannot be made\n", trainer->program, job.out);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
