/* SPDX-License-Identifier: MIT */
/* Trains Othello's network on games of self-play, in othello-selfplay's format.
 *
 *     othello-network [epochs=N] [result=N] [seed=N] out=FILE GAMES...
 *     othello-network material=1 out=FILE
 *
 * With material=1 it writes the network of the very first games instead, which counts moves,
 * corners, and the squares beside empty corners.
 *
 * The target of each position after the random opening is a mean of the final disc difference of
 * its game, with a weight of `result` percent, and of the search's score. The squared error is
 * minimised by stochastic gradient descent with a separate step size for each weight (AdaGrad:
 * Duchi and others, 2011). Whenever a position is used, it is rotated or reflected at random, so
 * that symmetric patterns get the same weights. One game in TRAINING_HOLD_BACK is used for
 * validation only. The same command line gives the same file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "arguments.h"
#include "array.h"
#include "file.h"
#include "optimizer.h"
#include "othello/evaluate.h"
#include "othello/rules.h"
#include "training.h"

/* The first steps of a weight in a row, and of an output. */
#define RATE_ROW    0.01F
#define RATE_OUTPUT 0.3F /* in discs */

/* The initial values: rows up to this absolute value at random, biases, and outputs, in discs, with
 * either sign in turn. */
#define START_ROW    0.03F
#define START_BIAS   0.4F
#define START_OUTPUT 8.0F

#define ROW_LIMIT ((float)OTHELLO_ROW_LIMIT / OTHELLO_ONE_FIRST)

struct sample {
    bitboard_t own, other;
    float target; /* in discs */
};

/* The weights of the network, or sums of their squared gradients. */
struct weights {
    float rows[OTHELLO_ROWS][OTHELLO_UNITS];
    float biases[OTHELLO_BUCKETS][OTHELLO_UNITS];
    float outputs[OTHELLO_BUCKETS][OTHELLO_UNITS];
};

struct model {
    struct weights weights, squares;
};

struct games {
    struct training_sets sets;
    long read;   /* from the present file */
    long result; /* its percentage in the target */
};

/* Adds a position, unless the side to move passes. Values are Black's: `value` of the game in
 * discs, `score` in centipawns. */
static void add_position(struct games *games, struct training_data *data,
                         const struct othello_position *position, int value, long score)
{
    const float share = (float)games->result / 100.0F;
    const float target = share * (float)value + (1.0F - share) * (float)score / (float)OTHELLO_DISC;
    struct sample *sample = training_next(data, sizeof *sample);
    *sample = (struct sample){.own = position->own[0],
                              .other = position->other[0],
                              .target = position->side ? -target : target};
    data->count++;
}

/* Reads the number at *text, which is moved behind it. False if there is none in the range of
 * scores. */
static bool read_score(char **text, long *score)
{
    char *end;
    *score = strtol(*text, &end, 10);
    const bool is_score = end > *text && labs(*score) <= 64L * OTHELLO_DISC;
    *text = end;
    return is_score;
}

/* Adds the positions of one line. Returns false if the line is not a game. */
static bool add_game(void *opaque, char *line, long number, struct error *error)
{
    struct games *games = opaque;
    struct training_data *data = training_set(&games->sets, number - 1);
    struct othello_position position;
    int opening, value, used = 0, ply = 0;
    if (sscanf(line, "%d %d %n", &opening, &value, &used) != 2 || value < -64 || value > 64) {
        return error_set(error, "the line is no game");
    }
    othello_clear(&position, 8);
    const char *at = line + used;
    char *scores = line + used + strcspn(line + used, " ");
    bool is_game = true;
    for (; is_game && at[0] > ' ' && at[1] > ' '; at += 2, ply++) {
        const move_t move =
            strncmp(at, "pa", 2) == 0 ? MOVE_PASS : othello_move((at[1] - '1') * 8 + (at[0] - 'a'));
        long score;
        is_game =
            othello_is_legal(&position, move) && (ply < opening || read_score(&scores, &score));
        if (is_game && ply >= opening && move != MOVE_PASS) {
            add_position(games, data, &position, value, score);
        }
        if (is_game) {
            othello_play(&position, move);
        }
    }
    games->read = number;
    return (is_game && ply > 0 && *at <= ' ' && !scores[strspn(scores, " ")]) ||
           error_set(error, "the line is no game");
}

static void read_games(const char *path, struct games *games)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "othello-network: cannot open %s\n", path);
        exit(EXIT_FAILURE);
    }
    struct error error;
    games->read = 0;
    if (!text_lines_read(file, add_game, games, &error)) {
        fprintf(stderr, "othello-network: %s:%s\n", path, error.text);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    fprintf(stderr, "%s: %ld games\n", path, games->read);
}

/* Reflects the board: bit 0 of `symmetry` reverses the files, bit 1 the ranks, bit 2 reflects along
 * the diagonal from a1. */
static bitboard_t mirrored(bitboard_t board, unsigned symmetry)
{
    bitboard_t image = 0;
    while (board) {
        const int square = bit_pop(&board);
        int file = square % 8, rank = square / 8;
        file = symmetry & 1 ? 7 - file : file;
        rank = symmetry & 2 ? 7 - rank : rank;
        image |= UINT64_C(1) << (symmetry & 4 ? file * 8 + rank : rank * 8 + file);
    }
    return image;
}

/* A unit's part of the output for an output of 1, and its derivative. */
INLINE float activation(int unit, float sum)
{
    const float x = sum < 0 ? 0 : sum > 1 ? 1 : sum;
    return unit < OTHELLO_LINEAR_UNITS ? sum : x * x;
}

INLINE float slope(int unit, float sum)
{
    const float x = sum > 0 && sum < 1 ? sum : 0;
    return unit < OTHELLO_LINEAR_UNITS ? 1 : 2 * x;
}

/* Returns the output, in discs, and the sums of the units. */
static float predict(const struct model *model, const struct othello_features *features,
                     float sums[OTHELLO_UNITS])
{
    const struct weights *weights = &model->weights;
    float acc[OTHELLO_UNITS], output = 0;
    memcpy(acc, weights->biases[features->bucket], sizeof acc);
    for (int i = 0; i < LENGTH(features->indices); i++) {
        const float *row = weights->rows[features->indices[i]];
        for (int k = 0; k < OTHELLO_UNITS; k++) {
            acc[k] += row[k];
        }
    }
    for (int k = 0; k < OTHELLO_UNITS; k++) {
        output += weights->outputs[features->bucket][k] * activation(k, acc[k]);
    }
    memcpy(sums, acc, sizeof acc);
    return output;
}

/* Changes the weights against their gradients, within +-limit. */
INLINE void descend(float *restrict weights, float *restrict squares, const float *restrict gains,
                    float rate, float limit)
{
    for (int k = 0; k < OTHELLO_UNITS; k++) {
        squares[k] += gains[k] * gains[k];
        const float weight = weights[k] + rate * gains[k] / sqrtf(squares[k] + 1.0F);
        weights[k] = weight < -limit ? -limit : weight > limit ? limit : weight;
    }
}

static void learn(struct model *model, const struct sample *sample, unsigned symmetry)
{
    struct weights *weights = &model->weights, *squares = &model->squares;
    struct othello_features features;
    float sums[OTHELLO_UNITS], gains[OTHELLO_UNITS], output_gains[OTHELLO_UNITS];
    othello_find_features(mirrored(sample->own, symmetry), mirrored(sample->other, symmetry),
                          &features);
    const float error = sample->target - predict(model, &features, sums);
    const int bucket = features.bucket;
    for (int k = 0; k < OTHELLO_UNITS; k++) {
        output_gains[k] = error * activation(k, sums[k]);
        gains[k] = error * weights->outputs[bucket][k] * slope(k, sums[k]);
    }
    descend(weights->outputs[bucket], squares->outputs[bucket], output_gains, RATE_OUTPUT,
            OTHELLO_OUTPUT_LIMIT);
    descend(weights->biases[bucket], squares->biases[bucket], gains, RATE_ROW, ROW_LIMIT);
    for (int i = 0; i < LENGTH(features.indices); i++) {
        const int index = features.indices[i];
        descend(weights->rows[index], squares->rows[index], gains, RATE_ROW, ROW_LIMIT);
    }
}

/* Returns the root of the mean squared error, in discs. */
static double validate(const struct model *model, const struct training_data *data)
{
    const struct sample *samples = data->positions;
    double sum = 0;
    for (size_t i = 0; i < data->count; i++) {
        struct othello_features features;
        float sums[OTHELLO_UNITS];
        othello_find_features(samples[i].own, samples[i].other, &features);
        const double error = (double)samples[i].target - predict(model, &features, sums);
        sum += error * error;
    }
    return sqrt(sum / (double)(data->count ? data->count : 1));
}

static void set_random(struct model *model, struct rng *rng)
{
    optimizer_fill_random(&model->weights.rows[0][0], (size_t)OTHELLO_ROWS * OTHELLO_UNITS,
                          START_ROW, rng);
    for (int bucket = 0; bucket < OTHELLO_BUCKETS; bucket++) {
        for (int k = 0; k < OTHELLO_UNITS; k++) {
            model->weights.biases[bucket][k] = START_BIAS;
            model->weights.outputs[bucket][k] = k % 2 ? START_OUTPUT : -START_OUTPUT;
        }
    }
}

static void train(struct model *model, struct training_sets *sets, long epochs, uint64_t seed)
{
    struct sample *samples = sets->training.positions;
    const size_t count = sets->training.count;
    struct rng rng = {rng_mix(seed)};
    set_random(model, &rng);
    for (long epoch = 1; epoch <= epochs; epoch++) {
        array_shuffle(samples, count, sizeof *samples, &rng);
        for (size_t i = 0; i < count; i++) {
            learn(model, &samples[i], (unsigned)rng_below(&rng, 8));
        }
        fprintf(stderr, "epoch %ld: error %.3f discs\n", epoch, validate(model, &sets->validation));
    }
}

/* Weights of the first games, in discs. */
#define START_MOVE   0.7F /* for each legal move */
#define START_CORNER 7.9F
#define START_X      3.5F /* minus this for a disc diagonally next to an empty corner */
#define START_C      1.2F /* minus this for a disc beside one */

/* The output, in discs, of the one linear unit that counts them. */
#define START_UNIT 16.0F

/* The numbers of moves that count. */
#define START_MOVES 10

/* Sets the rows of the number of moves and of the first pattern, whose squares are a1 b1 c1 a2 b2
 * c2 a3 b3 c3. */
static void set_start(struct model *model)
{
    enum { SIZE = 19683, A1 = 1, B1 = 3, A2 = 27, B2 = 81 };
    struct weights *weights = &model->weights;
    for (int bucket = 0; bucket < OTHELLO_BUCKETS; bucket++) {
        weights->outputs[bucket][0] = START_UNIT;
    }
    for (int at = 0; at < SIZE; at++) {
        /* The contents of a square: -1, 0 or 1. */
        const int corner = at / A1 % 3 - 1, x = at / B2 % 3 - 1;
        const int c = (at / B1 % 3 - 1) + (at / A2 % 3 - 1);
        weights->rows[at][0] =
            (corner ? START_CORNER * (float)corner : -START_X * (float)x - START_C * (float)c) /
            START_UNIT;
    }
    for (int i = 0; i < OTHELLO_MOVE_COUNTS; i++) {
        const float moves = START_MOVE * (float)(i < START_MOVES ? i : START_MOVES) / START_UNIT;
        weights->rows[OTHELLO_PATTERN_ROWS + i][0] = moves;
        weights->rows[OTHELLO_PATTERN_ROWS + OTHELLO_MOVE_COUNTS + i][0] = -moves;
    }
}

/* Rounds to integers within +-limit. */
static int16_t rounded(float weight, float one, long limit)
{
    const long value = lroundf(weight * one);
    return (int16_t)(value > limit ? limit : value < -limit ? -limit : value);
}

static bool write_network(const struct model *model, const char *path)
{
    static struct othello_network network;
    const struct weights *weights = &model->weights;
    for (int row = 0; row < OTHELLO_ROWS; row++) {
        for (int k = 0; k < OTHELLO_UNITS; k++) {
            network.rows[row][k] =
                (int8_t)rounded(weights->rows[row][k], OTHELLO_ONE_FIRST, OTHELLO_ROW_LIMIT);
        }
    }
    for (int bucket = 0; bucket < OTHELLO_BUCKETS; bucket++) {
        for (int k = 0; k < OTHELLO_UNITS; k++) {
            network.biases[bucket][k] =
                rounded(weights->biases[bucket][k], OTHELLO_ONE_FIRST, OTHELLO_ROW_LIMIT);
            network.outputs[bucket][k] = rounded(weights->outputs[bucket][k], OTHELLO_ONE_SECOND,
                                                 (long)OTHELLO_OUTPUT_LIMIT * OTHELLO_ONE_SECOND);
        }
    }
    FILE *file = fopen(path, "wb");
    const bool written = file && fwrite(&network, sizeof network, 1, file) == 1;
    return file && fclose(file) == 0 && written;
}

int main(int count, char **words)
{
    static struct games games;
    struct training_sets *sets = &games.sets;
    struct model *model = calloc(1, sizeof *model);
    long epochs = 4, result = 25, seed = 1, material = 0;
    const struct argument arguments[] = {{"epochs", &epochs},
                                         {"result", &result},
                                         {"seed", &seed},
                                         {"material", &material},
                                         {NULL, NULL}};
    FREED char **files = alloc_local((size_t)count * sizeof *files);
    const int file_count = files ? arguments_take_files(&count, words, files) : 0;
    const char *out = arguments_take_file("out", &count, words);
    bool right = model && arguments_read("othello-network", arguments, NULL, count, words);
    if (right && (!out || epochs < 1 || result > 100 || material > 1 ||
                  (file_count == 0) != (material == 1))) {
        fputs("othello-network [epochs=4] [result=25] [seed=1] out=FILE GAMES...\n"
              "othello-network material=1 out=FILE\n",
              stderr);
        right = false;
    }
    games.result = result;
    for (int i = 0; right && i < file_count; i++) {
        read_games(files[i], &games);
    }
    if (right && !material && sets->training.count == 0) {
        fputs("othello-network: there are no positions in these games\n", stderr);
        right = false;
    }
    if (right && material) {
        set_start(model);
    } else if (right) {
        fprintf(stderr, "%zu positions\n", sets->training.count);
        train(model, sets, epochs, (uint64_t)seed);
    }
    if (right && !write_network(model, out)) {
        fprintf(stderr, "othello-network: cannot write %s\n", out);
        right = false;
    }
    training_finish(&sets->training);
    training_finish(&sets->validation);
    free(model);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
