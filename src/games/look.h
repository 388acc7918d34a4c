/* SPDX-License-Identifier: MIT */
/* How a game looks and how it is written: everything a client needs to draw a board, name its
 * parts, enter moves, record finished games, and test an engine that plays the game.
 *
 * Each game fills one `struct look` in its folder's look.c, so that no client knows a game by name.
 * Squares are numbered rank by rank from the bottom left corner: rank * files + file, from 0. */
#ifndef GAMES_LOOK_H
#define GAMES_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

/* The largest board: files and ranks. */
#define LOOK_MAX_SIDE    22
#define LOOK_MAX_SQUARES (LOOK_MAX_SIDE * LOOK_MAX_SIDE)

/* The contents of all squares of one position. */
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

/* The labels of files or ranks beside the board. */
enum look_labels { LOOK_UNLABELLED, LOOK_LETTERS, LOOK_NUMBERS };

struct look_axis {
    enum look_labels labels;
    int first; /* LOOK_NUMBERS: the number of the leftmost file or lowest rank, 0 or more */
};

/* A colour for each kind of display. */
struct look_colour {
    short palette;   /* number in the terminal's palette of 256 colours */
    short basic;     /* number among a terminal's 16 colours, of which 8 and above are bright */
    const char *web; /* "#rrggbb", for displays with more colours */
};

struct look_side {
    const char *name; /* name that players use: "White", "first" */
    struct look_colour colour;
};

struct look_piece {
    const char *name;  /* "white king" */
    int side;          /* owner: 1 or 2; 0: nobody */
    const char *ascii; /* one ASCII character */
    const char *glyph; /* one character as wide as a letter, UTF-8 */
    /* The text for the piece that moved last and for a winning line, where the glyph marks it and
     * not a frame; NULL: the same as above. */
    const char *ascii_marked, *glyph_marked;
    /* The drawing, in the side's colour: "stone", "disc", "cross", "ring", "block", "pawn",
     * "knight", "bishop", "rook", "queen", "king" or "cannon". Any other word is a stone with the
     * letter `ascii`. */
    const char *shape;
};

/* The two pieces of a game with black and white stones, in words such as "stone" and "disc". */
#define LOOK_STONES(word)                                                                          \
    {                                                                                              \
        LOOK_STONE("black " word, 1, "x", "X", "●", "◉"),                                          \
            LOOK_STONE("white " word, 2, "o", "O", "○", "◎")                                       \
    }
#define LOOK_STONE(title, owner, letter, marked_letter, sign, marked_sign)                         \
    {                                                                                              \
        .name = (title), .side = (owner), .ascii = (letter), .glyph = (sign),                      \
        .ascii_marked = (marked_letter), .glyph_marked = (marked_sign), .shape = "stone"           \
    }

/* How a move is entered on the board. Each chosen square adds its name to the move's text. */
enum look_entry {
    LOOK_ENTER_SQUARE, /* one square is a whole move */
    LOOK_ENTER_COLUMN, /* one file is a whole move, whatever the rank */
    LOOK_ENTER_PATH    /* from one square to another, or over several */
};

/* Data for writing a finished game in Portable Game Notation. */
struct look_pgn {
    int (*move_number)(const void *position); /* number of the move to be played */
    const char *(*variant)(const struct game_settings *settings); /* tag Variant; NULL: none */
    /* Other programs' values of that tag, used where it is not NULL: letters and digits only, in
     * lower case. NULL after the last; NULL if there are none. */
    const char *const *spellings;
    /* The names of openings, as tools/openings writes them; NULL if there are none. */
    const char *openings, *openings_end;
};

/* Data for Smart Game Format. */
struct look_sgf {
    int game_number;                                            /* property GM */
    char colours[2];                                            /* of players 1 and 2: 'B', 'W' */
    const char *(*rules)(const struct game_settings *settings); /* property RU; NULL: none */
};

/* Data for Generic Game Format. */
struct look_ggf {
    const char *name;  /* property GM */
    const char *signs; /* signs of the pieces, in their order, in property BO; a side has its
                          piece's sign */
    char colours[2];   /* of players 1 and 2: 'B', 'W' */
};

/* How sites that let their users' engines search an analysis board request the game. */
struct look_external {
    const char *variant; /* the site's name of the game */
    const char *setting; /* a parameter of `newgame` that is on there; NULL if none */
};

/* A position in the syntax of `position` ("startpos ...", "fen ..."), and a move in it. */
struct look_sample_move {
    const char *position, *move;
    const char *also; /* another spelling of the move that engines must read; NULL: none */
};

/* A move whose spelling an option changes. */
struct look_sample_option {
    const char *option, *value;
    const char *position;
    const char *move;  /* spelling with the option */
    const char *plain; /* spelling without the option */
};

/* Positions and moves for testing an engine. A field is NULL where the game has no such thing. */
struct look_samples {
    const char *after; /* one move from the start: "startpos moves ..." */
    /* NULL where points decide the game, because then no score is a mate. */
    const char *win;        /* the side to move wins at once... */
    const char *win_move;   /* ... and this is the only winning move */
    const char *over;       /* no legal move */
    const char *loss;       /* the side to move loses to the next move, whatever it plays */
    const char *cycle;      /* moves back to the start; they can be repeated any number of times */
    const char *elsewhere;  /* shares no legal move with the start */
    const char *first_move; /* a legal move at the start */
    const char *const *forms;             /* other ways to write positions; NULL after the last */
    const char *const *refused;           /* illegal positions and moves; NULL after the last */
    const struct look_sample_move *moves; /* `position` NULL after the last */
    const struct look_sample_option *option;
};

struct look {
    enum look_kind kind;
    struct look_axis files, ranks;
    bool upright; /* the board is never turned round */
    struct look_side sides[2];
    const struct look_piece *pieces;
    int piece_count;

    /* Fills in the contents of the board. Its size may depend on the game's settings. */
    void (*board)(const void *position, struct look_board *board);
    /* Fills in the ends of the lines between crossings, in pairs. NULL if every file and every rank
     * is a line. */
    void (*lines)(struct look_squares *ends);
    /* Fills in the crossings marked by a dot. NULL if there are none. */
    void (*star_points)(const struct look_board *board, struct look_squares *squares);
    /* The line or lines that won the game. NULL if lines do not decide the game. */
    void (*winning_squares)(const void *position, struct look_squares *squares);
    /* Pieces of the side to move that it must save now, such as a king in check. NULL if none. */
    void (*alarm)(const void *position, struct look_squares *squares);
    /* Empty squares on which the rules forbid the side to move to place a stone. NULL if none. */
    void (*forbidden_squares)(const void *position, struct look_squares *squares);
    /* Whether the squares on which either side would win at once are marked. */
    bool shows_threats;
    /* Finds these squares in a position in which nobody has won. NULL finds them by playing every
     * move, which suits small boards. */
    void (*threats)(const void *position, struct look_squares *squares);

    enum look_entry entry;
    const char *promotions; /* letters that may follow a path: "qrbn"; NULL if none */
    const char *pass;       /* the text of a pass; NULL if the game has no passes */

    /* Moves in the players' notation. format_move appends a legal move. parse_move reads a move
     * with or without its marks, and returns false for any other text. NULL if players use the
     * protocol's notation. */
    void (*format_move)(const void *position, move_t move, struct buffer *out);
    bool (*parse_move)(const void *position, const char *text, move_t *move);
    /* Says why a text in that notation is not a legal move; false if it knows no more than the
     * protocol's parser. NULL if it never knows more. */
    bool (*refuse_move)(const void *position, const char *text, struct error *error);
    const char *notation; /* examples of such moves for a help text: "e4, Nf3, O-O" */

    /* Formats for finished games besides the plain list of moves. NULL: the game has no such
     * format. */
    const struct look_pgn *pgn;
    const struct look_sgf *sgf;
    const struct look_ggf *ggf;
    const char *psq; /* the first word of a .psq file, whose moves are squares */

    /* The names that CECP's interfaces have for the game, all of them its names or aliases,
     * separated by commas; NULL if there are none. */
    const char *cecp_variants;

    const struct look_external *external; /* NULL if those sites do not support the game */

    /* The score that collections of solved positions assign to a position. `plies` counts to the
     * end of the game as engines do: more than 0 if the side to move wins, 0 or less if it loses. A
     * draw is 0 in all collections. NULL if there are none. */
    int (*exact_score)(const void *position, int plies);

    /* Dialects in which an engine plays this game unless another one is requested; NULL after the
     * last. */
    const char *const *implied_by;
    const struct look_samples *samples;
};

/* Appends the label of a file or a rank, counted from 0; nothing if it has no label. */
void look_format_label(const struct look_axis *axis, int index, struct buffer *out);

/* Appends the name of a square: "h8". It is the file's label alone if ranks have no labels. */
void look_format_square(const struct look *look, int file, int rank, struct buffer *out);

/* Reads a square of a board: the letter of its file in either case, and the number of its rank as
 * far as the digits fit. Advances *text past it and returns the square; returns -1 and leaves *text
 * unchanged if no square comes next. */
int look_parse_square(const struct look *look, int files, int ranks, const char **text);

/* Adds a square. */
void look_add_square(struct look_squares *squares, int square);

/* The ends of the lines between the crossings of a board, in pairs. */
void look_lines(const struct look *look, const struct look_board *board, struct look_squares *ends);

/* Draws the board in ASCII: a line for each rank and one for the labels of the files. A piece that
 * has a marked form is drawn in that form, which stands out more. */
void look_draw(const struct look *look, const void *position, struct buffer *out);

/* The squares to mark for a legal move: those that its text names, or, if ranks have no labels,
 * those whose contents it changes. */
void look_move_squares(const struct game *game, const void *position, move_t move,
                       struct look_squares *squares);

/* The squares that are marked in a position. */
struct look_marks {
    struct look_squares alarm;     /* pieces that the side to move must save now */
    struct look_squares win;       /* the lines that won the game */
    struct look_squares forbidden; /* where the side to move may not place a stone */
    struct look_squares threats;   /* where either side would win at once, if the game shows it */
};
void look_find_marks(const struct game *game, const void *position, struct look_marks *marks);

/* Appends a legal move in the players' notation. A game without a look has only the protocol's,
 * also in the next function. */
void look_format_move(const struct game *game, const void *position, move_t move,
                      struct buffer *out);

/* Reads a legal move in the players' or the protocol's notation. Refuses anything else. */
bool look_parse_move(const struct game *game, const void *position, const char *text, move_t *move,
                     struct error *error);

/* True if each side has one kind of piece. */
bool look_has_stones(const struct game *game);

/* Appends a legal move as squares, each a letter and a number from 1: "d3", "a7c5"; or "pass". */
void look_format_vertices(const struct game *game, const void *position, move_t move,
                          struct buffer *out);

/* Reads such a move. */
bool look_parse_vertices(const struct game *game, const void *position, const char *text,
                         move_t *move, struct error *error);

/* Whether an engine that speaks this dialect plays the game without an explicit choice. */
bool look_is_implied(const struct game *game, const char *dialect);

#endif
