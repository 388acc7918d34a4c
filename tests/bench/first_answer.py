#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The time from the start of the process to the first answer in each dialect, in turns: first_answer.py PROGRAM [STARTS]"""
import os
import statistics
import sys
import time

# The lines that are sent, and the end of their answer.
DIALECTS = {
    "uci": ("uci\n", b"uciok\n"),
    "ucci": ("ucci\n", b"ucciok\n"),
    "cecp": ("xboard\nprotover 2\n", b"feature done=1\n"),
    "nboard": ("nboard 2\nping 1\n", b"pong 1\n"),
    "gtp": ("name\n", b"\n\n"),
}


def measure(program, sent, end):
    """Returns milliseconds."""
    begin = time.perf_counter()
    to, our_output = os.pipe()
    our_input, of = os.pipe()
    process = os.posix_spawn(program, [program], os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, to, 0), (os.POSIX_SPAWN_DUP2, of, 1)])
    os.close(to)
    os.close(of)
    os.write(our_output, sent.encode())
    answer = b""
    while not answer.endswith(end):
        answer += os.read(our_input, 65536)
    taken = 1000 * (time.perf_counter() - begin)
    os.write(our_output, b"quit\n")
    os.waitpid(process, 0)
    os.close(our_input)
    os.close(our_output)
    return taken


def main():
    program, starts = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    times = {name: [] for name in DIALECTS}
    for _ in range(starts):
        for name, (sent, end) in DIALECTS.items():
            times[name].append(measure(program, sent, end))
    for name, taken in times.items():
        print(f"{name:6}  median {statistics.median(taken):.3f} ms  least {min(taken):.3f} ms")


main()
