/* Makes the evaluation's network, what is added to the sum of weights, from games of self-play.
 *
 *     chess-network [epochs=4] [result=0] [threads=2] [seed=1] out=FILE GAMES...
 *
 * The words: network_job.h. */
#include "chess_model.h"
#include "network_job.h"
#include "registry.h"

struct lessons {
    struct samples samples, unseen;
    struct chess_lesson lesson, unseen_lesson;
};

static bool load(void *opaque, const char *path)
{
    struct lessons *lessons = opaque;
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
        struct samples *samples =
            games++ % NETWORK_HOLD_BACK ? &lessons->samples : &lessons->unseen;
        kept = samples_add_game(samples, &record, &settings);
    }
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            lessons->samples.count, lessons->unseen.count);
    if (!kept) {
        fprintf(stderr, "chess-network: memory is out\n");
    }
    return kept && games > 0;
}

static size_t count_samples(const void *opaque)
{
    return ((const struct lessons *)opaque)->samples.count;
}

static struct descent_model model_of(void *opaque, float result_share)
{
    struct lessons *lessons = opaque;
    lessons->lesson = (struct chess_lesson){&lessons->samples, result_share};
    lessons->unseen_lesson = (struct chess_lesson){&lessons->unseen, result_share};
    return chess_model_of(&lessons->lesson);
}

static void begin(float *weights, uint64_t seed)
{
    chess_model_begin((struct chess_model *)weights, seed);
}

static double unseen_error(const void *opaque, const float *weights)
{
    return chess_model_error((const struct chess_model *)weights,
                             &((const struct lessons *)opaque)->unseen_lesson);
}

static const void *round_all(const float *weights, size_t *bytes)
{
    static struct chess_network network;
    chess_model_round((const struct chess_model *)weights, &network);
    *bytes = sizeof network;
    return &network;
}

int main(int count, char **words)
{
    struct lessons lessons;
    samples_init(&lessons.samples);
    samples_init(&lessons.unseen);
    const struct network_teacher teacher = {
        .program = "chess-network",
        .epochs = 4,
        .batch = 16384,
        .rate_first = 0.001f,
        .rate_last = 0.00002f,
        .load = load,
        .count = count_samples,
        .model = model_of,
        .begin = begin,
        .unseen = unseen_error,
        .round = round_all,
        .opaque = &lessons,
    };
    int status = network_job(&teacher, count, words);
    samples_finish(&lessons.samples);
    samples_finish(&lessons.unseen);
    return status;
}
