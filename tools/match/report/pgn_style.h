/* SPDX-License-Identifier: MIT */
/* The style of PGN: the figures of the engines that it shows, and how much of the game. */
#ifndef MATCH_PGN_STYLE_H
#define MATCH_PGN_STYLE_H

#include <stdbool.h>

#include "game_time.h"
#include "game_walk.h"
#include "played_game.h"

struct pgn_style {
    bool nodes, nps, seldepth, hashfull, tb_hits, time_left, pv; /* in the comment of a move */
    bool minimal;   /* only the roster of tags, the start, and moves without comments */
    bool finished;  /* only finished games: others are never written anyway */
    int uci;        /* 1: moves in the protocol's notation */
    bool framework; /* the tag Termination as testing frameworks read it */
};

/* Drops the figures of a move that were not asked for, before it is stored. */
void pgn_style_trim(const struct pgn_style *style, struct played_move *move);

/* Appends a time control as the PGN standard writes the tag TimeControl: "40/9000", "300+2";
 * "1/0.1" for a fixed time of each move; "-" if no time is limited. */
void pgn_style_control(const struct game_time *control, struct buffer *out);

/* The source of the notes of a game in PGN. */
struct pgn_style_notes {
    const struct played_game *played;
    const struct pgn_style *style;
};

/* A game_notes.take for a struct pgn_style_notes. Writes "{+0.31/12 0.052s, n=1234}" as other match
 * runners do, with the score from the mover's side. After the last move it adds the reason of a
 * forfeit. */
void pgn_style_note(const void *source, const struct game_walk *at, struct game_note *note);

#endif
