#include "network_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

struct job {
    const struct network_teacher *teacher;
    const char *out;
    int epochs, threads, result_percent;
    uint64_t seed;
    const float *weights;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct job *job = opaque;
    fprintf(stderr, "epoch %d of %d, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            job->epochs, error, job->teacher->unseen(job->teacher->opaque, job->weights),
            (double)(clock_ns() - job->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct job *job)
{
    size_t bytes;
    const void *network = job->teacher->round(job->weights, &bytes);
    FILE *file = fopen(job->out, "wb");
    bool written = file && fwrite(network, bytes, 1, file) == 1;
    return file && fclose(file) == 0 && written;
}

static bool learn(struct job *job)
{
    const struct network_teacher *teacher = job->teacher;
    struct descent_model model = teacher->model(teacher->opaque, (float)job->result_percent / 100);
    struct descent *descent = descent_new(&model, job->threads);
    if (!descent) {
        return false;
    }
    teacher->begin(descent_weights(descent), job->seed);
    job->weights = descent_weights(descent);
    job->start = clock_ns();
    const struct descent_course course = {
        .samples = teacher->count(teacher->opaque),
        .batch = teacher->batch,
        .epochs = job->epochs,
        .rate_first = teacher->rate_first,
        .rate_last = teacher->rate_last,
        .seed = job->seed,
        .report = report,
        .opaque = job,
    };
    bool done = descent_go(descent, &course) && write_network(job);
    descent_delete(descent);
    return done;
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
        return job->teacher->load(job->teacher->opaque, word);
    }
    return true;
}

int network_job(const struct network_teacher *teacher, int count, char **words)
{
    struct job job = {
        .teacher = teacher,
        .epochs = teacher->epochs,
        .threads = 2,
        .result_percent = teacher->result_percent,
        .seed = 1,
    };
    for (int i = 1; i < count; i++) {
        if (!parse_word(&job, words[i])) {
            return EXIT_FAILURE;
        }
    }
    if (!job.out || teacher->count(teacher->opaque) == 0) {
        fprintf(stderr, "%s [epochs=N] [result=PERCENT] [threads=N] [seed=N] out=FILE GAMES...\n",
                teacher->program);
        return EXIT_FAILURE;
    }
    if (!learn(&job)) {
        fprintf(stderr, "%s: %s cannot be made\n", teacher->program, job.out);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
