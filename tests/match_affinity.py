#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the processors of engines, as /proc has them, with those of -use-affinity: match_affinity.py MATCH FAKE_ENGINE"""
import os
import subprocess
import sys
import unittest

from own_folder import OwnFolder

MATCH, FAKE = (os.path.abspath(path) for path in sys.argv[1:3])
ALLOWED = sorted(os.sched_getaffinity(0))


def run(*options, games=4, concurrency=1):
    """Plays games. Returns the status, the errors, and the processors of each engine that was started for a game."""
    with open("engine", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nsed -n 's/^Cpus_allowed_list://p' /proc/self/status >>cpus.$1\nexec {FAKE} seed=$1 think=20\n")
    os.chmod("engine", 0o755)
    words = [MATCH, "-quiet", "-force-concurrency", "-game", "tictactoe", "-rounds", str(games // 2), "-concurrency", str(concurrency)]
    for name in "12":
        words += ["-engine", "cmd=./engine", f"arg={name}", f"name=e{name}", "depth=1", "proto=uci"]
    done = subprocess.run([*words, *options], capture_output=True, text=True, check=False)
    found = []
    for name in "12":
        if os.path.exists(f"cpus.{name}"):
            with open(f"cpus.{name}", encoding="utf-8") as file:
                found.append([line.strip() for line in file][1:])  # the first one was the probe
    return done.returncode, done.stderr, found


class Affinity(OwnFolder):
    def test_one_game_runs_on_the_first_processor(self):
        for processor in ALLOWED[:3]:
            _, _, found = run("-use-affinity", str(processor))
            self.assertEqual(found, [[str(processor)]] * 2)
            os.unlink("cpus.1")
            os.unlink("cpus.2")

    @unittest.skipUnless(len(ALLOWED) > 1, "needs two processors")
    def test_each_game_has_processors_of_its_own(self):
        one, other = ALLOWED[-1], ALLOWED[-2]
        status, said, found = run("-use-affinity", f"{one},{other}", concurrency=2, games=8)
        self.assertEqual(status, 0, said)
        for engine in found:
            self.assertEqual(sorted(engine), sorted([str(one), str(other)]))
        os.unlink("cpus.1")
        os.unlink("cpus.2")
        _, _, found = run("-use-affinity", concurrency=2, games=8)
        for engine in found:
            self.assertEqual(len(set(engine)), 2)
            self.assertLessEqual(set(engine), set(map(str, ALLOWED)))

    def test_without_the_option_engines_run_anywhere(self):
        _, _, found = run()
        with open("/proc/self/status", encoding="utf-8") as file:
            here = next(line.split()[1] for line in file if line.startswith("Cpus_allowed_list"))
        self.assertEqual(found, [[here]] * 2)

    def test_wrong_lists_are_refused(self):
        first = ALLOWED[0]
        for text, reason in ((f"{first},{first}", "is listed twice"), ("x", "expected processors such as"), (f"{first}-", "expected"),
                             (f"{first + 1}-{first}", "expected"), (f"{first},,", "expected"), ("99999", "cannot use processor 99999"),
                             (f"{first}+1", "expected"), (" 0", "expected")):
            status, said, _ = run("-use-affinity", text)
            self.assertEqual((status, reason in said), (2, True), (text, said))
        status, said, _ = run("-use-affinity", str(first), concurrency=2)
        self.assertIn("2 games at the same time, 1 threads each, need more than 1 processors", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
