/* SPDX-License-Identifier: MIT */
#include "board_svg.h"

#include <string.h>

#include "board_drawing.h"
#include "svg_parts.h"

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
        struct board_point corner = drawing_corner(drawing, square);
        if (drawing->board.squares[square]) {
            buffer_puts(out, "<use href=\"#piece");
            buffer_put_number(out, drawing->board.squares[square]);
            buffer_putc(out, '"');
            drawing_put_attribute(out, "x", corner.x);
            drawing_put_attribute(out, "y", corner.y);
            buffer_puts(out, "/>\n");
        }
    }
}

void board_svg_put(const struct board_picture *picture, struct buffer *out)
{
    struct board_drawing drawing;
    drawing_init(&drawing, picture);
    buffer_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    drawing_put_length(out, drawing.width);
    buffer_putc(out, ' ');
    drawing_put_length(out, drawing.height);
    buffer_puts(out, "\" role=\"img\">\n");
    put_title(picture, out);
    buffer_putc(out, '\n');
    drawing_put_ground(&drawing, out);
    drawing_put_marks_under(&drawing, picture, out);
    put_pieces(&drawing, out);
    drawing_put_marks_over(&drawing, picture, out);
    buffer_puts(out, "</svg>\n");
}
