#include "gomoku_model.h"

#include <math.h>
#include <string.h>

/* The weights stay within these, so that the integers made of them stay within theirs. */
#define ROW_LIMIT    ((float)GOMOKU_ROW_LIMIT / GOMOKU_ONE_FEATURE)
#define HIDDEN_LIMIT ((float)GOMOKU_HIDDEN_LIMIT / GOMOKU_ONE_HIDDEN)
#define OUTPUT_LIMIT ((float)GOMOKU_OUTPUT_LIMIT / GOMOKU_ONE_OUTPUT)

/* How small the first weights are. */
#define FIRST_ROW    0.1f
#define FIRST_HIDDEN 0.1f
#define FIRST_OUTPUT 0.25f

/* Floats that the compiler adds side by side. */
#define LANES 8

/* What the network makes of one sample, step by step. */
struct thought {
    float sums[GOMOKU_COLOURS][GOMOKU_FEATURES]; /* by view, the mover's first */
    float active[GOMOKU_HIDDEN];
    float output;
};

static float logistic(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float target_of(const struct gomoku_sample *sample, float result_share)
{
    return result_share * (float)sample->result / 2 +
           (1 - result_share) * logistic((float)sample->score / GOMOKU_NETWORK_UNIT);
}

static float cut(float x)
{
    x = x > 0 ? x : 0;
    return x < 1 ? x : 1;
}

/* Adds a cell's features to a view. */
static void add_cell(const float *restrict own, const float *restrict other, float count,
                     float *restrict sums)
{
    for (int i = 0; i < GOMOKU_FEATURES; i++) {
        sums[i] += count * cut(own[i] + other[i]);
    }
}

static void think(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                  const struct gomoku_sample *sample, struct thought *thought)
{
    memset(thought->sums, 0, sizeof thought->sums);
    for (int i = 0; i < sample->cells; i++) {
        const struct gomoku_cell *cell = &lesson->cells[sample->first + (size_t)i];
        for (int view = 0; view < GOMOKU_COLOURS; view++) {
            add_cell(model->own[cell->number[view]], model->other[cell->number[1 - view]],
                     (float)cell->count, thought->sums[view]);
        }
    }
    const float *sums = &thought->sums[0][0];
    thought->output =
        model->output_bias[sample->rule] + (float)sample->by_hand / GOMOKU_NETWORK_UNIT;
    for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
        const float *weights = &model->hidden[unit][0][0];
        float lanes[LANES] = {0}, sum = model->hidden_bias[sample->rule][unit];
        for (int i = 0; i < GOMOKU_COLOURS * GOMOKU_FEATURES; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] += sums[i + lane] * weights[i + lane];
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            sum += lanes[lane];
        }
        thought->active[unit] = cut(sum);
        thought->output += thought->active[unit] * model->output[unit];
    }
}

float gomoku_model_output(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                          size_t sample)
{
    struct thought thought;
    think(model, lesson, &lesson->samples[sample], &thought);
    return thought.output;
}

/* The gradients of a view go back through a cell's features. */
static void go_back(const float *restrict own, const float *restrict other,
                    const float *restrict back, float count, float *restrict own_gradients,
                    float *restrict other_gradients)
{
    for (int i = 0; i < GOMOKU_FEATURES; i++) {
        float x = own[i] + other[i];
        float slope = (float)(x > 0) * (float)(x < 1) * count * back[i];
        own_gradients[i] += slope;
        other_gradients[i] += slope;
    }
}

double gomoku_model_gradients(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                              size_t number, struct gomoku_model *gradients)
{
    const struct gomoku_sample *sample = &lesson->samples[number];
    struct thought thought;
    think(model, lesson, sample, &thought);
    float expected = logistic(thought.output);
    float error = expected - target_of(sample, lesson->result_share);
    float slope = 2 * error * expected * (1 - expected);

    float back[GOMOKU_COLOURS][GOMOKU_FEATURES] = {{0}};
    gradients->output_bias[sample->rule] += slope;
    for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
        float active = thought.active[unit];
        gradients->output[unit] += slope * active;
        if (active <= 0 || active >= 1) {
            continue;
        }
        float through = slope * model->output[unit];
        gradients->hidden_bias[sample->rule][unit] += through;
        const float *weights = &model->hidden[unit][0][0], *sums = &thought.sums[0][0];
        float *weight_gradients = &gradients->hidden[unit][0][0], *all = &back[0][0];
        for (int i = 0; i < GOMOKU_COLOURS * GOMOKU_FEATURES; i++) {
            weight_gradients[i] += through * sums[i];
            all[i] += through * weights[i];
        }
    }
    for (int i = 0; i < sample->cells; i++) {
        const struct gomoku_cell *cell = &lesson->cells[sample->first + (size_t)i];
        for (int view = 0; view < GOMOKU_COLOURS; view++) {
            int own = cell->number[view], other = cell->number[1 - view];
            go_back(model->own[own], model->other[other], back[view], (float)cell->count,
                    gradients->own[own], gradients->other[other]);
        }
    }
    /* The rows of nothing at all stay 0. */
    memset(gradients->own[0], 0, sizeof gradients->own[0]);
    memset(gradients->other[0], 0, sizeof gradients->other[0]);
    return (double)error * error;
}

static double gradients_of(const void *context, const float *weights, size_t sample,
                           float *gradients)
{
    return gomoku_model_gradients((const struct gomoku_model *)weights, context, sample,
                                  (struct gomoku_model *)gradients);
}

struct optimizer_model gomoku_model_of(const struct gomoku_lesson *lesson)
{
    const size_t hidden = offsetof(struct gomoku_model, hidden) / sizeof(float);
    const size_t output = offsetof(struct gomoku_model, output) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{hidden, ROW_LIMIT},
                  {output - hidden, HIDDEN_LIMIT},
                  {GOMOKU_MODEL_WEIGHTS - output, OUTPUT_LIMIT}},
        .gradients = gradients_of,
        .context = lesson,
    };
}

double gomoku_model_error(const struct gomoku_model *model, const struct gomoku_lesson *lesson)
{
    double sum = 0;
    for (size_t i = 0; i < lesson->count; i++) {
        double error = logistic(gomoku_model_output(model, lesson, i)) -
                       target_of(&lesson->samples[i], lesson->result_share);
        sum += error * error;
    }
    return sum / (double)(lesson->count ? lesson->count : 1);
}

void gomoku_model_begin(struct gomoku_model *model, uint64_t seed)
{
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    for (int cross = 1; cross < GOMOKU_CROSSES; cross++) {
        for (int i = 0; i < GOMOKU_FEATURES; i++) {
            model->own[cross][i] = optimizer_random_weight(&rng, FIRST_ROW);
            model->other[cross][i] = optimizer_random_weight(&rng, FIRST_ROW);
        }
    }
    for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
        for (int i = 0; i < GOMOKU_COLOURS * GOMOKU_FEATURES; i++) {
            (&model->hidden[unit][0][0])[i] = optimizer_random_weight(&rng, FIRST_HIDDEN);
        }
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            model->hidden_bias[rule][unit] = 0.5f;
        }
        model->output[unit] = optimizer_random_weight(&rng, FIRST_OUTPUT);
    }
}

static int rounded(float weight, int one)
{
    return (int)lroundf(weight * (float)one);
}

static void round_all(const float *weights, size_t count, int one, int16_t *result)
{
    for (size_t i = 0; i < count; i++) {
        result[i] = (int16_t)rounded(weights[i], one);
    }
}

void gomoku_model_round(const struct gomoku_model *model, struct gomoku_network *network)
{
    memset(network, 0, sizeof *network);
    round_all(&model->own[0][0], sizeof model->own / sizeof(float), GOMOKU_ONE_FEATURE,
              &network->own[0][0]);
    round_all(&model->other[0][0], sizeof model->other / sizeof(float), GOMOKU_ONE_FEATURE,
              &network->other[0][0]);
    round_all(&model->hidden[0][0][0], sizeof model->hidden / sizeof(float), GOMOKU_ONE_HIDDEN,
              &network->hidden[0][0][0]);
    round_all(model->output, GOMOKU_HIDDEN, GOMOKU_ONE_OUTPUT, network->output);
    for (int rule = 0; rule < GOMOKU_RULES; rule++) {
        for (int unit = 0; unit < GOMOKU_HIDDEN; unit++) {
            network->hidden_bias[rule][unit] =
                rounded(model->hidden_bias[rule][unit], GOMOKU_ONE_FEATURE * GOMOKU_ONE_HIDDEN);
        }
        network->output_bias[rule] =
            rounded(model->output_bias[rule], GOMOKU_ONE_HIDDEN * GOMOKU_ONE_OUTPUT);
    }
}
