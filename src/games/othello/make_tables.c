/* SPDX-License-Identifier: MIT */
/* Writes the constants that flips.h and evaluate.h declare to standard output. It runs at build
 * time and writes the same bytes on every machine. */
#include <stdbool.h>
#include <stdint.h>

#include "write_table.h"

enum { SIZE = 8, SQUARES = SIZE * SIZE, DIRECTIONS = 8, SYMMETRIES = 8, PLACES = 46, LANES = 48 };

static const int steps[DIRECTIONS][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                                         {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

/* The squares from a square to the edge, without the square itself. */
static uint64_t ray(int square, const int step[2])
{
    int file = square % SIZE + step[0], rank = square / SIZE + step[1];
    uint64_t squares = 0;
    for (; file >= 0 && file < SIZE && rank >= 0 && rank < SIZE; file += step[0], rank += step[1]) {
        squares |= UINT64_C(1) << (rank * SIZE + file);
    }
    return squares;
}

/* A pattern in one place, as files and ranks; the other places are mirror images. */
static const struct {
    int size;
    const char *names;
} patterns[] = {
    {9, "a1b1c1a2b2c2a3b3c3"},    /* a corner */
    {10, "b2a1b1c1d1e1f1g1h1g2"}, /* an edge, and the squares diagonally next to its corners */
    {8, "a1b1c1d1a2b2c2d2"},      /* a corner and half of the edge */
    {8, "a2b2c2d2e2f2g2h2"},      /* ranks and files */
    {8, "a3b3c3d3e3f3g3h3"},      {8, "a4b4c4d4e4f4g4h4"}, {8, "a1b2c3d4e5f6g7h8"}, /* diagonals */
    {7, "a2b3c4d5e6f7g8"},        {6, "a3b4c5d6e7f8"},     {5, "a4b5c6d7e8"},       {4, "a5b6c7d8"},
};

/* The value that a disc on a square adds to the number of a place, and the position of number 0 of
 * the place's pattern. */
static int deltas[SQUARES][LANES], middles[PLACES];

static int mirrored(int square, int symmetry)
{
    int file = square % SIZE, rank = square / SIZE;
    if (symmetry & 1) {
        file = SIZE - 1 - file;
    }
    if (symmetry & 2) {
        rank = SIZE - 1 - rank;
    }
    return symmetry & 4 ? file * SIZE + rank : rank * SIZE + file;
}

/* Computes the places of all patterns, each set of squares once. */
static int find_places(void)
{
    int places = 0, base = 0;
    for (unsigned p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        uint64_t seen[SYMMETRIES] = {0};
        int found = 0, power = 1;
        for (int i = 0; i < patterns[p].size; i++) {
            power *= 3;
        }
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            int squares[SQUARES];
            uint64_t set = 0;
            bool again = false;
            for (int i = 0; i < patterns[p].size; i++) {
                const int file = patterns[p].names[2 * (size_t)i] - 'a';
                const int rank = patterns[p].names[2 * (size_t)i + 1] - '1';
                squares[i] = mirrored(rank * SIZE + file, symmetry);
                set |= UINT64_C(1) << squares[i];
            }
            for (int i = 0; i < found; i++) {
                again |= seen[i] == set;
            }
            if (again) {
                continue;
            }
            seen[found++] = set;
            for (int i = 0, value = 1; i < patterns[p].size; i++, value *= 3) {
                deltas[squares[i]][places] = value;
            }
            middles[places++] = base + power / 2;
        }
        base += power;
    }
    return places;
}

static void write_rays(void)
{
    uint64_t rays[SQUARES][DIRECTIONS];
    for (int square = 0; square < SQUARES; square++) {
        for (int i = 0; i < DIRECTIONS; i++) {
            rays[square][i] = ray(square, steps[i]);
        }
    }
    write_words("bitboard_t othello_rays[64][8]", rays[0], SQUARES * DIRECTIONS);
}

/* The number of discs that a disc on square `at` of a line of 8 turns over, if the squares of `own`
 * have its own discs and all others the opponent's. */
static int line_flips(int at, int own)
{
    int flips = 0;
    for (int step = -1; step <= 1; step += 2) {
        int i = at + step;
        while (i >= 0 && i < SIZE && !(own >> i & 1)) {
            i += step;
        }
        flips += i >= 0 && i < SIZE ? (i - at) * step - 1 : 0;
    }
    return flips;
}

static void write_lines(void)
{
    static int flips[SIZE][256];
    uint64_t diagonals[SQUARES][2];
    for (int at = 0; at < SIZE; at++) {
        for (int own = 0; own < 256; own++) {
            flips[at][own] = line_flips(at, own);
        }
    }
    for (int square = 0; square < SQUARES; square++) {
        for (int i = 0; i < 2; i++) {
            diagonals[square][i] = ray(square, steps[2 + i]) | ray(square, steps[6 + i]);
        }
    }
    write_numbers("uint8_t othello_line_flips[8][256]", flips[0], SIZE * 256);
    write_words("bitboard_t othello_diagonals[64][2]", diagonals[0], SQUARES * 2);
}

static void write_sums(void)
{
    static int sums[SQUARES / 4][16][LANES];
    for (int part = 0; part < SQUARES / 4; part++) {
        for (int discs = 0; discs < 16; discs++) {
            for (int lane = 0; lane < LANES; lane++) {
                for (int i = 0; i < 4; i++) {
                    sums[part][discs][lane] += discs >> i & 1 ? deltas[4 * part + i][lane] : 0;
                }
            }
        }
    }
    write_numbers("int16_t othello_pattern_sums[16][16][OTHELLO_LANES]", sums[0][0],
                  SQUARES / 4 * 16 * LANES);
    write_numbers("int32_t othello_pattern_middles[OTHELLO_PLACES]", middles, PLACES);
}

int main(void)
{
    if (find_places() != PLACES) {
        return 1;
    }
    write_header("othello/flips.h");
    write_header("othello/evaluate.h");
    write_rays();
    write_lines();
    write_sums();
    return 0;
}
