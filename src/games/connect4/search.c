/* SPDX-License-Identifier: MIT */
/* The search of Connect Four: the shared search for a given depth, the solver for the exact
 * value. */
#include "params_plain.h"
#include "rules.h"
#include "skill.h"
#include "solver/exact.h"
#include "tt.h"

#define GAME                 connect4
#define GAME_SKILL           CONNECT4_SKILL
#define SEARCH_METHOD        LEVEL_NAME(connect4_plain_search)
#define SEARCH_NODE          "node_plain.h"
#define SEARCH_HISTORY_SIZE  (CONNECT4_COLUMNS * CONNECT4_COLUMN_BITS)
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_QUIET_VALUE   1
#define SEARCH_PLIES_LEFT    1

/* A level uses only the shared search, which looks a few plies ahead. */
static const struct skill connect4_levels[] = {
    {0, 100, 400, 320},
    {6, 220, 150, 400},
    {13, 500, 60, 5000},
    {19, 1000, 10, 5000},
};

/* Indexed by the square on which the stone lands. */
INLINE int connect4_history_index(const struct connect4_position *p, move_t move)
{
    return bit_lowest(connect4_landings(p) & connect4_column(connect4_move_column(move)));
}

/* Points in the move order: for a move that wins, for one that stops a win, for one that allows a
 * win on top of it, and for each column of distance from the middle. */
#define ORDER_WINS   16000
#define ORDER_BLOCKS 8000
#define ORDER_LOSES  (-16000)
#define ORDER_MIDDLE 40

INLINE int connect4_quiet_value(const struct connect4_position *p, move_t move)
{
    int column = connect4_move_column(move);
    bitboard_t occupied = p->own | p->other;
    bitboard_t landing = connect4_landings(p) & connect4_column(column);
    if (landing & connect4_threats(p->own, occupied)) {
        return ORDER_WINS;
    }
    bitboard_t danger = connect4_threats(p->other, occupied);
    int side = column < 3 ? 3 - column : column - 3;
    return (landing & danger        ? ORDER_BLOCKS
            : landing << 1 & danger ? ORDER_LOSES
                                    : 0) -
           ORDER_MIDDLE * side;
}

INLINE int connect4_plies_left(const struct connect4_position *p)
{
    return CONNECT4_SQUARES - p->ply;
}

/* The shared search's part of the table. */
static struct tt *plain_table(struct search_worker *worker);
#define SEARCH_TABLE(worker) plain_table(worker)

#include "search_template.h"

/* The shared search uses 1/PLAIN_TABLE_DIVISOR of the table's memory, the solver the rest. */
#define PLAIN_TABLE_DIVISOR 16

/* A worker's memory. The shared search's memory comes first, where that search expects it. */
struct memory {
    struct search_memory plain;
    struct tt plain_table;
    struct connect4_exact_memory exact;
};

static struct tt *plain_table(struct search_worker *worker)
{
    return &((struct memory *)worker->memory)->plain_table;
}

static int exact_hashfull(const struct search_worker *worker)
{
    const struct memory *memory = worker->memory;
    return connect4_solver_table_hashfull(&memory->exact.solver.table);
}

static void run(struct search_worker *worker)
{
    const struct search *search = worker->search;
    const struct connect4_position *position = worker->position;
    struct memory *memory = worker->memory;
    size_t buckets = search->tt->bucket_count, plain_buckets = buckets / PLAIN_TABLE_DIVISOR;
    memory->plain_table = *search->tt;
    memory->plain_table.bucket_count = plain_buckets;
    if (search->limits.depth < CONNECT4_SQUARES - position->ply ||
        search->settings->values[CONNECT4_SKILL] < SKILL_FULL) {
        worker->hashfull = NULL;
        LEVEL_NAME(connect4_plain_search).run(worker);
    } else {
        worker->hashfull = exact_hashfull;
        connect4_exact_run(worker, &memory->exact, search->tt->buckets + plain_buckets,
                           (buckets - plain_buckets) * sizeof(struct tt_bucket));
    }
}

const struct search_method LEVEL_NAME(connect4_search) = {
    .worker_size = sizeof(struct memory),
    .worker_alignment = _Alignof(struct memory),
    .run = run,
};
