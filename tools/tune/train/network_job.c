/* SPDX-License-Identifier: MIT */
#include "network_job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

/* The settings of all trainers, and the most that a trainer can add. */
enum { EPOCHS, BATCH, RATE, RESULT, THREADS, SEED, MATERIAL, SETTINGS };
#define MAX_ADDED 4

#define RATE_UNIT 1e-6f

struct job {
    struct training_data training, validation;
    const char *out;
    float *from; /* weights of the network to continue from; NULL: random weights */
    long settings[SETTINGS];
    const float *weights;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct job *job = opaque;
    const struct optimizer_model validation = network_trainer.model(&job->validation);
    fprintf(stderr, "epoch %d of %ld, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            job->settings[EPOCHS], error, optimizer_error(&validation, job->weights),
            (double)(clock_ns() - job->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct job *job)
{
    void *network = calloc(1, network_trainer.network_size);
    if (network) {
        network_trainer.round(job->weights, network);
    }
    FILE *file = network ? fopen(job->out, "wb") : NULL;
    const bool written = file && fwrite(network, network_trainer.network_size, 1, file) == 1;
    free(network);
    return file && fclose(file) == 0 && written;
}

/* Reads the network to continue from. Returns false after printing an error. */
static bool read_network(struct job *job, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    char *network = malloc(network_trainer.network_size + 1);
    const size_t size = network ? fread(network, 1, network_trainer.network_size + 1, file) : 0;
    fclose(file);
    job->from = calloc(network_trainer.weights, sizeof *job->from);
    const bool right = job->from && network_trainer.from_network(job->from, network, size,
                                                                 (uint64_t)job->settings[SEED]);
    free(network);
    if (!right) {
        fprintf(stderr, "%s: %s is no network of this game, which has %zu bytes\n",
                network_trainer.program, path, network_trainer.network_size);
    }
    return right;
}

static bool learn(struct job *job)
{
    const float share = (float)job->settings[RESULT] / 100;
    struct training_loss loss = {.few = share, .many = share, .unit = TRAINING_UNIT};
    if (network_trainer.begin) {
        network_trainer.begin(&loss);
    }
    job->training.loss = job->validation.loss = loss;
    job->training.rows = job->validation.rows = network_trainer.rows;
    struct optimizer_model model = network_trainer.model(&job->training);
    struct optimizer *optimizer = optimizer_create(&model, (int)job->settings[THREADS]);
    if (!optimizer) {
        return false;
    }
    float *weights = optimizer_weights(optimizer);
    if (job->from) {
        memcpy(weights, job->from, network_trainer.weights * sizeof *weights);
    } else {
        network_trainer.random_init(weights, (uint64_t)job->settings[SEED]);
    }
    job->weights = weights;
    job->start = clock_ns();
    const struct training_run run = {
        .batch = (size_t)job->settings[BATCH],
        .epochs = (int)job->settings[EPOCHS],
        .rate_first = (float)job->settings[RATE] * RATE_UNIT,
        .rate_last = network_trainer.rate_last,
        .seed = (uint64_t)job->settings[SEED],
        .report = report,
        .opaque = job,
    };
    bool done = optimizer_run(optimizer, &run) && write_network(job);
    optimizer_destroy(optimizer);
    return done;
}

static bool write_material(struct job *job)
{
    float *weights = calloc(network_trainer.weights, sizeof *weights);
    if (weights) {
        network_trainer.material_init(weights);
    }
    job->weights = weights;
    bool done = weights && write_network(job);
    free(weights);
    return done;
}

static void print_usage(void)
{
    fprintf(stderr,
            "%s [epochs=N] [batch=N] [rate=MILLIONTHS] [result=PERCENT] [threads=N] [seed=N]",
            network_trainer.program);
    for (const struct argument *each = network_trainer.arguments; each && each->name; each++) {
        fprintf(stderr, " [%s=N]", each->name);
    }
    fprintf(stderr, "%s out=FILE GAMES...\n",
            network_trainer.from_network ? " [from=NETWORK]" : "");
    if (network_trainer.material_init) {
        fprintf(stderr, "%s material=1 out=FILE\n", network_trainer.program);
    }
}

/* Reads the settings. Returns false after printing an error. */
static bool read_settings(struct job *job, int count, char **words)
{
    struct argument arguments[SETTINGS + MAX_ADDED + 1] = {
        {"epochs", &job->settings[EPOCHS]},   {"batch", &job->settings[BATCH]},
        {"rate", &job->settings[RATE]},       {"result", &job->settings[RESULT]},
        {"threads", &job->settings[THREADS]}, {"seed", &job->settings[SEED]},
    };
    int known = MATERIAL;
    if (network_trainer.material_init) {
        arguments[known++] = (struct argument){"material", &job->settings[MATERIAL]};
    }
    for (const struct argument *each = network_trainer.arguments; each && each->name; each++) {
        arguments[known++] = *each;
    }
    return arguments_read(network_trainer.program, arguments, NULL, count, words);
}

/* Reads all games. Returns false after printing an error. */
static bool load_games(struct job *job, char **files, int count)
{
    struct training_data *training = &job->training, *validation = &job->validation;
    for (int i = 0; i < count; i++) {
        const long games =
            network_trainer.read
                ? training_read_lines(files[i], network_trainer.read, network_trainer.position_size,
                                      training, validation)
                : network_trainer.load(files[i], training, validation);
        if (games < 0) {
            return false;
        }
        fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", files[i], games,
                training->count, validation->count);
        if (games == 0) {
            return false;
        }
    }
    if (training->count == 0) {
        fprintf(stderr, "%s: the games have no position to learn from\n", network_trainer.program);
        return false;
    }
    return true;
}

/* Runs the command line. Returns false after printing an error. */
static bool run_job(struct job *job, int count, char **words, char **files)
{
    const int file_count = arguments_take_files(&count, words, files);
    job->out = arguments_take_file("out", &count, words);
    const char *from =
        network_trainer.from_network ? arguments_take_file("from", &count, words) : NULL;
    if (!read_settings(job, count, words)) {
        return false;
    }
    if (!job->out || (!job->settings[MATERIAL] && file_count == 0) || job->settings[BATCH] < 1 ||
        job->settings[RESULT] > 100) {
        print_usage();
        return false;
    }
    if ((network_trainer.accept && !network_trainer.accept()) ||
        (from && !read_network(job, from)) ||
        (!job->settings[MATERIAL] && !load_games(job, files, file_count))) {
        return false;
    }
    if (job->settings[MATERIAL] ? write_material(job) : learn(job)) {
        return true;
    }
    fprintf(stderr, "%s: %s cannot be made\n", network_trainer.program, job->out);
    return false;
}

int main(int count, char **words)
{
    static struct job job;
    const long defaults[SETTINGS] = {network_trainer.epochs,
                                     (long)network_trainer.batch,
                                     lroundf(network_trainer.rate_first / RATE_UNIT),
                                     network_trainer.result_percent,
                                     2,
                                     1,
                                     0};
    memcpy(job.settings, defaults, sizeof defaults);
    char **files = malloc((size_t)count * sizeof *files);
    const bool done = files && run_job(&job, count, words, files);
    free(files);
    free(job.from);
    training_finish(&job.training);
    training_finish(&job.validation);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
