/* SPDX-License-Identifier: MIT */
#include "solver.h"

#include "children.h"

/* Nodes between two polls. */
#define POLL_NODES 64

/* The table is used if the horizon is at least this number of plies away. */
#define TABLE_PLIES 6

void connect4_solver_init(struct connect4_solver *solver, struct search_worker *worker,
                          struct connect4_solver_job *job, void *memory, size_t bytes)
{
    *solver = (struct connect4_solver){
        .control =
            {
                .worker = worker,
                .job = job,
                .node_limit = search_node_share(worker),
                .pause_at = UINT64_MAX,
            },
    };
    if (worker->search->worker_count > 1) {
        solver->share.marks = &job->marks;
    }
    connect4_solver_table_open(&solver->table, memory, bytes);
}

void connect4_solver_poll(struct connect4_solver *solver)
{
    struct connect4_solver_control *control = &solver->control;
    bool leads = control->worker->index == 0;
    solver->share.answered_step = -1;
    solver->aborted = !connect4_solver_control_poll(control, solver->nodes) ||
                      connect4_solver_share_probe_path(&solver->share, &solver->table);
    connect4_solver_table_count(&solver->table, solver->stored, leads);
    connect4_solver_table_follow(&solver->table);
    solver->stored = 0;
    uint64_t next = solver->nodes + POLL_NODES;
    next = next < control->node_limit ? next : control->node_limit;
    solver->poll_at = next < control->pause_at ? next : control->pause_at;
}

/* The horizon of the question "is the value above alpha?", in plies from `ply`: for alpha >= 0 the
 * last stone with which the side to move wins soon enough, for alpha < 0 that of the other side. */
INLINE int horizon_of(int ply, int alpha)
{
    return alpha >= 0 ? 2 * ((CONNECT4_SQUARES + 1 - ply) / 2 - alpha) - 1
                      : 2 * ((CONNECT4_SQUARES + 2 - ply) / 2 + alpha);
}

/* Whether some move keeps the other side from winning with its second stone from now. Usually the
 * first one tried does. */
static bool survives(const struct connect4_solver_node *node)
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
            !connect4_children_wins_in_two(node->other, own, wins ? wins : safe)) {
            return true;
        }
    }
    return false;
}

/* Points of a move. */
#define MOVE_SCORE_NEXT   60 /* a threat on the square directly above a landing square */
#define MOVE_SCORE_SECOND 40 /* on the second square above one */
#define MOVE_SCORE_THREAT 12 /* on any square, added to the above */
#define MOVE_SCORE_TABLE  32 /* the table's move */

/* The children of a node that must be searched, sorted by their scores.
 *
 * A move scores points for the threats that it leaves, because they restrict the other side. A
 * threat scores more the sooner a stone can be dropped there. Threats directly above a threat of
 * the other side do not count: the mover never gets a stone there. */
struct move_order {
    int count;
    int columns[CONNECT4_COLUMNS];
    int order[CONNECT4_COLUMNS]; /* indices of the other arrays, best first */
    int scores[CONNECT4_COLUMNS];
    struct connect4_solver_node nodes[CONNECT4_COLUMNS];
};

/* Inserts the child in nodes[count], after a move in `column`, behind children of the same
 * score. */
INLINE void insert_child(struct move_order *list, int column, int score)
{
    int index = list->count++, place = index;
    list->columns[index] = column;
    list->scores[index] = score;
    for (; place > 0 && list->scores[list->order[place - 1]] < score; place--) {
        list->order[place] = list->order[place - 1];
    }
    list->order[place] = index;
}

/* The points of child i for the threats that its move leaves; middle columns score up to 3 points
 * more. */
INLINE int threat_score(const struct connect4_solver_node *node,
                        const struct connect4_children *children, int i, int column)
{
    bitboard_t occupied = children->moves[i] | node->own | node->other;
    bitboard_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    bitboard_t threats = children->first_threats[i] & ~(node->threats << 1);
    int side = column < CONNECT4_COLUMNS / 2 ? column : CONNECT4_COLUMNS - 1 - column;
    return MOVE_SCORE_NEXT * bit_count(threats & landings << 1) +
           MOVE_SCORE_SECOND * bit_count(threats & landings << 2 & CONNECT4_BOARD) +
           MOVE_SCORE_THREAT * bit_count(threats) + side;
}

/* The largest of the numbers in `places`. */
INLINE int largest(const int64_t *numbers, unsigned places)
{
    int best = -SOLVER_VALUE_LIMIT;
    for (uint64_t left = places; left;) {
        int number = (int)numbers[bit_pop(&left)];
        best = number > best ? number : best;
    }
    return best;
}

/* The column of a square. */
INLINE int column_of(bitboard_t square)
{
    return bit_lowest(square) / CONNECT4_COLUMN_BITS;
}

/* Makes a node of child i, before the table is probed for it. */
INLINE void take_child(struct connect4_solver_node *child, const struct connect4_children *children,
                       int i, int ply)
{
    child->own = children->own[i];
    child->other = children->other[i];
    child->threats = children->threats[i];
    child->safe = children->safe[i];
    child->ply = (int)children->ply[i];
    bool same = connect4_solver_node_has_turn(child, ply);
    child->bounds.lower = (int)(same ? children->lower[i] : -children->upper[i]);
    child->bounds.upper = (int)(same ? children->upper[i] : -children->lower[i]);
    child->bounds.column = SOLVER_NO_COLUMN;
}

/* Fills the move list with the children `open`, whose bounds do not decide whether they are above
 * alpha. Probes the table for those that are far enough from the horizon, which is `plies` away,
 * before any of them is searched. Omits children that the table proves to be at most alpha, which
 * raise `*best`. True if the table proves one to be above alpha; `*best` is then its lower
 * bound. */
INLINE bool list_moves(const struct connect4_solver *solver,
                       const struct connect4_solver_node *node,
                       const struct connect4_children *children, unsigned open, int alpha,
                       int plies, int table_column, struct move_order *list, int *best)
{
    struct connect4_solver_key keys[CONNECT4_COLUMNS];
    unsigned probed = 0;
    for (uint64_t left = open; left;) {
        int i = bit_pop(&left);
        if (children->ply[i] <= node->ply + plies - TABLE_PLIES) {
            probed |= 1u << i;
            keys[i] =
                connect4_solver_key_of(children->own[i], children->other[i], (int)children->ply[i]);
            connect4_solver_table_prefetch(&solver->table, keys[i].mixed);
        }
    }
    list->count = 0;
    for (uint64_t left = open; left;) {
        int i = bit_pop(&left), column = column_of(children->moves[i]);
        struct connect4_solver_node *child = &list->nodes[list->count];
        take_child(child, children, i, node->ply);
        child->probed = probed >> i & 1;
        if (child->probed) {
            child->key = keys[i];
            connect4_solver_key_probe(child->key, &solver->table, &child->bounds);
            int lower = connect4_solver_node_lower(child, node->ply);
            if (lower > alpha) {
                *best = lower;
                return true;
            }
            int upper = connect4_solver_node_upper(child, node->ply);
            if (upper <= alpha) {
                *best = upper > *best ? upper : *best;
                continue;
            }
        }
        insert_child(list, column,
                     threat_score(node, children, i, column) +
                         (column == table_column ? MOVE_SCORE_TABLE : 0));
    }
    return false;
}

/* A bound of a child's value, for the side to move at its parent's ply. */
INLINE int solve_child(struct connect4_solver *solver, const struct connect4_solver_node *child,
                       int ply, int alpha)
{
    return connect4_solver_node_has_turn(child, ply)
               ? connect4_solver_search(solver, child, alpha)
               : -connect4_solver_search(solver, child, -alpha - 1);
}

/* Searches the children in order; `best` is the best bound of the children not in the list. Returns
 * a bound as connect4_solver_search does; `*column` is the move that proved a lower bound. */
INLINE int solve_alone(struct connect4_solver *solver, const struct move_order *list, int ply,
                       int alpha, int best, int *column)
{
    for (int i = 0; i < list->count; i++) {
        int index = list->order[i];
        int value = solve_child(solver, &list->nodes[index], ply, alpha);
        if (solver->aborted) {
            return 0;
        }
        best = value > best ? value : best;
        if (value > alpha) {
            *column = list->columns[index];
            break;
        }
    }
    return best;
}

/* Searches a child, marked as being searched, unless the table knows enough of it by now. */
static int solve_marked(struct connect4_solver *solver, struct connect4_solver_node *child, int ply,
                        int alpha)
{
    if (!child->probed) {
        return solve_child(solver, child, ply, alpha);
    }
    connect4_solver_key_probe(child->key, &solver->table, &child->bounds);
    int lower = connect4_solver_node_lower(child, ply);
    int upper = connect4_solver_node_upper(child, ply);
    if (lower > alpha || upper <= alpha) {
        return lower > alpha ? lower : upper;
    }
    connect4_solver_share_mark(&solver->share, child, true);
    int value = solve_child(solver, child, ply, alpha);
    connect4_solver_share_mark(&solver->share, child, false);
    return value;
}

/* Like solve_alone, but searches children that other threads are searching last. */
static int solve_in_turn(struct connect4_solver *solver, struct move_order *list, int ply,
                         int alpha, int best, int *column)
{
    unsigned deferred = 0;
    for (int turn = 0; turn < 2 * list->count; turn++) {
        bool again = turn >= list->count;
        int index = list->order[again ? turn - list->count : turn];
        struct connect4_solver_node *child = &list->nodes[index];
        if (again && !(deferred >> index & 1)) {
            continue;
        }
        if (!again && turn > 0 && child->probed &&
            connect4_solver_share_is_marked(&solver->share, child)) {
            deferred |= 1u << index;
            continue;
        }
        int value = solve_marked(solver, child, ply, alpha);
        if (solver->aborted) {
            return 0;
        }
        best = value > best ? value : best;
        if (value > alpha) {
            *column = list->columns[index];
            break;
        }
    }
    return best;
}

/* Like solve_alone, in a node that other threads may also search; `mixed` is its mixed code. */
static NOINLINE int solve_shared(struct connect4_solver *solver, struct move_order *list,
                                 uint64_t mixed, int ply, int alpha, int best, int *column)
{
    struct connect4_solver_share *share = &solver->share;
    int here = share->steps++;
    share->path[here] = (struct connect4_solver_step){mixed, alpha};
    best = solve_in_turn(solver, list, ply, alpha, best, column);
    share->steps = here;
    if (solver->aborted && share->answered_step == here) {
        solver->aborted = false;
        best = share->answered_value;
    }
    return best;
}

int connect4_solver_search(struct connect4_solver *solver, const struct connect4_solver_node *node,
                           int alpha)
{
    if (!connect4_solver_enter(solver)) {
        return 0;
    }
    const int ply = node->ply, plies = horizon_of(ply, alpha);
    if (plies == 3) {
        return connect4_children_wins_in_two(node->own, node->other, node->safe)
                   ? connect4_win_value(ply, 2)
                   : alpha;
    }
    if (plies == 4) {
        return survives(node) ? alpha + 1 : alpha;
    }

    struct connect4_solver_bounds bounds = node->bounds;
    struct connect4_solver_key key = node->key;
    const bool use_table = plies >= TABLE_PLIES;
    if (use_table && !node->probed) {
        key = connect4_solver_key_of(node->own, node->other, ply);
        connect4_solver_table_prefetch(&solver->table, key.mixed);
    }

    /* The bounds of all children, without a search. */
    struct connect4_children children;
    connect4_children_expand(&children, node->own, node->other, node->safe, ply, alpha);
    if (children.above) {
        return largest(children.lower, children.above);
    }
    int best = largest(children.upper, children.below);
    unsigned open = children.live & ~children.below;
    if (!open) {
        return best < bounds.upper ? best : bounds.upper;
    }
    if (connect4_win_value(ply, 3) <= alpha) {
        return connect4_win_value(ply, 3);
    }
    if (use_table && !node->probed) {
        bounds.column = SOLVER_NO_COLUMN;
        connect4_solver_key_probe(key, &solver->table, &bounds);
        if (bounds.lower > alpha || bounds.upper <= alpha) {
            return bounds.lower > alpha ? bounds.lower : bounds.upper;
        }
    }

    struct move_order list;
    if (list_moves(solver, node, &children, open, alpha, plies, bounds.column, &list, &best)) {
        return best;
    }
    uint64_t nodes_before = solver->nodes;
    if (plies >= SHARE_PLIES && solver->share.marks) {
        best = solve_shared(solver, &list, key.mixed, ply, alpha, best, &bounds.column);
    } else {
        best = solve_alone(solver, &list, ply, alpha, best, &bounds.column);
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
        bounds.column = connect4_solver_key_column(key, bounds.column);
        connect4_solver_table_store(&solver->table, key.mixed, bounds,
                                    solver->nodes - nodes_before);
        solver->stored++;
    }
    return best;
}
