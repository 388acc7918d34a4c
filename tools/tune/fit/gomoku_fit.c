/* SPDX-License-Identifier: MIT */
/* Fits the weights of gomoku's patterns to games by logistic regression with Adam (Kingma and Ba,
 * "Adam: a method for stochastic optimization", ICLR 2015). The weights of the evaluation are
 * fitted to results and search scores, the weights of the move order to the moves played.
 *
 *     gomoku-fit [part=order] result=60 epochs=16 FILE... > src/games/gomoku/gomoku.weights
 *
 * With `part=order` the evaluation keeps its present weights, since the network was trained as a
 * correction of these.
 *
 * The weight of a pattern is the sum of a weight for the pair of its two strongest shapes, one for
 * each of its other two shapes, and its own weight, which is kept near 0. Training positions are
 * quiet: there is no threat to answer and no VCF. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "gomoku/candidates.h"
#include "gomoku_games.h"
#include "training.h"

/* The odds of winning grow by a factor of e per SCALE centipawns. */
#define SCALE 200.

/* The scale of the integer weights: units per centipawn, and units per logit of the move order. */
#define WEIGHT_UNITS 8.
#define ORDER_UNITS  4000.

#define BATCH     4096
#define RATE      0.006
#define RATE_FALL 0.75
#define OWN_DECAY 3e-5 /* weight decay of the patterns' own weights */
#define DECAY     1e-5

/* The parameters of one side: pairs of shapes, single shapes, and patterns. */
enum {
    PAIRS = 14 * 14,
    FACTORS = PAIRS + 14,
    SIDE = FACTORS + GOMOKU_PATTERN_CODES,
    ALL = 2 * SIDE
};

struct training_position {
    size_t first, first_move;
    int features, moves, best; /* best: index of the move played; -1: an exploration move */
    int result, score;         /* for the side to move */
};

/* How many squares have this pattern of a side. */
struct feature {
    uint16_t code;
    uint8_t side, count;
};

struct data {
    struct training_data training; /* its parts are features */
    uint16_t (*moves)[2];          /* pattern codes: own, the opponent's */
    size_t move_count, move_room;
};

struct model {
    double value[ALL], gradient[ALL], mean[ALL], square[ALL];
    long step;
};

static void add_features(struct training_data *data, struct training_position *position,
                         const struct gomoku_board *board)
{
    int count[2][GOMOKU_PATTERN_CODES] = {{0}};
    int mover = board->position.to_move;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        count[0][gomoku_board_code(board, mover, square)]++;
        count[1][gomoku_board_code(board, 1 - mover, square)]++;
    }
    for (int side = 0; side < 2; side++) {
        for (int code = 1; code < GOMOKU_PATTERN_CODES; code++) {
            if (count[side][code]) {
                struct feature *feature = training_parts(data, 1, sizeof *feature);
                *feature =
                    (struct feature){(uint16_t)code, (uint8_t)side, (uint8_t)count[side][code]};
                data->part_count++;
                position->features++;
            }
        }
    }
}

static void add_position(void *opaque, const struct gomoku_quiet *quiet)
{
    struct data *data = opaque;
    struct gomoku_board *board = quiet->board;
    int mover = board->position.to_move;
    struct move_list list = {.count = 0};
    if (gomoku_stage(board) != STAGE_CALM) {
        return; /* the network corrects the classical evaluation of these */
    }
    struct training_position position = {
        .first = data->training.part_count,
        .first_move = data->move_count,
        .best = -1,
        .result = quiet->result,
        .score = training_score(quiet->score),
    };
    add_features(&data->training, &position, board);
    gomoku_candidates(board, &list);
    for (int i = 0; i < list.count; i++) {
        data->moves =
            array_grow(data->moves, &data->move_room, data->move_count + 1, sizeof *data->moves);
        data->moves[data->move_count][0] = (uint16_t)gomoku_board_code(board, mover, list.moves[i]);
        data->moves[data->move_count++][1] =
            (uint16_t)gomoku_board_code(board, 1 - mover, list.moves[i]);
        position.best = list.moves[i] == quiet->played ? i : position.best;
    }
    position.moves = list.count;
    *(struct training_position *)training_next(&data->training, sizeof position) = position;
    data->training.count++;
}

/* Lists the parameters whose sum is the weight of a pattern. */
static void parameters_of(int side, int code, int parameters[4])
{
    unsigned shapes = gomoku_code_pattern[code];
    parameters[0] = side * SIDE + (int)((shapes & 15) * 14 + (shapes >> 4 & 15));
    parameters[1] = side * SIDE + PAIRS + (int)(shapes >> 8 & 15);
    parameters[2] = side * SIDE + PAIRS + (int)(shapes >> 12);
    parameters[3] = side * SIDE + FACTORS + code;
}

static double weight_of(const struct model *model, int side, int code)
{
    int p[4];
    parameters_of(side, code, p);
    return model->value[p[0]] + model->value[p[1]] + model->value[p[2]] + model->value[p[3]];
}

static void push(struct model *model, int side, int code, double gradient)
{
    int p[4];
    parameters_of(side, code, p);
    for (int i = 0; i < 4; i++) {
        model->gradient[p[i]] += gradient;
    }
}

static void step(struct model *model, double rate, size_t batch)
{
    model->step++;
    double first = 1. - pow(0.9, (double)model->step),
           second = 1. - pow(0.999, (double)model->step);
    for (int i = 0; i < ALL; i++) {
        bool own = i % SIDE >= FACTORS;
        double gradient =
            model->gradient[i] / (double)batch + (own ? OWN_DECAY : DECAY) * model->value[i];
        model->mean[i] = 0.9 * model->mean[i] + 0.1 * gradient;
        model->square[i] = 0.999 * model->square[i] + 0.001 * gradient * gradient;
        model->value[i] -= rate * (own ? 0.3 : 1.) * (model->mean[i] / first) /
                           (sqrt(model->square[i] / second) + 1e-8);
        model->gradient[i] = 0.;
    }
}

static double learn_value(struct model *model, const struct data *data,
                          const struct training_position *position, double result_share)
{
    const struct feature *features = (const struct feature *)data->training.parts + position->first;
    double logit = 0.;
    for (int i = 0; i < position->features; i++) {
        double sum = weight_of(model, features[i].side, features[i].code) * features[i].count;
        logit += features[i].side ? -sum : sum;
    }
    double chance = 1. / (1. + exp(-logit)), expected = 1. / (1. + exp(-position->score / SCALE));
    double target = result_share * (position->result + 1) / 2. + (1. - result_share) * expected;
    for (int i = 0; i < position->features; i++) {
        double gradient = (chance - target) * features[i].count;
        push(model, features[i].side, features[i].code, features[i].side ? -gradient : gradient);
    }
    return -(target * log(chance + 1e-12) + (1. - target) * log(1. - chance + 1e-12));
}

static double learn_order(struct model *model, const struct data *data,
                          const struct training_position *position)
{
    uint16_t(*moves)[2] = &data->moves[position->first_move];
    double chances[MAX_MOVES], most = -1e9, sum = 0.;
    if (position->best < 0 || position->moves < 2) {
        return 0.;
    }
    for (int i = 0; i < position->moves; i++) {
        chances[i] = weight_of(model, 0, moves[i][0]) + weight_of(model, 1, moves[i][1]);
        most = chances[i] > most ? chances[i] : most;
    }
    for (int i = 0; i < position->moves; i++) {
        chances[i] = exp(chances[i] - most);
        sum += chances[i];
    }
    for (int i = 0; i < position->moves; i++) {
        double gradient = chances[i] / sum - (i == position->best);
        push(model, 0, moves[i][0], gradient);
        push(model, 1, moves[i][1], gradient);
    }
    return -log(chances[position->best] / sum);
}

static void fit(struct model *model, const struct data *data, int epochs, double result_share,
                bool order)
{
    const struct training_position *positions = data->training.positions;
    const size_t count = data->training.count;
    for (int epoch = 0; epoch < epochs; epoch++) {
        double rate = (order ? 8. : 1.) * RATE * pow(RATE_FALL, epoch), loss = 0.;
        size_t batch = 0;
        for (size_t i = 0; i < count; i++) {
            loss += order ? learn_order(model, data, &positions[i])
                          : learn_value(model, data, &positions[i], result_share);
            if (++batch == BATCH || i + 1 == count) {
                step(model, rate, batch);
                batch = 0;
            }
        }
        fprintf(stderr, "%s, epoch %d: loss %.4f\n", order ? "order" : "value", epoch + 1,
                loss / (double)count);
    }
}

static int16_t rounded(double number, int most)
{
    long whole = lround(number);
    return (int16_t)(whole > most ? most : whole < -most ? -most : whole);
}

/* If `value` is NULL, the evaluation keeps its present weights. */
static void write_weights(const struct model *value, const struct model *order)
{
    for (int code = 0; code < GOMOKU_PATTERN_CODES; code++) {
        struct gomoku_pattern_weight weight = gomoku_weights[code];
        if (value) {
            weight.moving =
                rounded(code ? weight_of(value, 0, code) * SCALE * WEIGHT_UNITS : 0., 4000);
            weight.waiting =
                rounded(code ? weight_of(value, 1, code) * SCALE * WEIGHT_UNITS : 0., 4000);
        }
        weight.making = rounded(weight_of(order, 0, code) * ORDER_UNITS, 30000);
        weight.blocking = rounded(weight_of(order, 1, code) * ORDER_UNITS, 30000);
        fwrite(&weight, sizeof weight, 1, stdout);
    }
}

int main(int count, char **words)
{
    static struct data data;
    static struct model value, order;
    struct rng rng = {1};
    double result_share = 0.6;
    int epochs = 16;
    bool only_order = false;
    for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "result=", 7) == 0) {
            result_share = atoi(words[i] + 7) / 100.;
        } else if (strncmp(words[i], "epochs=", 7) == 0) {
            epochs = atoi(words[i] + 7);
        } else if (strcmp(words[i], "part=order") == 0) {
            only_order = true;
        } else {
            FILE *file = fopen(words[i], "r");
            if (!file) {
                perror(words[i]);
                return EXIT_FAILURE;
            }
            struct error error;
            const long games = gomoku_games_read(file, add_position, &data, &error);
            fclose(file);
            if (games < 0) {
                fprintf(stderr, "%s:%s\n", words[i], error.text);
                return EXIT_FAILURE;
            }
        }
    }
    fprintf(stderr, "%zu positions\n", data.training.count);
    array_shuffle(data.training.positions, data.training.count, sizeof(struct training_position),
                  &rng);
    if (!only_order) {
        fit(&value, &data, epochs, result_share, false);
    }
    fit(&order, &data, (epochs + 1) / 2, result_share, true);
    write_weights(only_order ? NULL : &value, &order);
    training_finish(&data.training);
    free(data.moves);
    return EXIT_SUCCESS;
}
