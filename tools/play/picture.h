/* SPDX-License-Identifier: MIT */
/* The board as a picture: a grid of coloured characters, for a terminal or plain text. */
#ifndef PLAY_PICTURE_H
#define PLAY_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "look.h"

enum ink { INK_TEXT, INK_FAINT, INK_FIRST, INK_SECOND, INK_THREAT, INK_HINT, INK_FORBIDDEN };
enum ground {
    GROUND_NONE,  /* the terminal's own */
    GROUND_BOARD, /* of crossings and boxes */
    GROUND_LIGHT,
    GROUND_DARK,
    GROUND_LAST,
    GROUND_WIN,
    GROUND_CURSOR,
    GROUND_ALARM
};

/* A cell of the grid, one column wide. */
struct glyph {
    char text[5]; /* UTF-8 */
    uint8_t ink, ground;
};

#define PICTURE_WIDTH  96
#define PICTURE_HEIGHT 52

struct picture {
    int width, height;
    struct glyph cells[PICTURE_HEIGHT][PICTURE_WIDTH];
};

/* Why a square is highlighted; several marks may be combined. */
enum mark {
    MARK_LAST = 1,   /* a square of the last move */
    MARK_THREAT = 2, /* a side would win at once by a move here */
    MARK_HINT = 4,
    MARK_CURSOR = 8,
    MARK_ALARM = 16,     /* a piece in danger: a king in check */
    MARK_WIN = 32,       /* a square of the winning line */
    MARK_STAR = 64,      /* a dot printed on the board */
    MARK_FORBIDDEN = 128 /* a move here is forbidden to the side to move */
};

/* How the board is shown. */
struct picture_view {
    const struct look *look;
    bool flipped; /* from the second player's side, if the game allows it */
    bool ascii;   /* only ASCII characters */
    bool framed;  /* labels of crossings on all four sides; otherwise left and below */
};

/* True if the board is actually rotated. */
bool picture_is_turned(const struct picture_view *view);

/* Draws a board; `marks` has one entry (enum mark) for each square, as board->squares has. */
void picture_draw(struct picture *picture, const struct picture_view *view,
                  const struct look_board *board, const uint8_t *marks);

/* Returns the column after the last character of a row that is visible without colours. */
int picture_row_end(const struct picture *picture, int y);

/* Converts the picture to lines of text without colours and without trailing blanks. */
void picture_format(const struct picture *picture, struct buffer *out);

#endif
