/* Makes gomoku's network, what is added to the sum of the squares' worths, from games of self-play.
 *
 *     gomoku-network [epochs=20] [result=0] [threads=2] [seed=1] out=FILE GAMES...
 *
 * The words: network_job.h. */
#include <stdlib.h>

#include "gomoku_games.h"
#include "gomoku_model.h"
#include "network_job.h"

/* Scores are cut at this, centipawns. */
#define SCORE_LIMIT 1500

/* Squares of a board, at most. */
#define CELLS ((size_t)GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)

struct samples {
    struct gomoku_sample *samples;
    struct gomoku_cell *cells;
    size_t count, room, cell_count, cell_room;
};

struct lessons {
    struct samples samples, unseen;
    struct gomoku_lesson lesson, unseen_lesson;
};

/* Room for one more, or for `more`. */
static void *grow(void *memory, size_t count, size_t more, size_t *room, size_t size)
{
    if (count + more <= *room) {
        return memory;
    }
    *room = 2 * *room + more;
    memory = realloc(memory, *room * size);
    if (!memory) {
        fputs("gomoku-network: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* The squares of the board, those that are alike as one cell; returns the number of cells. */
static int list_cells(const struct gomoku_board *board, struct gomoku_cell *cells)
{
    int mover = board->position.to_move, count = 0;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        uint16_t own = board->number[mover][square], other = board->number[1 - mover][square];
        int i = 0;
        if (!own && !other) {
            continue;
        }
        while (i < count && (cells[i].number[0] != own || cells[i].number[1] != other)) {
            i++;
        }
        if (i == count) {
            cells[count++] = (struct gomoku_cell){.number = {own, other}};
        }
        cells[i].count++;
    }
    return count;
}

static void add_sample(void *opaque, const struct gomoku_quiet *quiet)
{
    struct lessons *lessons = opaque;
    struct samples *samples =
        quiet->game % NETWORK_HOLD_BACK ? &lessons->samples : &lessons->unseen;
    samples->samples =
        grow(samples->samples, samples->count, 1, &samples->room, sizeof *samples->samples);
    samples->cells = grow(samples->cells, samples->cell_count, CELLS, &samples->cell_room,
                          sizeof *samples->cells);
    int cells = list_cells(quiet->board, &samples->cells[samples->cell_count]);
    int score = quiet->score > SCORE_LIMIT    ? SCORE_LIMIT
                : quiet->score < -SCORE_LIMIT ? -SCORE_LIMIT
                                              : quiet->score;
    samples->samples[samples->count++] = (struct gomoku_sample){
        .first = samples->cell_count,
        .cells = (uint16_t)cells,
        .rule = quiet->board->position.rule,
        .result = (uint8_t)(1 + quiet->result),
        .score = (int16_t)score,
        .by_hand = (int16_t)gomoku_judge(quiet->board),
    };
    samples->cell_count += (size_t)cells;
}

static bool load(void *opaque, const char *path)
{
    const struct lessons *lessons = opaque;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    long games = gomoku_games_read(file, add_sample, opaque);
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            lessons->samples.count, lessons->unseen.count);
    return games > 0;
}

static size_t count_samples(const void *opaque)
{
    return ((const struct lessons *)opaque)->samples.count;
}

static struct gomoku_lesson lesson_of(const struct samples *samples, float result_share)
{
    return (struct gomoku_lesson){samples->samples, samples->cells, samples->count, result_share};
}

static struct optimizer_model model_of(void *opaque, float result_share)
{
    struct lessons *lessons = opaque;
    lessons->lesson = lesson_of(&lessons->samples, result_share);
    lessons->unseen_lesson = lesson_of(&lessons->unseen, result_share);
    return gomoku_model_of(&lessons->lesson);
}

static void begin(float *weights, uint64_t seed)
{
    gomoku_model_begin((struct gomoku_model *)weights, seed);
}

static double unseen_error(const void *opaque, const float *weights)
{
    return gomoku_model_error((const struct gomoku_model *)weights,
                              &((const struct lessons *)opaque)->unseen_lesson);
}

static const void *round_network(const float *weights, size_t *bytes)
{
    static struct gomoku_network network;
    gomoku_model_round((const struct gomoku_model *)weights, &network);
    *bytes = sizeof network;
    return &network;
}

static void finish(struct samples *samples)
{
    free(samples->samples);
    free(samples->cells);
}

int main(int count, char **words)
{
    static struct lessons lessons;
    const struct network_trainer trainer = {
        .program = "gomoku-network",
        .epochs = 20,
        .batch = 4096,
        .rate_first = 0.002f,
        .rate_last = 0.00002f,
        .load = load,
        .count = count_samples,
        .model = model_of,
        .random_init = begin,
        .validation_error = unseen_error,
        .quantise = round_network,
        .opaque = &lessons,
    };
    int status = network_job(&trainer, count, words);
    finish(&lessons.samples);
    finish(&lessons.unseen);
    return status;
}
