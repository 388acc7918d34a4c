/* SPDX-License-Identifier: MIT */
/* Training positions from games of self-play: packed, each in the perspective of the side to move.
 */
#ifndef TUNE_CHESS_TRAINING_H
#define TUNE_CHESS_TRAINING_H

#include "chess/network.h"
#include "chess/position.h"
#include "chess_games.h"

/* A position: the mover plays upwards, with the pieces of side 0. */
struct training_position {
    uint64_t occupied;
    uint8_t pieces[CHESS_NETWORK_PIECES /
                   2]; /* side * KINDS + kind of each occupied square, low half first */
    uint8_t kings[SIDES];
    uint8_t result;    /* the mover's half points: 0 lost, 1 drawn, 2 won */
    int16_t score;     /* the search's, the mover's centipawns */
    int16_t classical; /* classical evaluation, the mover's centipawns */
};

struct training_set {
    struct training_position *positions;
    size_t count, room;
};

/* Begins with none; training_set_finish gives the memory back. */
void training_set_init(struct training_set *set);
void training_set_finish(struct training_set *set);

/* Adds a position; `score` is White's. False: memory is out. */
bool training_set_add(struct training_set *set, const struct chess_position *position, int score,
                      enum game_end end);

/* What the positions of a game are worth in the light of what came later, White's centipawns: the
 * expected points of each are (1 - future) of its own score and `future` (0 .. 1) of what the next
 * position with a score is worth, behind the last of them the result (Sutton, "Learning to predict
 * by the methods of temporal differences", 1988). NO_SEARCH stays. */
void training_scores(const struct selfplay_game *record, float future,
                     int16_t scores[GAME_MAX_PLIES]);

/* Whether the network learns from a game's position before this ply: a quiet one, not in check, no
 * capture coming, not decided. */
bool training_takes(const struct chess_position *position, const struct selfplay_game *record,
                    int ply);

/* Adds the positions of a game that training_takes takes, with the scores of training_scores.
 * False: memory is out. */
bool training_set_add_game(struct training_set *set, const struct selfplay_game *record,
                           const struct game_settings *settings, float future);

/* The network's inputs for both perspectives, the mover's first; returns how many each has. */
int training_position_inputs(const struct training_position *position,
                             int inputs[SIDES][CHESS_NETWORK_PIECES]);

#endif
