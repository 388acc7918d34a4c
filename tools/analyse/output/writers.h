/* SPDX-License-Identifier: MIT */
/* The writers of each format, among which outputs.h chooses. */
#ifndef OUTPUT_WRITERS_H
#define OUTPUT_WRITERS_H

#include "outputs.h"

/* Appends a searched position of a study, at the move played from it. */
typedef void ply_writer(const struct study *study, const struct game_walk *at,
                        const struct writing *writing, struct buffer *out);
/* Appends a whole study. */
typedef void study_writer(const struct study *study, const struct writing *writing,
                          struct buffer *out);

/* One JSON object a line for each position, and one for the figures of a game (figures.h). */
ply_writer write_jsonl;
study_writer write_jsonl_figures;

/* A table of the figures of each game. */
study_writer write_figures;

/* One row for the best line, after a header. */
ply_writer write_csv;
void write_csv_header(const struct writing *writing, struct buffer *out);

/* One line: the fields of the position, the operations of the input, and acd acn bm ce dm pv. */
ply_writer write_epd;

/* The game with evaluations, marks, and the best line as a variation if another move was played. */
study_writer write_pgn;
study_writer write_sgf;

/* A section of an HTML page that needs no other file: a graph of the game, and a board for each
 * mistake. */
study_writer write_report;
void write_report_header(const struct writing *writing, struct buffer *out);
void write_report_footer(const struct writing *writing, struct buffer *out);

/* The table of a test suite: for each position whether it is solved, with the nodes and the time to
 * the solution. `*solved`: all of them are. `error` must be empty. */
bool write_suite(struct results *results, const struct reading *reading, struct buffer *out,
                 bool *solved, struct error *error);

#endif
