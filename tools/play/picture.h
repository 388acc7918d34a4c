/* SPDX-License-Identifier: MIT */
/* The board as a picture: a grid of characters with their colours, for a terminal or plain text. */
#ifndef PLAY_PICTURE_H
#define PLAY_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "look.h"

enum ink { INK_TEXT, INK_FAINT, INK_FIRST, INK_SECOND, INK_THREAT, INK_HINT, INK_FORBIDDEN };
enum ground {
    GROUND_NONE,
    GROUND_LIGHT,
    GROUND_DARK,
    GROUND_LAST,
    GROUND_WIN,
    GROUND_CURSOR,
    GROUND_ALARM
};

/* One column wide. */
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

/* What stands out on a square; several may hold. */
enum mark {
    MARK_LAST = 1,   /* the last move touched it */
    MARK_THREAT = 2, /* a side would win at once here */
    MARK_HINT = 4,
    MARK_CURSOR = 8,
    MARK_ALARM = 16,     /* a piece that must be saved: a king in check */
    MARK_WIN = 32,       /* of the line that won */
    MARK_STAR = 64,      /* a dot that is printed on the board */
    MARK_FORBIDDEN = 128 /* the rules forbid a stone there to the side to move */
};

/* How a board is seen. */
struct picture_view {
    const struct look *look;
    bool flipped; /* from the second player's side, if the game allows that */
    bool ascii;   /* no characters beyond ASCII */
    bool framed;  /* coordinates of crossings on all four sides; otherwise left and below */
};

/* Whether the board is really turned round. */
bool picture_is_turned(const struct picture_view *view);

/* Draws a board; `marks` has one entry (enum mark) a square, as board->squares. */
void picture_draw(struct picture *picture, const struct picture_view *view,
                  const struct look_board *board, const uint8_t *marks);

/* Where the middle of a square is drawn. */
void picture_place(const struct picture_view *view, const struct look_board *board, int file,
                   int rank, int *x, int *y);

/* The column after the last character of a row that is seen without colours. */
int picture_row_end(const struct picture *picture, int y);

/* The picture as lines of text without colours and without blanks at their ends. */
void picture_format(const struct picture *picture, struct buffer *out);

#endif
