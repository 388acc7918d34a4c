/* SPDX-License-Identifier: MIT */
/* The job of the command `trace`: the tree of a small search of the position, a line of text for
 * each node. MAX is player 1, and values are those of MAX. */
#include "trace.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "engine_state.h"

struct tracing {
    struct engine *engine;
    struct search_worker *worker;
    struct trace tree;
    int plies[TRACE_MAX_NODES + 1];
    bool bounds[TRACE_MAX_NODES + 1]; /* the value is a bound of the node's minimax value */
    /* At each ply of the line that leads to a node. */
    _Alignas(max_align_t) unsigned char positions[];
};

/* Searches to a depth. False if the tree has too many nodes, or if the search was stopped. */
static bool search_to(struct tracing *tracing, int depth)
{
    struct engine *engine = tracing->engine;
    struct search_worker *worker = tracing->worker;
    if (!engine_rearm(engine)) {
        return false;
    }
    engine->search.limits.depth = depth;
    memcpy(worker->position, engine->position, engine->game->position_size);
    atomic_store(&worker->nodes, 0);
    search_enter(&engine->search);
    engine->game->textbook->run(worker);
    search_leave(&engine->search);
    return worker->lines[0].depth == depth;
}

/* Completes the tree: the root's value, the plies, and which values are bounds. The value of a node
 * that is no leaf is a bound if it lies outside of the window. It is exact even then if no move was
 * cut off and the last move has this value. */
static void complete(struct tracing *tracing)
{
    struct trace *tree = &tracing->tree;
    const score_t score = tracing->worker->lines[0].score;
    tree->nodes[0].value = tree->nodes[tree->nodes[0].last].mover ? -score : score;
    for (int i = 1; i < tree->count; i++) {
        tracing->plies[i] = tracing->plies[tree->nodes[i].parent] + 1;
    }
    for (int i = tree->count - 1; i >= 0; i--) {
        const struct trace_node *node = &tree->nodes[i];
        const bool inside = node->alpha < node->value && node->value < node->beta;
        const bool decided = node->left == 0 && !tracing->bounds[node->last] &&
                             tree->nodes[node->last].value == node->value;
        tracing->bounds[i] = node->last > 0 && !inside && !decided;
    }
}

/* Appends a value: -inf, +inf, #N where MAX wins in N plies from the root and #-N where MAX loses,
 * or the value itself. */
static void put_value(const struct tracing *tracing, score_t value, struct buffer *out)
{
    const bool mates = tracing->engine->search.limits.evaluation == EVALUATION_FULL;
    if (value >= tracing->tree.nodes[0].beta || value <= tracing->tree.nodes[0].alpha) {
        buffer_puts(out, value > 0 ? "+inf" : "-inf");
    } else if (mates && score_is_mate(value)) {
        buffer_printf(out, "#%d", score_mate_plies(value));
    } else {
        buffer_printf(out, "%d", value);
    }
}

/* Appends who moves in a node; of a leaf, whether the game or the depth ends there. */
static void put_kind(const struct tracing *tracing, const struct trace_node *node,
                     const void *position, struct buffer *out)
{
    const bool over = tracing->engine->game->result(position) != RESULT_NONE;
    buffer_puts(out, node->last == 0                              ? over ? "end" : "leaf"
                     : tracing->tree.nodes[node->last].mover == 0 ? "MAX"
                                                                  : "MIN");
}

static void put_cut(const struct tracing *tracing, const struct trace_node *node,
                    struct buffer *out)
{
    const bool max = tracing->tree.nodes[node->last].mover == 0;
    buffer_puts(out, ", cut: beta ");
    put_value(tracing, max ? node->beta : node->value, out);
    buffer_puts(out, " <= alpha ");
    put_value(tracing, max ? node->value : node->alpha, out);
    buffer_printf(out, ", %d move%s left out", node->left, node->left == 1 ? "" : "s");
}

/* Appends the line of a node. The positions of the plies above it are those on the way to it. */
static void put_node(struct tracing *tracing, int index, struct buffer *out)
{
    const struct game *game = tracing->engine->game;
    const struct trace_node *node = &tracing->tree.nodes[index];
    unsigned char *position =
        tracing->positions + (size_t)tracing->plies[index] * game->position_size;
    buffer_printf(out, "%*s", 2 * tracing->plies[index], "");
    if (index == 0) {
        memcpy(position, tracing->engine->position, game->position_size);
        buffer_puts(out, "root");
    } else {
        memcpy(position, position - game->position_size, game->position_size);
        game->format_move(position, node->move, out);
        game->play(position, node->move);
    }
    buffer_putc(out, ' ');
    put_kind(tracing, node, position, out);
    if (tracing->engine->search.limits.algorithm != ALGORITHM_MINIMAX) {
        buffer_puts(out, " alpha ");
        put_value(tracing, node->alpha, out);
        buffer_puts(out, " beta ");
        put_value(tracing, node->beta, out);
    }
    buffer_puts(out, " value ");
    if (tracing->bounds[index]) {
        buffer_puts(out, node->value <= node->alpha ? "<=" : ">=");
    }
    put_value(tracing, node->value, out);
    if (node->left > 0) {
        put_cut(tracing, node, out);
    }
}

/* Posts the lines of the tree, and their sum. */
static void post_tree(struct tracing *tracing, int depth)
{
    struct engine *engine = tracing->engine;
    const struct trace *tree = &tracing->tree;
    int cuts = 0, left = 0;
    struct error line;
    LOCAL_BUFFER text = {0};
    for (int i = 0; i < tree->count && !atomic_load(&engine->cancelled); i++) {
        buffer_clear(&text);
        put_node(tracing, i, &text);
        error_set(&line, "%s", buffer_text(&text));
        engine_post_text(engine, ENGINE_TEXT, &line);
        cuts += tree->nodes[i].left > 0;
        left += tree->nodes[i].left;
    }
    error_set(&line, "%s, depth %d: nodes %d, cut-offs %d, moves left out %d",
              engine->search.limits.algorithm == ALGORITHM_MINIMAX ? "minimax" : "textbook", depth,
              tree->count, cuts, left);
    if (atomic_load(&engine->cancelled)) {
        error_set(&line, "trace stopped");
    }
    engine_post_text(engine, ENGINE_TEXT, &line);
}

/* Refuses a tree that is too large, with the deepest one that is not. */
static void post_too_large(struct tracing *tracing, int depth)
{
    struct engine *engine = tracing->engine;
    struct error error;
    int fits = depth - 1;
    while (fits > 0 && !search_to(tracing, fits) && !atomic_load(&engine->cancelled)) {
        fits--;
    }
    if (atomic_load(&engine->cancelled)) {
        error_set(&error, "trace stopped");
        engine_post_text(engine, ENGINE_TEXT, &error);
    } else {
        error_set(&error, "trace: depth %d has more than %d nodes; expected at most depth %d",
                  depth, TRACE_MAX_NODES, fits);
        engine_post_text(engine, ENGINE_FAILURE, &error);
    }
}

static void run_tracing(struct tracing *tracing)
{
    struct engine *engine = tracing->engine;
    struct search *search = &engine->search;
    const int depth = engine->trace_depth;
    tracing->worker->trace = &tracing->tree;
    search->game = engine->game;
    search->workers = &tracing->worker;
    search->worker_count = 1;
    search->report = NULL;
    search->limits = (struct search_limits){
        .nodes = TRACE_MAX_NODES,
        .multipv = 1,
        .algorithm =
            engine->options.algorithm == ALGORITHM_MINIMAX ? ALGORITHM_MINIMAX : ALGORITHM_TEXTBOOK,
        .evaluation = engine_evaluation(engine),
    };
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    if (search_to(tracing, depth)) {
        complete(tracing);
        post_tree(tracing, depth);
    } else {
        post_too_large(tracing, depth);
    }
    engine_restore_search(engine);
}

static void run_trace(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    const struct game *game = engine->game;
    const size_t size =
        sizeof(struct tracing) + (size_t)(engine->trace_depth + 1) * game->position_size;
    const int64_t bytes =
        (int64_t)(size + sizeof(struct search_worker) + game->position_size + WORKER_STACK_USE);
    struct tracing *tracing = NULL;
    struct error error;
    const bool charged = charge_add(&engine->charge, bytes);
    if (charged) {
        tracing = calloc(1, size);
    }
    if (tracing) {
        tracing->engine = engine;
        tracing->worker =
            search_worker_create(&engine->search, game->textbook, game->position_size, 0);
    }
    if (tracing && tracing->worker) {
        run_tracing(tracing);
        search_worker_destroy(tracing->worker);
    } else {
        error_set(&error, "trace: needs %d KiB, more than is left", (int)(bytes >> 10) + 1);
        engine_post_text(engine, ENGINE_FAILURE, &error);
    }
    free(tracing);
    if (charged) {
        charge_add(&engine->charge, -bytes);
    }
    engine_post_end(engine);
}

bool engine_trace(struct engine *engine, int depth, struct error *error)
{
    if (!engine_has_position(engine, "trace", error)) {
        return false;
    }
    if (engine->game->result(engine->position) != RESULT_NONE) {
        return error_set(error, "trace: the game is over; expected a position with a legal move");
    }
    assert(depth >= 1 && depth <= ENGINE_TRACE_DEPTH);
    engine->trace_depth = depth;
    engine_start_job(engine, 1, run_trace, NULL);
    return true;
}
