/* SPDX-License-Identifier: MIT */
/* Trains gomoku's network, a correction of the classical evaluation, on games of self-play.
 *
 *     gomoku-network [epochs=8] [result=0] [threads=2] [seed=1] out=FILE GAMES...
 *     gomoku-network material=1 out=FILE
 *
 * The second form writes a network whose output is 0, so that the engine plays by the classical
 * evaluation alone. network_job.h describes the arguments. */
#include <stdlib.h>

#include "gomoku/evaluate.h"
#include "gomoku_games.h"
#include "gomoku_model.h"
#include "network_job.h"

/* Scores are clipped to this many centipawns. */
#define SCORE_LIMIT 1500

/* The most pattern pairs of a board: one for each square. */
#define MAX_PAIRS ((size_t)GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)

struct training_sets {
    struct gomoku_training_data training, validation;
};

/* Makes room in an array for `more` elements beyond `count`. */
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

/* Lists the pattern pairs of the board, each with its number of squares. Returns the number of
 * pairs. */
static int list_pairs(const struct gomoku_board *board, struct gomoku_pattern_pair *pairs)
{
    int mover = board->position.to_move, count = 0;
    for (int square = 0; square < GOMOKU_SQUARES; square++) {
        uint16_t own = (uint16_t)gomoku_board_code(board, mover, square);
        uint16_t other = (uint16_t)gomoku_board_code(board, 1 - mover, square);
        int i = 0;
        if (!own && !other) {
            continue;
        }
        while (i < count && (pairs[i].code[0] != own || pairs[i].code[1] != other)) {
            i++;
        }
        if (i == count) {
            pairs[count++] = (struct gomoku_pattern_pair){.code = {own, other}};
        }
        pairs[i].count++;
    }
    return count;
}

static void add_position(void *opaque, const struct gomoku_quiet *quiet)
{
    struct training_sets *sets = opaque;
    struct gomoku_training_data *set =
        quiet->game % NETWORK_HOLD_BACK ? &sets->training : &sets->validation;
    set->positions = grow(set->positions, set->count, 1, &set->room, sizeof *set->positions);
    set->pairs = grow(set->pairs, set->pair_count, MAX_PAIRS, &set->pair_room, sizeof *set->pairs);
    int pairs = list_pairs(quiet->board, &set->pairs[set->pair_count]);
    int score = quiet->score > SCORE_LIMIT    ? SCORE_LIMIT
                : quiet->score < -SCORE_LIMIT ? -SCORE_LIMIT
                                              : quiet->score;
    set->positions[set->count++] = (struct gomoku_training_position){
        .first = set->pair_count,
        .pair_count = (uint16_t)pairs,
        .rule = quiet->board->position.rule,
        .stage = (uint8_t)gomoku_stage(quiet->board),
        .result = (uint8_t)(1 + quiet->result),
        .score = (int16_t)score,
        .classical = (int16_t)gomoku_evaluate_classical(quiet->board),
    };
    set->pair_count += (size_t)pairs;
}

static bool load(void *opaque, const char *path)
{
    const struct training_sets *sets = opaque;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    struct error error;
    long games = gomoku_games_read(file, add_position, opaque, &error);
    fclose(file);
    if (games < 0) {
        fprintf(stderr, "%s:%s\n", path, error.text);
        return false;
    }
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            sets->training.count, sets->validation.count);
    return games > 0;
}

static void begin(void *opaque, float result_share)
{
    struct training_sets *sets = opaque;
    sets->training.result_share = sets->validation.result_share = result_share;
}

static void add_nothing(void *weights)
{
    (void)weights; /* they are already 0 */
}

static void finish(struct gomoku_training_data *set)
{
    free(set->positions);
    free(set->pairs);
}

int main(int count, char **words)
{
    static struct training_sets sets;
    const struct network_trainer trainer = {
        .program = "gomoku-network",
        .epochs = 8,
        .batch = 512,
        .rate_first = 0.004f,
        .rate_last = 0.00002f,
        .load = load,
        .begin = begin,
        .opaque = &sets,
        .training = &sets.training,
        .validation = &sets.validation,
        .model = gomoku_model_of,
        .random_init = gomoku_model_random_init,
        .material_init = add_nothing,
        .round = gomoku_model_round,
        .weights = GOMOKU_MODEL_WEIGHTS,
        .network_size = sizeof(struct gomoku_network),
    };
    int status = network_job(&trainer, count, words);
    finish(&sets.training);
    finish(&sets.validation);
    return status;
}
