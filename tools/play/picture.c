/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include <stdio.h>
#include <string.h>

/* Columns to the left of the board: the rank's number, two digits, and a blank. */
#define MARGIN 3

/* Returns the rows above the board: one for the files' labels if they are on all sides. */
static int rows_above(const struct picture_view *view)
{
    return view->framed && view->look->kind == LOOK_CROSSINGS;
}

bool picture_is_turned(const struct picture_view *view)
{
    return view->flipped && !view->look->upright;
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

/* Finds the cell in the middle of a square. */
static void find_cell(const struct picture_view *view, const struct look_board *board, int file,
                      int rank, int *x, int *y)
{
    bool turned = picture_is_turned(view);
    int column = turned ? board->files - 1 - file : file;
    int row = turned ? rank : board->ranks - 1 - rank;
    switch (view->look->kind) {
    case LOOK_SQUARES:
        *x = MARGIN + 1 + 3 * column;
        *y = row;
        break;
    case LOOK_CROSSINGS:
        *x = MARGIN + 2 * column;
        *y = row + rows_above(view);
        break;
    case LOOK_BOXES:
        *x = MARGIN + 2 + 4 * column;
        *y = 1 + 2 * row;
        break;
    }
}

/* Returns the character for a piece. */
static const char *piece_text(const struct picture_view *view, const struct look_piece *piece,
                              bool marked)
{
    if (view->ascii) {
        return marked && piece->ascii_marked ? piece->ascii_marked : piece->ascii;
    }
    return marked && piece->glyph_marked ? piece->glyph_marked : piece->glyph;
}

/* Returns the character for the crossing at (column, row), counted from the top left. */
static const char *crossing_shape(int column, int row, int columns, int rows)
{
    static const char *const shapes[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    int across = column == 0 ? 0 : column == columns - 1 ? 2 : 1;
    int down = row == 0 ? 0 : row == rows - 1 ? 2 : 1;
    return shapes[down][across];
}

static enum ground ground_of(unsigned marks, enum ground unmarked)
{
    return marks & MARK_CURSOR  ? GROUND_CURSOR
           : marks & MARK_ALARM ? GROUND_ALARM
           : marks & MARK_WIN   ? GROUND_WIN
           : marks & MARK_LAST  ? GROUND_LAST
                                : unmarked;
}

/* Draws the columns to the left and to the right of a square's middle. */
static void draw_sides(struct picture *picture, unsigned marks, enum ground ground, int x, int y)
{
    const bool hinted = marks & MARK_HINT;
    const char *left = marks & MARK_LAST    ? "["
                       : marks & MARK_ALARM ? "!"
                       : marks & MARK_WIN   ? "*"
                       : hinted             ? "?"
                                            : " ";
    put(picture, x - 1, y, left, hinted ? INK_HINT : INK_FAINT, ground);
    put(picture, x + 1, y, marks & MARK_LAST ? "]" : left, hinted ? INK_HINT : INK_FAINT, ground);
}

/* Draws the middle of a square: its piece, otherwise the sign of a mark, otherwise `empty`. */
static void draw_middle(struct picture *picture, const struct picture_view *view, int code,
                        unsigned marks, const char *empty, enum ground ground, int x, int y)
{
    static const enum ink inks[] = {INK_TEXT, INK_FIRST, INK_SECOND};
    const bool crossing = view->look->kind == LOOK_CROSSINGS;
    if (code) {
        const struct look_piece *piece = &view->look->pieces[code - 1];
        put(picture, x, y, piece_text(view, piece, crossing && marks & (MARK_LAST | MARK_WIN)),
            inks[piece->side], ground);
    } else if (marks & MARK_HINT) {
        put(picture, x, y, "?", INK_HINT, ground);
    } else if (marks & MARK_THREAT) {
        put(picture, x, y, "!", INK_THREAT, ground);
    } else if (marks & MARK_FORBIDDEN) {
        put(picture, x, y, crossing && !view->ascii ? "×" : "#", INK_FORBIDDEN, ground);
    } else if (marks & MARK_STAR) {
        put(picture, x, y, view->ascii ? "+" : "╋", INK_FAINT, ground);
    } else {
        put(picture, x, y, empty, INK_FAINT, ground);
    }
}

static void draw_square(struct picture *picture, const struct picture_view *view,
                        const struct look_board *board, int file, int rank, unsigned marks)
{
    const bool dark = (file + rank) % 2 == 0;
    const int code = board->squares[rank * board->files + file];
    const char *empty = " ";
    enum ground ground = GROUND_NONE;
    int x, y;
    find_cell(view, board, file, rank, &x, &y);
    switch (view->look->kind) {
    case LOOK_SQUARES:
        ground = ground_of(marks, dark ? GROUND_DARK : GROUND_LIGHT);
        empty = !dark ? " " : view->ascii ? "." : "·";
        draw_sides(picture, marks, ground, x, y);
        marks = 0;
        break;
    case LOOK_CROSSINGS: {
        const int column = (x - MARGIN) / 2, row = y - rows_above(view);
        ground = ground_of(marks & (code ? MARK_CURSOR | MARK_WIN | MARK_LAST : MARK_CURSOR),
                           GROUND_BOARD);
        empty = view->ascii ? "." : crossing_shape(column, row, board->files, board->ranks);
        if (column < board->files - 1) {
            put(picture, x + 1, y, view->ascii ? " " : "─", INK_FAINT, GROUND_BOARD);
        }
        break;
    }
    case LOOK_BOXES:
        ground = ground_of(marks & (MARK_CURSOR | MARK_WIN | MARK_LAST), GROUND_BOARD);
        draw_sides(picture, marks & (MARK_LAST | MARK_WIN), ground, x, y);
        break;
    }
    draw_middle(picture, view, code, marks, empty, ground, x, y);
}

static void draw_frame(struct picture *picture, const struct picture_view *view,
                       const struct look_board *board)
{
    int rows = 2 * board->ranks, columns = 4 * board->files;
    for (int y = 0; y <= rows; y++) {
        for (int x = 0; x <= columns; x++) {
            bool upright = x % 4 == 0, level = y % 2 == 0;
            const char *text = upright ? "|" : "-";
            if (upright && level) {
                text = view->ascii
                           ? "+"
                           : crossing_shape(x / 4, y / 2, board->files + 1, board->ranks + 1);
            } else if (!view->ascii) {
                text = upright ? "│" : "─";
            }
            if (upright || level) {
                put(picture, MARGIN + x, y, text, INK_FAINT, GROUND_BOARD);
            }
        }
    }
}

/* Writes a label of at most two characters, which ends at x. */
static void put_label(struct picture *picture, const struct buffer *label, int x, int y)
{
    int length = (int)buffer_length(label);
    for (int i = 0; i < length; i++) {
        char text[2] = {buffer_text(label)[i], '\0'};
        put(picture, x + 1 - length + i, y, text, INK_TEXT, GROUND_NONE);
    }
}

static void draw_coordinates(struct picture *picture, const struct picture_view *view,
                             const struct look_board *board)
{
    int above = rows_above(view);
    int below = view->look->kind == LOOK_BOXES ? 2 * board->ranks + 1 : board->ranks + above;
    int right = MARGIN + 2 * board->files;
    LOCAL_BUFFER label = {0};
    for (int file = 0; file < board->files; file++) {
        int x, y;
        buffer_clear(&label);
        look_format_label(&view->look->files, file, &label);
        find_cell(view, board, file, 0, &x, &y);
        put_label(picture, &label, x, below);
        if (above) {
            put_label(picture, &label, x, 0);
        }
    }
    for (int rank = 0; rank < board->ranks; rank++) {
        int x, y;
        buffer_clear(&label);
        look_format_label(&view->look->ranks, rank, &label);
        find_cell(view, board, 0, rank, &x, &y);
        put_label(picture, &label, 1, y);
        if (above) {
            put_label(picture, &label, right + (int)buffer_length(&label) - 1, y);
        }
    }
}

void picture_draw(struct picture *picture, const struct picture_view *view,
                  const struct look_board *board, const uint8_t *marks)
{
    *picture = (struct picture){0};
    if (view->look->kind == LOOK_BOXES) {
        draw_frame(picture, view, board);
    }
    for (int rank = 0; rank < board->ranks; rank++) {
        for (int file = 0; file < board->files; file++) {
            draw_square(picture, view, board, file, rank, marks[rank * board->files + file]);
        }
    }
    draw_coordinates(picture, view, board);
}

int picture_row_end(const struct picture *picture, int y)
{
    int end = 0;
    for (int x = 0; x < picture->width; x++) {
        const char *text = picture->cells[y][x].text;
        end = text[0] && strcmp(text, " ") != 0 ? x + 1 : end;
    }
    return end;
}

void picture_format(const struct picture *picture, struct buffer *out)
{
    for (int y = 0; y < picture->height; y++) {
        for (int x = 0; x < picture_row_end(picture, y); x++) {
            const char *text = picture->cells[y][x].text;
            buffer_puts(out, text[0] ? text : " ");
        }
        buffer_putc(out, '\n');
    }
}
