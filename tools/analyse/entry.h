/* SPDX-License-Identifier: MIT */
/* One game or position of the input, read by our own rules; which of its positions are searched;
 * and what a test suite claims about its last position. */
#ifndef ANALYSE_ENTRY_H
#define ANALYSE_ENTRY_H

#include "found.h"
#include "opening_names.h"
#include "position_line.h"
#include "splitter.h"

/* The side whose moves are judged: an index of "both|white|black|first|second". */
enum reading_side { SIDE_BOTH, SIDE_WHITE, SIDE_BLACK, SIDE_FIRST, SIDE_SECOND };

/* How the input is read. */
struct reading {
    const struct game *game; /* the game of lines, and of PGN that does not name one */
    struct game_settings settings;
    enum line_format lines;
    bool last;                   /* of a game, only its final position is searched */
    bool suite;                  /* a test suite: positions with claims */
    int from_move;               /* of a game, only positions from this move's number on; 0: all */
    int side;                    /* enum reading_side */
    bool skip_book;              /* of a game, only positions from the last one with a name on */
    struct opening_names *names; /* of openings; NULL: none are found */
    int engines;                 /* that search each position; 0: one */
};

/* Returns the player, 1 or 2, whose moves are judged in a game; 0: both. White and Black are the
 * sides with these names, in other games the first and the second player. */
int reading_player(const struct reading *reading, const struct game *game);

/* The most moves that one operation names. */
#define CLAIM_MOVES 32

struct claim_moves {
    move_t list[CLAIM_MOVES];
    int count;
};

/* The operations bm, am and dm of EPD, or an exact score. */
struct claim {
    struct claim_moves best, avoid; /* bm, am */
    int mate_moves;                 /* dm; 0: none */
    bool scored;                    /* the line ends with an exact score */
    int score;                      /* that score, as published for this game */
};

struct entry {
    struct saved_game saved;
    char *operations; /* after an EPD's position; "" */
    int first, count; /* plies of the positions to be searched: first .. first + count - 1 */
    const struct opening_name *opening; /* of a game; NULL: none is known */
    bool is_claimed;                    /* it belongs to a test suite */
    struct claim claim;
};

/* Reads a piece of text in that format, which begins at `line` of its file. Rejects illegal moves
 * and, in a test suite, an entry without a claim; the error has the line and the reason. The entry
 * must be finished in any case. */
bool entry_read(struct entry *entry, const struct reading *reading, enum source_format format,
                const char *text, int line, struct error *error);
void entry_finish(struct entry *entry);

/* True if a side can move in the position. If not, the game is over and there is nothing to
 * search. */
bool entry_can_move(const struct game *game, const void *position);

/* True if a line fulfils the claim of the position. */
bool claim_holds(const struct claim *claim, const struct game *game, const void *position,
                 const struct found_line *line);

/* Appends the claim: "bm Qg6", "dm 3", "score -2". */
void claim_format(const struct claim *claim, const struct game *game, const void *position,
                  struct buffer *out);

#endif
