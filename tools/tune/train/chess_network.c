/* SPDX-License-Identifier: MIT */
/* Trains the network that corrects the classical evaluation, on games of self-play.
 *
 *     chess-network [epochs=4] [result=0] [endings=0] [future=0] [unit=200] [threads=2] [seed=1]
 *                   [from=NETWORK] out=FILE GAMES...
 *
 * `endings` is the percentage of the result in targets with few pieces on the board, `result` with
 * many (chess_model.h); the default of `endings` is `result`. `future` is the percentage of later
 * scores in the score of a position (chess_training.h). `unit` is the unit of the logistic function
 * in centipawns (chess_model.h). network_job.h describes the other arguments. */
#include "chess_model.h"
#include "network_job.h"
#include "registry.h"

struct all_data {
    struct training_set set, validation;
    struct chess_training_data training_data, validation_data;
    long future, endings; /* in percent */
    long unit;            /* in centipawns */
};

/* The value of `endings` if it is not given. */
#define AS_RESULT (-1)

/* The largest unit, in centipawns: with a larger one, all positions would appear equal. */
#define MOST_UNIT 10000

static bool load(void *opaque, const char *path)
{
    struct all_data *data = opaque;
    if (data->future > 100 || data->endings > 100) {
        fprintf(stderr, "chess-network: %s= is a percentage, at most 100\n",
                data->future > 100 ? "future" : "endings");
        return false;
    }
    if (data->unit < 1 || data->unit > MOST_UNIT) {
        fprintf(stderr, "chess-network: unit= is a number of centipawns, 1 to %d\n", MOST_UNIT);
        return false;
    }
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "chess-network: cannot read %s\n", path);
        return false;
    }
    static struct selfplay_game record;
    struct game_settings settings;
    game_default_settings(&game_chess, &settings);
    long games = 0;
    bool kept = true;
    while (kept && game_read(file, &record)) {
        struct training_set *set = games++ % NETWORK_HOLD_BACK ? &data->set : &data->validation;
        kept = training_set_add_game(set, &record, &settings, (float)data->future / 100);
    }
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            data->set.count, data->validation.count);
    if (!kept) {
        fprintf(stderr, "chess-network: memory is out\n");
    }
    return kept && games > 0;
}

static void begin(void *opaque, float result_share)
{
    struct all_data *data = opaque;
    const struct chess_loss loss = {
        .few = data->endings == AS_RESULT ? result_share : (float)data->endings / 100,
        .many = result_share,
        .unit = (float)data->unit,
    };
    data->training_data.loss = data->validation_data.loss = loss;
}

int main(int count, char **words)
{
    static struct chess_model_rows rows;
    struct all_data data = {.endings = AS_RESULT, .unit = NETWORK_UNIT};
    data.training_data = (struct chess_training_data){.set = &data.set, .rows = &rows};
    data.validation_data = (struct chess_training_data){.set = &data.validation, .rows = &rows};
    training_set_init(&data.set);
    training_set_init(&data.validation);
    const struct argument arguments[] = {
        {"endings", &data.endings}, {"future", &data.future}, {"unit", &data.unit}, {NULL, NULL}};
    const struct network_trainer trainer = {
        .program = "chess-network",
        .epochs = 4,
        .batch = 16384,
        .rate_first = 0.001f,
        .rate_last = 0.00002f,
        .arguments = arguments,
        .load = load,
        .begin = begin,
        .opaque = &data,
        .training = &data.training_data,
        .validation = &data.validation_data,
        .model = chess_model_of,
        .random_init = chess_model_random_init,
        .from_network = chess_model_from_network,
        .round = chess_model_round,
        .weights = CHESS_MODEL_WEIGHTS,
        .network_size = sizeof(struct network),
    };
    int status = network_job(&trainer, count, words);
    training_set_finish(&data.set);
    training_set_finish(&data.validation);
    return status;
}
