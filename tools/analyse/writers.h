/* SPDX-License-Identifier: MIT */
/* A study in each format of output; output.h chooses among them. */
#ifndef ANALYSE_WRITERS_H
#define ANALYSE_WRITERS_H

#include "buffer.h"
#include "game_walk.h"
#include "study.h"

struct writing {
    bool times;         /* tell how long searches took: another run then gives other bytes */
    const char *engine; /* its name */
};

/* A line for each position: an object of JSON. */
void write_jsonl(const struct study *study, const struct writing *writing, struct buffer *out);

/* A row for each position, of its best line; the header before the first one. */
void write_csv(const struct study *study, const struct writing *writing, struct buffer *out);
void write_csv_header(const struct writing *writing, struct buffer *out);

/* A line for each position: its fields, the operations of the input, and acd acn bm ce dm pv. */
void write_epd(const struct study *study, const struct writing *writing, struct buffer *out);

/* The game with evaluations, marks, and the best line where another move was played. */
void write_pgn(const struct study *study, const struct writing *writing, struct buffer *out);
void write_sgf(const struct study *study, const struct writing *writing, struct buffer *out);

/* Calls `put` for each position that is searched, at the move played from it. */
typedef void write_ply(const struct study *study, const struct game_walk *at,
                       const struct writing *writing, struct buffer *out);
void write_plies(const struct study *study, write_ply *put, const struct writing *writing,
                 struct buffer *out);

/* Appends a score for people, from the side to move: "+0.31", "wins in 9 plies". */
void write_score(const struct found_line *line, struct buffer *out);

#endif
