#include "solver.h"

#include "family.h"

/* Mirrored positions share an entry in the table up to this ply: later ones are rarely both met,
 * and the mirroring would cost more than it saves. */
#define MIRROR_PLIES 12

/* The table is asked and told if the question reaches at least this many plies ahead. */
#define TABLE_PLIES 6

/* The order of moves: by the threats that one leaves behind, those above others' do not count. */
#define ORDER_NEXT   60 /* on the square above one that can be taken now */
#define ORDER_SECOND 40 /* on the square above that one */
#define ORDER_THREAT 12 /* anywhere */
#define ORDER_TABLE  32 /* the move that the table remembers */

/* Helpers try moves in another order if the question reaches this many plies ahead: their values
 * are moved by up to so much. */
#define JITTER_PLIES 8
#define JITTER_SIZE  7

static const struct solver_bounds nothing_known = {
    .lower = -SOLVER_VALUE_LIMIT,
    .upper = SOLVER_VALUE_LIMIT,
    .column = SOLVER_NO_COLUMN,
};

/* How far the question "is the value above alpha?" reaches: for alpha >= 0 up to the ply of the
 * last stone that wins soon enough, for alpha < 0 up to the other side's last that does. */
INLINE int question_plies(int ply, int alpha)
{
    return alpha >= 0 ? 2 * ((CONNECT4_SQUARES + 1 - ply) / 2 - alpha) - 1
                      : 2 * ((CONNECT4_SQUARES + 2 - ply) / 2 + alpha);
}

INLINE uint64_t mixed_code(bitboard_t own, bitboard_t other, int ply, bool *is_mirrored)
{
    uint64_t code = own + (own | other) + CONNECT4_BOTTOM;
    *is_mirrored = false;
    if (ply < MIRROR_PLIES) {
        uint64_t mirrored = connect4_mirror(code);
        *is_mirrored = mirrored < code;
        code = *is_mirrored ? mirrored : code;
    }
    return solver_mix(code);
}

INLINE uint64_t node_code(const struct solver_node *node, bool *is_mirrored)
{
    return mixed_code(node->own, node->other, node->ply, is_mirrored);
}

INLINE int mirrored_column(int column, bool is_mirrored)
{
    return is_mirrored && column != SOLVER_NO_COLUMN ? CONNECT4_COLUMNS - 1 - column : column;
}

INLINE void read_table(const struct solver *solver, struct solver_bounds *bounds, uint64_t mixed,
                       bool is_mirrored)
{
    solver_table_probe(&solver->table, mixed, bounds);
    bounds->column = mirrored_column(bounds->column, is_mirrored);
}

bool solver_judge(const struct connect4_position *position, struct solver_node *node, int *value)
{
    bitboard_t occupied = position->own | position->other;
    bitboard_t landings = connect4_landings(position);
    if (connect4_is_won(position)) {
        *value = connect4_loss_value(position->ply, 0);
        return true;
    }
    if (!landings) {
        *value = 0;
        return true;
    }
    if (connect4_threats(position->own, occupied) & landings) {
        *value = connect4_win_value(position->ply, 1);
        return true;
    }
    bitboard_t threats = connect4_threats(position->other, occupied);
    bitboard_t wins = threats & landings, safe = landings & ~(threats >> 1);
    if ((wins & (wins - 1)) || (wins & ~safe) || !safe) {
        *value = connect4_loss_value(position->ply, 1);
        return true;
    }
    *node = (struct solver_node){
        .own = position->own,
        .other = position->other,
        .threats = threats,
        .safe = wins ? wins : safe,
        .ply = position->ply,
        .bounds = nothing_known,
    };
    /* With the last squares of the board only a draw is left. */
    int loss = connect4_loss_value(node->ply, 2), win = connect4_win_value(node->ply, 2);
    node->bounds.lower = loss < 0 ? loss : 0;
    node->bounds.upper = win > 0 ? win : 0;
    *value = node->bounds.lower;
    return node->bounds.lower >= node->bounds.upper;
}

void solver_look_up(const struct solver *solver, struct solver_node *node)
{
    bool is_mirrored;
    node->mixed = node_code(node, &is_mirrored);
    node->bounds.column = SOLVER_NO_COLUMN;
    read_table(solver, &node->bounds, node->mixed, is_mirrored);
    node->looked_up = true;
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

/* The children that are still in question, best first. */
struct choice {
    int count;
    int columns[CONNECT4_COLUMNS];
    int order[CONNECT4_COLUMNS]; /* indices of the following, best first */
    int worth[CONNECT4_COLUMNS];
    struct solver_node nodes[CONNECT4_COLUMNS];
};

/* Puts the last child into its place; of equals the first comes first. */
INLINE void choice_place(struct choice *choice, int worth)
{
    int place = choice->count++;
    choice->order[place] = place;
    choice->worth[place] = worth;
    int index = place;
    for (; place > 0 && choice->worth[choice->order[place - 1]] < worth; place--) {
        choice->order[place] = choice->order[place - 1];
    }
    choice->order[place] = index;
}

/* What the first move of each lane is worth trying. */
struct promise {
    lanes_t threats, next, second;
};

INLINE struct promise promise_of(const struct solver_node *node, const struct family *family)
{
    lanes_t occupied = (family_columns & node->safe) | node->own | node->other;
    lanes_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    lanes_t threats = family->first_threats & ~(node->threats << 1);
    return (struct promise){
        .threats = threats,
        .next = threats & landings << 1,
        .second = threats & (landings << 2 & CONNECT4_BOARD),
    };
}

INLINE int promise_worth(const struct promise *promise, int column)
{
    int side = column < CONNECT4_COLUMNS / 2 ? column : CONNECT4_COLUMNS - 1 - column;
    return ORDER_NEXT * bit_count(promise->next[column]) +
           ORDER_SECOND * bit_count(promise->second[column]) +
           ORDER_THREAT * bit_count(promise->threats[column]) + side;
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
    uint64_t mixed = node->mixed;
    bool is_mirrored = false, use_table = plies >= TABLE_PLIES;
    if (use_table && !node->looked_up) {
        mixed = node_code(node, &is_mirrored);
        solver_table_prefetch(&solver->table, mixed);
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
        read_table(solver, &bounds, mixed, is_mirrored);
        if (bounds.lower > alpha) {
            return bounds.lower;
        }
        if (bounds.upper <= alpha) {
            return bounds.upper;
        }
    }

    /* Where the table may know a child, it is asked before any child is searched. */
    uint64_t codes[CONNECT4_COLUMNS];
    bool mirrored[CONNECT4_COLUMNS];
    unsigned asked = open & lanes_bits(family.ply <= ply + plies - TABLE_PLIES);
    for (uint64_t left = asked; left;) {
        int i = bit_pop(&left);
        codes[i] = mixed_code(family.own[i], family.other[i], (int)family.ply[i], &mirrored[i]);
        solver_table_prefetch(&solver->table, codes[i]);
    }
    struct promise promise = promise_of(node, &family);
    struct choice choice;
    choice.count = 0;
    for (uint64_t left = open; left;) {
        int i = bit_pop(&left);
        struct solver_node *child = &choice.nodes[choice.count];
        child->ply = (int)family.ply[i];
        bool same = ((child->ply ^ ply) & 1) == 0;
        child->bounds.lower = (int)(same ? family.lower[i] : -family.upper[i]);
        child->bounds.upper = (int)(same ? family.upper[i] : -family.lower[i]);
        child->bounds.column = SOLVER_NO_COLUMN;
        child->looked_up = asked >> i & 1;
        if (child->looked_up) {
            child->mixed = codes[i];
            read_table(solver, &child->bounds, codes[i], mirrored[i]);
            int least = same ? child->bounds.lower : -child->bounds.upper;
            int most = same ? child->bounds.upper : -child->bounds.lower;
            if (least > alpha) {
                return least;
            }
            if (most <= alpha) {
                best = most > best ? most : best;
                continue;
            }
        }
        child->own = family.own[i];
        child->other = family.other[i];
        child->threats = family.threats[i];
        child->safe = family.safe[i];
        choice.columns[choice.count] = i;
        int worth = promise_worth(&promise, i) + (i == bounds.column ? ORDER_TABLE : 0);
        if (solver->jitter && plies >= JITTER_PLIES) {
            worth += (int)(rng_mix(child->own ^ solver->jitter) & JITTER_SIZE);
        }
        choice_place(&choice, worth);
    }

    uint64_t nodes_before = solver->nodes;
    for (int i = 0; i < choice.count; i++) {
        const struct solver_node *child = &choice.nodes[choice.order[i]];
        int value = ((child->ply ^ ply) & 1) == 0 ? solver_search(solver, child, alpha)
                                                  : -solver_search(solver, child, -alpha - 1);
        if (solver->aborted) {
            return 0;
        }
        if (value > best) {
            best = value;
            if (value > alpha) {
                bounds.column = choice.columns[choice.order[i]];
                break;
            }
        }
    }
    if (best > alpha) {
        bounds.lower = best > bounds.lower ? best : bounds.lower;
    } else {
        bounds.upper = best < bounds.upper ? best : bounds.upper;
    }
    if (use_table) {
        if (node->looked_up) {
            (void)node_code(node, &is_mirrored);
        }
        bounds.column = mirrored_column(bounds.column, is_mirrored);
        solver_table_store(&solver->table, mixed, bounds, solver->nodes - nodes_before);
        solver->stored++;
    }
    return best;
}
