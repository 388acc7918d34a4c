/* SPDX-License-Identifier: MIT */
/* Trains gomoku's network, a correction of the classical evaluation, on games of self-play.
 *
 *     gomoku-network [epochs=8] [result=0] [threads=2] [seed=1] out=FILE GAMES...
 *     gomoku-network material=1 out=FILE
 *
 * The second form writes a network whose output is 0, so that the engine plays by the classical
 * evaluation alone. network_job.h describes the arguments. */
#include <stdlib.h>

#include "array.h"
#include "gomoku/board.h"
#include "gomoku_games.h"
#include "gomoku_model.h"
#include "network_job.h"

/* Scores are clipped to this many centipawns. */
#define SCORE_LIMIT 1500

/* The most pattern pairs of a board: one for each square. */
#define MAX_PAIRS ((size_t)GOMOKU_MAX_SIZE * GOMOKU_MAX_SIZE)

struct training_sets {
    struct training_data *training, *validation;
};

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
    struct training_data *set = quiet->game % NETWORK_HOLD_BACK ? sets->training : sets->validation;
    struct training_position *position = training_next(set, sizeof *position);
    set->parts = array_grow(set->parts, &set->part_room, set->part_count + MAX_PAIRS,
                            sizeof(struct gomoku_pattern_pair));
    int pairs =
        list_pairs(quiet->board, (struct gomoku_pattern_pair *)set->parts + set->part_count);
    int score = quiet->score > SCORE_LIMIT    ? SCORE_LIMIT
                : quiet->score < -SCORE_LIMIT ? -SCORE_LIMIT
                                              : quiet->score;
    *position = (struct training_position){
        .target = {.score = (int16_t)score,
                   .classical = (int16_t)gomoku_evaluate_classical(quiet->board),
                   .result = (uint8_t)(1 + quiet->result)},
        .first = set->part_count,
        .pair_count = (uint16_t)pairs,
        .rule = quiet->board->position.rule,
        .stage = (uint8_t)gomoku_stage(quiet->board),
    };
    set->count++;
    set->part_count += (size_t)pairs;
}

static long load(const char *path, struct training_data *training, struct training_data *validation)
{
    struct training_sets sets = {training, validation};
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return -1;
    }
    struct error error;
    long games = gomoku_games_read(file, add_position, &sets, &error);
    fclose(file);
    if (games < 0) {
        fprintf(stderr, "%s:%s\n", path, error.text);
    }
    return games;
}

const struct network_trainer network_trainer = {
    .program = "gomoku-network",
    .epochs = 8,
    .batch = 512,
    .rate_first = 0.004f,
    .rate_last = 0.00002f,
    .load = load,
    MODEL_FUNCTIONS,
    .network_size = sizeof(struct gomoku_network),
    .material_init = model_material_init,
};
