/* SPDX-License-Identifier: MIT */
/* The presentation of gomoku. */
#include "rules.h"

/* The number of lines between the edge and the star points, and the smallest board that has more
 * than one star point. */
#define STAR_MARGIN 3
#define STARS_FROM  13

const char *const gomoku_rule_names[] = {"freestyle", "standard", "renju", "caro", "omok", NULL};

static void look_board(const void *opaque, struct look_board *board)
{
    const struct gomoku_position *position = opaque;
    int size = position->size;
    *board = (struct look_board){.files = size, .ranks = size};
    for (int i = 0; i < size * size; i++) {
        int square = gomoku_square(i % size + 1, i / size + 1);
        board->squares[i] = gomoku_has(&position->stones[BLACK], square)   ? 1
                            : gomoku_has(&position->stones[WHITE], square) ? 2
                                                                           : 0;
    }
}

static void star_points(const struct look_board *board, struct look_squares *squares)
{
    int size = board->files, middle = size / 2, far = size - 1 - STAR_MARGIN;
    if (size % 2 == 1) {
        look_add_square(squares, middle * size + middle);
    }
    if (size >= STARS_FROM) {
        look_add_square(squares, STAR_MARGIN * size + STAR_MARGIN);
        look_add_square(squares, STAR_MARGIN * size + far);
        look_add_square(squares, far * size + STAR_MARGIN);
        look_add_square(squares, far * size + far);
    }
}

static void winning_squares(const void *opaque, struct look_squares *squares)
{
    const struct gomoku_position *position = opaque;
    int size = position->size;
    for (int i = 0; position->winner && i < size * size; i++) {
        enum gomoku_colour winner = (enum gomoku_colour)(position->winner - 1);
        int square = gomoku_square(i % size + 1, i / size + 1);
        if (gomoku_has(&position->stones[winner], square) &&
            gomoku_wins(position, square, winner)) {
            look_add_square(squares, i);
        }
    }
}

static void forbidden_squares(const void *opaque, struct look_squares *squares)
{
    struct gomoku_position position = *(const struct gomoku_position *)opaque;
    enum gomoku_colour side = (enum gomoku_colour)position.to_move;
    int size = position.size;
    for (int i = 0; gomoku_may_forbid(&position, side) && i < size * size; i++) {
        int square = gomoku_square(i % size + 1, i / size + 1);
        if (gomoku_is_empty(&position, square) &&
            gomoku_forbidden(&position, square, side) != FORBIDDEN_NOT) {
            look_add_square(squares, i);
        }
    }
}

/* Marks the squares that make a five that wins and that the rule allows. */
static void threats(const void *opaque, struct look_squares *squares)
{
    struct gomoku_position position = *(const struct gomoku_position *)opaque;
    int size = position.size;
    for (int i = 0; i < GOMOKU_COLOURS * size * size; i++) {
        enum gomoku_colour colour = (enum gomoku_colour)(i % GOMOKU_COLOURS);
        int place = i / GOMOKU_COLOURS;
        int square = gomoku_square(place % size + 1, place / size + 1);
        bool listed = squares->count > 0 && squares->list[squares->count - 1] == place;
        if (!listed && gomoku_is_empty(&position, square) &&
            gomoku_wins(&position, square, colour) &&
            (!gomoku_may_forbid(&position, colour) ||
             gomoku_forbidden(&position, square, colour) == FORBIDDEN_NOT)) {
            look_add_square(squares, place);
        }
    }
}

static const char *rules(const struct game_settings *settings)
{
    return gomoku_rule_names[settings->values[GOMOKU_RULE]];
}

static const struct look_piece pieces[] = LOOK_STONES("stone");

static const struct look_sgf sgf = {.game_number = 4, .colours = {'B', 'W'}, .rules = rules};

/* Gomocup's dialect has no other game, and GTP begins with it. */
static const char *const implied_by[] = {"gomocup", "gtp", NULL};

static const char *const refused[] = {"startpos moves h8 h8", "fen 15/15 x", NULL};

static const struct look_samples samples = {
    .after = "startpos moves h8",
    .win = "startpos moves a1 a3 b1 b3 c1 d3 d1 e3",
    .win_move = "e1",
    .over = "startpos moves a1 a3 b1 b3 c1 d3 d1 e3 e1",
    .first_move = "h8",
    .refused = refused,
};

const struct look gomoku_look = {
    .kind = LOOK_CROSSINGS,
    .files = {.labels = LOOK_LETTERS},
    .ranks = {.labels = LOOK_NUMBERS, .first = 1},
    .sides = {{.name = "Black", .colour = {.palette = 234, .basic = 0, .web = "#1b1b1b"}},
              {.name = "White", .colour = {.palette = 231, .basic = 15, .web = "#f5f5f0"}}},
    .pieces = pieces,
    .piece_count = LENGTH(pieces),
    .board = look_board,
    .star_points = star_points,
    .winning_squares = winning_squares,
    .forbidden_squares = forbidden_squares,
    .shows_threats = true,
    .threats = threats,
    .entry = LOOK_ENTER_SQUARE,
    .sgf = &sgf,
    .psq = "Piskvorky",
    .implied_by = implied_by,
    .samples = &samples,
};
