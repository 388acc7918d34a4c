/* SPDX-License-Identifier: MIT */
/* Fits the weights of the evaluation to games of self-play.
 *
 *     chess-fit [epochs=30] [result=30] [prior=3000] [check=FILE] out=WEIGHTS FILE...
 *
 * The target for each quiet position is a mixture of the game's result, weighted by `result`
 * percent, and the score of the search (Texel's method, Oesterlund 2014). The weights are optimized
 * by AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019) and decay towards
 * their initial values instead of 0. The same files give the same weights. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "chess/evaluate.h"
#include "chess/position.h"
#include "chess/rules.h"
#include "chess_games.h"
#include "rng.h"
#include "training.h"

/* The unit of the logistic function: a score of this many centipawns means 73 % of the points. */
#define LOGISTIC_UNIT 180.0

/* Positions beyond this score, in centipawns, are decided and are not used. */
#define SCORE_LIMIT 1000

#define BATCH       8192
#define RATE_FIRST  1.0 /* centipawns per step, in the first and the last epoch */
#define RATE_LAST   0.05
#define BETA_MEAN   0.9
#define BETA_SQUARE 0.999

/* The information that a position gives about a weight that it uses once, on average: the squared
 * gradient of the logistic function for scores near 0. */
#define POSITION_WEIGHT (0.2 * 0.2 / (LOGISTIC_UNIT * LOGISTIC_UNIT))

#define TINY 1e-12

/* One weight's contribution to one position. */
struct part {
    uint16_t weight;
    int16_t count;
};

struct training_position {
    uint32_t first;        /* index of its first part */
    uint16_t linear;       /* number of linear parts, for White */
    uint8_t danger[SIDES]; /* number of parts that follow for the danger to each side's king */
    uint8_t phase, scale;
    float target; /* White's expected points */
    float factor; /* scales the score as the fifty-move counter grows */
};

struct model {
    double weights[WEIGHTS][2], start[WEIGHTS][2], mean[WEIGHTS][2], square[WEIGHTS][2];
    double gradient[WEIGHTS][2];
    long step;
    double prior; /* weight of the initial values, in positions */
};

static double result_share = 0.3; /* of the game's result in a target */

static double logistic(double score)
{
    return 1.0 / (1.0 + exp(-score / LOGISTIC_UNIT));
}

/* Adds the weights that are not 0. Returns their number. */
static size_t add_parts(struct training_data *data, const int16_t *counts, int first, int count)
{
    const size_t before = data->part_count;
    struct part *part = training_parts(data, (size_t)count, sizeof *part);
    for (int i = 0; i < count; i++) {
        if (counts[i]) {
            *part++ = (struct part){(uint16_t)(first + i), counts[i]};
            data->part_count++;
        }
    }
    return data->part_count - before;
}

static void add_position(struct training_data *data, const struct chess_position *position,
                         double target)
{
    static struct chess_trace trace;
    chess_trace(position, &trace);
    struct training_position *entry = training_next(data, sizeof *entry);
    data->count++;
    entry->first = (uint32_t)data->part_count;
    entry->linear = (uint16_t)add_parts(data, trace.counts, 0, WEIGHT_FIRST_DANGER);
    for (int side = 0; side < SIDES; side++) {
        entry->danger[side] =
            (uint8_t)add_parts(data, trace.danger[side], WEIGHT_FIRST_DANGER, DANGER_WEIGHTS);
    }
    entry->phase = (uint8_t)trace.phase;
    entry->scale = (uint8_t)trace.scale;
    entry->factor = (float)(200 - position->state.clock) / 200.0f;
    entry->target = (float)target;
}

/* Adds a quiet position: not in check, no capture as the best move, no decided score. */
static void add_ply(void *data, const struct chess_ply *ply)
{
    const int score = ply->record->scores[ply->ply];
    if (ply->ply >= ply->record->random_plies && !chess_in_check(ply->position) &&
        !chess_is_noisy(ply->position, ply->record->moves[ply->ply]) && abs(score) <= SCORE_LIMIT) {
        const double result = (double)ply->record->end / 2.0;
        add_position(data, ply->position,
                     result_share * result + (1 - result_share) * logistic(score));
    }
}

/* Sums the danger to one king. *part points to its first part and is advanced past the last
 * one. */
static void sum_danger(const struct model *model, const struct part **part, int count,
                       double sum[2])
{
    sum[0] = sum[1] = 0;
    for (int i = 0; i < count; i++, (*part)++) {
        sum[0] += (*part)->count * model->weights[(*part)->weight][0];
        sum[1] += (*part)->count * model->weights[(*part)->weight][1];
    }
}

/* Returns the squared error of one position. Adds its gradient if `learn`. */
static double squared_error(struct model *model, const struct training_data *data, size_t number,
                            bool learn)
{
    const struct training_position *entry =
        (const struct training_position *)data->positions + number;
    const struct part *parts = (const struct part *)data->parts + entry->first, *part = parts;
    double sum[2] = {0, 0}, danger[SIDES][2];
    for (int i = 0; i < entry->linear; i++, part++) {
        sum[0] += part->count * model->weights[part->weight][0];
        sum[1] += part->count * model->weights[part->weight][1];
    }
    for (int side = 0; side < SIDES; side++) {
        sum_danger(model, &part, entry->danger[side], danger[side]);
        for (int half = 0; half < 2; half++) {
            double d = danger[side][half] > 0 ? danger[side][half] : 0;
            danger[side][half] = (side == WHITE ? -1 : 1) * 2 * d / DANGER_DIVISOR;
            sum[half] += (side == WHITE ? -1 : 1) * d * d / DANGER_DIVISOR;
        }
    }
    double part_of[2] = {entry->factor * entry->phase / PHASE_FULL,
                         entry->factor * (PHASE_FULL - entry->phase) / PHASE_FULL * entry->scale /
                             SCALE_FULL};
    double expected = logistic(sum[0] * part_of[0] + sum[1] * part_of[1]);
    double error = expected - entry->target;
    if (learn) {
        double gradient = 2 * error * expected * (1 - expected) / LOGISTIC_UNIT;
        part = parts;
        for (int i = 0; i < entry->linear; i++, part++) {
            model->gradient[part->weight][0] += gradient * part_of[0] * part->count;
            model->gradient[part->weight][1] += gradient * part_of[1] * part->count;
        }
        for (int side = 0; side < SIDES; side++) {
            for (int i = 0; i < entry->danger[side]; i++, part++) {
                model->gradient[part->weight][0] +=
                    gradient * part_of[0] * danger[side][0] * part->count;
                model->gradient[part->weight][1] +=
                    gradient * part_of[1] * danger[side][1] * part->count;
            }
        }
    }
    return error * error;
}

static void adam_step(struct model *model, double rate, size_t batch, size_t total)
{
    double prior = 2 * model->prior * POSITION_WEIGHT / (double)total;
    model->step++;
    double mean_scale = 1 - pow(BETA_MEAN, (double)model->step);
    double square_scale = 1 - pow(BETA_SQUARE, (double)model->step);
    for (int weight = 0; weight < WEIGHTS; weight++) {
        for (int half = 0; half < 2; half++) {
            double gradient = model->gradient[weight][half] / (double)batch +
                              prior * (model->weights[weight][half] - model->start[weight][half]);
            double *mean = &model->mean[weight][half], *square = &model->square[weight][half];
            double *value = &model->weights[weight][half];
            *mean = BETA_MEAN * *mean + (1 - BETA_MEAN) * gradient;
            *square = BETA_SQUARE * *square + (1 - BETA_SQUARE) * gradient * gradient;
            *value -= rate * (*mean / mean_scale) / (sqrt(*square / square_scale) + TINY);
        }
    }
    memset(model->gradient, 0, sizeof model->gradient);
}

static double mean_error(struct model *model, const struct training_data *data)
{
    double error = 0;
    for (size_t i = 0; i < data->count; i++) {
        error += squared_error(model, data, i, false);
    }
    return error / (double)data->count;
}

static void fit(struct model *model, struct training_data *data, int epochs)
{
    struct rng rng = {1};
    for (int epoch = 0; epoch < epochs; epoch++) {
        double rate =
            RATE_FIRST * pow(RATE_LAST / RATE_FIRST, (double)epoch / (epochs > 1 ? epochs - 1 : 1));
        array_shuffle(data->positions, data->count, sizeof(struct training_position), &rng);
        double error = 0;
        for (size_t i = 0; i < data->count; i++) {
            error += squared_error(model, data, i, true);
            if (i % BATCH == BATCH - 1 || i + 1 == data->count) {
                adam_step(model, rate, i % BATCH + 1, data->count);
            }
        }
        fprintf(stderr, "epoch %d of %d, error %.6f\n", epoch + 1, epochs,
                error / (double)data->count);
    }
}

static bool write_weights(const struct model *model, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    for (int i = 0; i < WEIGHTS; i++) {
        const int32_t weight =
            WEIGHT((int32_t)lround(model->weights[i][0]), lround(model->weights[i][1]));
        fprintf(file, "%d,%c", weight, i % 8 == 7 || i == WEIGHTS - 1 ? '\n' : ' ');
    }
    return fclose(file) == 0;
}

static bool load(struct training_data *data, const char *path)
{
    const long games = chess_games_read(path, add_ply, data);
    if (games < 0) {
        fprintf(stderr, "chess-fit: cannot read %s\n", path);
        return false;
    }
    fprintf(stderr, "%s: %ld games, %zu positions so far\n", path, games, data->count);
    return games > 0;
}

static void show_errors(const char *when, struct model *model, const struct training_data *data,
                        const struct training_data *unseen)
{
    fprintf(stderr, "error %s %.6f", when, mean_error(model, data));
    if (unseen->count > 0) {
        fprintf(stderr, ", on unseen games %.6f", mean_error(model, unseen));
    }
    fputc('\n', stderr);
}

int main(int count, char **words)
{
    static struct model model;
    struct training_data data = {0}, unseen = {0};
    const char *out = NULL;
    int epochs = 30;
    model.prior = 3000;
    for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "out=", 4) == 0) {
            out = words[i] + 4;
        } else if (strncmp(words[i], "epochs=", 7) == 0) {
            epochs = atoi(words[i] + 7);
        } else if (strncmp(words[i], "result=", 7) == 0) {
            result_share = atoi(words[i] + 7) / 100.0;
        } else if (strncmp(words[i], "prior=", 6) == 0) {
            model.prior = atof(words[i] + 6);
        } else if (!(strncmp(words[i], "check=", 6) == 0 ? load(&unseen, words[i] + 6)
                                                         : load(&data, words[i]))) {
            return EXIT_FAILURE;
        }
    }
    if (!out || data.count == 0) {
        fprintf(stderr, "chess-fit [epochs=N] [result=PERCENT] out=WEIGHTS GAMES...\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < WEIGHTS; i++) {
        model.weights[i][0] = model.start[i][0] = weight_middle(chess_weights[i]);
        model.weights[i][1] = model.start[i][1] = weight_end(chess_weights[i]);
    }
    show_errors("before", &model, &data, &unseen);
    fit(&model, &data, epochs);
    show_errors("after", &model, &data, &unseen);
    bool written = write_weights(&model, out);
    training_finish(&data);
    training_finish(&unseen);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
