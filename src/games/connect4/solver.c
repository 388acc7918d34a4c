#include "solver.h"

#include "family.h"
#include "solver_choice.h"

/* The table is asked and told if the question reaches at least this many plies ahead. */
#define TABLE_PLIES 6

/* How far the question "is the value above alpha?" reaches: for alpha >= 0 up to the ply of the
 * last stone that wins soon enough, for alpha < 0 up to the other side's last that does. */
INLINE int question_plies(int ply, int alpha)
{
    return alpha >= 0 ? 2 * ((CONNECT4_SQUARES + 1 - ply) / 2 - alpha) - 1
                      : 2 * ((CONNECT4_SQUARES + 2 - ply) / 2 + alpha);
}

/* The other side must win with its second stone from now, or not soon enough: is there a move after
 * which it does not? Mostly the first one tried. */
static bool survives(const struct solver_node *node)
{
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        bitboard_t move = node->safe & connect4_column(connect4_middle_first(i));
        if (!move) {
            continue;
        }
        bitboard_t own = node->own | move, occupied = own | node->other;
        bitboard_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
        bitboard_t threats = connect4_threats(own, occupied);
        bitboard_t wins = threats & landings, safe = landings & ~(threats >> 1);
        if ((wins & (wins - 1)) || (wins & ~safe) || !safe ||
            !family_wins_in_two(node->other, own, wins ? wins : safe)) {
            return true;
        }
    }
    return false;
}

/* The largest of the lanes' numbers. */
INLINE int largest(const lanes_signed_t *numbers, unsigned lanes)
{
    int best = -SOLVER_VALUE_LIMIT;
    for (uint64_t left = lanes; left;) {
        int i = bit_pop(&left);
        best = (*numbers)[i] > best ? (int)(*numbers)[i] : best;
    }
    return best;
}

/* The child in a lane, before the table is asked about it. */
INLINE void take_child(struct solver_node *child, const struct family *family, int lane, int ply)
{
    child->own = family->own[lane];
    child->other = family->other[lane];
    child->threats = family->threats[lane];
    child->safe = family->safe[lane];
    child->ply = (int)family->ply[lane];
    bool same = solver_node_has_turn(child, ply);
    child->bounds.lower = (int)(same ? family->lower[lane] : -family->upper[lane]);
    child->bounds.upper = (int)(same ? family->upper[lane] : -family->lower[lane]);
    child->bounds.column = SOLVER_NO_COLUMN;
}

/* Puts the children `open`, which the family leaves in question, in order, but for those that the
 * table knows to be at most alpha: they only raise `*best`. True: one is known to be above alpha,
 * `*best` is its bound. Wherever the table may know a child, it is asked before any child is
 * searched; `plies` is how far the question reaches, `first` the column to try early. */
INLINE bool choose(const struct solver *solver, const struct solver_node *node,
                   const struct family *family, unsigned open, int alpha, int plies, int first,
                   struct choice *choice, int *best)
{
    struct solver_key keys[CONNECT4_COLUMNS];
    unsigned asked = open & lanes_bits(family->ply <= node->ply + plies - TABLE_PLIES);
    for (uint64_t left = asked; left;) {
        int i = bit_pop(&left);
        keys[i] = solver_key_of(family->own[i], family->other[i], (int)family->ply[i]);
        solver_table_prefetch(&solver->table, keys[i].mixed);
    }
    struct promise promise = promise_of(node, family);
    choice->count = 0;
    for (uint64_t left = open; left;) {
        int i = bit_pop(&left);
        struct solver_node *child = &choice->nodes[choice->count];
        take_child(child, family, i, node->ply);
        child->looked_up = asked >> i & 1;
        if (child->looked_up) {
            child->key = keys[i];
            solver_key_read(child->key, &solver->table, &child->bounds);
            int least = solver_node_least(child, node->ply);
            if (least > alpha) {
                *best = least;
                return true;
            }
            int most = solver_node_most(child, node->ply);
            if (most <= alpha) {
                *best = most > *best ? most : *best;
                continue;
            }
        }
        choice_place(choice, i, promise_worth(&promise, i) + (i == first ? CHOICE_TABLE : 0));
    }
    return false;
}

/* Searches the children in their order: see solver_search_shared. */
INLINE int search_alone(struct solver *solver, const struct choice *choice, int ply, int alpha,
                        int best, int *column)
{
    for (int i = 0; i < choice->count; i++) {
        int index = choice->order[i];
        int value = solver_search_child(solver, &choice->nodes[index], ply, alpha);
        if (solver->aborted) {
            return 0;
        }
        best = value > best ? value : best;
        if (value > alpha) {
            *column = choice->columns[index];
            break;
        }
    }
    return best;
}

int solver_search(struct solver *solver, const struct solver_node *node, int alpha)
{
    if (UNLIKELY(solver->nodes >= solver->look_up_at)) {
        solver_pause(solver);
        if (solver->aborted) {
            return 0;
        }
    }
    solver->nodes++;
    const int ply = node->ply, plies = question_plies(ply, alpha);
    if (plies == 3) {
        return family_wins_in_two(node->own, node->other, node->safe) ? connect4_win_value(ply, 2)
                                                                      : alpha;
    }
    if (plies == 4) {
        return survives(node) ? alpha + 1 : alpha;
    }

    struct solver_bounds bounds = node->bounds;
    struct solver_key key = node->key;
    const bool use_table = plies >= TABLE_PLIES;
    if (use_table && !node->looked_up) {
        key = solver_key_of(node->own, node->other, ply);
        solver_table_prefetch(&solver->table, key.mixed);
    }

    /* All children at once, without a search. */
    struct family family;
    family_expand(&family, node->own, node->other, node->safe, ply, alpha);
    unsigned open = family.lanes, above = lanes_bits(family.lower > alpha) & open;
    if (above) {
        return largest(&family.lower, above);
    }
    unsigned below = lanes_bits(family.upper <= alpha) & open;
    int best = largest(&family.upper, below);
    open &= ~below;
    if (!open) {
        return best < bounds.upper ? best : bounds.upper;
    }
    if (connect4_win_value(ply, 3) <= alpha) {
        return connect4_win_value(ply, 3);
    }
    if (use_table && !node->looked_up) {
        bounds.column = SOLVER_NO_COLUMN;
        solver_key_read(key, &solver->table, &bounds);
        if (bounds.lower > alpha || bounds.upper <= alpha) {
            return bounds.lower > alpha ? bounds.lower : bounds.upper;
        }
    }

    struct choice choice;
    if (choose(solver, node, &family, open, alpha, plies, bounds.column, &choice, &best)) {
        return best;
    }
    uint64_t nodes_before = solver->nodes;
    if (plies >= SHARE_PLIES && solver->share.marks) {
        struct solver_step step = {key.mixed, alpha};
        best = solver_search_shared(solver, &choice, step, ply, best, &bounds.column);
    } else {
        best = search_alone(solver, &choice, ply, alpha, best, &bounds.column);
    }
    if (solver->aborted) {
        return 0;
    }
    if (best > alpha) {
        bounds.lower = best > bounds.lower ? best : bounds.lower;
    } else {
        bounds.upper = best < bounds.upper ? best : bounds.upper;
    }
    if (use_table) {
        bounds.column = solver_key_column(key, bounds.column);
        solver_table_store(&solver->table, key.mixed, bounds, solver->nodes - nodes_before);
        solver->stored++;
    }
    return best;
}
