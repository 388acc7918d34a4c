/* SPDX-License-Identifier: MIT */
/* Splits Portable Game Notation into games, and each game into tokens. This is the only place that
 * decides where a game begins and ends. */
#ifndef FILES_PGN_SCANNER_H
#define FILES_PGN_SCANNER_H

#include "cursor.h"
#include "game.h"

/* A sign behind a move, and the number of its glyph (PGN standard, section 10, and common
 * extensions); 0: none. Scid writes some as words. */
struct pgn_sign {
    const char *text;
    int number;
    bool ends; /* it is no part of the move, even without a blank between */
};

/* A longer sign is before those that it begins with. The last one has no text. */
extern const struct pgn_sign pgn_signs[];

enum pgn_kind {
    PGN_TAG,       /* [Name "value"] */
    PGN_MOVE,      /* a word of the main line, without its move number and annotation */
    PGN_COMMENT,   /* the text between braces, or from ';' to the end of the line */
    PGN_GLYPH,     /* an annotation: "$1", "!?", "+-" */
    PGN_VARIATION, /* with its parentheses, as it stands in the file */
    PGN_RESULT,    /* the result; only comments follow */
    PGN_WRONG,     /* invalid: a part of the game would be lost */
    PGN_END        /* the end of the game */
};

struct pgn_token {
    enum pgn_kind kind;
    int line;
    const char *text; /* of a tag: its name; of PGN_WRONG: the reason, terminated by NUL */
    size_t length;
    const char *value; /* of a tag: the text between the quotes, escapes included */
    size_t value_length;
    enum game_result result;
};

/* A text that is being read. To remember the place, copy the scanner. */
struct pgn_scanner {
    struct cursor place;
    size_t begin;     /* where the game begins */
    int moves;        /* moves of its main line so far */
    bool has_event;   /* its tag Event has been read */
    bool has_text;    /* something after its tags has been read */
    bool starts_late; /* its first move has a number above 1 */
    bool is_over;     /* its end has been read */
    bool has_result;  /* its result has been read */
    enum { AFTER_UNKNOWN, AFTER_GAME, AFTER_NOTHING } after; /* what follows the result */
};

/* Moves to the next game of `text`, past the blanks and escaped lines before it; false if there is
 * none. The comments before its tags belong to it. */
bool pgn_scanner_begin(struct pgn_scanner *scanner, const struct cursor *text);

/* Reads the game's next token. Reading can continue after PGN_WRONG, to find the end of a damaged
 * game. */
void pgn_scanner_next(struct pgn_scanner *scanner, struct pgn_token *token);

#endif
