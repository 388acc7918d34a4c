/* SPDX-License-Identifier: MIT */
/* Portable Game Notation as a sequence of games, and each game as a sequence of tokens. This is the
 * only place that decides where a game begins and ends. */
#ifndef FILES_PGN_SCANNER_H
#define FILES_PGN_SCANNER_H

#include "cursor.h"
#include "game.h"

enum pgn_kind {
    PGN_TAG,    /* [Name "value"] */
    PGN_MOVE,   /* a word of the main line, without the number of a move before it */
    PGN_RESULT, /* the result, which ends the game */
    PGN_WRONG,  /* neither of these: a part of the game would be lost */
    PGN_END     /* the game is over */
};

struct pgn_token {
    enum pgn_kind kind;
    int line;
    const char *text; /* of a tag: its name; of what is wrong: the reason, ended by NUL */
    size_t length;
    const char *value; /* of a tag: what stands between the quotes, escapes included */
    size_t value_length;
    enum game_result result;
};

/* A text that is being read; copying it remembers the place. */
struct pgn_scanner {
    struct cursor place;
    size_t begin;     /* where the game begins */
    int moves;        /* of its main line so far */
    bool has_event;   /* its tag Event was read */
    bool has_text;    /* anything behind its tags was read */
    bool starts_late; /* its first move has a number above 1 */
    bool is_over;     /* its result or its end was read */
};

/* Steps from `text` to the next game, over the blanks, comments and escaped lines before it; false
 * if there is none. */
bool pgn_scanner_begin(struct pgn_scanner *scanner, const struct cursor *text);

/* The game's next token. Comments, variations and annotation glyphs are left out. Reading can go on
 * behind what is wrong, to find the end of a damaged game. */
void pgn_scanner_next(struct pgn_scanner *scanner, struct pgn_token *token);

#endif
