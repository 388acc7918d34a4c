/* SPDX-License-Identifier: MIT */
/* The searches of the textbooks: minimax (minimax.h) and alpha-beta (textbook.h).
 *
 * Each is one recursive function. They try moves in the order in which the game lists them, the
 * first of equal moves is the best, and nothing is remembered from one node to the next, so their
 * node counts are those of the textbooks. The search that plays is search_template.h.
 *
 * game_template.h includes this file, which compiles the searches for that game. Parameters:
 *   GAME, GAME_FN, GAME_POSITION  as in game_template.h
 *   GAME_TEXTBOOK_VALUE           1: a text states an evaluation, which the option `Evaluation`
 *                                 selects: textbook_value in contract.h
 *   GAME_POINTS                   1: a finished game is worth its points, which evaluate returns
 *   GAME_TEXTBOOK_MOVES           1: with that evaluation the moves are those of textbook_moves */
#include "search.h"
#include "trace.h"

/* Beyond every value of the texts, whose largest are a few million. */
#define TEXTBOOK_INFINITE ((score_t)1000000000)

/* A running search. */
struct textbook {
    struct search_worker *worker;
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
    return result == RESULT_NONE   ? GAME_FN(evaluate)(position)
           : result == RESULT_DRAW ? SCORE_DRAW
           : result == won         ? score_mate_in(ply)
                                   : score_mated_in(ply);
#endif
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
    (void)book;
    GAME_FN(legal_moves)(position, list);
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
    if (trace) {
        trace->nodes[trace->at].left = trace->nodes[trace->at].moves - i - 1;
    }
}

// clang-format off
#include "minimax.h"
#include "textbook.h"
// clang-format on

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
        score_t score = limits->algorithm == ALGORITHM_MINIMAX
                            ? GAME_FN(minimax)(book, position, depth - 1, 1, &line)
                        : again ? GAME_FN(alphabeta)(book, position, alpha, TEXTBOOK_INFINITE,
                                                     depth - 1, 1, &line)
                                : GAME_FN(alphabeta)(book, position, -TEXTBOOK_INFINITE, -alpha,
                                                     depth - 1, 1, &line);
        GAME_FN(unmake)(position, moves->moves[i], &undo);
        score = again ? score : -score;
        textbook_tried(book, score);
        struct search_line found = {.depth = depth,
                                    .seldepth = depth,
                                    .score = score,
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
    struct move_list moves = {.count = 0};
    if (worker->index > 0) {
        return;
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
