/* SPDX-License-Identifier: MIT */
/* Openings: the games of a file, the lines of a file, or random plies. */
#ifndef MATCH_OPENING_H
#define MATCH_OPENING_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "game_record.h"
#include "position_line.h"
#include "splitter.h"

struct opening {
    char *fen;   /* NULL: the game's start */
    char *moves; /* separated by single blanks; NULL: none */
    char *code;  /* of the Encyclopaedia of Chess Openings, as the file has it; NULL: unknown */
    char *name;  /* as the file has it; NULL: unknown */
};

/* How openings are read. */
struct opening_form {
    enum source_format source; /* games or lines */
    enum line_format line;
    int plies; /* the number of moves that are played at most; 0: all */
};

struct openings {
    int64_t count;
    struct opening *list;
};

/* Reads one line, which it changes. Rejects an opening whose final position is not in play. */
bool opening_read_line(const struct game *game, const struct game_settings *settings,
                       const struct opening_form *form, char *line, struct opening *opening,
                       struct error *error);

/* Reads a file: PGN, SGF, GGF or lines. Of a game, the moves of its main line are read. Blank lines
 * and lines that begin with '#' are skipped. An error gives the file, the line and the reason;
 * there are no openings then. */
bool openings_read(struct openings *openings, const char *path, const struct opening_form *form,
                   const struct game *game, const struct game_settings *settings,
                   struct error *error);

/* Shuffles the openings with this seed. */
void openings_shuffle(struct openings *openings, uint64_t seed);

/* Begins a record with `plies` random legal moves from the start, after which the game is still in
 * play. The same seed and index give the same moves on every machine. False if no such moves were
 * found. */
bool opening_random(struct game_record *record, int plies, uint64_t seed, int64_t index);

void opening_finish(struct opening *opening);
void openings_finish(struct openings *openings);

#endif
