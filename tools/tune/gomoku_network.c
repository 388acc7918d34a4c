/* Makes gomoku's network, what is added to the sum of the squares' worths, from games of self-play.
 *
 *     gomoku-network [epochs=10] [result=40] [threads=2] [seed=1] out=FILE GAMES...
 *
 * `result` is the percentage of a game's result in what its positions teach; the rest is the score
 * that the search saw. One game in HOLD_BACK is kept back, to measure on. The same words make the
 * same network. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "gomoku_games.h"
#include "gomoku_model.h"

#define HOLD_BACK 50 /* games */

#define BATCH      4096 /* positions */
#define RATE_FIRST 0.002f
#define RATE_LAST  0.00002f

/* Scores are cut at this, centipawns. */
#define SCORE_LIMIT 1500

/* Squares of a board, at most. */
#define CELLS (GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)

struct samples {
    struct gomoku_sample *samples;
    struct gomoku_cell *cells;
    size_t count, room, cell_count, cell_room;
};

struct job {
    struct samples samples, unseen;
    const char *out;
    int epochs, threads, result_percent;
    uint64_t seed;
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
    struct job *job = opaque;
    struct samples *samples = quiet->game % HOLD_BACK ? &job->samples : &job->unseen;
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

static struct gomoku_lesson lesson_of(const struct samples *samples, const struct job *job)
{
    return (struct gomoku_lesson){samples->samples, samples->cells, samples->count,
                                  (float)job->result_percent / 100};
}

struct progress {
    const struct job *job;
    const struct gomoku_model *model;
    int64_t start;
};

static void report(void *opaque, int epoch, double error)
{
    const struct progress *progress = opaque;
    struct gomoku_lesson unseen = lesson_of(&progress->job->unseen, progress->job);
    fprintf(stderr, "epoch %d of %d, error %.6f, on unseen games %.6f, %.0f s\n", epoch,
            progress->job->epochs, error, gomoku_model_error(progress->model, &unseen),
            (double)(clock_ns() - progress->start) / (double)NS_PER_SECOND);
}

static bool write_network(const struct gomoku_model *model, const char *path)
{
    static struct gomoku_network network;
    gomoku_model_round(model, &network);
    FILE *file = fopen(path, "wb");
    return file && fwrite(&network, sizeof network, 1, file) == 1 && fclose(file) == 0;
}

static bool learn(const struct job *job)
{
    struct gomoku_lesson lesson = lesson_of(&job->samples, job);
    struct descent_model model = gomoku_model_of(&lesson);
    struct descent *descent = descent_new(&model, job->threads);
    if (!descent) {
        return false;
    }
    struct gomoku_model *weights = (struct gomoku_model *)descent_weights(descent);
    struct progress progress = {job, weights, clock_ns()};
    report(&progress, 0, 0);
    gomoku_model_begin(weights, job->seed);
    struct descent_course course = {
        .samples = job->samples.count,
        .batch = BATCH,
        .epochs = job->epochs,
        .rate_first = RATE_FIRST,
        .rate_last = RATE_LAST,
        .seed = job->seed,
        .report = report,
        .opaque = &progress,
    };
    bool done = descent_go(descent, &course) && write_network(weights, job->out);
    descent_delete(descent);
    return done;
}

static bool load(struct job *job, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    long games = gomoku_games_read(file, add_sample, job);
    fclose(file);
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            job->samples.count, job->unseen.count);
    return games > 0;
}

static bool parse_word(struct job *job, const char *word)
{
    if (strncmp(word, "out=", 4) == 0) {
        job->out = word + 4;
    } else if (strncmp(word, "epochs=", 7) == 0) {
        job->epochs = atoi(word + 7);
    } else if (strncmp(word, "seed=", 5) == 0) {
        job->seed = strtoull(word + 5, NULL, 10);
    } else if (strncmp(word, "threads=", 8) == 0) {
        job->threads = atoi(word + 8);
    } else if (strncmp(word, "result=", 7) == 0) {
        job->result_percent = atoi(word + 7);
    } else {
        return load(job, word);
    }
    return true;
}

int main(int count, char **words)
{
    static struct job job = {.epochs = 10, .threads = 2, .result_percent = 40, .seed = 1};
    for (int i = 1; i < count; i++) {
        if (!parse_word(&job, words[i])) {
            return EXIT_FAILURE;
        }
    }
    if (!job.out || job.samples.count == 0) {
        fprintf(stderr, "gomoku-network [epochs=N] [result=PERCENT] [threads=N] [seed=N] out=FILE "
                        "GAMES...\n");
        return EXIT_FAILURE;
    }
    bool done = learn(&job);
    if (!done) {
        fprintf(stderr, "gomoku-network: %s cannot be made\n", job.out);
    }
    free(job.samples.samples);
    free(job.samples.cells);
    free(job.unseen.samples);
    free(job.unseen.cells);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
