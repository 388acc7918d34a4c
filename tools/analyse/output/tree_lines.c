/* SPDX-License-Identifier: MIT */
#include "tree_lines.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "memory.h"
#include "words.h"

/* Takes the next word, without a comma at its end. "" if there is none. */
static char *take(char **rest)
{
    char *word = words_take(rest);
    if (!word) {
        return *rest;
    }
    const size_t length = strlen(word);
    if (length > 0 && word[length - 1] == ',') {
        word[length - 1] = '\0';
    }
    return word;
}

/* Takes a word that must be this one. */
static bool take_word(char **rest, const char *word)
{
    return strcmp(take(rest), word) == 0;
}

static bool is_kind(const char *word)
{
    return strcmp(word, "MAX") == 0 || strcmp(word, "MIN") == 0 || strcmp(word, "leaf") == 0 ||
           strcmp(word, "end") == 0;
}

/* Reads the rest of a line behind the value: "cut: beta B <= alpha A, N moves left out". */
static bool read_cut(char *rest, struct tree_line *node)
{
    int64_t left;
    if (!*rest) {
        return true;
    }
    bool good = take_word(&rest, "cut:") && take_word(&rest, "beta");
    node->cut_beta = take(&rest);
    good = good && take_word(&rest, "<=") && take_word(&rest, "alpha");
    node->cut_alpha = take(&rest);
    good = good && words_number(take(&rest), &left) && left > 0 && left < 1000;
    node->left = good ? (int)left : 0;
    return good;
}

static bool read_node(char *line, struct tree_line *node)
{
    const size_t indent = strspn(line, " ");
    char *rest = line + indent;
    *node = (struct tree_line){.ply = (int)indent / 2, .bound = "", .visited = true};
    node->move = take(&rest);
    node->kind = take(&rest);
    const char *word = take(&rest);
    if (strcmp(word, "alpha") == 0) {
        node->alpha = take(&rest);
        if (!take_word(&rest, "beta")) {
            return false;
        }
        node->beta = take(&rest);
        word = take(&rest);
    }
    char *value = take(&rest);
    if (node->ply > COMMAND_TRACE_DEPTH_LIMIT || !is_kind(node->kind) ||
        strcmp(word, "value") != 0 || !*value || indent % 2 != 0) {
        return false;
    }
    node->bound = strncmp(value, "<=", 2) == 0 ? "<=" : strncmp(value, ">=", 2) == 0 ? ">=" : "";
    node->value = value + strlen(node->bound);
    return read_cut(rest, node);
}

/* Finds the parent of the last node: the last one that is a ply higher. */
static bool find_parent(struct tree_lines *tree)
{
    struct tree_line *node = &tree->nodes[tree->count - 1];
    int parent = tree->count - 2;
    if (tree->count == 1) {
        return node->ply == 0;
    }
    while (parent > 0 && tree->nodes[parent].ply >= node->ply) {
        parent = tree->nodes[parent].parent;
    }
    node->parent = parent;
    return node->ply == tree->nodes[parent].ply + 1;
}

bool tree_lines_read(const char *text, struct tree_lines *tree, struct error *error)
{
    *tree = (struct tree_lines){.text = memory_text(text)};
    char *rest = tree->text, *line;
    while ((line = strsep(&rest, "\n")) && *line) {
        struct error shown;
        error_set(&shown, "%.200s", line);
        tree->nodes = memory_extended(tree->nodes, (size_t)tree->count, sizeof *tree->nodes);
        tree->count++;
        if (!read_node(line, &tree->nodes[tree->count - 1]) || !find_parent(tree)) {
            return error_set(error, "expected a node of a tree, found '%s'", shown.text);
        }
    }
    return tree->count > 0 || error_set(error, "expected the nodes of a tree");
}

void tree_lines_finish(struct tree_lines *tree)
{
    free(tree->text);
    free(tree->nodes);
    *tree = (struct tree_lines){.text = NULL};
}

/* The search tries the moves in one order and enters nodes in the order of the tree, so its nodes
 * are the first ones of the whole tree that fit. */
bool tree_lines_complete(struct tree_lines *tree, struct tree_lines *whole)
{
    int *of_whole = memory_zeroed((size_t)whole->count, sizeof *of_whole); /* -1: cut off */
    int found = 0;
    for (int i = 0; i < whole->count; i++) {
        const struct tree_line *node = &whole->nodes[i];
        const struct tree_line *next = found < tree->count ? &tree->nodes[found] : NULL;
        const bool fits = next && next->ply == node->ply && strcmp(next->move, node->move) == 0 &&
                          of_whole[node->parent] == next->parent;
        of_whole[i] = fits ? found++ : -1;
    }
    const bool same = found == tree->count;
    for (int i = 0; same && i < whole->count; i++) {
        struct tree_line *node = &whole->nodes[i];
        const int parent = node->parent;
        if (of_whole[i] >= 0) {
            *node = tree->nodes[of_whole[i]];
            node->parent = parent;
        }
        node->visited = of_whole[i] >= 0;
    }
    if (same) {
        /* The texts of both remain in use: `whole` keeps those of the tree. */
        const struct tree_lines searched = *tree;
        *tree = *whole;
        *whole = searched;
    }
    free(of_whole);
    return same;
}
