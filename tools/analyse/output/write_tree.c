/* SPDX-License-Identifier: MIT */
/* Writes the tree of a search as JSON Lines and as a picture. */
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "memory.h"
#include "svg_parts.h"
#include "tree_lines.h"
#include "words.h"
#include "writers.h"

/* Appends a value: a number, or a text such as "+inf" or "#3". */
static void put_value(const char *key, const char *value, struct buffer *out)
{
    int64_t number;
    buffer_printf(out, ",\"%s\":", key);
    if (words_number(value, &number)) {
        buffer_put_number(out, number);
    } else {
        encoding_put_json(value, out);
    }
}

void write_tree_jsonl(const struct tree_lines *tree, struct buffer *out)
{
    for (int i = 0; i < tree->count; i++) {
        const struct tree_line *node = &tree->nodes[i];
        buffer_printf(out, "{\"node\":%d", i + 1);
        if (i > 0) {
            buffer_printf(out, ",\"parent\":%d", node->parent + 1);
        }
        buffer_printf(out, ",\"ply\":%d,\"move\":", node->ply);
        encoding_put_json(node->move, out);
        buffer_printf(out, ",\"kind\":\"%s\",\"visited\":%s", node->kind,
                      node->visited ? "true" : "false");
        if (node->alpha) {
            put_value("alpha", node->alpha, out);
            put_value("beta", node->beta, out);
        }
        put_value("value", node->value, out);
        if (*node->bound) {
            buffer_printf(out, ",\"bound\":\"%s\"", node->bound);
        }
        if (node->left > 0) {
            buffer_printf(out, ",\"cut\":{\"left\":%d", node->left);
            put_value("beta", node->cut_beta, out);
            put_value("alpha", node->cut_alpha, out);
            buffer_putc(out, '}');
        }
        buffer_puts(out, "}\n");
    }
}

/* Pixels: the least room of a leaf, the room of a ply and around the picture; half of a node's
 * width; the room of a character. */
#define LEAF_WIDTH 64
#define PLY_HEIGHT 96
#define MARGIN     48
#define NODE       20
#define CHARACTER  7

/* The kind of a node of the picture that stands for moves which were cut off and which the tree
 * does not have. */
static const char left_out[] = "left out";

/* Where a node is, and its first and last child. */
struct place {
    int x, first, last;
};

/* Adds a node of the tree with all below it, and a node for the moves left out; returns the node
 * after them. */
static int add_nodes(const struct tree_lines *tree, int index, int parent, struct tree_lines *shown)
{
    const int at = shown->count++;
    struct tree_line *node = &shown->nodes[at];
    *node = tree->nodes[index++];
    node->parent = parent;
    bool has_cut = false;
    while (index < tree->count && tree->nodes[index].ply > node->ply) {
        has_cut |= tree->nodes[index].ply == node->ply + 1 && !tree->nodes[index].visited;
        index = add_nodes(tree, index, at, shown);
    }
    if (node->left > 0 && !has_cut) {
        shown->nodes[shown->count++] = (struct tree_line){.ply = node->ply + 1,
                                                          .parent = at,
                                                          .move = "",
                                                          .kind = left_out,
                                                          .value = "",
                                                          .bound = "",
                                                          .left = node->left};
    }
    return index;
}

static bool is_leaf(const struct tree_lines *tree, int index)
{
    return index + 1 == tree->count || tree->nodes[index + 1].ply <= tree->nodes[index].ply;
}

static size_t longer(size_t longest, const char *text, const char *mark)
{
    const size_t length = text ? strlen(text) + strlen(mark) : 0;
    return length > longest ? length : longest;
}

/* Returns the room of a leaf: that of the longest text, beside a node. */
static int leaf_width(const struct tree_lines *tree)
{
    size_t longest = 0;
    for (int i = 0; i < tree->count; i++) {
        const struct tree_line *node = &tree->nodes[i];
        longest = longer(longest, node->value, node->bound);
        longest = longer(longest, node->move, "");
        longest = longer(longest, node->alpha, "a ");
        longest = longer(longest, node->beta, "b ");
    }
    const int width = ((int)longest + 2) * CHARACTER + NODE;
    return width > LEAF_WIDTH ? width : LEAF_WIDTH;
}

/* Places the nodes, from the right to the left: a leaf beside the next one, and any other node in
 * the middle above its children. Returns the width of all. */
static int place_nodes(const struct tree_lines *tree, struct place *places)
{
    const int room = leaf_width(tree);
    int leaves = 0;
    for (int i = 0; i < tree->count; i++) {
        leaves += is_leaf(tree, i);
    }
    const int width = leaves * room;
    for (int i = tree->count - 1; i >= 0; i--) {
        struct place *place = &places[i], *parent = &places[tree->nodes[i].parent];
        place->x = is_leaf(tree, i) ? MARGIN + --leaves * room + room / 2
                                    : (place->first + place->last) / 2;
        parent->first = place->x;
        parent->last = parent->last > place->x ? parent->last : place->x;
    }
    return width;
}

static int y_of(const struct tree_line *node)
{
    return MARGIN + NODE + PLY_HEIGHT * node->ply;
}

static void put_text(int x, int y, const char *style, const char *text, struct buffer *out)
{
    buffer_printf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", style, x, y);
    svg_put_text(out, text);
    buffer_puts(out, "</text>\n");
}

static void put_branch(const struct tree_lines *tree, const struct place *places, int index,
                       struct buffer *out)
{
    const struct tree_line *node = &tree->nodes[index];
    const int from = y_of(&tree->nodes[node->parent]) + NODE, to = y_of(node) - NODE;
    const int x = places[node->parent].x, end = places[index].x;
    buffer_printf(out, "<path class=\"%s\" d=\"M%d %dL%d %d\"/>\n",
                  node->visited ? "branch" : "branch cut", x, from, end, to);
    put_text(end + (x - end) / 4 + 4, to - (to - from) / 4, node->visited ? "move" : "move cut",
             node->move, out);
}

/* Appends the shape of a node: MAX points up, MIN points down, and a leaf is a square. Returns
 * where its text is, below the middle. */
static int put_shape(const struct tree_line *node, int x, int y, struct buffer *out)
{
    const char *visited = node->visited ? "" : " cut";
    const int wide = NODE + 6;
    if (strcmp(node->kind, "MAX") == 0) {
        buffer_printf(out, "<path class=\"node max%s\" d=\"M%d %dH%dL%d %dz\"/>\n", visited,
                      x - wide, y + NODE, x + wide, x, y - NODE);
        return 14;
    }
    if (strcmp(node->kind, "MIN") == 0) {
        buffer_printf(out, "<path class=\"node min%s\" d=\"M%d %dH%dL%d %dz\"/>\n", visited,
                      x - wide, y - NODE, x + wide, x, y + NODE);
        return -4;
    }
    if (node->kind != left_out) {
        buffer_printf(out,
                      "<rect class=\"node%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                      visited, x - NODE, y - NODE, 2 * NODE, 2 * NODE);
    }
    return 5;
}

static void put_bound(int x, int y, const char *name, const char *value, struct buffer *out)
{
    struct buffer text = {0};
    buffer_printf(&text, "%s %s", name, value);
    put_text(x, y, "window", buffer_text(&text), out);
    buffer_finish(&text);
}

static void put_node(const struct tree_line *node, int x, struct buffer *out)
{
    const int y = y_of(node);
    const int below = put_shape(node, x, y, out);
    struct buffer text = {0};
    if (node->kind == left_out) {
        buffer_printf(&text, "%d cut", node->left);
    } else {
        buffer_printf(&text, "%s%s",
                      *node->bound == '<'   ? "≤"
                      : *node->bound == '>' ? "≥"
                                            : "",
                      node->value);
    }
    put_text(x, y + below, node->visited ? "value" : "value cut", buffer_text(&text), out);
    if (node->alpha && *node->kind == 'M') {
        const bool max = strcmp(node->kind, "MAX") == 0;
        put_bound(x + 12 + 2 * !max, max ? y - 8 : y + 6, "α", node->alpha, out);
        put_bound(x + 18 - 10 * !max, max ? y + 4 : y + 18, "β", node->beta, out);
    }
    buffer_finish(&text);
}

static const char style[] =
    "<style>text{font:13px sans-serif;fill:#1b1b1b}.value{text-anchor:middle;font-weight:600}"
    ".window{font-size:11px;fill:#5b5b5b}.move{font-size:11px;fill:#30518f}"
    ".branch{stroke:#5b5b5b;stroke-width:1.5}.node{stroke:#1b1b1b;stroke-width:1.5;fill:#fff}"
    ".max{fill:#dbe9ff}.min{fill:#ffe3d3}"
    "path.cut,rect.cut{stroke:#9b9b9b;stroke-dasharray:2 4;fill:none}text.cut{fill:#8a8a8a}"
    "</style>\n";

void write_tree_svg(const struct tree_lines *tree, const char *title, struct buffer *out)
{
    const size_t room = 2 * (size_t)tree->count;
    struct tree_lines shown = {.nodes = memory_zeroed(room, sizeof *shown.nodes)};
    struct place *places = memory_zeroed(room, sizeof *places);
    int plies = 0;
    add_nodes(tree, 0, 0, &shown);
    for (int i = 0; i < shown.count; i++) {
        plies = shown.nodes[i].ply > plies ? shown.nodes[i].ply : plies;
    }
    const int width = place_nodes(&shown, places) + 2 * MARGIN;
    const int height = PLY_HEIGHT * plies + 2 * (MARGIN + NODE);
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\">\n<title>",
                  width, height, width, height);
    svg_put_text(out, title);
    buffer_printf(out, "</title>\n%s<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", style,
                  width, height);
    for (int i = 1; i < shown.count; i++) {
        put_branch(&shown, places, i, out);
    }
    for (int i = 0; i < shown.count; i++) {
        put_node(&shown.nodes[i], places[i].x, out);
    }
    buffer_puts(out, "</svg>\n");
    free(shown.nodes);
    free(places);
}
