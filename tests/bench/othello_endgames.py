# SPDX-License-Identifier: MIT
"""Solves the endgame problems of the Fédération Française d'Othello, with one thread and an empty table for each.

    python3 tests/bench/othello_endgames.py ENGINE [FROM-TO] [MEBIBYTES]

Solves the problems 40-49 of tests/data/othello_endgames.txt, or others of its 20, with a table of 512 MiB. Prints a
line for each when it is solved, and sums. The exit status is 1 if a result or a move is not a published one.
"""
import os
import re
import subprocess
import sys
import time

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "othello_endgames.txt")


def problems(first, last):
    with open(DATA, encoding="utf-8") as file:
        rows = [line.split(" ", 3) for line in file if not line.startswith("#")]
    return [(int(number), int(result), moves.split(","), fen.strip())
            for number, result, moves, fen in rows if first <= int(number) <= last]


def solve(engine, fen, mebibytes):
    """Returns the score in discs, the move, the nodes and the seconds of a search to the end."""
    begun = time.monotonic()
    words = [engine, f"setoption name Hash value {mebibytes}", "newgame othello", f"position fen {fen}", "go depth 60"]
    try:
        said = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"othello_endgames.py: {error}")
    infos = re.findall(r"^info .* score cp (-?\d+) .*?nodes (\d+)", said, re.M)
    move = re.search(r"^bestmove (\S+)", said, re.M)
    if "error" in said or not infos or not move:
        sys.exit(f"othello_endgames.py: {engine} gave no result: {said.strip()[:200]}")
    return int(infos[-1][0]) / 100, move.group(1), int(infos[-1][1]), time.monotonic() - begun


def main():
    between = re.fullmatch(r"(\d+)-(\d+)", sys.argv[2]) if len(sys.argv) > 2 else re.fullmatch(r"(\d+)-(\d+)", "40-49")
    mebibytes = sys.argv[3] if len(sys.argv) > 3 else "512"
    chosen = problems(*map(int, between.groups())) if between else []
    if len(sys.argv) not in (2, 3, 4) or not chosen or not mebibytes.isdecimal():
        sys.exit("usage: " + __doc__.strip().splitlines()[2].strip() + ", with problems of 40-59")
    wrong, sum_nodes, sum_seconds = 0, 0, 0
    print("problem  empties  result  move     nodes    seconds")
    for number, result, moves, fen in chosen:
        score, move, nodes, seconds = solve(sys.argv[1], fen, mebibytes)
        empties = sum(int(sign) for sign in fen.split()[0] if sign.isdecimal())
        right = score == result and move in moves
        wrong += not right
        sum_nodes, sum_seconds = sum_nodes + nodes, sum_seconds + seconds
        note = "" if right else f"  wrong: {result:+d} by {' or '.join(moves)} is published"
        print(f"{number:7} {empties:8} {score:+7.0f}  {move:4} {nodes:10,} {seconds:10.2f}{note}", flush=True)
    print(f"{len(chosen)} problems, {wrong} wrong, {sum_nodes:,} nodes, {sum_seconds:.1f} s")
    sys.exit(1 if wrong else 0)


main()
