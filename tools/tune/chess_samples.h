/* Positions from games of self-play, as a network's trainer wants them: packed, and all seen by
 * their mover. */
#ifndef TUNE_CHESS_SAMPLES_H
#define TUNE_CHESS_SAMPLES_H

#include "chess/network.h"
#include "chess/position.h"
#include "chess_games.h"

/* A position: the mover plays upwards, with the pieces of side 0. */
struct sample {
    uint64_t occupied;
    uint8_t pieces[CHESS_NETWORK_PIECES /
                   2]; /* side * KINDS + kind of each occupied square, low half first */
    uint8_t kings[SIDES];
    uint8_t result;  /* the mover's half points: 0 lost, 1 drawn, 2 won */
    int16_t score;   /* his, centipawns */
    int16_t by_hand; /* what the sum of weights says, the mover's centipawns */
};

struct samples {
    struct sample *samples;
    size_t count, room;
};

/* Begins with none; samples_finish gives the memory back. */
void samples_init(struct samples *samples);
void samples_finish(struct samples *samples);

/* Adds a position; `score` is White's. False: memory is out. */
bool samples_add(struct samples *samples, const struct chess_position *position, int score,
                 enum game_end end);

/* Adds the quiet positions of a game: not in check, no capture coming, not decided. False: memory
 * is out. */
bool samples_add_game(struct samples *samples, const struct game_record *record,
                      const struct game_settings *settings);

/* The network's inputs for both views, the mover's first; returns how many each has. */
int sample_inputs(const struct sample *sample, int inputs[SIDES][CHESS_NETWORK_PIECES]);

#endif
