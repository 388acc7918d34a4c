#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the textbooks' searches with an independent copy: textbook.py MYOSU [POSITIONS [SEED]]

In POSITIONS random positions of each game that has a textbook's evaluation (500), minimax and alpha-beta must find the
value, the move and the number of nodes that those of textbook_copy.py find. These take the rules from the engine, the
algorithms and the evaluations from the texts.
"""
import random
import subprocess
import sys

from textbook_copy import GAMES, INFINITE, alphabeta, minimax


class Engine:
    def __init__(self, path, game):
        self.process = subprocess.Popen([path, "--game", *game.split()[:1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.known = {}
        self.send(f"newgame {game}", "setoption name Evaluation value textbook")

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def learn(self, lines):
        """Asks for the moves, the result and the FEN of positions, each the moves that lead to it."""
        for some in (lines[i:i + 100] for i in range(0, len(lines), 100)):
            for line in some:
                self.send(place(line), "query moves", "query result", "query fen")
            for line in some:
                moves, result, fen = (self.process.stdout.readline().split()[1:] for _ in range(3))
                self.known[line] = moves if result == ["none"] else [], result[0], " ".join(fen)

    def search(self, line, algorithm, depth):
        """Returns the value, the best move, and the nodes of the last iteration."""
        self.send(f"setoption name Algorithm value {algorithm}", place(line), f"go depth {depth}")
        seen = {0: (0, None, 0)}
        for text in self.process.stdout:
            words = dict(zip(text.split()[1:], text.split()[2:]))
            if text.startswith("bestmove"):
                last = max(seen)
                return seen[last][0], seen[last][1], seen[last][2] - seen.get(last - 1, (0, None, 0))[2]
            if text.startswith("info depth"):
                seen[int(words["depth"])] = int(words["cp"]), words.get("pv"), int(words["nodes"])

    def trace(self, line, algorithm, depth):
        """Returns the nodes of a tree, each the lines' words without the commas; None if it is too large."""
        self.send(f"setoption name Algorithm value {algorithm}", place(line), f"trace depth {depth}")
        nodes = []
        for text in self.process.stdout:
            if text.startswith(("info string error", f"{algorithm}, depth {depth}: nodes {len(nodes)},")):
                return None if text.startswith("info") else nodes
            nodes.append((len(text) - len(text.lstrip()), text.replace(",", "").split()))


def place(line):
    return "position startpos" + (" moves " + " ".join(line) if line else "")


def check_trace(engine, node, root, name, algorithm, depth, side):
    """Compares each node of a tree: the move, who moves, the window, the value, and what is cut off."""
    told = {}

    def tell(line, *words):
        told.setdefault(line, {})[words[0]] = ["+inf" if w == INFINITE else "-inf" if w == -INFINITE else str(w) for w in words]

    value, _, calls = algorithm(node, root, depth, side > 0, tell)
    tell(root, "value", value)
    found = engine.trace(root, name, depth)
    if (found is None) != (calls > 2000):
        sys.exit(f"{place(root)}, {name}: tree {found} of depth {depth}, which has {calls} nodes")
    for (line, parts), (indent, shown) in zip(told.items(), found or []):
        kind = "end" if not node(line)[0] else "leaf" if len(line) == len(root) + depth else "MAX" if "MAX" in parts else "MIN"
        wanted = ["root" if line == root else line[-1], kind, *(parts.get("MAX") or parts["MIN"])[1:], *parts["value"], *parts.get("cut:", [])]
        shown = [word.lstrip("<>=") or word for word in shown if word not in ("move", "moves", "left", "out")]
        if indent != 2 * (len(line) - len(root)) or shown != wanted:
            sys.exit(f"{place(root)}, {name}, depth {depth}: {indent} {shown}, expected {wanted}")


def check(path, game, positions, rng):
    value, order, plies, deepest = GAMES[game]
    engine = Engine(path, game)

    def node(line):
        moves, result, fen = engine.known[line]
        return order(moves, line), value(fen, result, line)

    for number in range(positions):
        depth = rng.randint(1, deepest) + (number % 20 == 0)
        root = ()
        for _ in range(rng.randint(*plies)):
            engine.learn([root])
            root += (rng.choice(engine.known[root][0] or [""]),)
            if not root[-1]:
                root = ()
        level = [root]
        engine.known.clear()
        engine.learn(level)
        for _ in range(depth):
            level = [line + (move,) for line in level for move in node(line)[0]]
            engine.learn(level)
        side = 1 if len(root) % 2 == 0 else -1
        for name, algorithm in (("minimax", minimax), ("textbook", alphabeta)):
            wanted = algorithm(node, root, depth, side > 0)
            found = engine.search(root, name, depth)
            if node(root)[0]:
                check_trace(engine, node, root, name, algorithm, depth, side)
            if node(root)[0] and found != (wanted[0] * side, wanted[1], wanted[2]):
                sys.exit(f"{game}, {place(root)}, {name}, depth {depth}: {found}, expected {wanted[0] * side, *wanted[1:]}")
    print(f"{game}: {positions} positions")


for one in GAMES:
    check(sys.argv[1], one, int(sys.argv[2]) if len(sys.argv) > 2 else 500, random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1))
