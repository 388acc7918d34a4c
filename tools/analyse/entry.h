/* SPDX-License-Identifier: MIT */
/* One game or position of the input, read by our own rules, and which of its positions are
 * searched. */
#ifndef ANALYSE_ENTRY_H
#define ANALYSE_ENTRY_H

#include "position_line.h"
#include "saved_game.h"
#include "source.h"

/* How the input is read. */
struct reading {
    const struct game *game; /* the game of lines, and of PGN that does not name one */
    struct game_settings settings;
    enum line_format lines;
    bool last;  /* of a game, only its final position is searched */
    bool suite; /* a test suite: positions with claims */
};

struct entry {
    struct saved_game saved;
    char *operations; /* after an EPD's position; "" */
    bool scored;      /* the line ends with an exact score */
    int score;        /* that score, as published for this game */
    int first, count; /* plies of the positions to be searched: first .. first + count - 1 */
};

/* Reads a piece of text in that format, which begins at `line` of its file. False, with the line
 * and the reason. The entry must be finished in any case. */
bool entry_read(struct entry *entry, const struct reading *reading, enum source_format format,
                const char *text, int line, struct error *error);
void entry_finish(struct entry *entry);

/* True if a side can move in the position. If not, the game is over and there is nothing to
 * search. */
bool entry_can_move(const struct game *game, const void *position);

#endif
