/* SPDX-License-Identifier: MIT */
/* The tree of a search, read from the lines with which an engine answers `trace` (PROTOCOL.md). */
#ifndef OUTPUT_TREE_LINES_H
#define OUTPUT_TREE_LINES_H

#include <stdbool.h>

#include "buffer.h"
#include "error.h"

/* A node. Its texts are words of its line. */
struct tree_line {
    int ply, parent;          /* the index of the parent; the root's is 0 */
    const char *move, *kind;  /* "root" or a move; "MAX", "MIN", "leaf" or "end" */
    const char *alpha, *beta; /* when the search entered it; NULL: it has no window */
    const char *value;        /* without the mark of a bound */
    const char *bound;        /* "<=", ">=" or "" */
    const char *cut_alpha, *cut_beta;
    int left;     /* moves that were cut off; 0: none were */
    bool visited; /* by the search; otherwise it was cut off */
};

/* Zeroed memory is an empty tree. */
struct tree_lines {
    char *text; /* the lines, which are changed */
    struct tree_line *nodes;
    int count;
};

/* Reads the nodes of an answer, a line each. Returns false and the line that is no node. */
bool tree_lines_read(const char *text, struct tree_lines *tree, struct error *error);
void tree_lines_finish(struct tree_lines *tree);

/* Adds to a tree the nodes that were cut off, which `whole`, the tree of minimax, has. Returns
 * false and changes nothing if that is no tree of the same search. */
bool tree_lines_complete(struct tree_lines *tree, struct tree_lines *whole);

/* Append the tree: a JSON object for each node; a picture whose title names the position. */
void write_tree_jsonl(const struct tree_lines *tree, struct buffer *out);
void write_tree_svg(const struct tree_lines *tree, const char *title, struct buffer *out);

#endif
