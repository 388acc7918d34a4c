/* SPDX-License-Identifier: MIT */
#include "board_svg.h"

#include <string.h>

#include "board_svg_state.h"
#include "svg_parts.h"

/* Space around a board that has no labels on that side, in tenths of the drawing's units. */
#define PAD (UNIT * 12 / 100)

void board_svg_put_length(struct buffer *out, int tenths)
{
    buffer_put_number(out, tenths / 10);
    if (tenths % 10 != 0) {
        buffer_printf(out, ".%d", tenths % 10);
    }
}

void board_svg_put_attribute(struct buffer *out, const char *name, int tenths)
{
    buffer_printf(out, " %s=\"", name);
    board_svg_put_length(out, tenths);
    buffer_putc(out, '"');
}

struct board_point board_svg_corner(const struct board_drawing *drawing, int square)
{
    int files = drawing->board.files, ranks = drawing->board.ranks;
    int file = square % files, rank = square / files;
    int column = drawing->flipped ? files - 1 - file : file;
    int row = drawing->flipped ? rank : ranks - 1 - rank;
    return (struct board_point){drawing->left + column * UNIT, drawing->top + row * UNIT};
}

struct board_point board_svg_centre(const struct board_drawing *drawing, int square)
{
    struct board_point corner = board_svg_corner(drawing, square);
    return (struct board_point){corner.x + UNIT / 2, corner.y + UNIT / 2};
}

bool board_svg_is_dark_square(const struct board_drawing *drawing, int square)
{
    return (square % drawing->board.files + square / drawing->board.files) % 2 == 0;
}

/* Sizes of letters and margins, as board.js of the page has them. */
static void measure(struct board_drawing *drawing)
{
    const struct look *look = drawing->look;
    const bool inside = look->kind == LOOK_SQUARES;
    bool files_named = !drawing->unlabelled && look->files.labels != LOOK_UNLABELLED;
    bool ranks_named = !drawing->unlabelled && look->ranks.labels != LOOK_UNLABELLED;
    int letters = 32 * drawing->board.files;
    letters = letters < 130 ? 130 : letters > 400 ? 400 : letters;
    drawing->letters = inside ? 200 : letters;
    drawing->left = inside ? 0 : ranks_named ? 15 * letters / 10 : PAD;
    int below = inside ? 0 : files_named ? 17 * letters / 10 : PAD;
    drawing->top = look->kind == LOOK_BOXES ? PAD : below;
    drawing->width = drawing->board.files * UNIT + 2 * drawing->left;
    drawing->height = drawing->board.ranks * UNIT + drawing->top + below;
}

/* "Gomoku: Black to move". */
static void put_title(const struct board_picture *picture, struct buffer *out)
{
    const struct look *look = picture->game->look;
    const enum game_result result = picture->game->result(picture->position);
    buffer_puts(out, "<title>");
    svg_put_text(out, picture->game->title);
    if (result == RESULT_DRAW) {
        buffer_puts(out, ": a draw");
    } else {
        int side = result == RESULT_P1_WINS   ? 1
                   : result == RESULT_P2_WINS ? 2
                                              : picture->game->player(picture->position);
        buffer_puts(out, ": ");
        svg_put_text(out, look->sides[side - 1].name);
        buffer_puts(out, result == RESULT_NONE ? " to move" : " wins");
    }
    buffer_puts(out, "</title>");
}

/* One kind of piece, to be used wherever it stands: a stone with its letter if the shape is not
 * known. */
static void put_kind(const struct look *look, int index, struct buffer *out)
{
    const struct look_piece *piece = &look->pieces[index];
    const char *web = piece->side ? look->sides[piece->side - 1].colour.web : "#808080";
    struct svg_colour fill = svg_side_colour(web), on = svg_colour_on(web);
    buffer_printf(out, "<g id=\"piece%d\">", index + 1);
    if (!svg_put_shape(out, piece->shape, piece->side, fill, on)) {
        svg_put_shape(out, "stone", piece->side, fill, on);
        buffer_puts(out, "<text x=\"50\" y=\"66\" font-family=\"system-ui, sans-serif\" "
                         "font-size=\"44\" font-weight=\"600\" text-anchor=\"middle\"");
        svg_put_paint(out, "fill", on);
        buffer_putc(out, '>');
        svg_put_text(out, piece->ascii);
        buffer_puts(out, "</text>");
    }
    buffer_puts(out, "</g>");
}

static void put_pieces(const struct board_drawing *drawing, struct buffer *out)
{
    const int squares = drawing->board.files * drawing->board.ranks;
    bool stands[UINT8_MAX + 1] = {false};
    for (int square = 0; square < squares; square++) {
        stands[drawing->board.squares[square]] = true;
    }
    buffer_puts(out, "<defs>");
    for (int i = 0; i < drawing->look->piece_count; i++) {
        if (stands[i + 1]) {
            put_kind(drawing->look, i, out);
        }
    }
    buffer_puts(out, "</defs>\n");
    for (int square = 0; square < squares; square++) {
        struct board_point corner = board_svg_corner(drawing, square);
        if (drawing->board.squares[square]) {
            buffer_puts(out, "<use href=\"#piece");
            buffer_put_number(out, drawing->board.squares[square]);
            buffer_putc(out, '"');
            board_svg_put_attribute(out, "x", corner.x);
            board_svg_put_attribute(out, "y", corner.y);
            buffer_puts(out, "/>\n");
        }
    }
}

void board_svg_put(const struct board_picture *picture, struct buffer *out)
{
    struct board_drawing drawing = {
        .look = picture->game->look,
        .flipped = picture->flipped && !picture->game->look->upright,
        .dark = picture->dark,
        .unlabelled = picture->unlabelled,
    };
    drawing.look->board(picture->position, &drawing.board);
    measure(&drawing);
    buffer_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    board_svg_put_length(out, drawing.width);
    buffer_putc(out, ' ');
    board_svg_put_length(out, drawing.height);
    buffer_puts(out, "\" role=\"img\">\n");
    put_title(picture, out);
    buffer_putc(out, '\n');
    board_svg_put_ground(&drawing, out);
    board_svg_put_marks_under(&drawing, picture, out);
    put_pieces(&drawing, out);
    board_svg_put_marks_over(&drawing, picture, out);
    buffer_puts(out, "</svg>\n");
}
