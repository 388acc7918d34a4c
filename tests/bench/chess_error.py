# SPDX-License-Identifier: MIT
"""Measures how well engines judge quiet chess positions: the root mean square error of their expected score
against that of a reference engine (the ruler). The ruler must support UCI_ShowWDL and searches RULER_NODES
nodes.

    chess_error.py RULER POSITIONS ENGINE[@NODES]...

POSITIONS has one FEN per line, as the tool chess-positions prints them. With NODES, an ENGINE's search is
measured; without, the static evaluation of an engine of this project (its command `eval`). Centipawns become
an expected score by the logistic function, with the unit that makes the error smallest; that unit is printed.
The ruler's scores are stored beside the positions, in POSITIONS.ruler.
"""
import math
import os
import re
import subprocess
import sys

RULER_NODES = 25000
MATE = 5000  # the centipawns that a mate counts as
UNITS = range(60, 300, 10)
GROUPS = ((2, 8), (9, 14), (15, 20), (21, 28), (29, 32))  # ranges of the number of pieces


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, lines, last):
        """Sends lines. Returns the answer up to the line that begins with `last`."""
        self.process.stdin.write("".join(line + "\n" for line in lines))
        answer = []
        for line in self.process.stdout:
            answer.append(line.rstrip("\n"))
            if line.startswith(last):
                return answer
        sys.exit(f"{self.process.args[0]} ended without the line '{last}'")

    def close(self):
        self.ask(["isready"], "readyok")
        self.process.stdin.write("quit\n")
        self.process.wait()


def show(done, total, what):
    if sys.stderr.isatty() and (done % 50 == 0 or done == total):
        print(f"\r{what}: {done} of {total}", end="\n" if done == total else "", file=sys.stderr)


def ruled(ruler, path):
    """Returns the ruler's expected score of every position, from its file if that exists."""
    kept = path + ".ruler"
    fens = [line.strip() for line in open(path) if line.strip()]
    if os.path.exists(kept):
        rows = [line.rstrip("\n").split(";") for line in open(kept)]
        if [fen for fen, _ in rows] == fens:
            return [(fen, float(expected)) for fen, expected in rows]
    engine = Engine([ruler])
    engine.ask(["uci"], "uciok")
    engine.ask(["setoption name UCI_ShowWDL value true", "isready"], "readyok")
    rows = []
    for fen in fens:
        answer = engine.ask(["ucinewgame", f"position fen {fen}", f"go nodes {RULER_NODES}"],
                            "bestmove")
        chances = [m for m in (re.search(r" wdl (\d+) (\d+) (\d+)", line) for line in answer) if m]
        if not chances:
            sys.exit(f"{ruler} says no wdl for '{fen}'")
        won, drawn, _ = map(int, chances[-1].groups())
        rows.append((fen, (won + drawn / 2) / 1000))
        show(len(rows), len(fens), "ruler")
    engine.close()
    with open(kept, "w") as file:
        file.writelines(f"{fen};{expected}\n" for fen, expected in rows)
    return rows


def static_score(engine, fen):
    answer = engine.ask([f"position fen {fen}", "eval"], "total")
    return int(answer[-1].split()[-1])


def searched_score(engine, fen, nodes):
    answer = engine.ask(["ucinewgame", f"position fen {fen}", f"go nodes {nodes}"], "bestmove")
    scores = [m for m in (re.search(r" score (cp|mate) (-?\d+)", line) for line in answer) if m]
    kind, number = scores[-1].groups()
    return int(number) if kind == "cp" else math.copysign(MATE, int(number))


def logistic(score, unit):
    return 1 / (1 + math.exp(-max(-30, min(30, score / unit))))


def error(pairs, unit):
    return math.sqrt(sum((logistic(s, unit) - e) ** 2 for s, e in pairs) / len(pairs))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    rows = ruled(sys.argv[1], sys.argv[2])
    pieces = [sum(c.isalpha() for c in fen.split()[0]) for fen, _ in rows]
    print("error   unit" + "".join(f"{low:5}-{high:<2}" for low, high in GROUPS) + "  engine")
    for word in sys.argv[3:]:
        command, _, nodes = word.partition("@")
        engine = Engine([command, "--game", "chess"])
        pairs = []
        for fen, expected in rows:
            score = searched_score(engine, fen, nodes) if nodes else static_score(engine, fen)
            pairs.append((score, expected))
            show(len(pairs), len(rows), word)
        engine.close()
        unit = min(UNITS, key=lambda unit: error(pairs, unit))
        groups = []
        for low, high in GROUPS:
            group = [pair for pair, count in zip(pairs, pieces) if low <= count <= high]
            groups.append(f"{error(group, unit):8.3f}" if group else "       -")
        print(f"{error(pairs, unit):.4f}{unit:7}" + "".join(groups) + "  " + word, flush=True)
    print(f"{len(rows)} positions, by pieces: " +
          ", ".join(f"{low}-{high} {sum(low <= c <= high for c in pieces)}" for low, high in GROUPS))


main()
