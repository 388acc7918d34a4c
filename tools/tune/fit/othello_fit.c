/* SPDX-License-Identifier: MIT */
/* Fits the weights of Othello's patterns to games of self-play, in othello-selfplay's format.
 *
 *     othello-fit [epochs=N] [result=N] [seed=N] out=FILE GAMES...
 *     othello-fit material=1 out=FILE
 *
 * With material=1 it writes the weights of the very first games instead: moves, corners, and the
 * squares beside empty corners.
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
#include "othello/evaluate.h"
#include "othello/rules.h"
#include "training.h"

#define RATE 0.3F /* in discs: the first step of a weight */

struct sample {
    bitboard_t own, other;
    float target; /* in discs */
};

struct model {
    float weights[OTHELLO_STAGES][OTHELLO_STAGE_WEIGHTS];
    float squares[OTHELLO_STAGES][OTHELLO_STAGE_WEIGHTS]; /* sums of squared gradients */
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
        fprintf(stderr, "othello-fit: cannot open %s\n", path);
        exit(EXIT_FAILURE);
    }
    struct error error;
    games->read = 0;
    if (!text_lines_read(file, add_game, games, &error)) {
        fprintf(stderr, "othello-fit: %s:%s\n", path, error.text);
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

static float predict(const struct model *model, const struct othello_features *features)
{
    float sum = 0;
    for (int i = 0; i < LENGTH(features->indices); i++) {
        sum += model->weights[features->stage][features->indices[i]];
    }
    return sum;
}

static void learn(struct model *model, const struct sample *sample, unsigned symmetry)
{
    struct othello_features features;
    othello_find_features(mirrored(sample->own, symmetry), mirrored(sample->other, symmetry),
                          &features);
    const float error = sample->target - predict(model, &features);
    for (int i = 0; i < LENGTH(features.indices); i++) {
        const int index = features.indices[i];
        float *square = &model->squares[features.stage][index];
        *square += error * error;
        model->weights[features.stage][index] += RATE * error / sqrtf(*square + 1.0F);
    }
}

/* Returns the root of the mean squared error, in discs. */
static double validate(const struct model *model, const struct training_data *data)
{
    const struct sample *samples = data->positions;
    double sum = 0;
    for (size_t i = 0; i < data->count; i++) {
        struct othello_features features;
        othello_find_features(samples[i].own, samples[i].other, &features);
        const double error = (double)samples[i].target - predict(model, &features);
        sum += error * error;
    }
    return sqrt(sum / (double)(data->count ? data->count : 1));
}

static void train(struct model *model, struct training_sets *sets, long epochs, uint64_t seed)
{
    struct sample *samples = sets->training.positions;
    const size_t count = sets->training.count;
    struct rng rng = {rng_mix(seed)};
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
#define START_CORNER 9.0F
#define START_X      3.5F /* minus this for a disc diagonally next to an empty corner */
#define START_C      1.2F /* minus this for a disc beside one */

/* Sets the weights of the number of moves and of the first pattern, whose squares are a1 b1 c1 a2
 * b2 c2 a3 b3 c3. */
static void set_start(struct model *model)
{
    enum { SIZE = 19683, MIDDLE = SIZE / 2, A1 = 1, B1 = 3, A2 = 27, B2 = 81 };
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        float *weights = model->weights[stage];
        for (int number = -MIDDLE; number <= MIDDLE; number++) {
            /* The contents of a square: -1, 0 or 1. */
            const int at = number + MIDDLE;
            const int corner = at / A1 % 3 - 1, x = at / B2 % 3 - 1;
            const int c = (at / B1 % 3 - 1) + (at / A2 % 3 - 1);
            weights[at] =
                corner ? START_CORNER * (float)corner : -START_X * (float)x - START_C * (float)c;
        }
        for (int i = 0; i < OTHELLO_MOVE_COUNTS; i++) {
            const float moves = START_MOVE * (float)(i < 12 ? i : 12);
            weights[OTHELLO_PATTERN_WEIGHTS + i] = moves;
            weights[OTHELLO_PATTERN_WEIGHTS + OTHELLO_MOVE_COUNTS + i] = -moves;
        }
    }
}

static bool write_weights(const struct model *model, const char *path)
{
    FILE *file = fopen(path, "wb");
    for (int stage = 0; file && stage < OTHELLO_STAGES; stage++) {
        for (int i = 0; i < OTHELLO_STAGE_WEIGHTS; i++) {
            const float unit = 100.0F / OTHELLO_WEIGHT_UNIT;
            const long weight = lroundf(model->weights[stage][i] * unit);
            fputc((int8_t)(weight > 127 ? 127 : weight < -127 ? -127 : weight), file);
        }
    }
    return file && fclose(file) == 0;
}

int main(int count, char **words)
{
    static struct games games;
    struct training_sets *sets = &games.sets;
    struct model *model = calloc(1, sizeof *model);
    long epochs = 10, result = 25, seed = 1, material = 0;
    const struct argument arguments[] = {{"epochs", &epochs},
                                         {"result", &result},
                                         {"seed", &seed},
                                         {"material", &material},
                                         {NULL, NULL}};
    FREED char **files = alloc_local((size_t)count * sizeof *files);
    const int file_count = files ? arguments_take_files(&count, words, files) : 0;
    const char *out = arguments_take_file("out", &count, words);
    bool right = model && arguments_read("othello-fit", arguments, NULL, count, words);
    if (right && (!out || epochs < 1 || result > 100 || material > 1 ||
                  (file_count == 0) != (material == 1))) {
        fputs("othello-fit [epochs=10] [result=25] [seed=1] out=FILE GAMES...\n"
              "othello-fit material=1 out=FILE\n",
              stderr);
        right = false;
    }
    games.result = result;
    for (int i = 0; right && i < file_count; i++) {
        read_games(files[i], &games);
    }
    if (right && !material && sets->training.count == 0) {
        fputs("othello-fit: there are no positions in these games\n", stderr);
        right = false;
    }
    if (right && material) {
        set_start(model);
    } else if (right) {
        fprintf(stderr, "%zu positions\n", sets->training.count);
        train(model, sets, epochs, (uint64_t)seed);
    }
    if (right && !write_weights(model, out)) {
        fprintf(stderr, "othello-fit: cannot write %s\n", out);
        right = false;
    }
    training_finish(&sets->training);
    training_finish(&sets->validation);
    free(model);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
