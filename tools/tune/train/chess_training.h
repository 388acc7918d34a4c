/* SPDX-License-Identifier: MIT */
/* Training positions from games of self-play, packed, from the view of the side to move. */
#ifndef TUNE_CHESS_TRAINING_H
#define TUNE_CHESS_TRAINING_H

#include "chess/network.h"
#include "chess/position.h"
#include "chess_games.h"

/* A position, turned so that the side to move plays up the board and has the pieces of side 0. */
struct training_position {
    uint64_t occupied;
    uint8_t pieces[NETWORK_PIECES /
                   2]; /* side * KINDS + kind of each occupied square, low half first */
    uint8_t kings[SIDES];
    uint8_t result;    /* half points of the side to move: 0 loss, 1 draw, 2 win */
    int16_t score;     /* of the search, in centipawns for the side to move */
    int16_t classical; /* the classical evaluation, in centipawns for the side to move */
};

struct training_set {
    struct training_position *positions;
    size_t count, room;
};

/* Makes an empty set; training_set_finish frees its memory. */
void training_set_init(struct training_set *set);
void training_set_finish(struct training_set *set);

/* Adds a position; `score` is White's. Returns false if an allocation fails. */
bool training_set_add(struct training_set *set, const struct chess_position *position, int score,
                      enum game_end end);

/* Adjusts the scores of a game by later scores, in White's centipawns (temporal differences:
 * Sutton, "Learning to predict by the methods of temporal differences", 1988). The expected points
 * of a position are (1 - future) times those of its own score plus `future` (0 .. 1) times the
 * adjusted ones of the next position with a score; the result follows the last one. NO_SEARCH is
 * unchanged. */
void training_scores(const struct selfplay_game *record, float future,
                     int16_t scores[GAME_MAX_PLIES]);

/* True if the network is trained on the position before this ply of a game: it is not in check, the
 * best move is not a capture, and the score is not decided. */
bool training_takes(const struct chess_position *position, const struct selfplay_game *record,
                    int ply);

/* Adds the positions of a game that training_takes accepts, with the scores of training_scores.
 * Returns false if an allocation fails. */
bool training_set_add_game(struct training_set *set, const struct selfplay_game *record,
                           const struct game_settings *settings, float future);

/* Lists the network's inputs for both perspectives, the side to move first. Returns the number of
 * inputs of each. */
int training_position_inputs(const struct training_position *position,
                             int inputs[SIDES][NETWORK_PIECES]);

#endif
