/* SPDX-License-Identifier: MIT */
/* Writes the tables of shapes.h as C source, from the definitions alone. It runs once, at build
 * time.
 *
 * A line has eleven cells, with the square played in the middle. The shape of each line is found by
 * playing every further stone in it: an open three is a line in which one more stone makes an open
 * four, and so on down to a single stone. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shapes.h"

#define CELLS  (2 * GOMOKU_REACH + 1)
#define CENTRE GOMOKU_REACH

enum cell { CELL_EMPTY, CELL_OWN, CELL_OPPONENT, CELL_EDGE };

/* Shapes by the base-4 number of the line; 0xff: not computed yet. */
struct memory {
    enum gomoku_five five;
    uint8_t shapes[1 << 2 * CELLS];
};

static unsigned line_number(const enum cell *line)
{
    unsigned number = 0;
    for (int i = 0; i < CELLS; i++) {
        number = number << 2 | (unsigned)line[i];
    }
    return number;
}

/* The row of own stones that contains the centre: its first and last cell. */
static void row_of_centre(const enum cell *line, int *first, int *last)
{
    *first = *last = CENTRE;
    while (*first > 0 && line[*first - 1] == CELL_OWN) {
        --*first;
    }
    while (*last < CELLS - 1 && line[*last + 1] == CELL_OWN) {
        ++*last;
    }
}

static bool is_five(enum gomoku_five five, const enum cell *line)
{
    int first, last;
    row_of_centre(line, &first, &last);
    int length = last - first + 1;
    if (five == FIVE_OR_MORE) {
        return length >= 5;
    }
    if (length != 5) {
        return false;
    }
    /* A row of five that contains the centre leaves a cell at both ends inside the eleven. */
    return five == FIVE_EXACTLY ||
           !(line[first - 1] == CELL_OPPONENT && line[last + 1] == CELL_OPPONENT);
}

/* Whether a stone on the empty cell makes a five that contains both it and the centre. */
static bool wins_at(enum gomoku_five five, enum cell *line, int cell)
{
    if (cell < 0 || cell >= CELLS || line[cell] != CELL_EMPTY) {
        return false;
    }
    line[cell] = CELL_OWN;
    int first, last;
    row_of_centre(line, &first, &last);
    bool wins = first <= cell && cell <= last && is_five(five, line);
    line[cell] = CELL_EMPTY;
    return wins;
}

static enum gomoku_shape four_of(enum gomoku_five five, enum cell *line)
{
    int first, last, winning = 0;
    row_of_centre(line, &first, &last);
    if (last - first + 1 == 4 && wins_at(five, line, first - 1) && wins_at(five, line, last + 1)) {
        return SHAPE_OPEN_FOUR;
    }
    for (int cell = 0; cell < CELLS; cell++) {
        winning += wins_at(five, line, cell);
    }
    return winning >= 2 ? SHAPE_SPLIT_FOURS : winning == 1 ? SHAPE_FOUR : SHAPE_NONE;
}

static enum gomoku_shape shape_of(struct memory *memory, enum cell *line);

/* The shape of a line that is neither a five nor a four, determined by the shapes that a further
 * stone makes. */
static enum gomoku_shape three_or_less(struct memory *memory, enum cell *line)
{
    int makes[GOMOKU_SHAPES] = {0};
    for (int cell = 0; cell < CELLS; cell++) {
        if (line[cell] == CELL_EMPTY) {
            line[cell] = CELL_OWN;
            makes[shape_of(memory, line)]++;
            line[cell] = CELL_EMPTY;
        }
    }
    int threes = makes[SHAPE_OPEN_THREE] + makes[SHAPE_OPEN_THREE_WIDE];
    if (makes[SHAPE_OPEN_FOUR]) {
        return makes[SHAPE_OPEN_FOUR] >= 2 ? SHAPE_OPEN_THREE_WIDE : SHAPE_OPEN_THREE;
    }
    if (makes[SHAPE_FOUR] || makes[SHAPE_SPLIT_FOURS]) {
        return SHAPE_CLOSED_THREE;
    }
    if (threes) {
        return threes >= 3 ? SHAPE_OPEN_TWO_WIDE : SHAPE_OPEN_TWO;
    }
    if (makes[SHAPE_CLOSED_THREE]) {
        return SHAPE_TWO;
    }
    if (makes[SHAPE_OPEN_TWO] || makes[SHAPE_OPEN_TWO_WIDE]) {
        return SHAPE_OPEN_ONE;
    }
    return makes[SHAPE_TWO] ? SHAPE_ONE : SHAPE_NONE;
}

/* The shape of a line whose centre has an own stone. */
static enum gomoku_shape shape_of(struct memory *memory, enum cell *line)
{
    uint8_t *known = &memory->shapes[line_number(line)];
    if (*known != 0xff) {
        return (enum gomoku_shape) * known;
    }
    int first, last;
    row_of_centre(line, &first, &last);
    enum gomoku_shape shape;
    if (is_five(memory->five, line)) {
        shape = SHAPE_FIVE;
    } else if (last - first + 1 > 5) {
        shape = SHAPE_OVERLINE;
    } else {
        shape = four_of(memory->five, line);
        if (shape == SHAPE_NONE) {
            shape = three_or_less(memory, line);
        }
    }
    *known = (uint8_t)shape;
    return shape;
}

/* Writes the cells of one side from its code, nearest cell first; false if no side has that
 * code. */
static bool decode_side(unsigned code, bool above, enum cell *nearest_first)
{
    enum cell end = code & GOMOKU_SIDE_BY_OPPONENT ? CELL_OPPONENT : CELL_EDGE;
    unsigned bits = code & (GOMOKU_SIDE_BY_OPPONENT - 1);
    if (!bits) {
        return false;
    }
    int length = bit_highest(bits);
    if (length == GOMOKU_REACH && end == CELL_OPPONENT) {
        return false;
    }
    for (int i = 0; i < GOMOKU_REACH; i++) {
        int bit = above ? i : length - 1 - i;
        nearest_first[i] = i >= length ? end : bits >> bit & 1 ? CELL_OWN : CELL_EMPTY;
    }
    return true;
}

static void write_shapes(struct memory *memory, enum gomoku_five five, int side_bits,
                         const char *name)
{
    memory->five = five;
    memset(memory->shapes, 0xff, sizeof(memory->shapes));
    printf("const uint8_t %s[1 << %d] = {", name, 2 * side_bits);
    for (unsigned key = 0; key < 1U << 2 * side_bits; key++) {
        enum cell below[GOMOKU_REACH], above[GOMOKU_REACH], line[CELLS];
        unsigned shape = SHAPE_NONE;
        if (decode_side(key >> side_bits, false, below) &&
            decode_side(key & ((1U << side_bits) - 1), true, above)) {
            line[CENTRE] = CELL_OWN;
            for (int i = 0; i < GOMOKU_REACH; i++) {
                line[CENTRE - 1 - i] = below[i];
                line[CENTRE + 1 + i] = above[i];
            }
            shape = shape_of(memory, line);
        }
        printf("%s%u,", key % 32 ? "" : "\n", shape);
    }
    printf("\n};\n");
}

/* Sorts four shapes in descending order. */
static unsigned sorted(unsigned shapes)
{
    unsigned count[16] = {0}, result = 0;
    for (int i = 0; i < 4; i++) {
        count[shapes >> 4 * i & 15]++;
    }
    for (unsigned shape = 0; shape < 16; shape++) {
        for (; count[shape]; count[shape]--) {
            result = result << 4 | shape;
        }
    }
    return result;
}

static bool is_pattern(unsigned shapes)
{
    for (int i = 0; i < 4; i++) {
        if ((shapes >> 4 * i & 15) >= GOMOKU_SHAPES) {
            return false;
        }
    }
    return true;
}

/* The codes of the patterns whose shapes are in descending order. */
static uint16_t codes[1 << 16];

static void write_pattern_codes(void)
{
    unsigned count = 0;
    printf("const uint16_t gomoku_code_pattern[GOMOKU_PATTERN_CODES] = {");
    for (unsigned shapes = 0; shapes < 1U << 16; shapes++) {
        if (is_pattern(shapes) && sorted(shapes) == shapes) {
            printf("%s%u,", count % 16 ? "" : "\n", shapes);
            codes[shapes] = (uint16_t)count++;
        }
    }
    printf("\n};\n_Static_assert(%u == GOMOKU_PATTERN_CODES, \"pattern codes\");\n", count);
}

/* How many of four shapes are between two shapes, both included. */
static int count_between(unsigned shapes, enum gomoku_shape least, enum gomoku_shape most)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        unsigned shape = shapes >> 4 * i & 15;
        count += shape >= (unsigned)least && shape <= (unsigned)most;
    }
    return count;
}

static enum gomoku_threat threat_of(enum gomoku_ban ban, unsigned shapes)
{
    int split = count_between(shapes, SHAPE_SPLIT_FOURS, SHAPE_SPLIT_FOURS);
    int fours = count_between(shapes, SHAPE_FOUR, SHAPE_OPEN_FOUR) + split;
    int threes = count_between(shapes, SHAPE_OPEN_THREE, SHAPE_OPEN_THREE_WIDE);
    int twos = count_between(shapes, SHAPE_OPEN_TWO, SHAPE_OPEN_TWO_WIDE);
    int closed = count_between(shapes, SHAPE_CLOSED_THREE, SHAPE_CLOSED_THREE);
    if (count_between(shapes, SHAPE_FIVE, SHAPE_FIVE)) {
        return THREAT_FIVE;
    }
    if (ban == BAN_RENJU && (fours >= 2 || count_between(shapes, SHAPE_OVERLINE, SHAPE_OVERLINE))) {
        return THREAT_FORBIDDEN;
    }
    if (ban != BAN_NOTHING && threes >= 2) {
        return ban == BAN_RENJU ? THREAT_SUSPECT : THREAT_FORBIDDEN;
    }
    if (count_between(shapes, SHAPE_OPEN_FOUR, SHAPE_OPEN_FOUR)) {
        return THREAT_OPEN_FOUR;
    }
    if (fours) {
        return fours >= 2       ? THREAT_FOURS
               : threes         ? THREAT_FOUR_THREE
               : twos || closed ? THREAT_FOUR_MORE
                                : THREAT_FOUR;
    }
    if (threes) {
        return threes >= 2 ? THREAT_THREES : twos || closed ? THREAT_THREE_MORE : THREAT_THREE;
    }
    return twos + closed >= 2 ? THREAT_TWOS : twos ? THREAT_TWO : THREAT_NONE;
}

static void write_kinds(void)
{
    printf("const uint16_t gomoku_pattern_kind[GOMOKU_BANS][1 << 16] = {");
    for (int ban = 0; ban < GOMOKU_BANS; ban++) {
        printf("\n{");
        for (unsigned shapes = 0; shapes < 1U << 16; shapes++) {
            unsigned kind = 0;
            if (is_pattern(shapes)) {
                unsigned threat = (unsigned)threat_of((enum gomoku_ban)ban, shapes);
                kind = threat << GOMOKU_CODE_BITS | codes[sorted(shapes)];
            }
            printf("%s%u,", shapes % 16 ? "" : "\n", kind);
        }
        printf("\n},");
    }
    printf("\n};\n");
}

int main(void)
{
    static struct memory memory;
    printf("#include \"shapes.h\"\n");
    write_shapes(&memory, FIVE_OR_MORE, GOMOKU_SIDE_BITS, "gomoku_shape_any");
    write_shapes(&memory, FIVE_EXACTLY, GOMOKU_SIDE_BITS, "gomoku_shape_exact");
    write_shapes(&memory, FIVE_CARO, GOMOKU_CARO_SIDE_BITS, "gomoku_shape_caro");
    write_pattern_codes();
    write_kinds();
    return 0;
}
