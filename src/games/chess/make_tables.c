/* SPDX-License-Identifier: MIT */
/* Writes tables.c, the constants that bitboard.h declares, to standard output. It runs at build
 * time and writes the same bytes on every machine. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rng.h"
#include "write_table.h"

typedef uint64_t bitboard_t;

enum { SQUARES = 64, LARGEST_ROW = 4096, SLIDER_ATTACKS = 102400 + 5248 };

/* The number of keys of pieces on squares: two sides, six kinds. */
enum { PIECE_KEYS = 2 * 6 * SQUARES };

static const int ROOK_STEPS[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
static const int BISHOP_STEPS[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int KNIGHT_STEPS[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int KING_STEPS[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

#define MAGIC_SEED UINT64_C(20)
#define KEY_SEED   UINT64_C(1970)

/* The words of a struct chess_slider. */
struct slider {
    uint64_t mask, magic, offset, shift;
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

static void make_sliders(void)
{
    static bitboard_t by_pext[SLIDER_ATTACKS], by_magic[SLIDER_ATTACKS];
    static struct slider sliders[2][SQUARES];
    struct rng rng = {MAGIC_SEED};
    unsigned used = 0;
    for (int kind = 0; kind < 2; kind++) {
        for (int square = 0; square < SQUARES; square++) {
            struct slider *slider = &sliders[kind][square];
            slider->offset = used;
            make_slider(square, kind ? BISHOP_STEPS : ROOK_STEPS, slider, by_pext + used,
                        by_magic + used, &rng);
            used += 1u << count_bits(slider->mask);
        }
    }
    printf("#if HAVE_FAST_PEXT\n");
    write_words("bitboard_t chess_slider_attacks[]", by_pext, (int)used);
    printf("#else\n");
    write_words("bitboard_t chess_slider_attacks[]", by_magic, (int)used);
    printf("#endif\n");
    write_words("struct chess_slider chess_rooks[SQUARES]", &sliders[0][0].mask, 4 * SQUARES);
    write_words("struct chess_slider chess_bishops[SQUARES]", &sliders[1][0].mask, 4 * SQUARES);
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
    write_words("bitboard_t chess_knight_attacks[SQUARES]", knights, SQUARES);
    write_words("bitboard_t chess_king_attacks[SQUARES]", kings, SQUARES);
    write_words("bitboard_t chess_pawn_attacks[SIDES][SQUARES]", pawns[0], 2 * SQUARES);
    write_words("bitboard_t chess_rook_rays[SQUARES]", rook_rays, SQUARES);
    write_words("bitboard_t chess_bishop_rays[SQUARES]", bishop_rays, SQUARES);
    write_words("bitboard_t chess_between[SQUARES][SQUARES]", lines[0], SQUARES * SQUARES);
}

static void make_keys(void)
{
    uint64_t keys[PIECE_KEYS + SQUARES + 8 + 1];
    struct rng rng = {KEY_SEED};
    for (int i = 0; i < LENGTH(keys); i++) {
        keys[i] = rng_next(&rng);
    }
    write_words("uint64_t chess_key_pieces[SIDES][KINDS][SQUARES]", keys, PIECE_KEYS);
    write_words("uint64_t chess_key_castling[SQUARES]", keys + PIECE_KEYS, SQUARES);
    write_words("uint64_t chess_key_ep[FILES]", keys + PIECE_KEYS + SQUARES, 8);
    write_words("uint64_t chess_key_black", keys + PIECE_KEYS + SQUARES + 8, 1);
}

int main(void)
{
    write_header("bitboard.h");
    make_sliders();
    make_steps();
    make_keys();
    return fflush(stdout) ? 1 : 0;
}
