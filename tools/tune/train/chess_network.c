/* SPDX-License-Identifier: MIT */
/* Trains the network that corrects the classical evaluation, on games of self-play.
 *
 *     chess-network [epochs=4] [result=0] [endings=0] [future=0] [unit=200] [threads=2] [seed=1]
 *                   [from=NETWORK] out=FILE GAMES...
 *
 * `endings` is the percentage of the result in targets with few pieces on the board, `result` with
 * many (training.h); the default of `endings` is `result`. `future` is the percentage of later
 * scores in the score of a position (chess_model.h). `unit` is the unit of the logistic function in
 * centipawns (training.h). network_job.h describes the other arguments. */
#include "chess_model.h"
#include "network_job.h"
#include "registry.h"

/* The value of `endings` if it is not given. */
#define AS_RESULT (-1)

/* The largest unit, in centipawns: with a larger one, all positions would appear equal. */
#define MOST_UNIT 10000

static long future, endings = AS_RESULT; /* in percent */
static long unit = NETWORK_UNIT;         /* in centipawns */

static bool accept(void)
{
    if (future > 100 || endings > 100) {
        fprintf(stderr, "chess-network: %s= is a percentage, at most 100\n",
                future > 100 ? "future" : "endings");
        return false;
    }
    if (unit < 1 || unit > MOST_UNIT) {
        fprintf(stderr, "chess-network: unit= is a number of centipawns, 1 to %d\n", MOST_UNIT);
        return false;
    }
    return true;
}

static long load(const char *path, struct training_data *training, struct training_data *validation)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "chess-network: cannot read %s\n", path);
        return -1;
    }
    static struct selfplay_game record;
    struct game_settings settings;
    game_default_settings(&game_chess, &settings);
    long games = 0;
    for (; game_read(file, &record); games++) {
        training_add_game(games % NETWORK_HOLD_BACK ? training : validation, &record, &settings,
                          (float)future / 100);
    }
    fclose(file);
    return games;
}

static void begin(struct training_loss *loss)
{
    loss->few = endings == AS_RESULT ? loss->many : (float)endings / 100;
    loss->unit = (float)unit;
}

static const struct argument arguments[] = {
    {"endings", &endings}, {"future", &future}, {"unit", &unit}, {NULL, NULL}};

static struct model_rows rows;

const struct network_trainer network_trainer = {
    .program = "chess-network",
    .epochs = 4,
    .batch = 16384,
    .rate_first = 0.001f,
    .rate_last = 0.00002f,
    .load = load,
    MODEL_FUNCTIONS,
    .network_size = sizeof(struct network),
    .rows = &rows,
    .from_network = model_from_network,
    .arguments = arguments,
    .accept = accept,
    .begin = begin,
};
