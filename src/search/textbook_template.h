/* SPDX-License-Identifier: MIT */
/* The searches of the textbooks: minimax and alpha-beta (textbook.h).
 *
 * Each is one recursive function. They try moves in the order in which the game lists them, the
 * first of equal moves is the best, and nothing is remembered from one node to the next, so their
 * node counts are those of the textbooks. The search that plays is search_template.h.
 *
 * game_template.h includes this file, which compiles the searches for that game. Parameters:
 *   GAME, GAME_FN, GAME_POSITION  as in game_template.h
 *   GAME_TEXTBOOK_VALUE           1: a text states an evaluation, which the option `Evaluation`
 *                                 selects: textbook_value in contract.h
 *   GAME_TEXTBOOK_MOVES           1: with that evaluation the moves are those of textbook_moves
 *   GAME_POINTS                   1: a finished game is worth its points, which evaluate returns
 *   GAME_CLOCK(position)          a number on which the game's evaluation depends beside the key,
 *                                 such as the plies without progress; by default there is none */
#include "search.h"
#include "trace.h"
#include "tt.h"

/* Beyond every value of the texts, whose largest are a few million. */
#define TEXTBOOK_INFINITE ((score_t)1000000000)

/* Moves with the same remainder share a count in the history. */
#define TEXTBOOK_HISTORY 4096

/* The moves that cut off: ordered.h. */
struct textbook_order {
    uint32_t history[TEXTBOOK_HISTORY];
    move_t killers[MAX_PLY];
};

/* An entry of the table, which is replaced by any later one. */
struct textbook_entry {
    uint64_t key;
    score_t value; /* mates are counted from the node, as score_to_table does */
    move_t move;
    uint8_t depth, bound;
};

/* A running search. */
struct textbook {
    struct search_worker *worker;
    struct textbook_order *order;
    struct textbook_entry *table;
    size_t table_size; /* entries; 0: no table */
    uint64_t node_limit;
    bool stoppable; /* false in the first iteration, so that there is always an answer */
    bool texts;     /* the evaluation is the text's */
    bool deeper;    /* a node was a leaf only because of the depth */
    bool aborted;   /* the values being returned have no meaning */
};

/* The best line from a node on. */
struct textbook_line {
    int length;
    move_t moves[MAX_PLY];
};

/* Counts a node. Returns false if the search must end here. */
INLINE bool textbook_enter(struct textbook *book)
{
    _Atomic uint64_t *nodes = &book->worker->nodes;
    const uint64_t count = atomic_load_explicit(nodes, memory_order_relaxed);
    if (count >= book->node_limit || (book->stoppable && search_stopped(book->worker->search))) {
        book->aborted = true;
        return false;
    }
    atomic_store_explicit(nodes, count + 1, memory_order_relaxed);
    return true;
}

INLINE void textbook_keep(struct textbook_line *line, move_t move, const struct textbook_line *rest)
{
    line->moves[0] = move;
    line->length = 1 + rest->length;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length * sizeof *line->moves);
}

/* The value of a leaf for the side to move: by the text, or by the engine's evaluation and the
 * distance to the end of the game. */
static score_t textbook_leaf(struct textbook *book, const GAME_POSITION *position, int ply)
{
    const enum game_result result = GAME_FN(result)(position);
    book->worker->counts.leaves++;
    book->deeper |= result == RESULT_NONE;
#ifdef GAME_TEXTBOOK_VALUE
    if (book->texts) {
        return GAME_FN(textbook_value)(position);
    }
#endif
#ifdef GAME_POINTS
    (void)ply;
    return GAME_FN(evaluate)(position);
#else
    const enum game_result won = GAME_FN(side)(position) ? RESULT_P2_WINS : RESULT_P1_WINS;
    return result == RESULT_NONE   ? search_evaluation_of(book->worker, GAME_FN(evaluate)(position))
           : result == RESULT_DRAW ? SCORE_DRAW
           : result == won         ? score_mate_in(ply)
                                   : score_mated_in(ply);
#endif
}

/* Sorts the moves in the order of the textbook's numbers; without numbers they stay as they are. */
static void textbook_sort_by_number(struct move_list *list)
{
    for (int i = 1; i < list->count; i++) {
        const move_t move = list->moves[i];
        int place = i;
        for (; place > 0 && GAME_NUMBER(list->moves[place - 1]) > GAME_NUMBER(move); place--) {
            list->moves[place] = list->moves[place - 1];
        }
        list->moves[place] = move;
    }
}

static void textbook_list(const struct textbook *book, const GAME_POSITION *position,
                          struct move_list *list)
{
    list->count = 0;
#ifdef GAME_TEXTBOOK_MOVES
    if (book->texts) {
        GAME_FN(textbook_moves)(position, list);
        return;
    }
#endif
    GAME_FN(legal_moves)(position, list);
    if (book->texts) {
        textbook_sort_by_number(list);
    }
}

INLINE uint64_t textbook_key(const GAME_POSITION *position)
{
#ifdef GAME_CLOCK
    return GAME_FN(key)(position) ^ rng_mix((uint64_t)GAME_CLOCK(position));
#else
    return GAME_FN(key)(position);
#endif
}

/* The place of a position in the table; NULL without a table. */
INLINE struct textbook_entry *textbook_find(const struct textbook *book, uint64_t key)
{
    return book->table_size > 0 ? &book->table[multiply_high(key, book->table_size)] : NULL;
}

/* Sorts the moves: first the one from the table, then the killer, then by history. Moves that are
 * equal stay in their order. */
static void textbook_sort(const struct textbook_order *order, struct move_list *list, int ply,
                          move_t first)
{
    uint64_t worth[MAX_MOVES];
    for (int i = 0; i < list->count; i++) {
        const move_t move = list->moves[i];
        const uint64_t own = move == first ? UINT64_MAX
                             : move == order->killers[ply]
                                 ? UINT64_MAX - 1
                                 : order->history[move % TEXTBOOK_HISTORY];
        int place = i;
        for (; place > 0 && worth[place - 1] < own; place--) {
            worth[place] = worth[place - 1];
            list->moves[place] = list->moves[place - 1];
        }
        worth[place] = own;
        list->moves[place] = move;
    }
}

INLINE void textbook_note_cut(struct textbook_order *order, move_t move, int depth, int ply)
{
    order->killers[ply] = move;
    order->history[move % TEXTBOOK_HISTORY] += (uint32_t)(depth * depth);
}

/* The tree of a search that is traced: a node tries its move `i`, with its present window; the move
 * has been tried, with this value; the moves after it are cut off. All is seen by the mover. */
INLINE void textbook_try(const struct textbook *book, const struct move_list *moves, int i,
                         int mover, score_t alpha, score_t beta)
{
    if (book->worker->trace) {
        trace_enter(book->worker->trace, moves->count, moves->moves[i], mover, alpha, beta);
    }
}

INLINE void textbook_tried(const struct textbook *book, score_t value)
{
    if (book->worker->trace) {
        trace_leave(book->worker->trace, value);
    }
}

INLINE void textbook_cut(const struct textbook *book, int i)
{
    struct trace *trace = book->worker->trace;
    book->worker->counts.cuts++;
    book->worker->counts.first_cuts += i == 0;
    if (trace) {
        trace->nodes[trace->at].left = trace->nodes[trace->at].moves - i - 1;
    }
}

// clang-format off
#include "textbook.h"
#include "ordered.h"
// clang-format on

/* The value of a root move's position, by the algorithm of the limits. */
static score_t textbook_child(struct textbook *book, GAME_POSITION *position, score_t alpha,
                              score_t beta, int depth, struct textbook_line *line)
{
    switch (book->worker->search->limits.algorithm) {
    case ALGORITHM_MINIMAX:
        return GAME_FN(minimax)(book, position, depth, 1, line);
    case ALGORITHM_ORDERED:
    case ALGORITHM_TABLE:
        return GAME_FN(ordered)(book, position, alpha, beta, depth, 1, line);
    case ALGORITHM_ALPHABETA:
    case ALGORITHM_TEXTBOOK:
        break;
    }
    return GAME_FN(alphabeta)(book, position, alpha, beta, depth, 1, line);
}

/* Inserts a root move's line among the best ones, behind those that are as good. */
static void textbook_insert(struct search_worker *worker, struct search_line *lines, int *count,
                            const struct search_line *line)
{
    int place = *count;
    while (place > 0 && lines[place - 1].score < line->score) {
        place--;
    }
    if (place < worker->search->limits.multipv) {
        *count += *count < worker->search->limits.multipv;
        memmove(lines + place + 1, lines + place, (size_t)(*count - place - 1) * sizeof lines[0]);
        lines[place] = *line;
    }
}

/* Searches the root's moves to a depth. A single line needs only moves that are better than the
 * best one so far; several lines need the value of every move, so each has the full window. Returns
 * false if the search ended before that. */
static bool textbook_iterate(struct textbook *book, GAME_POSITION *position,
                             const struct move_list *moves, int depth)
{
    struct search_worker *worker = book->worker;
    const struct search_limits *limits = &worker->search->limits;
    struct search_line lines[MAX_MULTIPV];
    int count = 0;
    worker->counts = (struct search_counts){0};
    textbook_enter(book);
    if (worker->trace) {
        trace_begin(worker->trace, TEXTBOOK_INFINITE);
    }
    for (int i = 0; i < moves->count && !book->aborted; i++) {
        struct textbook_line line = {.length = 0};
        struct GAME_FN(undo) undo;
        const int mover = GAME_FN(side)(position);
        const bool narrows = limits->algorithm != ALGORITHM_MINIMAX && limits->multipv == 1;
        const score_t alpha = narrows && count == 1 ? lines[0].score : -TEXTBOOK_INFINITE;
        textbook_try(book, moves, i, mover, alpha, TEXTBOOK_INFINITE);
        GAME_FN(make)(position, moves->moves[i], &undo);
        const bool again = GAME_FN(side)(position) == mover;
        const score_t value =
            again ? textbook_child(book, position, alpha, TEXTBOOK_INFINITE, depth - 1, &line)
                  : -textbook_child(book, position, -TEXTBOOK_INFINITE, -alpha, depth - 1, &line);
        GAME_FN(unmake)(position, moves->moves[i], &undo);
        textbook_tried(book, value);
        struct search_line found = {.depth = depth,
                                    .seldepth = depth,
                                    .score = value,
                                    .bound = BOUND_EXACT,
                                    .length = 1 + line.length,
                                    .pv = {moves->moves[i]}};
        memcpy(found.pv + 1, line.moves, (size_t)line.length * sizeof *line.moves);
        textbook_insert(worker, lines, &count, &found);
    }
    if (!book->aborted) {
        memcpy(worker->lines, lines, (size_t)count * sizeof lines[0]);
        worker->line_count = count;
    }
    return !book->aborted;
}

/* Runs on one thread, whatever the number of workers: `run` of struct search_method. Deepens ply by
 * ply, until no position is a leaf because of the depth; an iteration uses nothing from the one
 * before it. A trace has only the iteration at the full depth. */
static void textbook_run(struct search_worker *worker)
{
    struct search *search = worker->search;
    const struct search_limits *limits = &search->limits;
    GAME_POSITION *position = worker->position;
    struct textbook book = {.worker = worker,
                            .node_limit = search_node_share(worker),
                            .texts = limits->evaluation == EVALUATION_TEXTBOOK};
    struct textbook_order order = {0};
    struct move_list moves = {.count = 0};
    if (worker->index > 0) {
        return;
    }
    book.order = &order;
    if (limits->algorithm == ALGORITHM_TABLE) {
        book.table = tt_memory(search->tt, &book.table_size);
        book.table_size /= sizeof *book.table;
    }
    if (GAME_FN(result)(position) == RESULT_NONE) {
        textbook_list(&book, position, &moves);
    }
    for (int i = 0; limits->restricted && i < moves.count;) {
        if (move_list_find(&limits->root_moves, moves.moves[i]) < 0) {
            memmove(moves.moves + i, moves.moves + i + 1,
                    (size_t)(--moves.count - i) * sizeof moves.moves[0]);
        } else {
            i++;
        }
    }
    worker->lines[0] = (struct search_line){.score = textbook_leaf(&book, position, 0),
                                            .bound = BOUND_EXACT,
                                            .length = moves.count > 0,
                                            .pv = {moves.count > 0 ? moves.moves[0] : MOVE_NONE}};
    worker->line_count = 1;
    book.deeper = moves.count > 0;
    for (int depth = worker->trace ? limits->depth : 1; depth <= limits->depth && book.deeper;
         depth++) {
        book.deeper = false;
        book.stoppable = depth > 1;
        if (!textbook_iterate(&book, position, &moves, depth)) {
            break;
        }
        for (int place = 1; place <= worker->line_count; place++) {
            search_report(worker, place);
        }
        if (!search_may_deepen(search, 100)) {
            break;
        }
    }
    search_stop(search);
}

/* Uses no memory of its worker's, which has at least a word. */
static const struct search_method textbook_method = {
    .worker_size = sizeof(uint64_t), .worker_alignment = _Alignof(uint64_t), .run = textbook_run};
