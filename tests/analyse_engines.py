#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests myosu-analyse with engines whose scores are known: analyse_engines.py ANALYSE

No test checks how long something takes. The engines take the time that they are given.
"""
import csv
import io
import json
import os
import re
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
        os.rename(os.path.join(self.folder, "log"), os.path.join(self.folder, "first"))
        self.analyse(*options, engine())
        second = self.searches()
        # The search that was killed may be repeated, but the first pass is not.
        self.assertGreater(min(movetime for _, movetime in second), max(movetime for _, movetime in first[:9]))
        self.check_swing([a + b for a, b in zip(times(first), times(second))])
        # The job is finished: other files are written without a search.
        os.unlink(os.path.join(self.folder, "log"))
        self.analyse(*options[:3], "out.pgn", "--db", "out.csv.db", "--engine", engine())
        self.assertEqual(self.searches(), [])
        self.assertEqual(self.read("out.pgn").count("[%eval"), 9)


class Beside(Case):
    OTHER = [50] * 9
    ANSWERS = ["d2d4", *MOVES[1:]]

    def analyse_both(self, *options, status=0):
        return self.analyse("--engine", engine(log="one"), "--option", "Threads=2", "--engine",
                            engine(self.OTHER, "two", self.ANSWERS), "--option", "Hash=2", "--nodes", "7", *options,
                            status=status)

    def test_each_engine_searches_each_position_with_its_own_options(self):
        self.analyse("--option", "UCI_Chess960=false", "--engine", engine(log="one"), "--option", "Threads=2", "--engine",
                     engine(log="two"), "--option", "Hash=2", "--nodes", "7")
        for log, option in (("one", "Threads value 2"), ("two", "Hash value 2")):
            said = self.read(log)
            self.assertEqual(said.count("go nodes 7\n"), 9)
            # The engine was started once to see what it plays.
            self.assertEqual(sorted(set(re.findall("setoption name (.*)", said))), sorted([option, "UCI_Chess960 value false"]))

    def test_the_first_engine_judges_and_the_others_stand_beside(self):
        rows = [json.loads(line) for line in self.analyse_both().splitlines()]
        alone = [json.loads(line) for line in self.analyse("--engine", engine(log="one"), "--nodes", "7").splitlines()]
        for ply, (row, single) in enumerate(zip(rows[:9], alone[:9])):
            score = -50 if ply % 2 else 50
            self.assertEqual(row.pop("engine"), "Scripted one")
            other, = row.pop("others")
            self.assertEqual((other["engine"], other["best"], other["lines"][0]["cp"]),
                             ("Scripted two", self.ANSWERS[ply], score))
            self.assertEqual(row, single)
        self.assertEqual(rows[9:], alone[9:])
        said = self.analyse("--engine", engine(log="one"), "--engine", engine(log="one"), "--nodes", "7")
        self.assertEqual(said.count('"engine":"Scripted one"'), 9)
        self.assertEqual(said.count('"engine":"Scripted one (2)"'), 9)

    def test_the_others_are_in_every_format(self):
        table = [*csv.DictReader(io.StringIO(self.analyse_both("--format", "csv")))]
        self.assertEqual([row["Scripted two best"] for row in table], self.ANSWERS)
        self.assertEqual([row["Scripted two cp"] for row in table], ["50", "-50"] * 4 + ["50"])
        self.assertEqual([row["cp"] for row in table[4:7]], ["0", "-300", "300"])
        pgn = re.sub(r"\s+", " ", self.analyse_both("--format", "pgn"))
        self.assertIn("{[%eval 0.00,1] Scripted two: d4 (+0.50, depth 1)} 1. e4", pgn)
        self.assertIn("3. Bb5 {[%eval 3.00,1] Scripted two: a6 (+0.50, depth 1)}", pgn)
        self.assertIn('[Annotator "Scripted one"]', pgn)
        self.assertIn(' pv e4; c1 "Scripted two: d4 (+0.50, depth 1)";\n', self.analyse_both("--format", "epd"))
        page = self.analyse_both("--format", "html")
        self.assertIn("<p>By Scripted one, and beside it Scripted two.</p>", page)
        self.assertIn('"White to move. Best: e4 (+0.00), depth 1","Scripted two: d4 (+0.50, depth 1)","Played: 1. e4"', page)

    def test_shards_are_joined_and_a_job_goes_on_with_the_same_engines_only(self):
        whole = self.analyse_both("--db", "whole.db", "--format", "jsonl")
        for shard in ("1/2", "2/2"):
            self.analyse_both("--shard", shard, "--db", shard[0] + ".db")
        done = subprocess.run([ANALYSE, "merge", "1.db", "2.db"], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              check=True)
        self.assertEqual(done.stdout, whole)
        errors = self.analyse("--engine", engine(log="one"), "--nodes", "7", "--db", "whole.db", status=2)
        self.assertIn("the database holds another job: its options", errors)

    def test_an_engine_that_fails_is_named(self):
        wrong = [*MOVES[:3], "z9", *MOVES[4:]]
        errors = self.analyse("--engine", engine(log="one"), "--engine", engine(log="two", answers=wrong), "--nodes", "7",
                              status=1)
        self.assertIn("ply 3: the engine answered an illegal move, 'z9': " + sys.executable, errors)
        self.assertIn("1 of 18 positions could not be searched", errors)

    def test_wrong_use_is_refused(self):
        for options, says in ((["--suite"], "--engine: expected one, with --tree or --suite"),
                              (["--tree", "x.svg", "--depth", "2"], "--engine: expected one, with --tree or --suite"),
                              (["--engine", "x"] * 7, "--engine: more than 8 engines"),
                              (["--connect", "unix:x"], "--engine and --connect: expected one of them"),
                              (["--engine", "./none"], "none")):
            self.assertIn(says, self.analyse("--engine", engine(), "--engine", engine(), *options, status=2))

    def test_the_engines_share_a_time_budget(self):
        self.analyse("--engine", engine(log="one"), "--engine", engine(self.OTHER, "two"), "--time-budget", "3s")
        self.assertLessEqual(sum(times(self.searches("one"))), 1500)
        self.assertLessEqual(sum(times(self.searches("two"))), 1500)
        self.assertGreater(len(self.searches("two")), 9)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
