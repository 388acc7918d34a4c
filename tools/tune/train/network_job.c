/* SPDX-License-Identifier: MIT */
#include MODEL_HEADER

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "clock.h"
#include "compiler.h"
#include "file.h"

/* The settings of all trainers, and the most that a trainer can add. */
enum { EPOCHS, BATCH, RATE, RESULT, THREADS, SEED, MATERIAL, SETTINGS };
#define MAX_ADDED 4

#define RATE_UNIT 1e-6f
#define RATE_LAST 0.00002f

/* The function of piece_model.h, if the game's header defines MODEL_FROM_NETWORK; otherwise `from`
 * is not supported. */
#ifndef MODEL_FROM_NETWORK
#define MODEL_FROM_NETWORK NULL
#endif
static bool (*from_network)(struct model *model, const void *network, size_t size,
                            uint64_t seed) = MODEL_FROM_NETWORK;

struct job {
    struct training_sets sets;
    long games; /* of the present file */
    const char *out;
    long settings[SETTINGS];
    struct model *weights;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct job *job = opaque;
    const struct optimizer_model validation = model_of(&job->sets.validation);
    fprintf(stderr, "epoch %d of %ld, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            job->settings[EPOCHS], error, optimizer_error(&validation, (const float *)job->weights),
            (double)(clock_ns() - job->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct job *job)
{
    FREED MODEL_NETWORK *network = calloc(1, sizeof *network);
    if (network) {
        model_round(job->weights, network);
    }
    FILE *file = network ? fopen(job->out, "wb") : NULL;
    const bool written = file && fwrite(network, sizeof *network, 1, file) == 1;
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
    char *network = malloc(sizeof(MODEL_NETWORK) + 1);
    const size_t size = network ? fread(network, 1, sizeof(MODEL_NETWORK) + 1, file) : 0;
    fclose(file);
    const bool right =
        from_network && from_network(job->weights, network, size, (uint64_t)job->settings[SEED]);
    free(network);
    if (!right) {
        fprintf(stderr, "%s: %s is no network of this game, which has %zu bytes\n",
                network_trainer.program, path, sizeof(MODEL_NETWORK));
    }
    return right;
}

static bool learn(struct job *job)
{
    const struct optimizer_model model = model_of(&job->sets.training);
    const struct training_run run = {
        .batch = (size_t)job->settings[BATCH],
        .epochs = (int)job->settings[EPOCHS],
        .threads = (int)job->settings[THREADS],
        .rate_first = (float)job->settings[RATE] * RATE_UNIT,
        .rate_last = RATE_LAST,
        .seed = (uint64_t)job->settings[SEED],
        .report = report,
        .opaque = job,
    };
    job->start = clock_ns();
    return optimizer_run(&model, &run, (float *)job->weights);
}

static void print_usage(void)
{
    fprintf(stderr,
            "%s [epochs=N] [batch=N] [rate=MILLIONTHS] [result=PERCENT] [threads=N] [seed=N]",
            network_trainer.program);
    for (const struct argument *each = network_trainer.arguments; each && each->name; each++) {
        fprintf(stderr, " [%s=N]", each->name);
    }
    fprintf(stderr, "%s out=FILE GAMES...\n", from_network ? " [from=NETWORK]" : "");
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

/* Reads a line into the next position of a set, or ends a game. Changes the line. */
static bool read_line(void *opaque, char *line, long number UNUSED, struct error *error)
{
    struct job *job = opaque;
    struct training_data *set = training_set(&job->sets, job->games);
    if (!*line) {
        job->games++;
        return true;
    }
    char *result = strrchr(line, ' ');
    if (!result) {
        return error_set(error, "a FEN, a score and a result are expected");
    }
    *result++ = '\0';
    char *score = strrchr(line, ' ');
    if (!score || result[0] < '0' || result[0] > '2' || result[1]) {
        return error_set(error, "the result is to be 0, 1 or 2");
    }
    *score++ = '\0';
    const long cp = strtol(score, NULL, 10);
    struct training_position *position = training_next(set, sizeof *position);
    if (!network_trainer.read(line, position, error)) {
        return false;
    }
    position->target.score = training_score(cp);
    position->target.result = (uint8_t)(result[0] - '0');
    set->count++;
    return true;
}

/* Reads a file of lines. Returns the number of games; -1 after printing an error. */
static long read_lines(struct job *job, const char *path)
{
    struct error error;
    job->games = 0;
    if (!text_file_read(path, read_line, job, &error)) {
        fprintf(stderr, "%s:%s\n", path, error.text);
        return -1;
    }
    return job->games;
}

/* Reads all games. Returns false after printing an error. */
static bool load_games(struct job *job, char **files, int count)
{
    for (int i = 0; i < count; i++) {
        const long games = network_trainer.read ? read_lines(job, files[i])
                                                : network_trainer.load(files[i], &job->sets);
        if (games < 0) {
            return false;
        }
        fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", files[i], games,
                job->sets.training.count, job->sets.validation.count);
        if (games == 0) {
            return false;
        }
    }
    if (job->sets.training.count == 0) {
        fprintf(stderr, "%s: the games have no position to learn from\n", network_trainer.program);
        return false;
    }
    return true;
}

/* Sets the parameters of the error. Returns false after printing an error. */
static bool set_loss(struct job *job)
{
    struct training_data *training = &job->sets.training, *validation = &job->sets.validation;
    const float share = (float)job->settings[RESULT] / 100;
    struct training_loss loss = {.few = share, .many = share, .unit = TRAINING_UNIT};
    const bool accepted = !network_trainer.accept || network_trainer.accept(&loss);
    training->loss = validation->loss = loss;
    training->rows = validation->rows = network_trainer.rows;
    return accepted;
}

/* Sets the initial weights. Returns false after printing an error. */
static bool set_weights(struct job *job, const char *from)
{
    if (from) {
        return read_network(job, from);
    }
    if (job->settings[MATERIAL]) {
        network_trainer.material_init(job->weights);
    } else {
        model_random_init(job->weights, (uint64_t)job->settings[SEED]);
    }
    return true;
}

/* Runs the command line. Returns false after printing an error. */
static bool run_job(struct job *job, int count, char **words, char **files)
{
    const int file_count = arguments_take_files(&count, words, files);
    job->out = arguments_take_file("out", &count, words);
    const char *from = from_network ? arguments_take_file("from", &count, words) : NULL;
    if (!read_settings(job, count, words)) {
        return false;
    }
    if (!job->out || (!job->settings[MATERIAL] && file_count == 0) || job->settings[BATCH] < 1 ||
        job->settings[RESULT] > 100) {
        print_usage();
        return false;
    }
    if (!set_loss(job) || !set_weights(job, from) ||
        (!job->settings[MATERIAL] && !load_games(job, files, file_count))) {
        return false;
    }
    if ((job->settings[MATERIAL] || learn(job)) && write_network(job)) {
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
    FREED char **files = alloc_local((size_t)count * sizeof *files);
    job.weights = calloc(1, sizeof *job.weights);
    const bool done = files && job.weights && run_job(&job, count, words, files);
    free(job.weights);
    training_finish(&job.sets.training);
    training_finish(&job.sets.validation);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
