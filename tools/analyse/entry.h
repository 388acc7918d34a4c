/* SPDX-License-Identifier: MIT */
/* One game or position of the input, as our own rules read it, and which of its positions are
 * searched. */
#ifndef ANALYSE_ENTRY_H
#define ANALYSE_ENTRY_H

#include "position_line.h"
#include "saved_game.h"
#include "source.h"

/* How the input is read. */
struct reading {
    const struct game *game; /* of lines, and of PGN that does not tell */
    struct game_settings settings;
    enum line_format lines;
    bool last;  /* of a game only the position that it ends in */
    bool suite; /* a test suite: positions, with what is to be found there */
};

struct entry {
    struct saved_game saved;
    char *operations; /* behind an EPD's position; "" */
    bool scored;      /* the line ends with an exact score */
    int score;        /* it, as published for this game */
    int first, count; /* plies of the positions to be searched: first .. first + count - 1 */
};

/* Reads a piece of text of that format, which began at `line` of its file. Refuses with the line
 * and the reason; the entry is to be finished in any case. */
bool entry_read(struct entry *entry, const struct reading *reading, enum source_format format,
                const char *text, int line, struct error *error);
void entry_finish(struct entry *entry);

/* Whether a side can move there: a game that is over, and only that, has nothing to be searched. */
bool entry_can_move(const struct game *game, const void *position);

#endif
