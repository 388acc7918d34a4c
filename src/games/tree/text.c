/* SPDX-License-Identifier: MIT */
/* The text forms of a tree: the nested list, and the numbers of the children. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "rng.h"
#include "rules.h"

/* A text that is being read. */
struct reader {
    const char *text, *at;
    struct tree_position *position;
    int count, depth; /* nodes so far; lists that are open */
    struct error *error;
};

static bool expected(const struct reader *reader, const char *what)
{
    const long place = reader->at - reader->text + 1;
    return *reader->at
               ? error_set(reader->error, "illegal FEN: character %ld, '%c': expected %s", place,
                           *reader->at, what)
               : error_set(reader->error, "illegal FEN: it ends after character %ld: expected %s",
                           place - 1, what);
}

/* Reads the value of a leaf. */
static bool read_value(struct reader *reader, struct tree_node *node)
{
    char *end;
    const size_t sign = *reader->at == '-' || *reader->at == '+';
    if (strspn(reader->at + sign, "0123456789") == 0) {
        return expected(reader, reader->depth > 0 ? "a number, '(' or ')'" : "a number or '('");
    }
    const long value = strtol(reader->at, &end, 10);
    if (value < -TREE_MAX_VALUE || value > TREE_MAX_VALUE) {
        return expected(reader, "a value from -9999 to 9999");
    }
    node->value = (int16_t)value;
    node->size = 1;
    reader->at = end;
    return true;
}

/* Closes the innermost list, whose node is `parent`; returns the list around it. */
static bool close_list(struct reader *reader, int *parent)
{
    struct tree_node *node = &reader->position->nodes[*parent];
    node->size = (uint16_t)(reader->count - *parent);
    if (node->size == 1) {
        return expected(reader, "a number or '(': a list has at least one node");
    }
    *parent = node->parent;
    reader->depth--;
    reader->at++;
    return true;
}

/* Reads the tree, node by node. */
static bool read_tree(struct reader *reader)
{
    int parent = 0;
    do {
        reader->at += strspn(reader->at, " ");
        if (*reader->at == ')' && reader->depth > 0) {
            if (!close_list(reader, &parent)) {
                return false;
            }
            continue;
        }
        if (reader->count == TREE_MAX_NODES) {
            return expected(reader, "at most 1023 nodes");
        }
        struct tree_node *node = &reader->position->nodes[reader->count];
        *node = (struct tree_node){.parent = (uint16_t)parent};
        if (*reader->at == '(') {
            if (reader->depth == TREE_MAX_DEPTH) {
                return expected(reader, "at most 64 lists inside each other");
            }
            parent = reader->count;
            reader->depth++;
            reader->at++;
        } else if (!read_value(reader, node)) {
            return false;
        }
        reader->count++;
    } while (reader->depth > 0);
    return true;
}

bool tree_parse_fen(const struct game_settings *settings UNUSED, const char *fen,
                    struct tree_position *position, struct error *error)
{
    struct reader reader = {.text = fen, .at = fen, .position = position, .error = error};
    memset(position, 0, sizeof *position);
    if (!read_tree(&reader)) {
        return false;
    }
    reader.at += strspn(reader.at, " ");
    position->side = strcmp(reader.at, "min") == 0;
    return !*reader.at || position->side || strcmp(reader.at, "max") == 0 ||
           expected(&reader, "the end, or max or min to move");
}

void tree_format_fen(const struct tree_position *position, struct buffer *out)
{
    const struct tree_node *nodes = position->nodes;
    const int end = position->at + nodes[position->at].size;
    int ends[TREE_MAX_DEPTH], depth = 0; /* of the lists that are open */
    for (int i = position->at; i < end; i++) {
        buffer_puts(out, i > position->at && nodes[i].parent != i - 1 ? " " : "");
        if (nodes[i].size > 1) {
            buffer_putc(out, '(');
            ends[depth++] = i + nodes[i].size;
        } else {
            buffer_put_number(out, nodes[i].value);
        }
        while (depth > 0 && ends[depth - 1] == i + 1) {
            buffer_putc(out, ')');
            depth--;
        }
    }
    buffer_puts(out, position->side ? " min" : "");
}

/* A hash of what lies below the present node, so that it does not depend on the way there. */
uint64_t tree_key(const struct tree_position *position)
{
    const struct tree_node *node = &position->nodes[position->at];
    uint64_t key = rng_mix(position->side);
    for (int i = 0; i < node->size; i++) {
        key = rng_mix(key ^ ((uint64_t)node[i].size << 16 | (uint16_t)node[i].value));
    }
    return key;
}

bool tree_parse_move(const struct tree_position *position, const char *text, move_t *move,
                     struct error *error)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (tree_is_leaf(position)) {
        return error_set(error, "illegal move '%s': the game is over", text);
    }
    *move = (move_t)number;
    if (text[0] < '1' || text[0] > '9' || *end || number > TREE_MAX_NODES ||
        !tree_is_legal(position, *move)) {
        struct move_list list = {.count = 0};
        tree_legal_moves(position, &list);
        return error_set(error, "illegal move '%s': expected the number of a child, 1 to %d", text,
                         list.count);
    }
    return true;
}

void tree_format_move(const struct tree_position *position UNUSED, move_t move, struct buffer *out)
{
    buffer_put_number(out, move);
}

/* A line for each node, indented by its depth. */
void tree_draw(const struct tree_position *position, struct buffer *out)
{
    const struct tree_node *nodes = position->nodes;
    const int end = position->at + nodes[position->at].size;
    int plies[TREE_MAX_NODES] = {0}, numbers[TREE_MAX_NODES] = {0}; /* the children so far */
    for (int i = position->at; i < end; i++) {
        const int parent = nodes[i].parent;
        if (i == position->at) {
            buffer_puts(out, "root");
        } else {
            plies[i] = plies[parent] + 1;
            buffer_printf(out, "%*s%d", 2 * plies[i], "", ++numbers[parent]);
        }
        if (nodes[i].size == 1) {
            buffer_printf(out, ": %d\n", nodes[i].value);
        } else {
            buffer_puts(out, (position->side + plies[i]) % 2 == 0 ? " MAX\n" : " MIN\n");
        }
    }
}

void tree_explain(const struct tree_position *position, struct buffer *out)
{
    buffer_printf(out, "value of the leaf (side to move, cp)  %d\n", tree_evaluate(position));
}
