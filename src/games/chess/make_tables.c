/* SPDX-License-Identifier: MIT */
/* Writes tables.c, the constants that bitboard.h declares, to standard output. It runs at build
 * time and writes the same bytes on every machine. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"

typedef uint64_t bitboard_t;

enum { SQUARES = 64, LARGEST_ROW = 4096, SLIDER_ATTACKS = 102400 + 5248 };

static const int ROOK_STEPS[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const int BISHOP_STEPS[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int KNIGHT_STEPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int KING_STEPS[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

#define MAGIC_SEED UINT64_C(20)
#define KEY_SEED   UINT64_C(1970)

struct slider {
    bitboard_t mask;
    uint64_t magic;
    unsigned offset, shift;
};

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The squares one step away in each of `count` directions. */
static bitboard_t step_attacks(int square, const int (*steps)[2], int count)
{
    bitboard_t attacks = 0;
    for (int i = 0; i < count; i++) {
        int file = square % 8 + steps[i][0];
        int rank = square / 8 + steps[i][1];
        if (on_board(file, rank)) {
            attacks |= UINT64_C(1) << (rank * 8 + file);
        }
    }
    return attacks;
}

/* Squares reached in four directions up to and including the first blocker. */
static bitboard_t ray_attacks(int square, const int (*steps)[2], bitboard_t occupied)
{
    bitboard_t attacks = 0;
    for (int i = 0; i < 4; i++) {
        int file = square % 8 + steps[i][0];
        int rank = square / 8 + steps[i][1];
        while (on_board(file, rank)) {
            bitboard_t here = UINT64_C(1) << (rank * 8 + file);
            attacks |= here;
            if (occupied & here) {
                break;
            }
            file += steps[i][0];
            rank += steps[i][1];
        }
    }
    return attacks;
}

/* The squares where a blocker changes the attacks: the rays without their last squares. */
static bitboard_t relevant_mask(int square, const int (*steps)[2])
{
    bitboard_t mask = 0;
    for (int i = 0; i < 4; i++) {
        int file = square % 8 + steps[i][0];
        int rank = square / 8 + steps[i][1];
        while (on_board(file + steps[i][0], rank + steps[i][1])) {
            mask |= UINT64_C(1) << (rank * 8 + file);
            file += steps[i][0];
            rank += steps[i][1];
        }
    }
    return mask;
}

/* The `index`th subset of the mask: the inverse of PEXT. */
static bitboard_t subset(bitboard_t mask, unsigned index)
{
    bitboard_t result = 0;
    for (; mask; mask &= mask - 1, index >>= 1) {
        if (index & 1) {
            result |= mask & (0 - mask);
        }
    }
    return result;
}

static unsigned count_bits(bitboard_t bits)
{
    unsigned count = 0;
    for (; bits; bits &= bits - 1) {
        count++;
    }
    return count;
}

/* Fills row[] by magic index; false if two blocker sets with unequal attacks collide. */
static bool try_magic(const struct slider *slider, unsigned size, const bitboard_t *blockers,
                      const bitboard_t *attacks, bitboard_t *row)
{
    memset(row, 0, size * sizeof(*row));
    assert(slider->shift < 64);
    for (unsigned i = 0; i < size; i++) {
        uint64_t index = blockers[i] * slider->magic >> slider->shift;
        if (row[index] && row[index] != attacks[i]) {
            return false;
        }
        row[index] = attacks[i];
    }
    return true;
}

/* Writes the two rows of attacks of one square: one in PEXT order, and one by the magic found for
 * it. */
static void make_slider(int square, const int (*steps)[2], struct slider *slider,
                        bitboard_t *by_pext, bitboard_t *by_magic, struct rng *rng)
{
    static bitboard_t blockers[LARGEST_ROW];
    slider->mask = relevant_mask(square, steps);
    unsigned bits = count_bits(slider->mask);
    unsigned size = 1u << bits;
    slider->shift = 64 - bits;
    for (unsigned i = 0; i < size; i++) {
        blockers[i] = subset(slider->mask, i);
        by_pext[i] = ray_attacks(square, steps, blockers[i]);
    }
    do {
        slider->magic = rng_next(rng) & rng_next(rng) & rng_next(rng);
    } while (!try_magic(slider, size, blockers, by_pext, by_magic));
}

static bitboard_t between(int from, int to)
{
    bitboard_t target = UINT64_C(1) << to;
    for (int kind = 0; kind < 2; kind++) {
        const int(*steps)[2] = kind ? BISHOP_STEPS : ROOK_STEPS;
        if (ray_attacks(from, steps, 0) & target) {
            bitboard_t source = UINT64_C(1) << from;
            return ray_attacks(from, steps, target) & ray_attacks(to, steps, source) & ~target;
        }
    }
    return 0;
}

static void print_words(const char *declaration, const uint64_t *words, int count)
{
    printf("const %s = {", declaration);
    for (int i = 0; i < count; i++) {
        printf("%s0x%llx,", i % 4 ? " " : "\n    ", (unsigned long long)words[i]);
    }
    printf("\n};\n\n");
}

static void print_sliders(const char *name, const struct slider *sliders)
{
    printf("const struct chess_slider %s[SQUARES] = {\n", name);
    for (int i = 0; i < SQUARES; i++) {
        printf("    {0x%llx, 0x%llx, %u, %u},\n", (unsigned long long)sliders[i].mask,
               (unsigned long long)sliders[i].magic, sliders[i].offset, sliders[i].shift);
    }
    printf("};\n\n");
}

static void make_sliders(void)
{
    static bitboard_t by_pext[SLIDER_ATTACKS], by_magic[SLIDER_ATTACKS];
    static struct slider rooks[SQUARES], bishops[SQUARES];
    struct rng rng = {MAGIC_SEED};
    unsigned used = 0;
    for (int kind = 0; kind < 2; kind++) {
        for (int square = 0; square < SQUARES; square++) {
            struct slider *slider = kind ? &bishops[square] : &rooks[square];
            slider->offset = used;
            make_slider(square, kind ? BISHOP_STEPS : ROOK_STEPS, slider, by_pext + used,
                        by_magic + used, &rng);
            used += 1u << count_bits(slider->mask);
        }
    }
    printf("#if HAVE_FAST_PEXT\n");
    print_words("bitboard_t chess_slider_attacks[]", by_pext, (int)used);
    printf("#else\n");
    print_words("bitboard_t chess_slider_attacks[]", by_magic, (int)used);
    printf("#endif\n\n");
    print_sliders("chess_rooks", rooks);
    print_sliders("chess_bishops", bishops);
}

static void make_steps(void)
{
    static bitboard_t knights[SQUARES], kings[SQUARES], pawns[2][SQUARES], rook_rays[SQUARES],
        bishop_rays[SQUARES], lines[SQUARES][SQUARES];
    static const int PAWN_STEPS[2][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};
    for (int square = 0; square < SQUARES; square++) {
        knights[square] = step_attacks(square, KNIGHT_STEPS, 8);
        kings[square] = step_attacks(square, KING_STEPS, 8);
        pawns[0][square] = step_attacks(square, PAWN_STEPS[0], 2);
        pawns[1][square] = step_attacks(square, PAWN_STEPS[1], 2);
        rook_rays[square] = ray_attacks(square, ROOK_STEPS, 0);
        bishop_rays[square] = ray_attacks(square, BISHOP_STEPS, 0);
        for (int to = 0; to < SQUARES; to++) {
            lines[square][to] = between(square, to);
        }
    }
    print_words("bitboard_t chess_knight_attacks[SQUARES]", knights, SQUARES);
    print_words("bitboard_t chess_king_attacks[SQUARES]", kings, SQUARES);
    printf("const bitboard_t chess_pawn_attacks[SIDES][SQUARES] = {\n");
    for (int side = 0; side < 2; side++) {
        printf("    {");
        for (int i = 0; i < SQUARES; i++) {
            printf("0x%llx,", (unsigned long long)pawns[side][i]);
        }
        printf("},\n");
    }
    printf("};\n\n");
    print_words("bitboard_t chess_rook_rays[SQUARES]", rook_rays, SQUARES);
    print_words("bitboard_t chess_bishop_rays[SQUARES]", bishop_rays, SQUARES);
    printf("const bitboard_t chess_between[SQUARES][SQUARES] = {\n");
    for (int from = 0; from < SQUARES; from++) {
        printf("    {");
        for (int i = 0; i < SQUARES; i++) {
            printf("0x%llx,", (unsigned long long)lines[from][i]);
        }
        printf("},\n");
    }
    printf("};\n\n");
}

static void make_keys(void)
{
    struct rng rng = {KEY_SEED};
    printf("const uint64_t chess_key_pieces[SIDES][KINDS][SQUARES] = {\n");
    for (int side = 0; side < 2; side++) {
        printf("    {");
        for (int kind = 0; kind < 6; kind++) {
            printf("{");
            for (int i = 0; i < SQUARES; i++) {
                printf("0x%llx,", (unsigned long long)rng_next(&rng));
            }
            printf("},\n");
        }
        printf("},\n");
    }
    printf("};\n\n");
    uint64_t castling[SQUARES], ep[8];
    for (int i = 0; i < SQUARES; i++) {
        castling[i] = rng_next(&rng);
    }
    for (int i = 0; i < 8; i++) {
        ep[i] = rng_next(&rng);
    }
    print_words("uint64_t chess_key_castling[SQUARES]", castling, SQUARES);
    print_words("uint64_t chess_key_ep[FILES]", ep, 8);
    printf("const uint64_t chess_key_black = 0x%llx;\n", (unsigned long long)rng_next(&rng));
}

int main(void)
{
    printf("/* Written by make_tables.c. */\n#include \"bitboard.h\"\n\n");
    make_sliders();
    make_steps();
    make_keys();
    return fflush(stdout) ? 1 : 0;
}
