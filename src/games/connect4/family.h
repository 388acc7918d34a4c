/* A position's children judged without a search, all at once, one lane for each column.
 *
 * Values here are those of the data sets: +n is a win with the winner's stone number 22 - n, -n a
 * loss to the other side's, 0 a draw, always for the side to move of the position spoken of. */
#ifndef GAMES_CONNECT4_FAMILY_H
#define GAMES_CONNECT4_FAMILY_H

#include "lanes.h"
#include "position.h"

/* The value of winning with one's `moves`-th stone from now, and of losing to the other side's. */
INLINE int connect4_win_value(int ply, int moves)
{
    return (CONNECT4_SQUARES + 3 - ply) / 2 - moves;
}

INLINE int connect4_loss_value(int ply, int moves)
{
    return moves - (CONNECT4_SQUARES + 2 - ply) / 2;
}

/* The children of a position: lane c is the one after a stone in column c. Forced replies have
 * been played on: a child may be several plies further, with either side to move. */
struct family {
    lanes_t own, other;    /* of the child's side to move; of the one that has just moved */
    lanes_t threats;       /* squares that would give `other` four */
    lanes_t safe;          /* moves after which `other` does not win at once */
    lanes_t first_threats; /* of the mover, straight after its move */
    lanes_signed_t ply;
    lanes_signed_t lower, upper; /* bounds of the value for the mover, not for the child's side */
    unsigned lanes;              /* one bit for each move */
};

static const lanes_t family_columns = {
    CONNECT4_FIRST_COLUMN,       CONNECT4_FIRST_COLUMN << 7,
    CONNECT4_FIRST_COLUMN << 14, CONNECT4_FIRST_COLUMN << 21,
    CONNECT4_FIRST_COLUMN << 28, CONNECT4_FIRST_COLUMN << 35,
    CONNECT4_FIRST_COLUMN << 42, 0,
};

/* connect4_threats and connect4_has_four in every lane. */
INLINE lanes_t family_threats(lanes_t stones, lanes_t occupied)
{
    lanes_t squares = stones << 1 & stones << 2 & stones << 3;
    static const int directions[] = {6, 7, 8};
#pragma GCC unroll 3
    for (int i = 0; i < LENGTH(directions); i++) {
        int step = directions[i];
        lanes_t two_left = stones << step & stones << 2 * step;
        lanes_t two_right = stones >> step & stones >> 2 * step;
        squares |= two_left & (stones << 3 * step | stones >> step);
        squares |= two_right & (stones >> 3 * step | stones << step);
    }
    return squares & CONNECT4_BOARD & ~occupied;
}

INLINE lanes_t family_fours_along(lanes_t stones, int step)
{
    lanes_t pairs = stones & stones >> step;
    return pairs & pairs >> 2 * step;
}

INLINE lanes_t family_fours(lanes_t stones)
{
    return family_fours_along(stones, 1) | family_fours_along(stones, 6) |
           family_fours_along(stones, 7) | family_fours_along(stones, 8);
}

/* In each column, the squares strictly below the lowest of `squares`; all, if there is none. */
INLINE lanes_t family_below(lanes_t squares)
{
    lanes_t fenced = squares | CONNECT4_FENCE;
    return ~fenced & (fenced - CONNECT4_BOTTOM);
}

/* Squares above a threat that is certain to be executed when the square below it is taken. */
INLINE lanes_t family_out_of_reach(lanes_t threats)
{
    return CONNECT4_BOARD & ~threats & ~family_below(threats);
}

/* Plays the moves and then, in every lane, the forced replies: the only square that stops a four,
 * the only move that does not let the other side win. `lost` and `drawn` say in which lanes the
 * side to move has lost within two plies, and in which the board is full. */
INLINE void family_play_forced(struct family *family, lanes_signed_t *lost, lanes_signed_t *drawn)
{
    lanes_t own = family->own, other = family->other;
    lanes_signed_t running = (own | other) != 0; /* lanes without a move are all empty */
    *lost = *drawn = lanes_all_signed(0);
    bool first = true;
    for (;;) {
        lanes_t occupied = own | other;
        lanes_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
        lanes_t threats = family_threats(other, occupied);
        lanes_t wins = threats & landings;
        lanes_t safe = landings & ~(threats >> 1);
        if (first) {
            family->first_threats = threats;
            first = false;
        }
        family->threats = lanes_select(running, threats, family->threats);
        family->safe = lanes_select(running, safe, family->safe);
        /* Two fours to stop, one with another above it, or no move at all that stops the next. */
        lanes_signed_t beaten = (((wins & (wins - 1)) | (wins & ~safe)) != 0) | (safe == 0);
        lanes_signed_t full = landings == 0;
        *drawn |= running & full;
        *lost |= running & beaten & ~full;
        lanes_t only = lanes_select(wins != 0, wins,
                                    lanes_select((safe & (safe - 1)) == 0, safe, lanes_all(0)));
        running &= (only != 0) & ~beaten & ~full;
        if (!lanes_bits(running)) {
            break;
        }
        lanes_t played = own | only;
        own = lanes_select(running, other, own);
        other = lanes_select(running, played, other);
        family->ply -= running;
    }
    family->own = own;
    family->other = other;
}

/* The first player to move. If the second answers every stone with one above it, he gets every
 * empty even square but those that can be taken now: claimeven (Allis 1988). If the first player
 * cannot have four among the rest before those give the second four, she does not win; and if they
 * give him four, she loses, at the latest when all other columns are full. Returns her upper bound,
 * or `upper` where the rule says nothing. */
INLINE lanes_signed_t family_claim_even(const struct family *family, lanes_t empty,
                                        lanes_t landings, lanes_signed_t upper)
{
    lanes_t even = empty & CONNECT4_EVEN_RANKS & ~landings;
    lanes_t seconds = family->other | even;
    lanes_t certain = family->threats & even;
    lanes_t firsts = ~seconds & CONNECT4_BOARD & ~(empty & family_out_of_reach(certain));
    lanes_t fours = lanes_all(0), spoiled = family_fours_along(firsts, 1);
    static const int directions[] = {6, 7, 8};
#pragma GCC unroll 3
    for (int i = 0; i < LENGTH(directions); i++) {
        /* Hers above his of the same direction and columns would come too late. */
        lanes_t his = family_fours_along(seconds, directions[i]);
        spoiled |= family_fours_along(firsts, directions[i]) & family_below(his);
        fours |= his;
    }
    lanes_signed_t holds = spoiled == 0, wins = holds & (fours != 0);
    lanes_signed_t bound = lanes_all_signed(0);
    if (lanes_bits(wins)) {
        lanes_t low = family->other | (even & CONNECT4_BOTTOM << 1);
        lanes_t middle = low | (even & CONNECT4_BOTTOM << 3);
        bound = wins + (wins & (family_fours(middle) != 0)) + (wins & (family_fours(low) != 0));
    }
    return lanes_select_signed(holds, lanes_least(bound, upper), upper);
}

/* The second player to move, and the first has a threat on an odd rank that is not yet within
 * reach. If she answers every stone with one above it (and evens out the columns that begin oddly
 * against each other), he has at last to play below the threat: "zugzwang" (Allis 1988). He is lost
 * unless four of the squares that he may get this way are in a line. Returns his upper bound. */
INLINE lanes_signed_t family_odd_threat(const struct family *family, lanes_t empty,
                                        lanes_t landings, lanes_t threats, lanes_signed_t upper)
{
    lanes_t certain = family->threats & CONNECT4_EVEN_RANKS & ~landings;
    lanes_t out_of_reach = empty & family_out_of_reach(certain);
    lanes_t seconds = family->own | landings | (empty & CONNECT4_ODD_RANKS);
    do {
        lanes_t threat = threats & (0 - threats);
        lanes_t bottom = ((threat >> 2) | (threat >> 4)) & CONNECT4_BOTTOM;
        lanes_t column = (bottom << CONNECT4_RANKS) - bottom;
        threats &= ~column;
        lanes_t taken = (seconds & ~(empty & column & ~landings) & ~(out_of_reach & ~column)) |
                        (empty & CONNECT4_EVEN_RANKS & column & (threat - 1));
        lanes_signed_t holds = (threat != 0) & (family_fours(taken) == 0);
        lanes_signed_t third_rank = (threat & CONNECT4_BOTTOM << 2) != 0;
        upper = lanes_select_signed(holds, lanes_least(third_rank - 1, upper), upper);
    } while (lanes_bits(threats != 0));
    return upper;
}

/* The children after the moves (landing squares) `moves` of a position in which the side to move
 * cannot win at once; none of the moves may let the other side win at once. `alpha`: what matters
 * is whether values are above it. */
INLINE void family_expand(struct family *family, bitboard_t own, bitboard_t other, bitboard_t moves,
                          int ply, int alpha)
{
    lanes_t stones = family_columns & moves;
    lanes_signed_t live = stones != 0;
    family->own = lanes_select(live, lanes_all(other), lanes_all(0));
    family->other = lanes_select(live, stones | own, lanes_all(0));
    family->ply = lanes_all_signed(ply + 1);
    family->threats = family->safe = lanes_all(0);
    lanes_signed_t lost, drawn;
    family_play_forced(family, &lost, &drawn);

    /* Nobody wins with the next stone, nor loses to the one after it. */
    lanes_signed_t lower = -((CONNECT4_SQUARES - 2 - family->ply) >> 1);
    lanes_signed_t upper = (CONNECT4_SQUARES - 1 - family->ply) >> 1;
    lanes_signed_t loss = -((CONNECT4_SQUARES - family->ply) >> 1);
    lower = lanes_select_signed(lost, loss, lower) & ~drawn;
    upper = lanes_select_signed(lost, loss, upper) & ~drawn;

    lanes_signed_t open = live & ~lost & ~drawn;
    lanes_signed_t odd = (family->ply & 1) != 0;
    lanes_t occupied = family->own | family->other;
    lanes_t empty = CONNECT4_BOARD & ~occupied;
    lanes_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    if (lanes_bits(open & ~odd)) {
        upper = lanes_select_signed(open & ~odd, family_claim_even(family, empty, landings, upper),
                                    upper);
    }
    lanes_t threats = (lanes_t)(open & odd) & family->threats & CONNECT4_ODD_RANKS & ~landings;
    if (lanes_bits(threats != 0)) {
        upper = family_odd_threat(family, empty, landings, threats, upper);
    }

    /* Turned round to the mover of the position. Who cannot have four any more does not win. */
    lanes_signed_t same = ((family->ply ^ ply) & 1) == 0;
    family->lower = lanes_select_signed(same, lower, -upper);
    family->upper = lanes_select_signed(same, upper, -lower);
    lanes_t movers = lanes_select(same, family->own, family->other);
    if (alpha >= 0) {
        lanes_signed_t hopeless = open & (family_fours(movers | empty) == 0);
        family->upper &= ~(hopeless & (family->upper > 0));
    } else {
        lanes_signed_t harmless = open & (family_fours((occupied ^ movers) | empty) == 0);
        family->lower &= ~(harmless & (family->lower < 0));
    }
    family->lanes = lanes_bits(live);
}

/* Whether the side to move wins with its second stone: some move of `moves` leaves the other side
 * without an answer. The same conditions as in family_expand. */
INLINE bool family_wins_in_two(bitboard_t own, bitboard_t other, bitboard_t moves)
{
    lanes_t stones = family_columns & moves;
    lanes_t movers = stones | own, occupied = movers | other;
    lanes_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    lanes_t threats = family_threats(movers, occupied);
    lanes_t wins = threats & landings, safe = landings & ~(threats >> 1);
    lanes_signed_t beaten = (((wins & (wins - 1)) | (wins & ~safe)) != 0) | (safe == 0);
    return lanes_bits(beaten & (stones != 0)) != 0;
}

#endif
