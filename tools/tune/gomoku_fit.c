/* Fits gomoku's worths to games: logistic regression, by Adam (Kingma and Ba, "Adam: a method for
 * stochastic optimization", ICLR 2015), of the outcome and the search's score on the evaluation,
 * and of the move played on the order of moves.
 *
 *     gomoku-fit [part=order] result=60 epochs=16 FILE... > src/games/gomoku/worths.c
 *
 * With `part=order` the evaluation's worths stay as they are built in: the network adds to those.
 *
 * A set of four shapes is worth what its strongest pair and its other two shapes are worth, and
 * what the set has of its own, which is held near 0. Only positions count in which nothing is
 * forced and no win by fours is to be had: those are the ones that the search evaluates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gomoku/candidates.h"
#include "gomoku_games.h"
#include "registry.h"

/* Centipawns in which the odds of winning grow by a factor of e; scores are cut at the limit. */
#define SCALE       200.
#define SCORE_LIMIT 1500

/* Units of a centipawn, and of a logit in the order of moves. */
#define WORTH_UNITS 8.
#define ORDER_UNITS 4000.

#define BATCH     4096
#define RATE      0.006
#define RATE_FALL 0.75
#define OWN_DECAY 3e-5 /* pulls what a set has of its own to 0 */
#define DECAY     1e-5

/* Parameters of one side: pairs, single shapes, sets. */
enum { PAIRS = 14 * 14, FACTORS = PAIRS + 14, SIDE = FACTORS + GOMOKU_CROSSES, ALL = 2 * SIDE };

struct sample {
    size_t first, first_move;
    int features, moves, best; /* best: index of the move played; -1: it was a trial */
    int result, score;         /* for the mover */
};

/* A set of shapes on so many squares of a side. */
struct feature {
    uint16_t cross;
    uint8_t side, count;
};

struct data {
    struct sample *samples;
    struct feature *features;
    uint16_t (*moves)[2]; /* own set, opponent's set */
    size_t sample_count, feature_count, move_count, sample_room, feature_room, move_room;
};

struct model {
    double value[ALL], gradient[ALL], mean[ALL], square[ALL];
    long step;
};

static void *grow(void *memory, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return memory;
    }
    *room = *room ? 2 * *room : 1 << 16;
    memory = realloc(memory, *room * size);
    if (!memory) {
        fputs("gomoku-fit: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void add_features(struct data *data, struct sample *sample, const struct gomoku_board *board)
{
    int count[2][GOMOKU_CROSSES] = {{0}};
    int mover = board->position.to_move;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        count[0][board->number[mover][square]]++;
        count[1][board->number[1 - mover][square]]++;
    }
    for (int side = 0; side < 2; side++) {
        for (int cross = 1; cross < GOMOKU_CROSSES; cross++) {
            if (count[side][cross]) {
                data->features = grow(data->features, data->feature_count, &data->feature_room,
                                      sizeof *data->features);
                data->features[data->feature_count++] =
                    (struct feature){(uint16_t)cross, (uint8_t)side, (uint8_t)count[side][cross]};
                sample->features++;
            }
        }
    }
}

static void add_sample(void *opaque, const struct gomoku_quiet *quiet)
{
    struct data *data = opaque;
    struct gomoku_board *board = quiet->board;
    int mover = board->position.to_move;
    struct move_list list = {.count = 0};
    struct sample sample = {
        .first = data->feature_count,
        .first_move = data->move_count,
        .best = -1,
        .result = quiet->result,
        .score = quiet->score > SCORE_LIMIT    ? SCORE_LIMIT
                 : quiet->score < -SCORE_LIMIT ? -SCORE_LIMIT
                                               : quiet->score,
    };
    add_features(data, &sample, board);
    gomoku_candidates(board, &list);
    for (int i = 0; i < list.count; i++) {
        data->moves = grow(data->moves, data->move_count, &data->move_room, sizeof *data->moves);
        data->moves[data->move_count][0] = board->number[mover][list.moves[i]];
        data->moves[data->move_count++][1] = board->number[1 - mover][list.moves[i]];
        sample.best = list.moves[i] == quiet->played ? i : sample.best;
    }
    sample.moves = list.count;
    data->samples = grow(data->samples, data->sample_count, &data->sample_room, sizeof sample);
    data->samples[data->sample_count++] = sample;
}

/* The parameters that a set's worth is the sum of. */
static void parameters_of(int side, int cross, int parameters[4])
{
    unsigned shapes = gomoku_cross_shapes[cross];
    parameters[0] = side * SIDE + (int)((shapes & 15) * 14 + (shapes >> 4 & 15));
    parameters[1] = side * SIDE + PAIRS + (int)(shapes >> 8 & 15);
    parameters[2] = side * SIDE + PAIRS + (int)(shapes >> 12);
    parameters[3] = side * SIDE + FACTORS + cross;
}

static double worth(const struct model *model, int side, int cross)
{
    int p[4];
    parameters_of(side, cross, p);
    return model->value[p[0]] + model->value[p[1]] + model->value[p[2]] + model->value[p[3]];
}

static void push(struct model *model, int side, int cross, double gradient)
{
    int p[4];
    parameters_of(side, cross, p);
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

static double learn_value(struct model *model, const struct data *data, const struct sample *sample,
                          double result_share)
{
    const struct feature *features = &data->features[sample->first];
    double logit = 0.;
    for (int i = 0; i < sample->features; i++) {
        double sum = worth(model, features[i].side, features[i].cross) * features[i].count;
        logit += features[i].side ? -sum : sum;
    }
    double chance = 1. / (1. + exp(-logit)), told = 1. / (1. + exp(-sample->score / SCALE));
    double wanted = result_share * (sample->result + 1) / 2. + (1. - result_share) * told;
    for (int i = 0; i < sample->features; i++) {
        double gradient = (chance - wanted) * features[i].count;
        push(model, features[i].side, features[i].cross, features[i].side ? -gradient : gradient);
    }
    return -(wanted * log(chance + 1e-12) + (1. - wanted) * log(1. - chance + 1e-12));
}

static double learn_order(struct model *model, const struct data *data, const struct sample *sample)
{
    uint16_t(*moves)[2] = &data->moves[sample->first_move];
    double chances[MAX_MOVES], most = -1e9, sum = 0.;
    if (sample->best < 0 || sample->moves < 2) {
        return 0.;
    }
    for (int i = 0; i < sample->moves; i++) {
        chances[i] = worth(model, 0, moves[i][0]) + worth(model, 1, moves[i][1]);
        most = chances[i] > most ? chances[i] : most;
    }
    for (int i = 0; i < sample->moves; i++) {
        chances[i] = exp(chances[i] - most);
        sum += chances[i];
    }
    for (int i = 0; i < sample->moves; i++) {
        double gradient = chances[i] / sum - (i == sample->best);
        push(model, 0, moves[i][0], gradient);
        push(model, 1, moves[i][1], gradient);
    }
    return -log(chances[sample->best] / sum);
}

static void fit(struct model *model, const struct data *data, int epochs, double result_share,
                bool order)
{
    for (int epoch = 0; epoch < epochs; epoch++) {
        double rate = (order ? 8. : 1.) * RATE * pow(RATE_FALL, epoch), loss = 0.;
        size_t batch = 0;
        for (size_t i = 0; i < data->sample_count; i++) {
            loss += order ? learn_order(model, data, &data->samples[i])
                          : learn_value(model, data, &data->samples[i], result_share);
            if (++batch == BATCH || i + 1 == data->sample_count) {
                step(model, rate, batch);
                batch = 0;
            }
        }
        fprintf(stderr, "%s, epoch %d: loss %.4f\n", order ? "order" : "value", epoch + 1,
                loss / (double)data->sample_count);
    }
}

static int rounded(double number, int most)
{
    long whole = lround(number);
    return whole > most ? most : whole < -most ? -most : (int)whole;
}

/* `value` may be NULL: the evaluation's worths as they are. */
static void write_worths(const struct model *value, const struct model *order)
{
    int column = 100;
    fputs("/* What shapes are worth, learned by logistic regression from the outcomes and the "
          "moves of games\n"
          " * that the program played against itself: tools/tune/gomoku_fit.c. A row for each set "
          "of four\n"
          " * shapes, in the order of gomoku_cross_shapes: moving, waiting, making, blocking. */\n"
          "#include \"shapes.h\"\n\n/* clang-format off */\n"
          "const struct gomoku_worth gomoku_worths[GOMOKU_CROSSES] = {",
          stdout);
    for (int cross = 0; cross < GOMOKU_CROSSES; cross++) {
        char row[64];
        double moving = gomoku_worths[cross].moving, waiting = gomoku_worths[cross].waiting;
        if (value) {
            moving = cross ? worth(value, 0, cross) * SCALE * WORTH_UNITS : 0.;
            waiting = cross ? worth(value, 1, cross) * SCALE * WORTH_UNITS : 0.;
        }
        int length =
            snprintf(row, sizeof row, " {%d,%d,%d,%d},", rounded(moving, 4000),
                     rounded(waiting, 4000), rounded(worth(order, 0, cross) * ORDER_UNITS, 30000),
                     rounded(worth(order, 1, cross) * ORDER_UNITS, 30000));
        bool wraps = column + length > 99;
        printf("%s%s", wraps ? "\n   " : "", row);
        column = wraps ? 3 + length : column + length;
    }
    fputs("\n};\n", stdout);
}

static void shuffle(struct data *data)
{
    struct rng rng = {1};
    for (size_t i = data->sample_count; i > 1; i--) {
        size_t k = (size_t)rng_below(&rng, i);
        struct sample swap = data->samples[i - 1];
        data->samples[i - 1] = data->samples[k];
        data->samples[k] = swap;
    }
}

int main(int count, char **words)
{
    static struct data data;
    static struct model value, order;
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
            gomoku_games_read(file, add_sample, &data);
            fclose(file);
        }
    }
    fprintf(stderr, "%zu positions\n", data.sample_count);
    shuffle(&data);
    if (!only_order) {
        fit(&value, &data, epochs, result_share, false);
    }
    fit(&order, &data, (epochs + 1) / 2, result_share, true);
    write_worths(only_order ? NULL : &value, &order);
    free(data.samples);
    free(data.features);
    free(data.moves);
    return EXIT_SUCCESS;
}
