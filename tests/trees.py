#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches random trees with given values: trees.py MYOSU [TREES [SEED]]

Each algorithm must find the minimax value of the tree, computed here from the nested list, and the first move that has it.
Alpha-beta must visit the leaves, in order, that the definition of alpha-beta visits, and no others.
"""
import random
import subprocess
import sys


def make(rng, depth):
    if depth == 0 or rng.random() < 0.1:
        return rng.randint(-9, 9)
    return [make(rng, depth - 1) for _ in range(rng.randint(1, 4))]


def text(tree):
    return str(tree) if isinstance(tree, int) else "(" + " ".join(map(text, tree)) + ")"


def count(tree):
    return 1 if isinstance(tree, int) else 1 + sum(map(count, tree))


def minimax(tree, is_max):
    if isinstance(tree, int):
        return tree
    return (max if is_max else min)(minimax(child, not is_max) for child in tree)


def visit(tree, is_max, alpha, beta, leaves):
    """Returns the value of a node in its window, and adds the leaves that are visited."""
    if isinstance(tree, int):
        leaves.append(tree)
        return tree
    for child in tree:
        value = visit(child, not is_max, alpha, beta, leaves)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if is_max else beta


def run(path, *commands):
    return subprocess.run([path, "--game", "tree", *commands], capture_output=True, text=True, check=True).stdout.splitlines()


def check(path, tree, is_max):
    fen = text(tree) + ("" if is_max else " min")
    searches = [word for name in ("alphabeta", "textbook", "minimax") for word in (f"setoption name Algorithm value {name}", "go depth 6")]
    lines = run(path, f"position fen {fen}", "query fen", *searches, "setoption name Algorithm value textbook", "trace depth 6",
                "setoption name Algorithm value minimax", "trace depth 6")
    if lines[0] != f"response {fen}":
        sys.exit(f"{fen} is written as {lines[0]}")
    value = minimax(tree, is_max)
    best = [minimax(child, not is_max) for child in tree].index(value) + 1
    moves = [line.split()[1] for line in lines if line.startswith("bestmove")]
    lines = [line for line in lines if not line.startswith("info string iteration ")]
    scores = [int(lines[i - 1].split(" cp ")[1].split()[0]) for i, line in enumerate(lines) if line.startswith("bestmove")]
    if scores != [value if is_max else -value] * 3 or moves[1:] != [str(best)] * 2:
        sys.exit(f"{fen}: {scores} {moves}, expected {value}, move {best}")
    start = [i for i, line in enumerate(lines) if line.startswith("root ")]
    for first, visited in ((start[0], True), (start[1], False)):
        leaves = []
        if visited:
            visit(tree, is_max, -10 ** 9, 10 ** 9, leaves)
        else:
            visit_all(tree, leaves)
        sums = next(i for i in range(first, len(lines)) if ", depth 6: nodes " in lines[i])
        found = [int(line.split("value ")[1]) for line in lines[first:sums] if " end " in line]
        if found != leaves or lines[first].split("value ")[1] != str(value):
            sys.exit(f"{fen}: leaves {found}, expected {leaves}")
    if f"minimax, depth 6: nodes {count(tree)}, cut-offs 0, moves left out 0" != lines[-1]:
        sys.exit(f"{fen}: {lines[-1]}, expected {count(tree)} nodes")


def visit_all(tree, leaves):
    if isinstance(tree, int):
        leaves.append(tree)
        return
    for child in tree:
        visit_all(child, leaves)


def main(path, trees=200, seed=1):
    rng = random.Random(int(seed))
    for _ in range(int(trees)):
        check(path, [make(rng, rng.randint(0, 4)) for _ in range(rng.randint(1, 4))], rng.random() < 0.7)


main(*sys.argv[1:])
