/* SPDX-License-Identifier: MIT */
/* Writes the constants that tables.h declares to standard output. It runs at build time and writes
 * the same bytes on every machine. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILES = 9, RANKS = 10, SQUARES = FILES * RANKS, OFF_BOARD = 127 };
enum { KING, ADVISOR, ELEPHANT, PAWN = 6, KINDS };

static const int beside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

/* The generator stores a set as an array of flags. The code that reads the tables uses integers of
 * 128 bits. */
struct set {
    bool has[SQUARES];
};

static bool on_board(int file, int rank)
{
    return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

static void add(struct set *set, int file, int rank)
{
    if (on_board(file, rank)) {
        set->has[rank * FILES + file] = true;
    }
}

static void write_set(const struct set *set)
{
    uint64_t halves[2] = {0, 0};
    for (int square = 0; square < SQUARES; square++) {
        if (set->has[square]) {
            halves[square / 64] |= UINT64_C(1) << square % 64;
        }
    }
    printf("(board_set)UINT64_C(%" PRIu64 ") << 64 | UINT64_C(%" PRIu64 "),", halves[1], halves[0]);
}

/* The squares on a line that a rook, or a cannon that captures, reaches from a place. */
static unsigned line_reach(unsigned occupied, int length, int place, bool cannon)
{
    const int most =
        cannon ? 1 : 0; /* the number of pieces that may stand before the last square */
    unsigned reach = 0;
    for (int step = -1; step <= 1; step += 2) {
        int met = 0;
        for (int at = place + step; at >= 0 && at < length && met <= most; at += step) {
            const bool taken = occupied >> at & 1;
            reach |= !cannon || (taken && met == 1) ? 1U << at : 0;
            met += taken;
        }
    }
    return reach;
}

static void write_lines(const char *name, int length, bool cannon)
{
    printf("const uint16_t xiangqi_%s[%d][1 << %d] = {\n", name, length, length);
    for (int place = 0; place < length; place++) {
        printf("{");
        for (unsigned occupied = 0; occupied < 1U << length; occupied++) {
            printf("%u,", line_reach(occupied, length, place, cannon));
        }
        printf("},\n");
    }
    printf("};\n");
}

static void write_spread(void)
{
    printf("const board_set xiangqi_file_spread[1 << %d] = {\n", RANKS);
    for (unsigned bits = 0; bits < 1U << RANKS; bits++) {
        struct set set = {0};
        for (int rank = 0; rank < RANKS; rank++) {
            set.has[(ptrdiff_t)rank * FILES] = bits >> rank & 1;
        }
        write_set(&set);
    }
    printf("};\n");
}

static void write_neighbours(const char *name, const int steps[4][2])
{
    printf("const uint8_t xiangqi_%s[%d][4] = {\n", name, SQUARES);
    for (int square = 0; square < SQUARES; square++) {
        printf("{");
        for (int i = 0; i < 4; i++) {
            const int file = square % FILES + steps[i][0], rank = square / FILES + steps[i][1];
            printf("%d,", on_board(file, rank) ? rank * FILES + file : OFF_BOARD);
        }
        printf("},\n");
    }
    printf("};\n");
}

static int side_of(int rank)
{
    return rank >= RANKS / 2;
}

typedef struct set reach_function(int file, int rank, unsigned blocked);

/* The horse moves one step straight, then one diagonally. */
static struct set horse(int file, int rank, unsigned blocked)
{
    struct set set = {0};
    for (int i = 0; i < 4; i++) {
        for (int turn = -1; turn <= 1 && !(blocked >> i & 1); turn += 2) {
            add(&set, file + 2 * beside[i][0] + turn * beside[i][1],
                rank + 2 * beside[i][1] + turn * beside[i][0]);
        }
    }
    return set;
}

/* The reverse of the horse's move: the leg is diagonally next to the target. */
static struct set horse_to(int file, int rank, unsigned blocked)
{
    struct set set = {0};
    for (int i = 0; i < 4; i++) {
        if (!(blocked >> i & 1)) {
            add(&set, file + 2 * diagonal[i][0], rank + diagonal[i][1]);
            add(&set, file + diagonal[i][0], rank + 2 * diagonal[i][1]);
        }
    }
    return set;
}

static struct set elephant(int file, int rank, unsigned blocked)
{
    struct set set = {0};
    for (int i = 0; i < 4; i++) {
        const int to = rank + 2 * diagonal[i][1];
        if (!(blocked >> i & 1) && side_of(to) == side_of(rank)) {
            add(&set, file + 2 * diagonal[i][0], to);
        }
    }
    return set;
}

static void write_blocked(const char *name, reach_function *reach)
{
    printf("const board_set xiangqi_%s[%d][16] = {\n", name, SQUARES);
    for (int square = 0; square < SQUARES; square++) {
        printf("{");
        for (unsigned blocked = 0; blocked < 16; blocked++) {
            const struct set set = reach(square % FILES, square / FILES, blocked);
            write_set(&set);
        }
        printf("},\n");
    }
    printf("};\n");
}

static bool in_palace(int file, int rank)
{
    return file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
}

static void write_steps(const char *name, const int steps[4][2], bool palace)
{
    printf("const board_set xiangqi_%s[%d] = {\n", name, SQUARES);
    for (int square = 0; square < SQUARES; square++) {
        struct set set = {0};
        for (int i = 0; i < 4; i++) {
            const int file = square % FILES + steps[i][0], rank = square / FILES + steps[i][1];
            if (!palace || in_palace(file, rank)) {
                add(&set, file, rank);
            }
        }
        write_set(&set);
    }
    printf("};\n");
}

/* The pawn moves forward, and sideways beyond the river. */
static struct set pawn(int side, int file, int rank)
{
    struct set set = {0};
    add(&set, file, rank + (side ? -1 : 1));
    if (side_of(rank) != side) {
        add(&set, file - 1, rank);
        add(&set, file + 1, rank);
    }
    return set;
}

static struct set pawn_to(int side, int file, int rank)
{
    struct set set = {0};
    for (int square = 0; square < SQUARES; square++) {
        set.has[square] = pawn(side, square % FILES, square / FILES).has[rank * FILES + file];
    }
    return set;
}

static void write_pawns(const char *name, struct set (*reach)(int side, int file, int rank))
{
    printf("const board_set xiangqi_%s[2][%d] = {\n", name, SQUARES);
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int square = 0; square < SQUARES; square++) {
            const struct set set = reach(side, square % FILES, square / FILES);
            write_set(&set);
        }
        printf("},\n");
    }
    printf("};\n");
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

static void write_places(void)
{
    printf("const board_set xiangqi_places[2][%d] = {\n", KINDS);
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int kind = 0; kind < KINDS; kind++) {
            struct set set;
            for (int square = 0; square < SQUARES; square++) {
                const int rank = square / FILES, depth = side ? RANKS - 1 - rank : rank;
                set.has[square] = may_stand(kind, square % FILES, depth);
            }
            write_set(&set);
        }
        printf("},\n");
    }
    printf("};\n");
}

int main(void)
{
    printf("#include \"xiangqi/tables.h\"\n\n");
    write_lines("rank_rook", FILES, false);
    write_lines("rank_cannon", FILES, true);
    write_lines("file_rook", RANKS, false);
    write_lines("file_cannon", RANKS, true);
    write_spread();
    write_neighbours("legs", beside);
    write_neighbours("diagonals", diagonal);
    write_blocked("horse", horse);
    write_blocked("horse_to", horse_to);
    write_blocked("elephant", elephant);
    write_steps("king", beside, true);
    write_steps("advisor", diagonal, true);
    write_steps("diagonal_set", diagonal, false);
    write_pawns("pawn", pawn);
    write_pawns("pawn_to", pawn_to);
    write_places();
    return 0;
}
