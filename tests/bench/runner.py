#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the time that match runners take: runner.py MATCH FASTCHESS ENGINE [ROUNDS [REPEATS]]

Both play the same games, in turns. Their own processor time is that of the program without its engines.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

MATCH, FASTCHESS, ENGINE = (os.path.abspath(path) for path in sys.argv[1:4])
ROUNDS, REPEATS = (int(word) for word in (sys.argv[4:] + ["100", "5"][len(sys.argv) - 4:])[:2])
WORDS = ["-engine", f"cmd={ENGINE}", "name=a", "-engine", f"cmd={ENGINE}", "name=b", "-each", "nodes=500", "option.Hash=1",
         "-rounds", str(ROUNDS), "-concurrency", "2", "-pgnout", "file=games.pgn"]


def run(program, words):
    """Returns the wall time, and the processor time of the program and of its engines, in seconds."""
    ticks = os.sysconf("SC_CLK_TCK")
    began = time.monotonic()
    with subprocess.Popen([program, *WORDS, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        wall = time.monotonic() - began
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    with open("games.pgn", encoding="utf-8") as file:
        games = file.read().count("[Result ")
    os.unlink("games.pgn")
    if games != 2 * ROUNDS:
        sys.exit(f"{program}: {games} games, not {2 * ROUNDS}")
    return wall, sum(map(int, fields[11:13])) / ticks, sum(map(int, fields[13:15])) / ticks


def main():
    found = {program: [] for program in (MATCH, FASTCHESS)}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for _ in range(REPEATS):
            found[MATCH].append(run(MATCH, ["-quiet"]))
            found[FASTCHESS].append(run(FASTCHESS, []))
        os.chdir("/")
    print(f"{2 * ROUNDS} games at nodes=500, two at a time, {REPEATS} runs of each in turns, load {os.getloadavg()[0]:.1f}")
    for i, name in enumerate(("wall", "own processor time", "processor time of the engines")):
        one, other = ([row[i] for row in found[program]] for program in (MATCH, FASTCHESS))
        ratio = statistics.median(mine / theirs if theirs else float("inf") for mine, theirs in zip(one, other))
        print(f"{name}: {statistics.median(one):.2f} s, fastchess {statistics.median(other):.2f} s, ratio {ratio:.2f}")


main()
