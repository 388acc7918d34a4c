/* SPDX-License-Identifier: MIT */
/* How a game looks and how it is written: all that a client needs to draw a board, name its parts,
 * enter moves, write finished games down, and test an engine that plays the game.
 *
 * Each game fills one `struct look` in its folder's look.c, so that no client knows a game by name.
 * Squares are counted rank by rank from the bottom left corner: rank * files + file, from 0. */
#ifndef GAMES_LOOK_H
#define GAMES_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

/* The largest board: files and ranks. */
#define LOOK_MAX_SIDE    22
#define LOOK_MAX_SQUARES (LOOK_MAX_SIDE * LOOK_MAX_SIDE)

/* What stands where in one position. */
struct look_board {
    int files, ranks;
    uint8_t squares[LOOK_MAX_SQUARES]; /* 0: empty; otherwise 1 + the index in look->pieces */
};

/* A set of squares. */
struct look_squares {
    int count;
    uint16_t list[LOOK_MAX_SQUARES];
};

enum look_kind {
    LOOK_SQUARES,   /* light and dark squares, a1 dark: chess, draughts */
    LOOK_CROSSINGS, /* stones on the crossings of lines: gomoku, go */
    LOOK_BOXES      /* a grid of boxes: tic-tac-toe, Connect Four */
};

/* How the files or the ranks are written beside the board. */
enum look_labels { LOOK_UNLABELLED, LOOK_LETTERS, LOOK_NUMBERS };

struct look_axis {
    enum look_labels labels;
    int first; /* LOOK_NUMBERS: the number of the leftmost file or lowest rank, 0 or more */
};

/* A colour for every kind of display. */
struct look_colour {
    short palette;   /* number in the terminal's palette of 256 colours */
    short basic;     /* number among the terminal's 8 colours */
    const char *web; /* "#rrggbb" */
};

struct look_side {
    const char *name; /* as players call it: "White", "first" */
    struct look_colour colour;
};

struct look_piece {
    const char *name;  /* "white king" */
    int side;          /* whose it is: 1 or 2; 0: nobody's */
    const char *ascii; /* one ASCII character */
    const char *glyph; /* one character as wide as a letter, UTF-8 */
    /* The same for the piece that moved last and for a winning line, where a glyph rather than a
     * frame marks it; NULL: as above. */
    const char *ascii_marked, *glyph_marked;
    const char *shape; /* what a page draws in the side's colour: "king", "stone", "cross" */
};

/* How a move is entered on the board. Each square chosen adds its name to the move's text. */
enum look_entry {
    LOOK_ENTER_SQUARE, /* one square is a whole move */
    LOOK_ENTER_COLUMN, /* one file is a whole move, whatever the rank */
    LOOK_ENTER_PATH    /* from a square to another one, or over several */
};

/* What a finished game needs to be written as Portable Game Notation. */
struct look_pgn {
    int (*move_number)(const void *position);                     /* of the move to be played */
    const char *(*variant)(const struct game_settings *settings); /* tag Variant; NULL: none */
    /* Other programs' values of that tag where it is not NULL: letters and digits alone, in lower
     * case. NULL after the last; NULL: there are none. */
    const char *const *spellings;
};

/* The same for Smart Game Format. */
struct look_sgf {
    int game_number;                                            /* property GM */
    char colours[2];                                            /* of players 1 and 2: 'B', 'W' */
    const char *(*rules)(const struct game_settings *settings); /* property RU; NULL: none */
};

/* The same for Generic Game Format. */
struct look_ggf {
    const char *name;  /* property GM */
    const char *signs; /* of the pieces, in their order, in property BO; a side has its piece's */
    char colours[2];   /* of players 1 and 2: 'B', 'W' */
};

/* How the game is asked for by sites that have engines of their users search their board of
 * analysis. */
struct look_external {
    const char *variant; /* its name there */
    const char *setting; /* a parameter of `newgame` that is on there; NULL: none */
};

/* A position as `position` says it ("startpos ...", "fen ..."), and a move in it. */
struct look_sample_move {
    const char *position, *move;
    const char *also; /* another spelling of the move that engines must read; NULL: none */
};

/* A move that an option makes to be written in another way. */
struct look_sample_option {
    const char *option, *value;
    const char *position;
    const char *move;  /* as it is written under the option */
    const char *plain; /* as it is written without */
};

/* Positions and moves with which an engine is tested. NULL where the game has no such thing. */
struct look_samples {
    const char *after; /* one move from the start: "startpos moves ..." */
    /* NULL where points decide, so that no score is a mate. */
    const char *win;            /* the side to move wins at once... */
    const char *win_move;       /* ... by this move alone */
    const char *over;           /* no legal move */
    const char *loss;           /* the side to move loses to the next move, whatever it plays */
    const char *cycle;          /* moves back to the start, that may be played again and again */
    const char *elsewhere;      /* shares no legal move with the start */
    const char *first_move;     /* a legal one at the start */
    const char *const *forms;   /* other ways to write positions; NULL after the last */
    const char *const *refused; /* illegal positions and moves; NULL after the last */
    const struct look_sample_move *moves; /* `position` NULL after the last */
    const struct look_sample_option *option;
};

struct look {
    enum look_kind kind;
    struct look_axis files, ranks;
    bool upright; /* never turned round: what is below stays below */
    struct look_side sides[2];
    const struct look_piece *pieces;
    int piece_count;

    /* What stands on the board, whose size may depend on the game's settings. */
    void (*board)(const void *position, struct look_board *board);
    /* The lines between crossings: their ends, in pairs. NULL: each file and each rank is one. */
    void (*lines)(struct look_squares *ends);
    /* Crossings marked by a dot. NULL: none. */
    void (*star_points)(const struct look_board *board, struct look_squares *squares);
    /* Squares to mark for a move. NULL: those whose contents it changes. Where moves are paths,
     * those of its text, as the page marks them. */
    void (*move_squares)(const void *position, move_t move, struct look_squares *squares);
    /* The line or lines that won the game. NULL: games are not won by lines. */
    void (*winning_squares)(const void *position, struct look_squares *squares);
    /* Pieces of the side to move that it must save now: a king in check. NULL: none. */
    void (*alarm)(const void *position, struct look_squares *squares);
    /* Empty squares on which the rules forbid a stone to the side to move. NULL: none. */
    void (*forbidden_squares)(const void *position, struct look_squares *squares);
    /* Squares on which either side would win at once are marked. */
    bool shows_threats;
    /* Finds them in a position in which nobody has won. NULL: by playing every move, which suits
     * small boards. */
    void (*threats)(const void *position, struct look_squares *squares);

    enum look_entry entry;
    const char *promotions; /* letters that may follow a path: "qrbn"; NULL: none */
    const char *pass;       /* the text of a move that passes; NULL: nobody passes */

    /* Moves as players write them: format appends a legal move, parse reads one, with or without
     * its marks, and is false for any other text. NULL: as the protocol writes them. */
    void (*format_move)(const void *position, move_t move, struct buffer *out);
    bool (*parse_move)(const void *position, const char *text, move_t *move);
    /* Says why a text in that notation is no legal move; false where it knows no more than the
     * protocol's parser. NULL: it never does. */
    bool (*refuse_move)(const void *position, const char *text, struct error *error);
    const char *notation; /* examples of such moves for a help text: "e4, Nf3, O-O" */

    /* Formats of finished games besides the plain list of moves. NULL: not in this one. */
    const struct look_pgn *pgn;
    const struct look_sgf *sgf;
    const struct look_ggf *ggf;
    const char *psq; /* the first word of a .psq file, whose moves are squares */

    const struct look_external *external; /* NULL: those sites do not know it */

    /* The score that collections of solved positions give a position: plies to the end of the game
     * as engines count them, more than 0 where the side to move wins, 0 or less where it loses. A
     * draw is 0 in all of them. NULL: there are none. */
    int (*exact_score)(const void *position, int plies);

    /* Dialects in which an engine plays this game when it is told no game; NULL after the last. */
    const char *const *implied_by;
    const struct look_samples *samples;
};

/* Appends the label of a file or a rank, counted from 0; nothing where there are none. */
void look_format_label(const struct look_axis *axis, int index, struct buffer *out);

/* Appends the name of a square: "h8"; the file's label alone where ranks have none. */
void look_format_square(const struct look *look, int file, int rank, struct buffer *out);

/* Adds a square. */
void look_add_square(struct look_squares *squares, int square);

/* The lines between the crossings of a board: their ends, in pairs. */
void look_lines(const struct look *look, const struct look_board *board, struct look_squares *ends);

/* Draws the board in ASCII, a line for each rank and one for the labels of the files. A piece that
 * has a marked form is drawn in it, since that stands out more. */
void look_draw(const struct look *look, const void *position, struct buffer *out);

/* The squares that are marked for a legal move. */
void look_move_squares(const struct game *game, const void *position, move_t move,
                       struct look_squares *squares);

/* The squares on which either side would win at once, where the game shows them and is not over. */
void look_threats(const struct game *game, const void *position, struct look_squares *squares);

/* Appends a legal move as players write it. */
void look_format_move(const struct game *game, const void *position, move_t move,
                      struct buffer *out);

/* Reads a legal move as players write it, or as the protocol does; otherwise refuses. */
bool look_parse_move(const struct game *game, const void *position, const char *text, move_t *move,
                     struct error *error);

/* Whether an engine that speaks this dialect plays the game without being told a game. */
bool look_is_implied(const struct game *game, const char *dialect);

#endif
