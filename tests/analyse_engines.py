#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-analyse with engines whose scores are known: analyse_engines.py ANALYSE

No test checks how long something takes. The engines take the time that they are given.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ANALYSE = os.path.abspath(sys.argv[1])
SCRIPTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1".split()
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n"
# White's scores after 0, 1, 2, ... moves: the fifth move changes them.
SCORES = [0, 0, 0, 0, 0, 300, 300, 300, 300]
PATIENCE = 100


def engine(scores=SCORES, log="log", answers=MOVES):
    """An engine with these scores for White."""
    own = ",".join(str(-score if ply % 2 else score) for ply, score in enumerate(scores))
    return f"{sys.executable} {SCRIPTED} score {own} {','.join(answers)} {log}"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("game.pgn", GAME)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
            file.write(text)

    def read(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def start(self, *options):
        return subprocess.Popen([ANALYSE, "--quiet", *options, "game.pgn"], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def analyse(self, *options, status=0):
        process = self.start(*options)
        said, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, errors)
        return errors if status else said

    def searches(self, log="log"):
        """The searches in their order: how many moves led to the position, and the time."""
        found, ply = [], 0
        for line in self.read(log).splitlines():
            if line.startswith("position"):
                ply = len(line.partition("moves")[2].split())
            elif line.startswith("go movetime "):
                found.append((ply, int(line.split()[2])))
        return found


def times(searches):
    """The time of each position."""
    spent = [0] * len(SCORES)
    for ply, movetime in searches:
        spent[ply] += movetime
    return spent


class Budget(Case):
    def check_swing(self, spent):
        """The positions before and after the change have more time than any other."""
        others = spent[:4] + spent[6:]
        self.assertGreater(min(spent[4:6]), max(others), spent)

    def test_a_time_budget_is_spent_where_the_score_swings(self):
        self.analyse("--engine", engine(), "--time-budget", "3s")
        searches = self.searches()
        self.assertEqual(sorted(ply for ply, _ in searches[:9]), list(range(9)))
        self.assertEqual({ply for ply, _ in searches[9:11]}, {4, 5})
        self.check_swing(times(searches))
        self.assertLessEqual(sum(times(searches)), 3000)

    def test_engines_that_run_at_the_same_time_share_a_time_budget(self):
        said = self.analyse("--engine", engine(log="-"), "--time-budget", "1s", "--concurrency", "3")
        self.assertEqual(said.count('"best"'), 9)

    def test_games_of_one_position_share_the_budget(self):
        self.analyse("--engine", engine(), "--time-budget", "600ms", "--last")
        self.assertEqual(self.searches(), [(8, 600)])

    def test_a_killed_job_spends_the_rest_of_its_budget(self):
        options = ["--time-budget", "4s", "--output", "out.csv", "--engine"]
        process = self.start(*options, engine())
        while len(self.searches()) < 11 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        first = self.searches()
        self.analyse(*options, engine(log="log2"))
        second = self.searches("log2")
        # The search that was killed may be repeated, but the first pass is not.
        self.assertGreater(min(movetime for _, movetime in second), max(movetime for _, movetime in first[:9]))
        self.check_swing([a + b for a, b in zip(times(first), times(second))])
        # The job is finished: other files are written without a search.
        self.analyse(*options[:3], "out.pgn", "--db", "out.csv.db", "--engine", engine(log="log3"))
        self.assertEqual(self.searches("log3"), [])
        self.assertEqual(self.read("out.pgn").count("[%eval"), 9)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
