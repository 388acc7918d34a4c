/* SPDX-License-Identifier: MIT */
/* Makes xiangqi's network from games of self-play.
 *
 *     xiangqi-network [epochs=8] [result=30] [threads=2] [seed=1] out=FILE GAMES...
 *
 * The arguments: network_job.h. GAMES are files of xiangqi-selfplay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network_job.h"
#include "xiangqi/xiangqi.h"
#include "xiangqi_model.h"

/* Scores are clipped to this, centipawns. */
#define SCORE_LIMIT 1500

#define LINE_ROOM 200

struct training_set {
    struct xiangqi_training_position *positions;
    size_t count, room;
};

struct training_sets {
    struct training_set training, validation;
    struct xiangqi_training_data training_data, validation_data;
};

static void add_position(struct training_set *set, const struct xiangqi_training_position *position)
{
    if (set->count == set->room) {
        set->room = 2 * set->room + 1024;
        set->positions = realloc(set->positions, set->room * sizeof *set->positions);
        if (!set->positions) {
            fputs("xiangqi-network: out of memory\n", stderr);
            exit(EXIT_FAILURE);
        }
    }
    set->positions[set->count++] = *position;
}

/* Reads "FEN SCORE RESULT"; changes the line. */
static bool read_position(char *line, struct xiangqi_training_position *training,
                          struct error *error)
{
    struct xiangqi_position position;
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
    if (!xiangqi_parse_fen(NULL, line, &position, error)) {
        return false;
    }
    xiangqi_training_position_init(training, &position);
    training->score = (int16_t)(cp > SCORE_LIMIT    ? SCORE_LIMIT
                                : cp < -SCORE_LIMIT ? -SCORE_LIMIT
                                                    : cp);
    training->result = (uint8_t)(result[0] - '0');
    return true;
}

static bool load(void *opaque, const char *path)
{
    struct training_sets *sets = opaque;
    char line[LINE_ROOM];
    long games = 0, lines = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        struct xiangqi_training_position position;
        struct error error;
        lines++;
        line[strcspn(line, "\n")] = '\0';
        if (!*line) {
            games++;
        } else if (read_position(line, &position, &error)) {
            add_position(games % NETWORK_HOLD_BACK ? &sets->training : &sets->validation,
                         &position);
        } else {
            fprintf(stderr, "%s:%ld: %s\n", path, lines, error.text);
            fclose(file);
            return false;
        }
    }
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            sets->training.count, sets->validation.count);
    return games > 0;
}

static size_t count_positions(const void *opaque)
{
    return XIANGQI_SYMMETRIES * ((const struct training_sets *)opaque)->training.count;
}

static struct xiangqi_training_data data_of(const struct training_set *set, float result_share)
{
    return (struct xiangqi_training_data){set->positions, set->count, result_share};
}

static struct optimizer_model model_of(void *opaque, float result_share)
{
    struct training_sets *sets = opaque;
    sets->training_data = data_of(&sets->training, result_share);
    sets->validation_data = data_of(&sets->validation, result_share);
    return xiangqi_model_of(&sets->training_data);
}

static void random_init(float *weights, uint64_t seed)
{
    xiangqi_model_random_init((struct xiangqi_model *)weights, seed);
}

static double validation_error(const void *opaque, const float *weights)
{
    return xiangqi_model_error((const struct xiangqi_model *)weights,
                               &((const struct training_sets *)opaque)->validation_data);
}

static const void *quantise(const float *weights, size_t *bytes)
{
    static struct xiangqi_network network;
    xiangqi_model_round((const struct xiangqi_model *)weights, &network);
    *bytes = sizeof network;
    return &network;
}

int main(int count, char **words)
{
    static struct training_sets sets;
    const struct network_trainer trainer = {
        .program = "xiangqi-network",
        .epochs = 8,
        .result_percent = 30,
        .batch = 4096,
        .rate_first = 0.001f,
        .rate_last = 0.00002f,
        .load = load,
        .count = count_positions,
        .model = model_of,
        .random_init = random_init,
        .validation_error = validation_error,
        .quantise = quantise,
        .opaque = &sets,
    };
    int status = network_job(&trainer, count, words);
    free(sets.training.positions);
    free(sets.validation.positions);
    return status;
}
