/* SPDX-License-Identifier: MIT */
/* Computes bounds of the values of a position's children without a search, for several children at
 * once in SIMD boards.
 *
 * A value v > 0 is a win of the side to move with stone number 22 - v of its own, v < 0 a loss to
 * stone number 22 + v of the other side, 0 a draw. These are the scores of the data sets in
 * tests/data/connect4. */
#ifndef CONNECT4_CHILDREN_H
#define CONNECT4_CHILDREN_H

#include "connect4/rules.h"
#include "simd_boards.h"

/* The value of a win with the side's `moves`-th stone from now, and of a loss to the other side's
 * `moves`-th stone from now; `ply` stones are on the board. */
INLINE int connect4_win_value(int ply, int moves)
{
    return (CONNECT4_SQUARES + 3 - ply) / 2 - moves;
}

INLINE int connect4_loss_value(int ply, int moves)
{
    return moves - (CONNECT4_SQUARES + 2 - ply) / 2;
}

/* The maximum number of children, and the boards that hold them: whole vectors. */
#define CONNECT4_CHILDREN 8

/* The children of a position, after all forced replies. A child may therefore be several plies
 * further on, with either side to move. */
struct connect4_children {
    unsigned live;         /* bit i: child i is one */
    unsigned above, below; /* bit i: the bounds prove that child i is above alpha; that it is not */
    uint64_t moves[CONNECT4_CHILDREN];   /* the squares of the moves, from left to right */
    uint64_t own[CONNECT4_CHILDREN];     /* stones of the child's side to move */
    uint64_t other[CONNECT4_CHILDREN];   /* of the other side */
    uint64_t threats[CONNECT4_CHILDREN]; /* squares that would give `other` four */
    uint64_t safe[CONNECT4_CHILDREN];    /* moves after which `other` does not win at once */
    /* The threats of the position's mover after its move and before forced replies. */
    uint64_t first_threats[CONNECT4_CHILDREN];
    int64_t ply[CONNECT4_CHILDREN];
    int64_t lower[CONNECT4_CHILDREN]; /* bounds of the value for the position's mover */
    int64_t upper[CONNECT4_CHILDREN];
};

/* One vector of children, one per lane; a lane without a child has empty boards. */
struct connect4_simd_children {
    simd_boards_t own, other, threats, safe, first_threats;
    simd_numbers_t ply;
};

/* Takes as many moves as a vector has lanes from `moves`, from left to right, one square per lane.
 * Eight lanes take all moves, each column's in its own lane. */
INLINE simd_boards_t connect4_children_take(bitboard_t *moves)
{
    bitboard_t squares[SIMD_LANES];
#if SIMD_LANES == 8
    const simd_boards_t columns = {
        CONNECT4_FIRST_COLUMN,       CONNECT4_FIRST_COLUMN << 7,
        CONNECT4_FIRST_COLUMN << 14, CONNECT4_FIRST_COLUMN << 21,
        CONNECT4_FIRST_COLUMN << 28, CONNECT4_FIRST_COLUMN << 35,
        CONNECT4_FIRST_COLUMN << 42, 0,
    };
    simd_boards_t taken = columns & *moves;
    *moves = 0;
    (void)squares;
    return taken;
#else
    for (int i = 0; i < SIMD_LANES; i++) {
        squares[i] = *moves & (0 - *moves);
        *moves &= *moves - 1;
    }
    return simd_of(squares);
#endif
}

/* connect4_threats of each board. */
INLINE simd_boards_t connect4_children_threats(simd_boards_t stones, simd_boards_t occupied)
{
    simd_boards_t squares = stones << 1 & stones << 2 & stones << 3;
    static const int directions[] = {6, 7, 8};
#pragma GCC unroll 3
    for (int i = 0; i < LENGTH(directions); i++) {
        int step = directions[i];
        simd_boards_t two_left = stones << step & stones << 2 * step;
        simd_boards_t two_right = stones >> step & stones >> 2 * step;
        squares |= two_left & (stones << 3 * step | stones >> step);
        squares |= two_right & (stones >> 3 * step | stones << step);
    }
    return squares & CONNECT4_BOARD & ~occupied;
}

/* The squares on which a four begins: along one direction, and along any direction. */
INLINE simd_boards_t connect4_children_fours_along(simd_boards_t stones, int step)
{
    simd_boards_t pairs = stones & stones >> step;
    return pairs & pairs >> 2 * step;
}

INLINE simd_boards_t connect4_children_fours(simd_boards_t stones)
{
    return connect4_children_fours_along(stones, 1) | connect4_children_fours_along(stones, 6) |
           connect4_children_fours_along(stones, 7) | connect4_children_fours_along(stones, 8);
}

/* In each column, the squares strictly below the lowest of `squares`; all, if there is none. */
INLINE simd_boards_t connect4_children_below(simd_boards_t squares)
{
    simd_boards_t fenced = squares | CONNECT4_FENCE;
    return ~fenced & (fenced - CONNECT4_BOTTOM);
}

/* The squares above a threat of the side that gets a stone there as soon as the square below is
 * taken: the game ends before they are reached. */
INLINE simd_boards_t connect4_children_out_of_reach(simd_boards_t threats)
{
    return CONNECT4_BOARD & ~threats & ~connect4_children_below(threats);
}

/* Plays forced replies on all boards: the only square that stops a four, or the only move after
 * which the other side does not win at once. `lost`: boards on which the side to move loses within
 * two plies. `drawn`: full boards. */
INLINE void connect4_children_play_forced(struct connect4_simd_children *children,
                                          simd_numbers_t *lost, simd_numbers_t *drawn)
{
    simd_boards_t own = children->own, other = children->other;
    simd_numbers_t running = (own | other) != 0; /* boards without a move are empty */
    *lost = *drawn = simd_set1_numbers(0);
    bool first = true;
    for (;;) {
        simd_boards_t occupied = own | other;
        simd_boards_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
        simd_boards_t threats = connect4_children_threats(other, occupied);
        simd_boards_t wins = threats & landings;
        simd_boards_t safe = landings & ~(threats >> 1);
        if (first) {
            children->first_threats = threats;
            first = false;
        }
        children->threats = simd_select(running, threats, children->threats);
        children->safe = simd_select(running, safe, children->safe);
        /* Two fours to stop, a four with another one directly above it, or no safe move. */
        simd_numbers_t beaten = (((wins & (wins - 1)) | (wins & ~safe)) != 0) | (safe == 0);
        simd_numbers_t full = landings == 0;
        *drawn |= running & full;
        *lost |= running & beaten & ~full;
        simd_boards_t only =
            simd_select(wins != 0, wins, simd_select((safe & (safe - 1)) == 0, safe, simd_set1(0)));
        running &= (only != 0) & ~beaten & ~full;
        if (!simd_mask(running)) {
            break;
        }
        simd_boards_t played = own | only;
        own = simd_select(running, other, own);
        other = simd_select(running, played, other);
        children->ply -= running;
    }
    children->own = own;
    children->other = other;
}

/* Claimeven (Allis 1988), with the first player to move. A second player who answers each stone
 * with one on top of it gets all empty even squares except those that are landing squares now. If
 * the first player cannot make four on the remaining squares before the even squares give the
 * second player four, the first player does not win. If the even squares give the second player
 * four, the first player loses, at the latest when all other columns are full. Returns an upper
 * bound for the first player; `upper` where the rule does not apply. */
INLINE simd_numbers_t connect4_children_claim_even(const struct connect4_simd_children *children,
                                                   simd_boards_t empty, simd_boards_t landings,
                                                   simd_numbers_t upper)
{
    simd_boards_t even = empty & CONNECT4_EVEN_RANKS & ~landings;
    simd_boards_t second = children->other | even;
    simd_boards_t certain = children->threats & even;
    simd_boards_t first =
        ~second & CONNECT4_BOARD & ~(empty & connect4_children_out_of_reach(certain));
    simd_boards_t fours = simd_set1(0), spoiled = connect4_children_fours_along(first, 1);
    static const int directions[] = {6, 7, 8};
#pragma GCC unroll 3
    for (int i = 0; i < LENGTH(directions); i++) {
        /* A four of the first player above one of the second player's is too late. */
        simd_boards_t second_fours = connect4_children_fours_along(second, directions[i]);
        spoiled |= connect4_children_fours_along(first, directions[i]) &
                   connect4_children_below(second_fours);
        fours |= second_fours;
    }
    simd_numbers_t holds = spoiled == 0, wins = holds & (fours != 0);
    simd_numbers_t bound = simd_set1_numbers(0);
    if (simd_mask(wins)) {
        simd_boards_t low = children->other | (even & CONNECT4_BOTTOM << 1);
        simd_boards_t middle = low | (even & CONNECT4_BOTTOM << 3);
        bound = wins + (wins & (connect4_children_fours(middle) != 0)) +
                (wins & (connect4_children_fours(low) != 0));
    }
    return simd_select_numbers(holds, simd_min(bound, upper), upper);
}

/* Zugzwang by an odd threat (Allis 1988), with the second player to move and a threat of the first
 * player on an odd rank that is no landing square yet. The first player answers each stone with one
 * on top of it; in columns with an odd number of empty squares it may have to answer in another
 * such column. In the end the second player must play directly below the threat and loses, unless
 * the squares that it may get until then hold a four. Returns an upper bound for the second player.
 */
INLINE simd_numbers_t connect4_children_odd_threat(const struct connect4_simd_children *children,
                                                   simd_boards_t empty, simd_boards_t landings,
                                                   simd_boards_t threats, simd_numbers_t upper)
{
    simd_boards_t certain = children->threats & CONNECT4_EVEN_RANKS & ~landings;
    simd_boards_t out_of_reach = empty & connect4_children_out_of_reach(certain);
    simd_boards_t second = children->own | landings | (empty & CONNECT4_ODD_RANKS);
    do {
        simd_boards_t threat = threats & (0 - threats);
        simd_boards_t bottom = ((threat >> 2) | (threat >> 4)) & CONNECT4_BOTTOM;
        simd_boards_t column = (bottom << CONNECT4_RANKS) - bottom;
        threats &= ~column;
        simd_boards_t taken = (second & ~(empty & column & ~landings) & ~(out_of_reach & ~column)) |
                              (empty & CONNECT4_EVEN_RANKS & column & (threat - 1));
        simd_numbers_t holds = (threat != 0) & (connect4_children_fours(taken) == 0);
        simd_numbers_t third_rank = (threat & CONNECT4_BOTTOM << 2) != 0;
        upper = simd_select_numbers(holds, simd_min(third_rank - 1, upper), upper);
    } while (simd_mask(threats != 0));
    return upper;
}

/* Computes the children after the moves in the lanes of `stones`, which are landing squares, and
 * their bounds: see connect4_children_expand. */
INLINE void connect4_simd_children_expand(struct connect4_simd_children *children, bitboard_t own,
                                          bitboard_t other, simd_boards_t stones, int ply,
                                          int alpha, simd_numbers_t *lower_bound,
                                          simd_numbers_t *upper_bound)
{
    simd_numbers_t live = stones != 0;
    children->own = (simd_boards_t)live & other;
    children->other = (simd_boards_t)live & (stones | own);
    children->ply = simd_set1_numbers(ply + 1);
    children->threats = children->safe = simd_set1(0);
    simd_numbers_t lost, drawn;
    connect4_children_play_forced(children, &lost, &drawn);

    /* On the other boards, neither the next stone nor the one after it wins. */
    simd_numbers_t lower = -simd_half(CONNECT4_SQUARES - 2 - children->ply);
    simd_numbers_t upper = simd_half(CONNECT4_SQUARES - 1 - children->ply);
    /* 42 squares. NOLINTNEXTLINE(bugprone-implicit-widening-of-multiplication-result) */
    simd_numbers_t loss = -simd_half(CONNECT4_SQUARES - children->ply);
    lower = simd_select_numbers(lost, loss, lower) & ~drawn;
    upper = simd_select_numbers(lost, loss, upper) & ~drawn;

    simd_numbers_t open = live & ~lost & ~drawn;
    simd_numbers_t odd = (children->ply & 1) != 0;
    simd_boards_t occupied = children->own | children->other;
    simd_boards_t empty = CONNECT4_BOARD & ~occupied;
    simd_boards_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    if (simd_mask(open & ~odd)) {
        upper = simd_select_numbers(
            open & ~odd, connect4_children_claim_even(children, empty, landings, upper), upper);
    }
    simd_boards_t threats =
        (simd_boards_t)(open & odd) & children->threats & CONNECT4_ODD_RANKS & ~landings;
    if (simd_mask(threats != 0)) {
        upper = connect4_children_odd_threat(children, empty, landings, threats, upper);
    }

    /* The bounds for the position's mover. A side that can no longer make four does not win. */
    simd_numbers_t same = ((children->ply ^ ply) & 1) == 0;
    *lower_bound = simd_select_numbers(same, lower, -upper);
    *upper_bound = simd_select_numbers(same, upper, -lower);
    simd_boards_t movers = simd_select(same, children->own, children->other);
    if (alpha >= 0) {
        simd_numbers_t hopeless = open & (connect4_children_fours(movers | empty) == 0);
        *upper_bound &= ~(hopeless & (*upper_bound > 0));
    } else {
        simd_numbers_t harmless =
            open & (connect4_children_fours((occupied ^ movers) | empty) == 0);
        *lower_bound &= ~(harmless & (*lower_bound < 0));
    }
}

/* Computes the children after `moves` (landing squares) and their bounds. The side to move must not
 * be able to win at once, and none of the moves may let the other side win at once. The bounds only
 * need to decide whether a value is above alpha. */
INLINE void connect4_children_expand(struct connect4_children *children, bitboard_t own,
                                     bitboard_t other, bitboard_t moves, int ply, int alpha)
{
    children->live = children->above = children->below = 0;
    for (int i = 0; moves; i += SIMD_LANES) {
        simd_boards_t stones = connect4_children_take(&moves);
        struct connect4_simd_children lanes;
        simd_numbers_t lower, upper;
        connect4_simd_children_expand(&lanes, own, other, stones, ply, alpha, &lower, &upper);
        simd_store(&children->moves[i], stones);
        simd_store(&children->own[i], lanes.own);
        simd_store(&children->other[i], lanes.other);
        simd_store(&children->threats[i], lanes.threats);
        simd_store(&children->safe[i], lanes.safe);
        simd_store(&children->first_threats[i], lanes.first_threats);
        simd_store_numbers(&children->ply[i], lanes.ply);
        simd_store_numbers(&children->lower[i], lower);
        simd_store_numbers(&children->upper[i], upper);
        children->live |= simd_mask(stones != 0) << i;
        children->above |= simd_mask(lower > alpha) << i;
        children->below |= simd_mask(upper <= alpha) << i;
    }
    children->above &= children->live;
    children->below &= children->live;
}

/* Whether the side to move wins with its second stone from now, because the other side has no
 * defence after one of `moves`. The conditions are those of connect4_children_play_forced. */
INLINE bool connect4_children_wins_in_two(bitboard_t own, bitboard_t other, bitboard_t moves)
{
    while (moves) {
        simd_boards_t stones = connect4_children_take(&moves);
        simd_boards_t movers = stones | own, occupied = movers | other;
        simd_boards_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
        simd_boards_t threats = connect4_children_threats(movers, occupied);
        simd_boards_t wins = threats & landings, safe = landings & ~(threats >> 1);
        simd_numbers_t beaten = (((wins & (wins - 1)) | (wins & ~safe)) != 0) | (safe == 0);
        if (simd_mask(beaten & (stones != 0))) {
            return true;
        }
    }
    return false;
}

#endif
