/* SPDX-License-Identifier: MIT */
/* Writes a study in each format. output.h chooses among them. */
#ifndef ANALYSE_WRITERS_H
#define ANALYSE_WRITERS_H

#include "buffer.h"
#include "game_walk.h"
#include "study.h"

struct writing {
    bool times; /* include the time of each search: the output then differs from run to run */
    const char *engine; /* its name */
};

/* Writes one JSON object a line for each position. */
void write_jsonl(const struct study *study, const struct writing *writing, struct buffer *out);

/* Writes one row for the best line of each position, after a header. */
void write_csv(const struct study *study, const struct writing *writing, struct buffer *out);
void write_csv_header(const struct writing *writing, struct buffer *out);

/* Writes one line for each position: its fields, the operations of the input, and acd acn bm ce dm
 * pv. */
void write_epd(const struct study *study, const struct writing *writing, struct buffer *out);

/* Writes the game with evaluations, marks, and the best line as a variation if another move was
 * played. */
void write_pgn(const struct study *study, const struct writing *writing, struct buffer *out);
void write_sgf(const struct study *study, const struct writing *writing, struct buffer *out);

/* Called for each position that is searched, at the move played from it. */
typedef void write_ply(const struct study *study, const struct game_walk *at,
                       const struct writing *writing, struct buffer *out);
void write_plies(const struct study *study, write_ply *put, const struct writing *writing,
                 struct buffer *out);

/* Appends a score as text, for the side to move: "+0.31", "wins in 9 plies". */
void write_score(const struct found_line *line, struct buffer *out);

#endif
