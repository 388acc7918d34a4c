/* SPDX-License-Identifier: MIT */
/* The model of chess's network, and training positions from games of self-play, packed. */
#ifndef TUNE_CHESS_MODEL_H
#define TUNE_CHESS_MODEL_H

#include "chess/network.h"
#include "chess/position.h"
#include "chess_games.h"
#include "network_job.h"

#define MODEL_SYMMETRIES    1
#define MODEL_SHARED_INPUTS NETWORK_BUCKET_INPUTS
#define MODEL_LANES         64
#define MODEL_LANES_LAST    1
#define MODEL_FROM_NETWORK  model_from_network

/* A position, turned so that the side to move plays up the board and has the pieces of side 0. */
struct training_position {
    struct training_target target;
    uint8_t kings[SIDES];
    uint8_t pieces[NETWORK_PIECES / 2]; /* side * KINDS + kind of each occupied square, low half
                                           first */
    uint64_t occupied;
};

/* Adds a position; `score` is White's. */
void training_add(struct training_data *data, const struct chess_position *position, int score,
                  enum game_end end);

/* Adjusts the scores of a game by later scores, in White's centipawns (temporal differences:
 * Sutton, "Learning to predict by the methods of temporal differences", 1988). The expected points
 * of a position are (1 - future) times those of its own score plus `future` (0 .. 1) times the
 * adjusted ones of the next position with a score; the result follows the last one. NO_SEARCH is
 * unchanged. */
void training_scores(const struct selfplay_game *record, float future,
                     int16_t scores[GAME_MAX_PLIES]);

/* True if the network is trained on the position: it is not in check, the best move is not a
 * capture, and the score is not decided. */
bool training_takes(const struct chess_ply *ply);

#include "piece_model.h"

#endif
