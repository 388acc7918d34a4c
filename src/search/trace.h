/* SPDX-License-Identifier: MIT */
/* The tree of a small search, node by node. A worker that has a trace records in it what a search
 * of the textbooks (textbook_template.h) does. */
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include "compiler.h"
#include "move.h"
#include "score.h"

/* The most nodes of a trace. */
#define TRACE_MAX_NODES 2000

/* A node. Its window and its value are those of MAX. MAX is player 1. */
struct trace_node {
    int parent;          /* index */
    int last;            /* index of the child that was searched last; 0: the node is a leaf */
    int moves;           /* of a node that is no leaf: its moves */
    int left;            /* of them, those that were cut off */
    move_t move;         /* that leads here */
    int mover;           /* whose move it was: 0 or 1 */
    score_t alpha, beta; /* when the search entered the node */
    score_t value;
};

struct trace {
    int count; /* a node comes after its parent, in the order in which the search enters them */
    int at;    /* the node being searched */
    struct trace_node nodes[TRACE_MAX_NODES + 1];
};

/* Begins a tree: the root has the full window. Its value remains 0. */
INLINE void trace_begin(struct trace *trace, score_t infinite)
{
    trace->nodes[0] = (struct trace_node){.alpha = -infinite, .beta = infinite};
    trace->count = 1;
    trace->at = 0;
}

/* Enters a child of the present node, which has `moves` moves; alpha and beta are the mover's. The
 * search must have the limit TRACE_MAX_NODES, so that at most one node is entered beyond it. */
INLINE void trace_enter(struct trace *trace, int moves, move_t move, int mover, score_t alpha,
                        score_t beta)
{
    const int index = trace->count <= TRACE_MAX_NODES ? trace->count++ : TRACE_MAX_NODES;
    trace->nodes[trace->at].moves = moves;
    trace->nodes[trace->at].last = index;
    trace->nodes[index] = (struct trace_node){.parent = trace->at,
                                              .move = move,
                                              .mover = mover,
                                              .alpha = mover ? -beta : alpha,
                                              .beta = mover ? -alpha : beta};
    trace->at = index;
}

/* Leaves the present node with its value for the mover. */
INLINE void trace_leave(struct trace *trace, score_t value)
{
    struct trace_node *node = &trace->nodes[trace->at];
    node->value = node->mover ? -value : value;
    trace->at = node->parent;
}

#endif
