/* SPDX-License-Identifier: MIT */
/* Writes the constants that tables.h declares to standard output. It runs at build time and writes
 * the same bytes on every machine. */
#include <stdbool.h>

#include "write_table.h"

enum { FILES = 9, RANKS = 10, SQUARES = FILES * RANKS, OFF_BOARD = 127 };
enum { KING, ADVISOR, ELEPHANT, PAWN = 6, KINDS };

static const int beside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

typedef uint128_t board_set;

static bool on_board(int file, int rank)
{
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

/* The set of one square; empty if it is off the board. */
static board_set one(int file, int rank)
{
    return on_board(file, rank) ? (board_set)1 << (rank * FILES + file) : 0;
}

/* Writes a constant array of sets, which `find` returns by their index. */
static void write_sets(const char *declaration, int count, board_set (*find)(int index))
{
    printf("const board_set %s = {\n", declaration);
    for (int i = 0; i < count; i++) {
        const board_set set = find(i);
        printf("(board_set)UINT64_C(%llu) << 64 | UINT64_C(%llu),\n",
               (unsigned long long)(set >> 64), (unsigned long long)set);
    }
    printf("};\n");
}

/* The squares on a line that a rook, or a cannon that captures, reaches from a place. */
static int line_reach(unsigned occupied, int length, int place, bool cannon)
{
    const int most =
        cannon ? 1 : 0; /* the number of pieces that may stand before the last square */
    int reach = 0;
    for (int step = -1; step <= 1; step += 2) {
        int met = 0;
        for (int at = place + step; at >= 0 && at < length && met <= most; at += step) {
            const bool taken = occupied >> at & 1;
            reach |= !cannon || (taken && met == 1) ? 1 << at : 0;
            met += taken;
        }
    }
    return reach;
}

static void write_lines(const char *declaration, int length, bool cannon)
{
    static int reach[RANKS << RANKS];
    for (int i = 0; i < length << length; i++) {
        reach[i] = line_reach((unsigned)i % (1U << length), length, i >> length, cannon);
    }
    write_numbers(declaration, reach, length << length);
}

static board_set spread(int bits)
{
    board_set set = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        set |= bits >> rank & 1 ? one(0, rank) : 0;
    }
    return set;
}

static void write_neighbours(const char *declaration, const int steps[4][2])
{
    int squares[SQUARES * 4];
    for (int i = 0; i < SQUARES * 4; i++) {
        const int file = i / 4 % FILES + steps[i % 4][0], rank = i / 4 / FILES + steps[i % 4][1];
        squares[i] = on_board(file, rank) ? rank * FILES + file : OFF_BOARD;
    }
    write_numbers(declaration, squares, SQUARES * 4);
}

static int side_of(int rank)
{
    return rank >= RANKS / 2;
}

/* The index of a piece that can be blocked is its square, and in the low four bits which of the
 * squares beside it, or diagonally next to it, are occupied. The horse moves one step straight,
 * then one diagonally. */
static board_set horse(int index)
{
    const int file = index / 16 % FILES, rank = index / 16 / FILES;
    board_set set = 0;
    for (int i = 0; i < 4; i++) {
        for (int turn = -1; turn <= 1 && !(index >> i & 1); turn += 2) {
            set |= one(file + 2 * beside[i][0] + turn * beside[i][1],
                       rank + 2 * beside[i][1] + turn * beside[i][0]);
        }
    }
    return set;
}

/* The reverse of the horse's move: the leg is diagonally next to the target. */
static board_set horse_to(int index)
{
    const int file = index / 16 % FILES, rank = index / 16 / FILES;
    board_set set = 0;
    for (int i = 0; i < 4; i++) {
        if (!(index >> i & 1)) {
            set |= one(file + 2 * diagonal[i][0], rank + diagonal[i][1]) |
                   one(file + diagonal[i][0], rank + 2 * diagonal[i][1]);
        }
    }
    return set;
}

static board_set elephant(int index)
{
    const int file = index / 16 % FILES, rank = index / 16 / FILES;
    board_set set = 0;
    for (int i = 0; i < 4; i++) {
        const int to = rank + 2 * diagonal[i][1];
        if (!(index >> i & 1) && side_of(to) == side_of(rank)) {
            set |= one(file + 2 * diagonal[i][0], to);
        }
    }
    return set;
}

static board_set one_step(int square, const int steps[4][2])
{
    board_set set = 0;
    for (int i = 0; i < 4; i++) {
        set |= one(square % FILES + steps[i][0], square / FILES + steps[i][1]);
    }
    return set;
}

/* The squares of both palaces. */
static board_set palaces(void)
{
    board_set set = 0;
    for (int square = 0; square < SQUARES; square++) {
        const int file = square % FILES, rank = square / FILES;
        set |= file >= 3 && file <= 5 && (rank <= 2 || rank >= 7) ? one(file, rank) : 0;
    }
    return set;
}

static board_set king(int square)
{
    return one_step(square, beside) & palaces();
}

static board_set advisor(int square)
{
    return one_step(square, diagonal) & palaces();
}

static board_set diagonal_set(int square)
{
    return one_step(square, diagonal);
}

/* The index of a pawn is its square, plus SQUARES for Black. It moves forward, and sideways beyond
 * the river. */
static board_set pawn(int index)
{
    const int side = index / SQUARES, file = index % SQUARES % FILES,
              rank = index % SQUARES / FILES;
    return one(file, rank + (side ? -1 : 1)) |
           (side_of(rank) != side ? one(file - 1, rank) | one(file + 1, rank) : 0);
}

static board_set pawn_to(int index)
{
    const int side = index / SQUARES, to = index % SQUARES;
    board_set set = 0;
    for (int square = 0; square < SQUARES; square++) {
        set |= pawn(side * SQUARES + square) >> to & 1 ? (board_set)1 << square : 0;
    }
    return set;
}

/* `depth`: ranks from the side's own edge. */
static bool may_stand(int kind, int file, int depth)
{
    switch (kind) {
    case KING:
        return file >= 3 && file <= 5 && depth <= 2;
    case ADVISOR:
        return file >= 3 && file <= 5 && depth <= 2 && (file + depth) % 2 == 1;
    case ELEPHANT:
        return depth <= 4 && depth % 2 == 0 && file % 2 == 0 && (file + depth) % 4 == 2;
    case PAWN:
        return depth >= 5 || (depth >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

/* The index is the kind, plus KINDS for Black. */
static board_set places(int index)
{
    board_set set = 0;
    for (int square = 0; square < SQUARES; square++) {
        const int file = square % FILES, rank = square / FILES;
        const int depth = index >= KINDS ? RANKS - 1 - rank : rank;
        set |= may_stand(index % KINDS, file, depth) ? one(file, rank) : 0;
    }
    return set;
}

int main(void)
{
    write_header("xiangqi/tables.h");
    write_lines("uint16_t xiangqi_rank_rook[FILES][1 << FILES]", FILES, false);
    write_lines("uint16_t xiangqi_rank_cannon[FILES][1 << FILES]", FILES, true);
    write_lines("uint16_t xiangqi_file_rook[RANKS][1 << RANKS]", RANKS, false);
    write_lines("uint16_t xiangqi_file_cannon[RANKS][1 << RANKS]", RANKS, true);
    write_sets("xiangqi_file_spread[1 << RANKS]", 1 << RANKS, spread);
    write_neighbours("uint8_t xiangqi_legs[SQUARES][4]", beside);
    write_neighbours("uint8_t xiangqi_diagonals[SQUARES][4]", diagonal);
    write_sets("xiangqi_horse[SQUARES][16]", SQUARES * 16, horse);
    write_sets("xiangqi_horse_to[SQUARES][16]", SQUARES * 16, horse_to);
    write_sets("xiangqi_elephant[SQUARES][16]", SQUARES * 16, elephant);
    write_sets("xiangqi_king[SQUARES]", SQUARES, king);
    write_sets("xiangqi_advisor[SQUARES]", SQUARES, advisor);
    write_sets("xiangqi_diagonal_set[SQUARES]", SQUARES, diagonal_set);
    write_sets("xiangqi_pawn[2][SQUARES]", 2 * SQUARES, pawn);
    write_sets("xiangqi_pawn_to[2][SQUARES]", 2 * SQUARES, pawn_to);
    write_sets("xiangqi_places[2][7]", 2 * KINDS, places);
    return 0;
}
