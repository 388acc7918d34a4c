/* SPDX-License-Identifier: MIT */
#include "chess_solver.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PIECES_MOST  4
#define ENDINGS_MOST 16

/* A move that draws: the position is never lost. */
#define NEVER_LOST 255

struct ending {
    const char *name;
    int pieces, sides[PIECES_MOST], kinds[PIECES_MOST]; /* piece 0 is White's king */
    bool pawns;
    uint32_t count;
    uint8_t *results; /* enum solved, for the side to move */
    uint8_t *left;    /* legal moves that are not known to lose */
    uint32_t *queue;  /* solved positions whose predecessors are not yet updated */
    uint32_t first, last;
};

static struct ending endings[ENDINGS_MOST];
static int ending_count;

static void read_ending(const char *name, struct ending *ending)
{
    static const char letters[] = "PNBRQK";
    *ending = (struct ending){.name = name};
    int side = WHITE;
    for (; *name; name++) {
        if (*name == 'v') {
            side = BLACK;
            continue;
        }
        const int kind = (int)(strchr(letters, *name) - letters);
        ending->sides[ending->pieces] = side;
        ending->kinds[ending->pieces++] = kind;
        ending->pawns |= kind == PAWN;
    }
    ending->count = 2 * 32;
    for (int i = 1; i < ending->pieces; i++) {
        ending->count *= 64;
    }
}

/* The number of a position. Reflections bring White's king to the files a to d and, without pawns,
 * to the ranks 1 to 4. No square is its own reflection, so each position has one number. */
static uint32_t number_of(const struct ending *ending, int side, const int *squares)
{
    const int mirror = (squares[0] & 4 ? 7 : 0) ^ (!ending->pawns && squares[0] & 32 ? 56 : 0);
    const int king = squares[0] ^ mirror;
    uint32_t number = (uint32_t)(side * 32 + (king >> 3) * 4 + (king & 3));
    for (int i = 1; i < ending->pieces; i++) {
        number = number * 64 + (uint32_t)(squares[i] ^ mirror);
    }
    return number;
}

static int squares_of(const struct ending *ending, uint32_t number, int *squares)
{
    for (int i = ending->pieces - 1; i > 0; i--) {
        squares[i] = (int)(number % 64);
        number /= 64;
    }
    squares[0] = (int)(number % 32 / 4 * 8 + number % 4);
    return (int)(number / 32);
}

static void put_pieces(const struct ending *ending, int side, const int *squares,
                       struct chess_board *board)
{
    *board = (struct chess_board){.side = (uint8_t)side};
    for (int i = 0; i < ending->pieces; i++) {
        board->kinds[ending->kinds[i]] |= bit(squares[i]);
        board->sides[ending->sides[i]] |= bit(squares[i]);
    }
}

static bool is_attacked(const struct chess_board *board, enum side side)
{
    return checkers_of(board, side) != 0;
}

static bool is_possible(const struct ending *ending, const struct chess_board *board)
{
    return bit_count(occupied(board)) == ending->pieces &&
           !(board->kinds[PAWN] & (RANK_1 | RANK_8)) &&
           !is_attacked(board, other_side((enum side)board->side));
}

/* The result of a board of another ending for the side to move. */
static enum solved look_up(const struct chess_board *board)
{
    if (bit_count(occupied(board)) == 2) {
        return SOLVED_DRAW;
    }
    for (int i = 0; i < 2 * ending_count; i++) {
        const struct ending *ending = &endings[i / 2];
        const int swap = i % 2; /* the colours, and the board upside down */
        int squares[PIECES_MOST];
        bitboard_t left = occupied(board);
        bool fits = bit_count(left) == ending->pieces;
        for (int k = 0; k < ending->pieces && fits; k++) {
            const bitboard_t found =
                left & board->kinds[ending->kinds[k]] & board->sides[ending->sides[k] ^ swap];
            fits = found != 0;
            squares[k] = fits ? bit_lowest(found) ^ (swap ? 56 : 0) : 0;
            left &= fits ? ~bit(bit_lowest(found)) : left;
        }
        if (fits) {
            return (enum solved)ending->results[number_of(ending, board->side ^ swap, squares)];
        }
    }
    ck_abort_msg("an ending of %d pieces is not solved", bit_count(occupied(board)));
    return SOLVED_ILLEGAL;
}

/* The legal moves of a position. */
struct moves {
    bool any, win, draw; /* win, draw: by a move that leaves the ending */
    int left;            /* that stay in the ending */
};

/* Counts a move that leads to this board. */
static void count_move(struct chess_board *board, bool leaves, struct moves *moves)
{
    const enum side us = (enum side)board->side;
    if (is_attacked(board, us)) {
        return;
    }
    moves->any = true;
    moves->left += !leaves;
    board->side ^= 1;
    const enum solved reply = leaves ? look_up(board) : SOLVED_WIN;
    moves->win |= reply == SOLVED_LOSS;
    moves->draw |= reply == SOLVED_DRAW;
}

static void count_moves_of(const struct chess_board *board, int kind, int from, struct moves *moves)
{
    const enum side us = (enum side)board->side, them = other_side(us);
    const bitboard_t all = occupied(board);
    bitboard_t targets = piece_attacks((enum kind)kind, from, all) & ~board->sides[us];
    if (kind == PAWN) {
        const bitboard_t one = shift_ahead(us, bit(from)) & ~all;
        targets = one | (shift_ahead(us, one & rank_bits(us, 2)) & ~all) |
                  (chess_pawn_attacks[us][from] & board->sides[them]);
    }
    while (targets) {
        const int to = bit_pop(&targets);
        const bool promotes = kind == PAWN && bit(to) & (RANK_1 | RANK_8);
        for (int becomes = promotes ? KNIGHT : kind; becomes <= (promotes ? QUEEN : kind);
             becomes++) {
            struct chess_board after = *board;
            for (int i = 0; i < KINDS; i++) {
                after.kinds[i] &= ~(bit(from) | bit(to));
            }
            after.kinds[becomes] |= bit(to);
            after.sides[us] ^= bit(from) | bit(to);
            after.sides[them] &= ~bit(to);
            count_move(&after, promotes || all & bit(to), moves);
        }
    }
}

static void decide(struct ending *ending, uint32_t number, enum solved result)
{
    ending->results[number] = (uint8_t)result;
    ending->queue[ending->last++] = number;
}

/* Finds what is decided without other positions of the ending. */
static void begin(struct ending *ending, uint32_t number)
{
    struct chess_board board;
    int squares[PIECES_MOST];
    const int side = squares_of(ending, number, squares);
    put_pieces(ending, side, squares, &board);
    if (number_of(ending, side, squares) != number || !is_possible(ending, &board)) {
        ending->results[number] = SOLVED_ILLEGAL;
        return;
    }
    struct moves moves = {.left = 0};
    for (int i = 0; i < ending->pieces; i++) {
        if (ending->sides[i] == side) {
            count_moves_of(&board, ending->kinds[i], squares[i], &moves);
        }
    }
    const bool stalemate = !moves.any && !is_attacked(&board, (enum side)side);
    ending->left[number] = moves.draw || stalemate ? NEVER_LOST : (uint8_t)moves.left;
    if (moves.win) {
        decide(ending, number, SOLVED_WIN);
    } else if (ending->left[number] == 0) {
        decide(ending, number, SOLVED_LOSS);
    }
}

/* Updates the positions from which a move, of a piece of the side that is not to move, leads to
 * this one. */
static void update_predecessors(struct ending *ending, uint32_t number)
{
    struct chess_board board;
    int squares[PIECES_MOST];
    const int side = squares_of(ending, number, squares), mover = !side;
    put_pieces(ending, side, squares, &board);
    const bitboard_t all = occupied(&board);
    for (int i = 0; i < ending->pieces; i++) {
        const int kind = ending->kinds[i], at = squares[i];
        if (ending->sides[i] != mover) {
            continue;
        }
        bitboard_t origins = piece_attacks((enum kind)kind, at, all) & ~all;
        if (kind == PAWN) {
            const enum side us = (enum side)mover, back = other_side(us);
            const bitboard_t one = shift_ahead(back, bit(at)) & ~all;
            const bitboard_t two = shift_ahead(back, one) & ~all;
            origins = (one & ~rank_bits(us, 0)) | (two & rank_bits(us, 1));
        }
        while (origins) {
            squares[i] = bit_pop(&origins);
            const uint32_t before = number_of(ending, mover, squares);
            if (ending->results[before] != SOLVED_DRAW) {
                continue;
            }
            if (ending->results[number] == SOLVED_LOSS) {
                decide(ending, before, SOLVED_WIN);
            } else if (ending->left[before] != NEVER_LOST && --ending->left[before] == 0) {
                decide(ending, before, SOLVED_LOSS);
            }
        }
        squares[i] = at;
    }
}

void solve_ending(const char *name)
{
    struct ending *ending = &endings[ending_count];
    ck_assert_int_lt(ending_count, ENDINGS_MOST);
    read_ending(name, ending);
    ending->results = calloc(ending->count, 1);
    ending->left = calloc(ending->count, 1);
    ending->queue = calloc(ending->count, sizeof *ending->queue);
    ck_assert(ending->results && ending->left && ending->queue);
    for (uint32_t number = 0; number < ending->count; number++) {
        begin(ending, number);
    }
    while (ending->first < ending->last) {
        update_predecessors(ending, ending->queue[ending->first++]);
    }
    free(ending->left);
    free(ending->queue);
    ending_count++;
}

static const struct ending *find_ending(const char *name)
{
    for (int i = 0; i < ending_count; i++) {
        if (strcmp(endings[i].name, name) == 0) {
            return &endings[i];
        }
    }
    ck_abort_msg("%s is not solved", name);
    return NULL;
}

uint32_t solved_count(const char *name)
{
    return find_ending(name)->count;
}

enum solved solved_position(const char *name, uint32_t number, struct chess_board *board)
{
    const struct ending *ending = find_ending(name);
    int squares[PIECES_MOST];
    const int side = squares_of(ending, number, squares);
    put_pieces(ending, side, squares, board);
    return (enum solved)ending->results[number];
}
