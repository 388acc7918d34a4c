/* SPDX-License-Identifier: MIT */
/* What a picture marks: the last move, a piece in danger, the line that won, squares that
 * win at once, forbidden squares. */
#include <string.h>

#include "board_drawing.h"
#include "svg_parts.h"

/* Whether a piece stands there that hides a mark below it. */
static bool is_round(const struct board_drawing *drawing, int square)
{
    int code = drawing->board.squares[square];
    const char *shape = code ? drawing->look->pieces[code - 1].shape : "";
    return strcmp(shape, "stone") == 0 || strcmp(shape, "disc") == 0;
}

static bool has(const struct look_squares *squares, int square)
{
    for (int i = 0; i < squares->count; i++) {
        if (squares->list[i] == square) {
            return true;
        }
    }
    return false;
}

/* A circle's line, in the middle of a square. */
static void put_circle(const struct board_drawing *drawing, int square, const char *attributes,
                       struct svg_colour colour, struct buffer *out)
{
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<circle fill=\"none\"");
    drawing_put_attribute(out, "cx", centre.x);
    drawing_put_attribute(out, "cy", centre.y);
    svg_put_paint(out, "stroke", colour);
    buffer_printf(out, " %s/>\n", attributes);
}

static void put_last_square(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point corner = drawing_corner(drawing, square);
    int gap = drawing->look->kind == LOOK_BOXES ? 40 : 0;
    buffer_puts(out, "<rect");
    drawing_put_attribute(out, "x", corner.x + gap);
    drawing_put_attribute(out, "y", corner.y + gap);
    drawing_put_attribute(out, "width", UNIT - 2 * gap);
    drawing_put_attribute(out, "height", UNIT - 2 * gap);
    drawing_put_attribute(out, "rx", gap ? 80 : 0);
    svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, "last"));
    buffer_puts(out, "/>\n");
}

static void put_forbidden(const struct board_drawing *drawing, int square, struct buffer *out)
{
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<path fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\"");
    svg_put_paint(out, "stroke", svg_theme_colour(drawing->dark, "forbidden"));
    buffer_puts(out, " d=\"M");
    drawing_put_length(out, centre.x - 150);
    buffer_putc(out, ' ');
    drawing_put_length(out, centre.y - 150);
    buffer_puts(out, "l30 30m0-30l-30 30\"/>\n");
}

/* A diamond; on crossings the lines do not go through it. */
static void put_threat(const struct board_drawing *drawing, int square, struct buffer *out)
{
    const bool crossing = drawing->look->kind == LOOK_CROSSINGS;
    struct board_point centre = drawing_centre(drawing, square);
    buffer_puts(out, "<path stroke-width=\"6\"");
    if (crossing) {
        svg_put_paint(out, "fill", svg_theme_colour(drawing->dark, "wood"));
    } else {
        buffer_puts(out, " fill=\"none\"");
    }
    svg_put_paint(out, "stroke",
                  svg_theme_colour(drawing->dark, crossing ? "threat-on-wood" : "accent"));
    buffer_puts(out, " d=\"M");
    drawing_put_length(out, centre.x);
    buffer_putc(out, ' ');
    drawing_put_length(out, centre.y - 170);
    buffer_puts(out, "l17 17l-17 17l-17-17z\"/>\n");
}

void drawing_put_marks_under(const struct board_drawing *drawing,
                             const struct board_picture *picture, struct buffer *out)
{
    const struct look *look = drawing->look;
    struct look_squares alarm = {.count = 0}, forbidden = {.count = 0}, threats = {.count = 0};
    if (look->alarm) {
        look->alarm(picture->position, &alarm);
    }
    if (picture->game->result(picture->position) == RESULT_NONE) {
        look_threats(picture->game, picture->position, &threats);
        if (look->forbidden_squares) {
            look->forbidden_squares(picture->position, &forbidden);
        }
    }
    for (int i = 0; i < picture->last.count; i++) {
        if (!is_round(drawing, picture->last.list[i])) {
            put_last_square(drawing, picture->last.list[i], out);
        }
    }
    for (int i = 0; i < alarm.count; i++) {
        put_circle(drawing, alarm.list[i], "r=\"48\" stroke-width=\"7\" stroke-dasharray=\"18 8\"",
                   svg_theme_colour(drawing->dark, "alarm"), out);
    }
    for (int i = 0; i < threats.count; i++) {
        put_threat(drawing, threats.list[i], out);
    }
    for (int i = 0; i < forbidden.count; i++) {
        put_forbidden(drawing, forbidden.list[i], out);
    }
}

void drawing_put_marks_over(const struct board_drawing *drawing,
                            const struct board_picture *picture, struct buffer *out)
{
    const struct look *look = drawing->look;
    const enum game_result result = picture->game->result(picture->position);
    struct look_squares win = {.count = 0};
    if (look->winning_squares && (result == RESULT_P1_WINS || result == RESULT_P2_WINS)) {
        look->winning_squares(picture->position, &win);
    }
    for (int i = 0; i < picture->last.count; i++) {
        int square = picture->last.list[i];
        if (is_round(drawing, square) && !has(&win, square)) {
            int side = look->pieces[drawing->board.squares[square] - 1].side;
            const char *web = look->sides[side == 2].colour.web;
            put_circle(drawing, square, "r=\"14\" stroke-width=\"6\"", svg_colour_on(web), out);
        }
    }
    for (int i = 0; i < win.count; i++) {
        put_circle(drawing, win.list[i], "r=\"40\" stroke-width=\"13\"",
                   svg_theme_colour(drawing->dark, "win-edge"), out);
        put_circle(drawing, win.list[i], "r=\"40\" stroke-width=\"7\"",
                   svg_theme_colour(drawing->dark, "win"), out);
    }
}
