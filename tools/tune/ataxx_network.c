/* SPDX-License-Identifier: MIT */
/* Trains Ataxx's network on games of self-play.
 *
 *     ataxx-network [epochs=3] [result=30] [threads=2] [seed=1] out=FILE GAMES...
 *     ataxx-network material=1 out=FILE
 *
 * network_job.h describes the arguments. GAMES are files written by ataxx-selfplay. */
#include "ataxx/rules.h"
#include "ataxx_model.h"
#include "network_job.h"
#include "training_lines.h"

struct training_sets {
    struct training_lines lines;
    struct ataxx_training_data training, validation;
};

static bool read_position(const char *fen, int16_t score, uint8_t result, void *opaque,
                          struct error *error)
{
    struct ataxx_training_position *training = opaque;
    struct ataxx_position position;
    if (!ataxx_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    *training = (struct ataxx_training_position){
        .own = position.pieces[position.side],
        .other = position.pieces[position.side ^ 1],
        .blocked = position.blocked,
        .score = score,
        .result = result,
    };
    return true;
}

static bool load(void *opaque, const char *path)
{
    return training_lines_load(&((struct training_sets *)opaque)->lines, path);
}

static size_t count_positions(const void *opaque)
{
    return ATAXX_SYMMETRIES * ((const struct training_sets *)opaque)->lines.training.count;
}

static struct ataxx_training_data data_of(const struct training_list *list, float result_share)
{
    return (struct ataxx_training_data){list->positions, list->count, result_share};
}

static struct optimizer_model model_of(void *opaque, float result_share)
{
    struct training_sets *sets = opaque;
    sets->training = data_of(&sets->lines.training, result_share);
    sets->validation = data_of(&sets->lines.validation, result_share);
    return ataxx_model_of(&sets->training);
}

static void random_init(float *weights, uint64_t seed)
{
    ataxx_model_random_init((struct ataxx_model *)weights, seed);
}

static void material_init(float *weights)
{
    ataxx_model_material_init((struct ataxx_model *)weights);
}

static double validation_error(const void *opaque, const float *weights)
{
    return ataxx_model_error((const struct ataxx_model *)weights,
                             &((const struct training_sets *)opaque)->validation);
}

static const void *quantise(const float *weights, size_t *bytes)
{
    static struct ataxx_network network;
    ataxx_model_round((const struct ataxx_model *)weights, &network);
    *bytes = sizeof network;
    return &network;
}

int main(int count, char **words)
{
    static struct training_sets sets = {
        .lines = {.position_size = sizeof(struct ataxx_training_position), .read = read_position},
    };
    const struct network_trainer trainer = {
        .program = "ataxx-network",
        .epochs = 3,
        .result_percent = 30,
        .batch = 4096,
        .rate_first = 0.002f,
        .rate_last = 0.00002f,
        .load = load,
        .count = count_positions,
        .model = model_of,
        .random_init = random_init,
        .material_init = material_init,
        .weights = ATAXX_MODEL_WEIGHTS,
        .validation_error = validation_error,
        .quantise = quantise,
        .opaque = &sets,
    };
    int status = network_job(&trainer, count, words);
    training_lines_finish(&sets.lines);
    return status;
}
