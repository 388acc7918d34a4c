# SPDX-License-Identifier: MIT
"""Tests the first move of Connect Four, where only the middle column wins, on overloaded processors.

    python3 tests/bench/first_moves.py ENGINE [STARTS]

Starts the engine STARTS times (1000) for each of three limits, several at once, while twice as many busy
programs run as there are processors. Prints a line for each limit. The exit status is 1 if a first move was
not the middle column.
"""
import collections
import concurrent.futures
import os
import subprocess
import sys

LIMITS_MS = [10, 50, 200]
RIGHT = "bestmove 4"


def first_move(engine, limit_ms):
    command = [engine, "--game", "connect4", f"go movetime {limit_ms}"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return " ".join(lines[-1].split()[:2])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip().splitlines()[2].strip())
    engine, starts = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * os.cpu_count())]
    wrong = 0
    try:
        with concurrent.futures.ThreadPoolExecutor(4 * os.cpu_count()) as pool:
            for limit_ms in LIMITS_MS:
                answers = collections.Counter(pool.map(lambda _, ms=limit_ms: first_move(engine, ms), range(starts)))
                mistakes = starts - answers[RIGHT]
                wrong += mistakes
                others = ", ".join(f"{count} times {answer}" for answer, count in answers.items() if answer != RIGHT)
                print(f"movetime {limit_ms}: {starts} starts, {mistakes} wrong first moves {others}".rstrip(), flush=True)
    finally:
        for program in busy:
            program.kill()
    sys.exit(1 if wrong else 0)


main()
