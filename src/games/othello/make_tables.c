/* SPDX-License-Identifier: MIT */
/* Writes the constants that flips.h declares to standard output. Runs at build time; the same bytes
 * on every machine. */
#include <inttypes.h>
#include <stdio.h>

enum { SIZE = 8, SQUARES = SIZE * SIZE, DIRECTIONS = 8 };

static const int steps[DIRECTIONS][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                                         {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

/* The squares from one to the edge, without itself. */
static uint64_t ray(int square, const int step[2])
{
    int file = square % SIZE + step[0], rank = square / SIZE + step[1];
    uint64_t squares = 0;
    for (; file >= 0 && file < SIZE && rank >= 0 && rank < SIZE; file += step[0], rank += step[1]) {
        squares |= UINT64_C(1) << (rank * SIZE + file);
    }
    return squares;
}

int main(void)
{
    printf("#include \"othello/flips.h\"\n\nconst bitboard_t othello_rays[64][8] = {\n");
    for (int square = 0; square < SQUARES; square++) {
        printf("{");
        for (int i = 0; i < DIRECTIONS; i++) {
            printf("UINT64_C(%" PRIu64 "), ", ray(square, steps[i]));
        }
        printf("},\n");
    }
    printf("};\n");
    return 0;
}
