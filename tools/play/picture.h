/* The board as a picture: a grid of characters with their colours, for a terminal or plain text. */
#ifndef PLAY_PICTURE_H
#define PLAY_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "buffer.h"

enum ink { INK_TEXT, INK_FAINT, INK_FIRST, INK_SECOND, INK_THREAT, INK_HINT };
enum ground { GROUND_NONE, GROUND_LIGHT, GROUND_DARK, GROUND_LAST, GROUND_CURSOR, GROUND_ALARM };

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
enum mark { MARK_LAST = 1, MARK_THREAT = 2, MARK_HINT = 4, MARK_CURSOR = 8, MARK_ALARM = 16 };

enum picture_style {
    PICTURE_SQUARES, /* chess: coloured squares */
    PICTURE_LINES,   /* gomoku: stones on the crossings of lines */
    PICTURE_GRID     /* boxes */
};

struct picture_view {
    enum picture_style style;
    bool flipped; /* seen from the second player's side */
    bool ascii;   /* no characters beyond ASCII */
    bool columns; /* moves name a column alone: ranks have no number, files are numbered */
};

/* How a game is drawn. */
struct picture_view picture_view_of(const struct game *game);

/* Draws a board; `marks` has one entry (enum mark) a square, as board->squares. */
void picture_draw(struct picture *picture, const struct picture_view *view,
                  const struct board *board, const uint8_t *marks);

/* Where the middle of a square is drawn. */
void picture_place(const struct picture_view *view, const struct board *board, int file, int rank,
                   int *x, int *y);

/* The picture as lines of text without colours and without blanks at their ends. */
void picture_format(const struct picture *picture, struct buffer *out);

#endif
