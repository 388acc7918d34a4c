#include "picture.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Columns left of the board: the rank's number, two digits, and a blank. */
#define MARGIN 3

struct picture_view picture_view_of(const struct game *game)
{
    struct picture_view view = {.style = PICTURE_GRID};
    if (strcmp(game->name, "chess") == 0) {
        view.style = PICTURE_SQUARES;
    } else if (strcmp(game->name, "gomoku") == 0) {
        view.style = PICTURE_LINES;
    }
    view.columns = strcmp(game->name, "connect4") == 0;
    return view;
}

static void put(struct picture *picture, int x, int y, const char *text, enum ink ink,
                enum ground ground)
{
    if (x < 0 || y < 0 || x >= PICTURE_WIDTH || y >= PICTURE_HEIGHT) {
        return;
    }
    struct glyph *glyph = &picture->cells[y][x];
    snprintf(glyph->text, sizeof glyph->text, "%s", text);
    glyph->ink = (uint8_t)ink;
    glyph->ground = (uint8_t)ground;
    picture->width = x + 1 > picture->width ? x + 1 : picture->width;
    picture->height = y + 1 > picture->height ? y + 1 : picture->height;
}

void picture_place(const struct picture_view *view, const struct board *board, int file, int rank,
                   int *x, int *y)
{
    int column = view->flipped && !view->columns ? board->files - 1 - file : file;
    int row = view->flipped && !view->columns ? rank : board->ranks - 1 - rank;
    switch (view->style) {
    case PICTURE_SQUARES:
        *x = MARGIN + 1 + 3 * column;
        *y = row;
        break;
    case PICTURE_LINES:
        *x = MARGIN + 2 * column;
        *y = row;
        break;
    case PICTURE_GRID:
        *x = MARGIN + 2 + 4 * column;
        *y = 1 + 2 * row;
        break;
    }
}

static enum ink ink_of(char piece)
{
    if (piece == BOARD_EMPTY) {
        return INK_FAINT;
    }
    /* Chess has upper case for the first player; the other games `x` for it, `o` for the second. */
    bool first = piece == 'x' || isupper((unsigned char)piece);
    return first ? INK_FIRST : INK_SECOND;
}

static const char *chess_piece(char piece, char ascii[2])
{
    static const char letters[] = "KQRBNPkqrbnp";
    static const char *const symbols[] = {"♔", "♕", "♖", "♗", "♘", "♙",
                                          "♚", "♛", "♜", "♝", "♞", "♟"};
    const char *at = strchr(letters, piece);
    ascii[0] = piece;
    ascii[1] = '\0';
    return at && *at ? symbols[at - letters] : ascii;
}

static void draw_square(struct picture *picture, const struct picture_view *view, char piece,
                        bool dark, unsigned marks, int x, int y)
{
    char ascii[2];
    enum ground ground = dark ? GROUND_DARK : GROUND_LIGHT;
    ground = marks & MARK_LAST ? GROUND_LAST : ground;
    ground = marks & MARK_ALARM ? GROUND_ALARM : ground;
    ground = marks & MARK_CURSOR ? GROUND_CURSOR : ground;
    const char *text = piece != BOARD_EMPTY ? chess_piece(piece, ascii) : " ";
    if (piece == BOARD_EMPTY && dark) {
        text = view->ascii ? "." : "·";
    } else if (view->ascii && piece != BOARD_EMPTY) {
        text = ascii;
    }
    bool hinted = marks & MARK_HINT;
    const char *left = marks & MARK_LAST ? "[" : marks & MARK_ALARM ? "!" : hinted ? "?" : " ";
    const char *right = marks & MARK_LAST ? "]" : marks & MARK_ALARM ? "!" : hinted ? "?" : " ";
    put(picture, x - 1, y, left, hinted ? INK_HINT : INK_FAINT, ground);
    put(picture, x, y, text, ink_of(piece), ground);
    put(picture, x + 1, y, right, hinted ? INK_HINT : INK_FAINT, ground);
}

/* The crossing at (column, row) counted from the top left. */
static const char *crossing(int column, int row, int columns, int rows)
{
    static const char *const shapes[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int across = column == 0 ? 0 : column == columns - 1 ? 2 : 1;
    int down = row == 0 ? 0 : row == rows - 1 ? 2 : 1;
    return shapes[down][across];
}

static const char *stone(const struct picture_view *view, char piece, bool last)
{
    if (view->ascii) {
        return piece == 'x' ? (last ? "X" : "x") : (last ? "O" : "o");
    }
    return piece == 'x' ? (last ? "◉" : "●") : (last ? "◎" : "○");
}

static void draw_crossing(struct picture *picture, const struct picture_view *view,
                          const struct board *board, char piece, unsigned marks, int x, int y)
{
    int column = (x - MARGIN) / 2;
    enum ground ground = marks & MARK_CURSOR ? GROUND_CURSOR : GROUND_NONE;
    if (column < board->files - 1) {
        put(picture, x + 1, y, view->ascii ? " " : "─", INK_FAINT, GROUND_NONE);
    }
    if (piece != BOARD_EMPTY) {
        put(picture, x, y, stone(view, piece, marks & MARK_LAST), ink_of(piece),
            marks & MARK_LAST && ground == GROUND_NONE ? GROUND_LAST : ground);
    } else if (marks & MARK_HINT) {
        put(picture, x, y, "?", INK_HINT, ground);
    } else if (marks & MARK_THREAT) {
        put(picture, x, y, "!", INK_THREAT, ground);
    } else {
        put(picture, x, y, view->ascii ? "." : crossing(column, y, board->files, board->ranks),
            INK_FAINT, ground);
    }
}

static void draw_box(struct picture *picture, const struct picture_view *view, char piece,
                     unsigned marks, int x, int y)
{
    enum ground ground = marks & MARK_CURSOR ? GROUND_CURSOR
                         : marks & MARK_LAST ? GROUND_LAST
                                             : GROUND_NONE;
    bool hinted = marks & MARK_HINT;
    const char *text = " ";
    if (piece != BOARD_EMPTY && view->columns) {
        text = stone(view, piece, false);
    } else if (piece != BOARD_EMPTY) {
        text = piece == 'x' ? "X" : "O";
    } else if (hinted || marks & MARK_THREAT) {
        text = hinted ? "?" : "!";
    }
    enum ink ink = piece != BOARD_EMPTY ? ink_of(piece) : hinted ? INK_HINT : INK_THREAT;
    put(picture, x - 1, y, marks & MARK_LAST ? "[" : " ", INK_FAINT, ground);
    put(picture, x, y, text, ink, ground);
    put(picture, x + 1, y, marks & MARK_LAST ? "]" : " ", INK_FAINT, ground);
}

static void draw_frame(struct picture *picture, const struct picture_view *view,
                       const struct board *board)
{
    int rows = 2 * board->ranks, columns = 4 * board->files;
    for (int y = 0; y <= rows; y++) {
        for (int x = 0; x <= columns; x++) {
            bool upright = x % 4 == 0, level = y % 2 == 0;
            const char *text = upright ? "|" : "-";
            if (upright && level) {
                text =
                    view->ascii ? "+" : crossing(x / 4, y / 2, board->files + 1, board->ranks + 1);
            } else if (!view->ascii) {
                text = upright ? "│" : "─";
            }
            if (upright || level) {
                put(picture, MARGIN + x, y, text, INK_FAINT, GROUND_NONE);
            }
        }
    }
}

static void draw_coordinates(struct picture *picture, const struct picture_view *view,
                             const struct board *board)
{
    int below = view->style == PICTURE_GRID ? 2 * board->ranks + 1 : board->ranks;
    for (int file = 0; file < board->files; file++) {
        int x, y;
        char text[2] = {(char)((view->columns ? '1' : 'a') + file), '\0'};
        picture_place(view, board, file, 0, &x, &y);
        put(picture, x, below, text, INK_TEXT, GROUND_NONE);
    }
    for (int rank = 0; rank < board->ranks && !view->columns; rank++) {
        int x, y;
        char text[2] = {(char)('0' + (rank + 1) / 10), '\0'};
        picture_place(view, board, 0, rank, &x, &y);
        if (rank >= 9) {
            put(picture, 0, y, text, INK_TEXT, GROUND_NONE);
        }
        text[0] = (char)('0' + (rank + 1) % 10);
        put(picture, 1, y, text, INK_TEXT, GROUND_NONE);
    }
}

void picture_draw(struct picture *picture, const struct picture_view *view,
                  const struct board *board, const uint8_t *marks)
{
    *picture = (struct picture){0};
    if (view->style == PICTURE_GRID) {
        draw_frame(picture, view, board);
    }
    for (int rank = 0; rank < board->ranks; rank++) {
        for (int file = 0; file < board->files; file++) {
            int x, y;
            char piece = board_at(board, file, rank);
            unsigned mark = marks[rank * board->files + file];
            picture_place(view, board, file, rank, &x, &y);
            if (view->style == PICTURE_SQUARES) {
                draw_square(picture, view, piece, (file + rank) % 2 == 0, mark, x, y);
            } else if (view->style == PICTURE_LINES) {
                draw_crossing(picture, view, board, piece, mark, x, y);
            } else {
                draw_box(picture, view, piece, mark, x, y);
            }
        }
    }
    draw_coordinates(picture, view, board);
}

void picture_format(const struct picture *picture, struct buffer *out)
{
    for (int y = 0; y < picture->height; y++) {
        int last = -1;
        for (int x = 0; x < picture->width; x++) {
            const char *text = picture->cells[y][x].text;
            last = text[0] && strcmp(text, " ") != 0 ? x : last;
        }
        for (int x = 0; x <= last; x++) {
            const char *text = picture->cells[y][x].text;
            buffer_puts(out, text[0] ? text : " ");
        }
        buffer_putc(out, '\n');
    }
}
