/* SPDX-License-Identifier: MIT */
/* Openings: from a file, one a line, or made of random plies. */
#ifndef MATCH_OPENING_H
#define MATCH_OPENING_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "game.h"
#include "position_line.h"

struct opening {
    char *fen;   /* NULL: the game's start */
    char *moves; /* separated by single blanks; NULL: none */
};

struct openings {
    int64_t count;
    struct opening *list;
};

/* Reads one line, which is changed. Refuses what does not lead to a position in play. */
bool opening_read_line(const struct game *game, const struct game_settings *settings,
                       enum line_format format, char *line, struct opening *opening,
                       struct error *error);

/* Reads a file; blank lines and those that begin with '#' are skipped. An error names file, line
 * and reason, and leaves no openings. */
bool openings_read(struct openings *openings, const char *path, enum line_format format,
                   const struct game *game, const struct game_settings *settings,
                   struct error *error);

/* Puts them into an order drawn with the seed. */
void openings_shuffle(struct openings *openings, uint64_t seed);

/* `plies` random legal moves from the start that leave the game in play; the same for the same seed
 * and index on every machine. False if there seem to be none. */
bool opening_random(const struct game *game, const struct game_settings *settings, int plies,
                    uint64_t seed, int64_t index, struct opening *opening);

void opening_finish(struct opening *opening);
void openings_finish(struct openings *openings);

#endif
